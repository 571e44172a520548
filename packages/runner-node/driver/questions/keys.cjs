'use strict';

const { types } = require('node:util');

const { isArray } = Array;
const { ownKeys } = Reflect;
const { isStringObject, isTypedArray } = types;

const MAX_INDICES = 100;

/** Own keys, without the indices of what may have millions of them. */
function ownKeysOf(object) {
  if (isTypedArray(object)) return [];
  const hasIndices = isArray(object) || isStringObject(object);
  return hasIndices && object.length > MAX_INDICES ? ['length'] : ownKeys(object);
}

module.exports = { ownKeysOf };
