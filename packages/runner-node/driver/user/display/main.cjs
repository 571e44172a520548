'use strict';

const { DISPLAYS } = require('../../shared.cjs');
const { jsonWithin } = require('../../values.cjs');
const { bundleOf, isObject, jsonOfBundle, note, ownBundleOf } = require('./bundles.cjs');
const { tableOf } = require('./table.cjs');

/** Displays on their way to the host at once; who shows more waits. */
const MAX_UNDER_WAY = 64;
const MAX_METADATA = 64 * 1024;
const MAX_ID = 256;

const { add, load, wait } = Atomics;
const { defineProperty } = Object;

const TEXT_TYPES = {
  __proto__: null,
  html: 'text/html',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpeg: 'image/jpeg',
  markdown: 'text/markdown',
  latex: 'text/latex',
  json: 'application/json',
};

/** Sends bundles to the control thread. */
function createSender({ shared, tell }) {
  const send = (message) => {
    for (let underWay; (underWay = load(shared, DISPLAYS)) >= MAX_UNDER_WAY;) {
      wait(shared, DISPLAYS, underWay);
    }
    add(shared, DISPLAYS, 1);
    tell(message);
  };
  return {
    show(bundle, options) {
      const data = jsonOfBundle(bundle);
      if (data === null) return note('there is nothing to show');
      const { id, update, metadata } = isObject(options) ? options : {};
      const displayId = id === undefined || id === null ? null : `${id}`;
      if (displayId !== null && displayId.length > MAX_ID) return note('the id is too long');
      send({
        type: 'display',
        action: update === true ? 'update' : 'show',
        id: displayId,
        data,
        metadata: metadata === undefined ? null : jsonWithin(metadata, MAX_METADATA),
      });
    },
    clear: (wait) => send({ type: 'clear', wait }),
  };
}

/** `display`, by which cells show more than text. */
function defineDisplay({ shared, tell }) {
  const { show, clear } = createSender({ shared, tell });

  const display = function display(value, options) {
    show(bundleOf(value), options);
  };
  for (const name of Object.keys(TEXT_TYPES)) {
    display[name] = (value, options) =>
      show({ __proto__: null, [TEXT_TYPES[name]]: value }, options);
  }
  display.table = (rows, options) => {
    const table = tableOf(rows, isObject(options) ? options.columns : undefined);
    show(table ?? bundleOf(rows), options);
  };
  display.bundle = show;
  display.update = (id, value, options) => {
    show(bundleOf(value), { __proto__: null, ...options, id, update: true });
  };
  display.clear = (options) => clear(isObject(options) && options.wait === true);
  defineProperty(globalThis, 'display', { configurable: true, writable: true, value: display });

  return {
    /** Shows a result that has representations of its own. */
    showResult(value) {
      const bundle = ownBundleOf(value);
      if (bundle !== undefined) show(bundle);
    },
  };
}

module.exports = { defineDisplay };
