'use strict';

const { types } = require('node:util');
const { uncurryThis } = require('../../pristine.cjs');

/** What strict mode has to say, by the rule of the policy that says the same before a cell runs. */
const REASONS = {
  __proto__: null,
  'javascript/import-outside-strict': 'strict mode has only modules that compute',
  'javascript/code-from-strings': 'strict mode runs only the code that stands in the cell',
  'javascript/runtime-internals': 'it leads past the modules that strict mode allows',
  'javascript/native-code': 'strict mode runs no native code and has no internal bindings',
};

/** V8's message for what `--disallow-code-generation-from-strings` stops. */
const CODE_FROM_STRINGS = 'Code generation from strings disallowed for this context';

const { getOwnPropertyDescriptor, getPrototypeOf } = Object;
const { isNativeError } = types;
const evalErrorPrototype = EvalError.prototype;
const messages = new WeakMap();
const messageOf = uncurryThis(WeakMap.prototype.get);
const keepMessage = uncurryThis(WeakMap.prototype.set);

class SandboxViolation extends Error {
  constructor(message) {
    super(message);
  }
}
SandboxViolation.prototype.name = SandboxViolation.name;

const explain = (subject, rule) => `${subject}: ${REASONS[rule]} (${rule})`;

/** An error to throw at who reaches for what strict mode does not have. */
function violation(rule, subject) {
  const message = explain(subject, rule);
  const error = new SandboxViolation(message);
  keepMessage(messages, error, message);
  return error;
}

/** For what a rule of strict mode has thrown, the message that names the rule; undefined for any other value. */
function violationMessage(thrown) {
  if (!isNativeError(thrown)) return undefined;
  const known = messageOf(messages, thrown);
  if (known !== undefined) return known;
  return getPrototypeOf(thrown) === evalErrorPrototype &&
    getOwnPropertyDescriptor(thrown, 'message')?.value === CODE_FROM_STRINGS
    ? explain(CODE_FROM_STRINGS, 'javascript/code-from-strings')
    : undefined;
}

module.exports = { violation, violationMessage };
