'use strict';

const { hasOwn } = require('../../pristine.cjs');

const { env } = process;
const currentDirectory = process.cwd.bind(process);
const changeDirectory = process.chdir.bind(process);
const { keys } = Object;
const { stringify } = JSON;

/** The directory and the variables that cells have changed since `begin`. */
function createEnvironment() {
  let before = { __proto__: null };
  let directory = null;

  return {
    begin() {
      before = { __proto__: null, ...env };
      directory = currentDirectory();
    },
    /** The JSON of the changes. */
    write() {
      let changes = '';
      const change = (name, value) => {
        changes += `${changes === '' ? '' : ','}[${stringify(name)},${stringify(value)}]`;
      };
      const names = keys(env);
      for (let index = 0; index < names.length; index += 1) {
        const name = names[index];
        if (env[name] !== before[name]) change(name, env[name]);
      }
      const old = keys(before);
      for (let index = 0; index < old.length; index += 1) {
        if (!hasOwn(env, old[index])) change(old[index], null);
      }
      let now = null;
      try {
        now = currentDirectory();
      } catch {
        // It was deleted.
      }
      return `{"directory":${stringify(now === directory ? null : now)},"changes":[${changes}]}`;
    },
    read({ directory: wanted, changes }) {
      for (const [name, value] of changes) {
        if (value === null) delete env[name];
        else env[name] = value;
      }
      try {
        if (wanted !== null) changeDirectory(wanted);
      } catch {
        // It is gone; the one the session began in is as good as any.
      }
    },
    changeDirectory,
    startedIn: () => directory,
  };
}

module.exports = { createEnvironment };
