'use strict';

const { receiveMessageOnPort } = require('node:worker_threads');
const { arrayJoin, arrayPush } = require('../../pristine.cjs');
const { createEnvironment } = require('./environment.cjs');
const { createFunctions } = require('./functions.cjs');
const { createPatience } = require('./patience.cjs');
const { createReader } = require('./reader.cjs');
const { createWriter } = require('./writer.cjs');

/** By which the declarations of a loaded state get their values; only there while one is loaded. */
const VALUES = '__repltool_state';
const MAX_NAME = 200;
const NONE = Symbol('none');

const { stringify } = JSON;
const { defineProperty, getOwnPropertyDescriptor } = Object;

/** How a name was declared, as far as can be told: `const`, `let` (classes as well), `var`, or a plain global. */
function kindOfLexical(assign) {
  try {
    assign();
    return 'let';
  } catch {
    return 'const';
  }
}

/** Gives the state of the cells away as data, and makes it again of that. */
function createState({ names, roots, load, port, tell }) {
  const environment = createEnvironment();
  const functions = createFunctions();
  const patience = createPatience();
  let unknown = [];
  let loading;

  const valuesOf = ({ lexical, reads: functionsOf, code }) => {
    const reads = functionsOf[0];
    const assigns = functionsOf[1];
    const places = { __proto__: null };
    for (let index = 0; index < lexical.length; index += 1) places[lexical[index]] = index;
    const inOrder = names.inOrder(lexical, code);
    const values = [];
    for (let index = 0; index < inOrder.length; index += 1) {
      const name = inOrder[index];
      const place = places[name];
      if (place === undefined) {
        const { value, configurable, get } = getOwnPropertyDescriptor(globalThis, name);
        const isAccessor = get !== undefined;
        const kind = configurable ? 'global' : 'var';
        arrayPush(values, { name, kind, value: isAccessor ? NONE : value });
        continue;
      }
      try {
        const value = reads[place]();
        arrayPush(values, { name, kind: kindOfLexical(assigns[place]), value });
      } catch {
        // Its declaration has not been reached.
      }
    }
    return values;
  };

  return {
    environmentBegins: environment.begin,

    /** Sends the state to the control thread, unless there are functions that it has to judge first: how many. */
    dumpState(known, isLast, maxChars) {
      const values = valuesOf(known);
      const writer = createWriter({ roots, functions, maxChars });
      const written = [];
      const lost = [];
      for (let index = 0; index < values.length; index += 1) {
        const { name, kind, value } = values[index];
        const reference =
          value === NONE || name.length > MAX_NAME ? undefined : patience.write(writer, value);
        if (reference === undefined) arrayPush(lost, name);
        else arrayPush(written, `[${stringify(name)},"${kind}",${reference}]`);
      }
      unknown = functions.takeUnknown();
      if (writer.isUndecided && !isLast) return unknown.length;
      const wanted = environment.write();
      const state = `{"environment":${wanted},"names":[${arrayJoin(written, ',')}],"objects":${writer.objects()}}`;
      tell({ type: 'state', state, lost });
      return 0;
    },
    unknownFunctions: () => unknown,
    judgeFunctions(around) {
      functions.judge(unknown, around);
      unknown = [];
    },

    /** Takes the state that the control thread has sent; gives the functions to be made of their texts. */
    async beginLoad() {
      const { state } = receiveMessageOnPort(port).message;
      const { objects, environment: wanted, names: written } = state;
      const modules = new Map();
      for (const [, module] of objects.filter(([kind, of]) => kind === 'root' && of !== null)) {
        const key = JSON.stringify(module);
        if (modules.has(key)) continue;
        const [way, specifier, directory] = module;
        try {
          environment.changeDirectory(directory);
          modules.set(key, await load[way](specifier));
        } catch {
          // What leads there is lost.
        }
      }
      environment.changeDirectory(environment.startedIn());
      environment.read(wanted);
      loading = { reader: createReader(objects, { modules, syntactic: roots.syntactic }), written };
      const values = [];
      defineProperty(globalThis, VALUES, { configurable: true, value: values });
      return {
        names: written.map(([name, kind, of]) => [name, kind, Array.isArray(of) ? of[0] : null]),
        functions: objects.flatMap((entry, index) => {
          if (entry[0] !== 'function') return [];
          const [text, isClass] = entry[1];
          return [[index, text, isClass]];
        }),
      };
    },
    adoptFunction: (index, func, isMember) => loading.reader.adopt(index, func, isMember),
    /** Makes the value of a name; whether it could. */
    makeValue(index) {
      try {
        globalThis[VALUES][index] = loading.reader.read(loading.written[index][2]);
        return true;
      } catch {
        return false;
      }
    },
    endLoad() {
      names.restore(loading.written.map(([name]) => name));
      loading = undefined;
      delete globalThis[VALUES];
    },
  };
}

module.exports = { createState };
