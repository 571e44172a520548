'use strict';

/*
 * Methods as plain functions, taken before user code can replace them on the prototypes.
 */
const { call } = Function.prototype;
const uncurryThis = call.bind.bind(call);

/** A getter as a function of its object. */
function getterOf(prototype, name) {
  return uncurryThis(Object.getOwnPropertyDescriptor(prototype, name).get);
}

module.exports = {
  arrayIncludes: uncurryThis(Array.prototype.includes),
  arrayJoin: uncurryThis(Array.prototype.join),
  arrayPush: uncurryThis(Array.prototype.push),
  arraySort: uncurryThis(Array.prototype.sort),
  functionToString: uncurryThis(Function.prototype.toString),
  getterOf,
  hasOwn: Object.hasOwn,
  mapForEach: uncurryThis(Map.prototype.forEach),
  mapSize: getterOf(Map.prototype, 'size'),
  regExpExec: uncurryThis(RegExp.prototype.exec),
  setForEach: uncurryThis(Set.prototype.forEach),
  setSize: getterOf(Set.prototype, 'size'),
  stringIncludes: uncurryThis(String.prototype.includes),
  stringIndexOf: uncurryThis(String.prototype.indexOf),
  stringSlice: uncurryThis(String.prototype.slice),
  stringSplit: uncurryThis(String.prototype.split),
  stringStartsWith: uncurryThis(String.prototype.startsWith),
  stringTrimStart: uncurryThis(String.prototype.trimStart),
  uncurryThis,
};
