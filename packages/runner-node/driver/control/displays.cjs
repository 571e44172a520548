'use strict';

const { DISPLAYS } = require('../shared.cjs');

/** Passes what cells show from the main thread to the host. */
function createDisplays({ channel, shared }) {
  const taken = () => {
    Atomics.sub(shared, DISPLAYS, 1);
    Atomics.notify(shared, DISPLAYS);
  };
  return {
    display({ action, id, data, metadata }) {
      taken();
      channel.send({
        type: 'display',
        action,
        data: JSON.parse(data),
        metadata: JSON.parse(metadata ?? '{}'),
        display_id: id,
      });
    },
    clear({ wait }) {
      taken();
      channel.send({ type: 'clear', wait });
    },
  };
}

module.exports = { createDisplays };
