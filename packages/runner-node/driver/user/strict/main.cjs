'use strict';

/*
 * The fence of strict mode: it keeps honest code honest and names the rule. It is not what confines a session; whoever
 * climbs it is still in the sandbox, which has no files to write, no network and no processes.
 */
const { withholdProcessMembers } = require('./process-members.cjs');
const { createStrictScope } = require('./scope.cjs');
const { usePlainStreams } = require('./streams.cjs');
const { violationMessage } = require('./violations.cjs');

const fence = { createStrictScope, usePlainStreams, violationMessage, withholdProcessMembers };

module.exports = { fence };
