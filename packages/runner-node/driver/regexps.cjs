'use strict';

const { getterOf } = require('./pristine.cjs');

const source = getterOf(RegExp.prototype, 'source');
/** `flags` itself reads these where user code may have put others. */
const FLAGS = [
  ['d', 'hasIndices'],
  ['g', 'global'],
  ['i', 'ignoreCase'],
  ['m', 'multiline'],
  ['s', 'dotAll'],
  ['u', 'unicode'],
  ['v', 'unicodeSets'],
  ['y', 'sticky'],
]
  .filter(([, name]) => name in RegExp.prototype)
  .map(([letter, name]) => ({ letter, isSet: getterOf(RegExp.prototype, name) }));

function flagsOf(regExp) {
  let flags = '';
  for (let index = 0; index < FLAGS.length; index += 1) {
    if (FLAGS[index].isSet(regExp)) flags += FLAGS[index].letter;
  }
  return flags;
}

module.exports = { flagsOf, sourceOf: source };
