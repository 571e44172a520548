'use strict';

/*
 * Methods as plain functions, taken before user code can replace them on the prototypes.
 */
const { call } = Function.prototype;
const uncurryThis = call.bind.bind(call);

module.exports = {
  arrayJoin: uncurryThis(Array.prototype.join),
  arrayPush: uncurryThis(Array.prototype.push),
  hasOwn: Object.hasOwn,
  stringIncludes: uncurryThis(String.prototype.includes),
  stringIndexOf: uncurryThis(String.prototype.indexOf),
  stringSlice: uncurryThis(String.prototype.slice),
  stringSplit: uncurryThis(String.prototype.split),
  stringStartsWith: uncurryThis(String.prototype.startsWith),
  stringTrimStart: uncurryThis(String.prototype.trimStart),
  uncurryThis,
};
