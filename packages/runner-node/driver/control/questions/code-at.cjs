'use strict';

const NAME = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*`;
const PATH_BEFORE = new RegExp(
  `(?<![\\p{ID_Continue}$.)\\]'"\`])((?:${NAME}\\s*\\??\\.\\s*)*)(${NAME})?$`,
  'u',
);
const MODULE_BEFORE = /(?:\brequire\s*\(|\bimport\s*\(|\bfrom|\bimport)\s*(['"])([^'"\n]*)$/;
const STRING_MEMBER_BEFORE = /(['"`])\s*\??\.\s*([\p{ID_Continue}$]*)$/u;
const CALL_BEFORE = new RegExp(`((?:${NAME}\\s*\\.\\s*)*${NAME})\\s*\\([^()]*$`, 'u');
const NAME_BEHIND = /^[\p{ID_Continue}$]*/u;
/** What a look behind the cursor is limited to. */
const MAX_BEHIND = 2000;

/** Offset in UTF-16 code units of a position in characters. */
function toUnits(code, characters) {
  let units = 0;
  for (const character of code) {
    if (characters <= 0) break;
    characters -= 1;
    units += character.length;
  }
  return units;
}

const toCharacters = (text) => [...text].length;
const namesOf = (path) => path.split(/[?.\s]+/u).filter((name) => name !== '');

/** What is to be completed before the cursor: `{ kind, beginning, path }`. */
function completionAt(code, cursor) {
  const before = code.slice(0, toUnits(code, cursor)).slice(-MAX_BEHIND);
  const module = MODULE_BEFORE.exec(before);
  if (module !== null) return { kind: 'module', beginning: module[2], path: [] };
  const string = STRING_MEMBER_BEFORE.exec(before);
  if (string !== null) return { kind: 'string', beginning: string[2], path: [] };
  const found = PATH_BEFORE.exec(before);
  if (found === null) return { kind: 'nothing', beginning: '', path: [] };
  const [, prefix, beginning = ''] = found;
  const path = namesOf(prefix);
  return { kind: path.length === 0 ? 'name' : 'member', beginning, path };
}

/** The names, with dots between, that the cursor is in or behind; those of the call around it when there are none. */
function pathAt(code, cursor) {
  const units = toUnits(code, cursor);
  const end = units + NAME_BEHIND.exec(code.slice(units))[0].length;
  const before = code.slice(Math.max(0, end - MAX_BEHIND), end);
  const found = PATH_BEFORE.exec(before);
  if (found?.[2] !== undefined) return [...namesOf(found[1]), found[2]];
  const call = CALL_BEFORE.exec(before);
  return call === null ? [] : namesOf(call[1]);
}

module.exports = { completionAt, pathAt, toCharacters };
