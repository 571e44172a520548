import { expect } from 'vitest';
import { describeFenceAttacks, describeInterpreterAttacks, type Attack } from '../src/attack.ts';

const strict = (name: string, code: string): Attack => ({
  threat: 'T-LANG-02',
  name,
  language: 'javascript',
  modes: ['strict'],
  code,
  expect: ({ status, output }) => {
    expect(['denied', 'error']).toContain(status);
    expect(output).not.toContain('got');
  },
});

const modules = [
  `require('fs')`,
  `require('node:fs')`,
  `require('child_' + 'process')`,
  `const r = require; r('fs')`,
  `await import('node:fs')`,
  `import fs from 'node:fs'`,
  `process.binding('fs')`,
  `process['bind' + 'ing']('fs')`,
  `process._linkedBinding('fs')`,
  `process.dlopen({ exports: {} }, '/tmp/x.node')`,
  `process.mainModule.require('fs')`,
  `module.constructor._load('fs')`,
  `require('node:module').createRequire('/')('fs')`,
  `process.getBuiltinModule('fs').readFileSync('/etc/passwd')`,
  `require('vm').runInThisContext('1')`,
  `new (require('worker_threads').Worker)('1', { eval: true })`,
  `require('inspector').open()`,
].map((code) => strict(`loads by ${code}`, code));

const strings = [
  `eval('1')`,
  `new Function('return 1')()`,
  `Function('return 1')()`,
  `(() => {}).constructor('return process')()`,
  `[].constructor.constructor('return process')()`,
  `(async () => {}).constructor('return 1')()`,
  `(function* () {}).constructor('yield 1')()`,
  `Reflect.construct((() => {}).constructor, ['return 1'])()`,
  `setTimeout('console.log("got")', 0); await new Promise((r) => setTimeout(r, 50)); throw new Error('none')`,
  `globalThis['ev' + 'al']('1')`,
  `(0, eval)('1')`,
].map((code) => strict(`runs a string by ${code}`, code));

/** Ways out of sandboxes that run JavaScript beside their own, such as vm2, and what each gets here. */
const escape = (name: string, code: string, wanted: Attack['expect']): Attack => ({
  threat: 'T-LANG-02',
  name,
  language: 'javascript',
  modes: ['strict'],
  alone: true,
  code,
  expect: wanted,
});

const deniedBy =
  (rule: string): Attack['expect'] =>
  (result) => {
    expect(result).toMatchObject({ status: 'denied', state: { outcome: 'kept' } });
    expect(result.exception?.message).toContain(`(javascript/${rule})`);
    expect(result.output).not.toContain('got');
  };

const constructors = [
  [`of a global function`, `setTimeout.constructor('return process')()`],
  [`of a built-in module`, `require('events').constructor('return process')()`],
  [`of process`, `process.constructor.constructor('return process')()`],
  [`of a method of the console`, `console.log.constructor('return process')()`],
  [`of an object of Node's`, `new MessageChannel().port1.constructor.constructor('return 1')()`],
  [
    `of an error of Node's`,
    `let caught; try { Buffer.alloc(-1) } catch (error) { caught = error }\ncaught.constructor.constructor('return process')()`,
  ],
  [
    `of an error of the engine's, at the end of the stack`,
    `const deep = (function f() { try { return f() } catch (error) { return error } })();\ndeep.constructor.constructor('return process')()`,
  ],
  [
    `of a rejection of the driver's`,
    `const refused = await import('fs').catch((error) => error);\nrefused.constructor.constructor('return process')()`,
  ],
  [
    `of what a promise hands to another species`,
    `let leaked; const promise = import('fs'); promise.catch(() => {});\npromise.constructor = { [Symbol.species]: function (executor) { executor(() => {}, (error) => { leaked = error }) } };\npromise.then(); await 1; await 1; leaked.constructor.constructor('return process')()`,
  ],
  [
    `of the function that a custom inspection is handed`,
    `({ [Symbol.for('nodejs.util.inspect.custom')](depth, options, inspect) { return inspect.constructor('return process')() } })`,
  ],
  [
    `of an asynchronous generator`,
    `Object.getPrototypeOf(async function* () {}).constructor('yield process')`,
  ],
  [`behind a proxy`, `new (new Proxy(Function, {}))('return process')`],
  [`by a tagged template`, `(() => {}).constructor\`return process\`()`],
].map(([where, code = '']) =>
  escape(`takes the constructor ${where}`, code, deniedBy('code-from-strings')),
);

