'use strict';

const { inspect, types } = require('node:util');
const { hasOwn, uncurryThis } = require('../../pristine.cjs');

const MAX_ROWS = 1000;
const MAX_COLUMNS = 100;
const MAX_CELL = 200;
const VALUE_COLUMN = 'value';
const ESCAPES = { __proto__: null, '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const { isArray } = Array;
const { getOwnPropertyDescriptor, keys } = Object;
const { isMap, isProxy } = types;
const mapForEach = uncurryThis(Map.prototype.forEach);
const padEnd = uncurryThis(String.prototype.padEnd);
const replace = uncurryThis(String.prototype.replace);
const slice = uncurryThis(String.prototype.slice);
const trimEnd = uncurryThis(String.prototype.trimEnd);

const escapeHtml = (text) => replace(text, /[&<>"]/g, (character) => ESCAPES[character]);

function isRecord(value) {
  return typeof value === 'object' && value !== null && !isProxy(value);
}

/** Text of a data property; an accessor is not called. */
function textOf(record, key) {
  const descriptor = getOwnPropertyDescriptor(record, key);
  if (descriptor === undefined) return '';
  if (!hasOwn(descriptor, 'value')) return '[Getter]';
  const { value } = descriptor;
  const text =
    typeof value === 'string'
      ? value
      : inspect(value, { depth: 0, breakLength: Infinity, customInspect: false, showProxy: true });
  return text.length > MAX_CELL ? `${slice(text, 0, MAX_CELL)}…` : text;
}

/** The rows as pairs of a label and a record. */
function rowsOf(data) {
  const rows = [];
  const add = (label, row) => {
    if (rows.length === MAX_ROWS) return;
    rows[rows.length] = [
      `${label}`,
      isRecord(row) ? row : { __proto__: null, [VALUE_COLUMN]: row },
    ];
  };
  if (isMap(data))
    mapForEach(data, (row, key) => add(typeof key === 'string' ? key : inspect(key), row));
  else {
    const labels = isArray(data) ? data.length : keys(data);
    const count = isArray(data) ? labels : labels.length;
    for (let index = 0; index < count && rows.length < MAX_ROWS; index += 1) {
      const label = isArray(data) ? index : labels[index];
      const descriptor = getOwnPropertyDescriptor(data, label);
      add(label, descriptor?.value);
    }
  }
  return rows;
}

function columnsOf(rows) {
  const seen = { __proto__: null };
  const columns = [];
  for (let row = 0; row < rows.length; row += 1) {
    const names = keys(rows[row][1]);
    for (let index = 0; index < names.length && columns.length < MAX_COLUMNS; index += 1) {
      if (seen[names[index]]) continue;
      seen[names[index]] = true;
      columns[columns.length] = names[index];
    }
  }
  return columns;
}

function htmlOf(lines) {
  let html = '<table>';
  for (let row = 0; row < lines.length; row += 1) {
    html += '<tr>';
    for (let column = 0; column < lines[row].length; column += 1) {
      const tag = row === 0 || column === 0 ? 'th' : 'td';
      html += `<${tag}>${escapeHtml(lines[row][column])}</${tag}>`;
    }
    html += '</tr>';
  }
  return `${html}</table>`;
}

function plainOf(lines) {
  const widths = [];
  for (let column = 0; column < lines[0].length; column += 1) {
    widths[column] = 0;
    for (let row = 0; row < lines.length; row += 1) {
      if (lines[row][column].length > widths[column]) widths[column] = lines[row][column].length;
    }
  }
  let text = '';
  for (let row = 0; row < lines.length; row += 1) {
    let line = '';
    for (let column = 0; column < widths.length; column += 1) {
      line += `${padEnd(lines[row][column], widths[column])}  `;
    }
    text += `${row === 0 ? '' : '\n'}${trimEnd(line)}`;
  }
  return text;
}

/**
 * Rows of objects or arrays, in an array, an object or a map, as a table.
 * @param names the columns to show; all that there are when left out
 */
function tableOf(data, names) {
  if (!isRecord(data)) return undefined;
  const rows = rowsOf(data);
  const columns = isArray(names) ? names : columnsOf(rows);
  const head = [''];
  for (let column = 0; column < columns.length; column += 1)
    head[column + 1] = `${columns[column]}`;
  const lines = [head];
  for (let row = 0; row < rows.length; row += 1) {
    const line = [rows[row][0]];
    for (let column = 0; column < columns.length; column += 1) {
      line[column + 1] = textOf(rows[row][1], columns[column]);
    }
    lines[row + 1] = line;
  }
  return { __proto__: null, 'text/html': htmlOf(lines), 'text/plain': plainOf(lines) };
}

module.exports = { tableOf };
