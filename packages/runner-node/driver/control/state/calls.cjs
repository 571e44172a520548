'use strict';

/** What the transfer of a state needs of the main thread besides calls of hooks. */
function createStateCalls({ post, call, hasFailed }) {
  const settled = (run) =>
    new Promise((resolve) => {
      run((error, answer) => resolve(hasFailed(error, answer) ? undefined : answer.result));
    });

  return {
    /** What the inspector knows of an object, or nothing. */
    properties(objectId, onProperties) {
      post('Runtime.getProperties', { objectId, ownProperties: true }, (error, answer) =>
        onProperties(hasFailed(error, answer) ? { result: [] } : answer),
      );
    },
    /** Resolves with what a hook returns; undefined when it fails. */
    callAlone: async (name, args) => (await settled((done) => call(name, args, done)))?.value,
    /** Resolves with the id of what an expression gives; undefined when it fails. */
    evaluateAlone: async (expression) =>
      (await settled((done) => post('Runtime.evaluate', { expression }, done)))?.objectId,
    /** Runs a declaration at the top level; resolves with whether it could be. */
    declare: async (expression) =>
      (await settled((done) =>
        post('Runtime.evaluate', { expression, replMode: true, awaitPromise: true }, done),
      )) !== undefined,
    releaseState: () => post('Runtime.releaseObjectGroup', {}),
  };
}

module.exports = { createStateCalls };
