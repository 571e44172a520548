'use strict';

const { createInputRequests } = require('./requests.cjs');
const { definePrompt } = require('./prompt.cjs');
const { defineStdin } = require('./stdin.cjs');

/** Makes what user code reads come from the host. */
function readFromHost({ shared, port, tell, turn, files }) {
  const requests = createInputRequests({ shared, port, tell });
  const { abandon } = defineStdin({ requests, turn });
  if (files) {
    const { readDescriptorFromHost } = require('./descriptor.cjs');
    readDescriptorFromHost(requests);
  }
  definePrompt(requests);
  return { answerInput: requests.answer, abandonInput: abandon };
}

module.exports = { readFromHost };
