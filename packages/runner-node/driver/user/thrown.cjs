'use strict';

const { inspect, types } = require('node:util');
const { ownFrames } = require('../frames.cjs');

const { isNativeError } = types;

function stringOf(object, property) {
  const value = object[property];
  return typeof value === 'string' ? value : undefined;
}

/** Errors of other kinds than `Error`, such as DOMException, have at least a stack. */
function isErrorLike(thrown) {
  if (isNativeError(thrown)) return true;
  return typeof thrown === 'object' && thrown !== null && stringOf(thrown, 'stack') !== undefined;
}

/** `Error: message`, the frames of cells and the user's files, causes and further members. */
function ownText(thrown) {
  return ownFrames(inspect(thrown));
}

/**
 * What a cell threw: `[name, message, text, violation]`. The name is null for a value that is no error; `violation` is
 * what `violationMessage` says of it, or null. Its members may be getters of the user's, and take as long as they like:
 * the cell goes on meanwhile.
 */
function createDescriber(violationMessage = () => undefined) {
  return (thrown) => {
    const text = ownText(thrown);
    if (!isErrorLike(thrown)) return [null, text, text, null];
    const violation = violationMessage(thrown) ?? null;
    return [
      stringOf(thrown, 'name') ?? 'Error',
      violation ?? stringOf(thrown, 'message') ?? '',
      text,
      violation,
    ];
  };
}

module.exports = { createDescriber, ownText };
