'use strict';

const { follow, membersOf } = require('../../questions/members.cjs');
const { completionAt, pathAt, toCharacters } = require('./code-at.cjs');
const { keywordsFor } = require('./keywords.cjs');
const { modulesFor } = require('./modules.cjs');
const { builtinModules } = require('node:module');

/** A main thread in native code answers nobody; then the answer is what is known without it. */
const PATIENCE_MS = 800;
const MAX_ITEMS = 1000;
const MAX_TEXT = 1024;

const toItems = (pairs) => pairs.map(([text, kind]) => ({ text, kind }));

/** Answers what an editor asks, also while a cell runs. */
function createQuestions({ scope, channel, modules }) {
  /** Asks the main thread; `onAnswer` is called once, in time. */
  const ask = (hook, data, onAnswer) => {
    let settled = false;
    const settle = (answer) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      onAnswer(answer);
    };
    const timer = setTimeout(settle, PATIENCE_MS);
    scope.ask(hook, data, settle);
  };

  /** A module that a cell could use by its name, and has not. The one of this thread has the same members. */
  const builtinOf = (name) => {
    const usable = (modules ?? builtinModules).includes(name) && !name.startsWith('_');
    return usable ? require(`node:${name}`) : undefined;
  };

  const itemsFor = ({ kind, beginning, path }, onItems) => {
    switch (kind) {
      case 'module':
        return onItems(modulesFor(beginning, modules));
      case 'string':
        return onItems(toItems(membersOf('', beginning)));
      case 'name':
        return ask('completeName', [beginning], (names = []) =>
          onItems([...toItems(names), ...(beginning === '' ? [] : keywordsFor(beginning))]),
        );
      case 'member':
        return ask('completeMember', [path, beginning], (members) => {
          const [name, ...rest] = path;
          onItems(toItems(members ?? membersOf(follow(builtinOf(name), rest), beginning)));
        });
      default:
        return onItems([]);
    }
  };

  return {
    complete({ id, code, cursor }) {
      const wanted = completionAt(code, cursor);
      itemsFor(wanted, (items) => {
        channel.send({
          type: 'completions',
          id,
          start: cursor - toCharacters(wanted.beginning),
          end: cursor,
          items: items.filter(({ text }) => text.length <= MAX_TEXT).slice(0, MAX_ITEMS),
        });
      });
    },
    inspect({ id, code, cursor }) {
      const path = pathAt(code, cursor);
      const answer = (text) => {
        const data =
          typeof text === 'string' ? { 'text/plain': `${path.join('.')}: ${text}` } : null;
        channel.send({ type: 'inspection', id, data });
      };
      if (path.length === 0) answer(null);
      else ask('describe', [path], answer);
    },
    variables({ id }) {
      ask('listVariables', [], ({ items, total } = { items: [], total: 0 }) =>
        channel.send({ type: 'variables', id, items, total }),
      );
    },
  };
}

module.exports = { createQuestions };