const specifiers = [
  [`that is a proxy`, `require(new Proxy(() => {}, { get: () => () => 'fs' }))`],
  [
    `that changes when it is read again`,
    `let reads = 0; require({ toString: () => (reads++ ? 'path' : 'fs') })`,
  ],
  [`with attributes`, `await import('fs', { with: { type: 'json' } })`],
  [`to the driver itself`, `await __repltool.import('fs')`],
  [`as names of the driver`, `await __repltool.importNames('fs', ['readFileSync'])`],
  [`of a URL`, `await import('data:text/javascript,console.log("got")')`],
  [`of a file`, `await import('file:///opt/repltool/driver/main.cjs')`],
  [`in capitals`, `require('NODE:FS')`],
  [`with the scheme twice`, `require('node:node:fs')`],
  [`of a part of an allowed module`, `require('util/../fs')`],
  [
    `past patched sets and strings`,
    `Set.prototype.has = () => true; String.prototype.slice = () => 'path'; String.prototype.startsWith = () => true;\nrequire('fs')`,
  ],
  [
    `past polluted prototypes`,
    `Object.prototype.fs = Object.prototype['node:fs'] = {}; require('fs')`,
  ],
].map(([which, code = '']) =>
  escape(`loads by a specifier ${which}`, code, deniedBy('import-outside-strict')),
);

const FRAMES = `
const reached = []; Error.stackTraceLimit = 100;
Error.prepareStackTrace = (_, frames) => frames.flatMap((frame) => [frame.getThis(), frame.getFunction()]);
const own = (found) => found === undefined || found === globalThis || found === subject || found === look || found === tell;
const look = () => reached.push(...new Error().stack);
const tell = () => { look(); return 'path' };
const subject = { toString: tell, [Symbol.for('nodejs.util.inspect.custom')]: tell, get name() { tell(); return 'x' } };
`;

const walks = [
  escape(
    'walks the frames of a stack to the functions of the driver',
    `${FRAMES}await __repltool.import(subject); require(subject); console.log(subject);\nError.prepareStackTrace = undefined;\nconsole.log(reached.length > 0, reached.filter((found) => !own(found)))`,
    ({ status, output }) => {
      expect(status).toBe('ok');
      expect(output).toMatch(/true \[\]\n$/);
    },
  ),
  escape(
    'walks from a function to its caller',
    `function hook() { return String(hook.caller) }\n({ [Symbol.for('nodejs.util.inspect.custom')]: hook })`,
    { status: 'ok', result_text: 'null' },
  ),
  escape(
    'takes the classes of the standard streams, which open files elsewhere',
    `console.log(process.stdin.constructor.name, process.stdout.constructor.name, console._stderr._handle)`,
    { status: 'ok', output: 'Readable Writable undefined\n' },
  ),
  escape(
    'takes what a getter of process hides',
    `process.__lookupGetter__('binding')()`,
    deniedBy('native-code'),
  ),
  escape(
    'deletes what hides a member of process',
    `delete process.binding; delete process.mainModule; console.log(process.binding, process.mainModule)`,
    { status: 'ok', output: 'undefined undefined\n' },
  ),
  escape(
    `opens the driver's inspector`,
    `process._debugProcess(process.pid)`,
    deniedBy('runtime-internals'),
  ),
  escape(`asks for handles`, `process._getActiveHandles()`, deniedBy('runtime-internals')),
  escape(`reads a file by its URL`, `await fetch('file:///etc/passwd')`, {
    status: 'error',
    output: '',
  }),
  escape(
    'finds its driver in shared memory or channels',
    `const heard = []; new BroadcastChannel('repltool').onmessage = heard.push; console.log(Object.keys(globalThis.__repltool), typeof __repltool_hooks)`,
    { status: 'ok', output: `[ 'then', 'import', 'importNames', 'source', 'meta' ] undefined\n` },
  ),
];

describeFenceAttacks('javascript', [...modules, ...strings]);
describeInterpreterAttacks('javascript', [
  ...modules,
  ...strings,
  ...constructors,
  ...specifiers,
  ...walks,
]);
