'use strict';

const { FORMAT } = require('./dump.cjs');

const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;
const DECLARE = {
  const: (name, value) => `const ${name} = ${value}; undefined`,
  let: (name, value) => `let ${name} = ${value}; undefined`,
  var: (name, value) => `var ${name} = ${value}; undefined`,
  global: (name, value) => `globalThis[${JSON.stringify(name)}] = ${value}; undefined`,
};

function parse(text) {
  try {
    return text.startsWith(FORMAT) ? JSON.parse(text.slice(FORMAT.length)) : undefined;
  } catch {
    return undefined;
  }
}

/** Makes the state of a fresh interpreter what the pieces say. */
function createLoad({ mainThread, channel, port }) {
  let pieces = [];

  /** Makes a function of its text, which is an expression, or else a method. */
  const makeFunction = async ([index, text]) => {
    for (const [source, isMember] of [
      [`(${text}\n)`, false],
      [`({${text}\n})`, true],
    ]) {
      const func = await mainThread.evaluateAlone(`${source}\n//# sourceURL=restored-${index}.js`);
      if (func === undefined) continue;
      await mainThread.callAlone('adoptFunction', [
        { value: index },
        { objectId: func },
        { value: isMember },
      ]);
      return true;
    }
    return false;
  };

  const keepFailing = async (items, attempt) => {
    const failed = [];
    for (const item of items) if (!(await attempt(item))) failed.push(item);
    return failed;
  };

  /** Classes need what they extend, and values need their classes, whichever way round. */
  const makeAll = async ({ names, functions }) => {
    const declare = async ([name, kind], index) => {
      if (!(await mainThread.callAlone('makeValue', [{ value: index }]))) return false;
      const source = DECLARE[kind](name, `__repltool_state[${index}]`);
      return await mainThread.declare(source);
    };
    await keepFailing(
      functions.filter(([, , isClass]) => !isClass),
      makeFunction,
    );
    const classes = new Map(
      functions.filter(([, , isClass]) => isClass).map((made) => [made[0], made]),
    );
    const makeClass = async (made) => {
      const done = await makeFunction(made);
      if (done) classes.delete(made[0]);
      return done;
    };
    const nameClass = async ([item, index]) => {
      const made = classes.get(item[2]);
      if (made !== undefined && !(await makeClass(made))) return false;
      return await declare(item, index);
    };
    let left = names.map((item, index) => [item, index]).filter(([[name]]) => NAME.test(name));
    for (let before = Infinity; left.length + classes.size < before;) {
      before = left.length + classes.size;
      left = await keepFailing(left, nameClass);
      if (left.length > 0) await keepFailing([...classes.values()], makeClass);
    }
    return left.map(([[name]]) => name);
  };

  const load = async (state) => {
    port.postMessage({ state });
    const wanted = await mainThread.callAlone('beginLoad', []);
    if (wanted === undefined) return undefined;
    try {
      return await makeAll(wanted);
    } finally {
      await mainThread.callAlone('endLoad', []);
      mainThread.releaseState();
    }
  };

  return {
    'load-part': ({ data }) => {
      pieces.push(data);
    },
    load({ id }) {
      const state = parse(pieces.join(''));
      pieces = [];
      const refuse = () => channel.send({ type: 'refused', id });
      if (state === undefined) return refuse();
      load(state).then(
        (lost) =>
          lost === undefined ? refuse() : channel.send({ type: 'loaded', id, lost_names: lost }),
        refuse,
      );
    },
  };
}

module.exports = { createLoad };
