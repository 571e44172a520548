'use strict';

/** Scopes that every function has around it. */
const COMMON = new Set(['Script', 'Global']);

/** Finds the names in the scopes between functions and the top level, which only the inspector sees. */
function namesAround(mainThread, functions, onNames) {
  const found = functions.map(() => []);
  let left = functions.length;
  const done = () => {
    left -= 1;
    if (left === 0) onNames(found);
  };
  if (left === 0) return onNames(found);

  functions.forEach((objectId, index) => {
    mainThread.properties(objectId, ({ internalProperties = [] }) => {
      const scopes = internalProperties.find(({ name }) => name === '[[Scopes]]')?.value;
      if (scopes === undefined) return done();
      mainThread.properties(scopes.objectId, ({ result }) => {
        const between = result.filter(
          ({ value }) => value?.objectId !== undefined && !COMMON.has(value.description),
        );
        left += between.length;
        for (const { value } of between) {
          mainThread.properties(value.objectId, (scope) => {
            found[index].push(...scope.result.map(({ name }) => name));
            done();
          });
        }
        return done();
      });
    });
  });
}

module.exports = { namesAround };
