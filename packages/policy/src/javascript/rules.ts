import { argumentsOf, callsOf, importsOf, referencesTo } from '../code/matchers.ts';
import type { CallFact, CodeFacts } from '../code/facts.ts';
import { isCatastrophicTarget, isSensitivePath } from '../paths/host-paths.ts';
import type { Rule } from '../rules/rule.ts';
import {
  DENIED,
  DENIED_IN_STRICT,
  STANDARD_ONLY,
  WARNED,
  WARNED_IN_STANDARD,
} from '../rules/severities.ts';
import { moduleName } from './bindings.ts';
import {
  NATIVE_MODULES,
  NETWORK_MODULES,
  PROCESS_MODULES,
  STRICT_NODE_MODULES,
  topLevelModule,
} from './modules.ts';

const ALLOWED = new Set(STRICT_NODE_MODULES);
const MODULE_LIST = STRICT_NODE_MODULES.join(', ');

/** Words that hand out a module by a name that may be put together from pieces. */
const INDIRECTION =
  '\\brequire\\s*\\(\\s*[^\'"\\s]|\\bimport\\s*\\(\\s*[^\'"\\s]|[\'"]\\s*\\+|createRequire|getBuiltinModule|\\\\[ux]';

const FS = ['fs', 'fs/promises', 'fs.promises'];
const fsPaths = (...names: readonly string[]) =>
  FS.flatMap((module) => names.map((name) => `${module}.${name}`));

function firstText({ positional }: CallFact): string {
  return positional[0]?.text ?? '';
}

export const JAVASCRIPT_RULES: readonly Rule<CodeFacts>[] = [
  {
    id: 'javascript/import-outside-strict',
    severity: DENIED_IN_STRICT,
    message: 'Imports {subject}.',
    reason: 'Strict mode has only modules that compute, and no files, network or processes.',
    hint: `Use one of ${MODULE_LIST}; or a session in standard mode.`,
    triggers: [
      'require',
      'import',
      'export',
      'getBuiltinModule',
      '_load',
      '\\\\[ux]',
      '[\'"`]\\s*\\+',
    ],
    find: ({ imports }) =>
      imports.flatMap(({ start, end, module }) =>
        module !== null && ALLOWED.has(moduleName(module))
          ? []
          : [{ start, end, subject: module === null ? 'a computed module' : `\`${module}\`` }],
      ),
  },
  {
    id: 'javascript/code-from-strings',
    severity: DENIED_IN_STRICT,
    message: 'Makes code of text with `{subject}`.',
    reason: 'Strict mode runs only the code that stands in the cell.',
    hint: 'Write the code out; `JSON.parse` reads data.',
    triggers: ['\\beval\\b', 'Function', 'onstructor', '\\\\[ux]', '[\'"`]\\s*\\+'],
    find: ({ references, ...facts }) =>
      referencesTo(['globalThis.eval', 'globalThis.Function'])({
        ...facts,
        references: references.filter(({ path }) => path !== 'globalThis.Function.prototype'),
      }),
  },
  {
    id: 'javascript/runtime-internals',
    severity: DENIED_IN_STRICT,
    message: 'Reaches `{subject}`.',
    reason: 'It leads past the modules that strict mode allows.',
    hint: 'Use the public modules.',
    triggers: ['process', 'module', 'require', '\\\\[ux]', '[\'"`]\\s*\\+'],
    find: referencesTo([
      ...[
        'mainModule',
        'moduleLoadList',
        'kill',
        'setuid',
        'setgid',
        'reallyExit',
        '_debugProcess',
      ].map((name) => `globalThis.process.${name}`),
      ...[
        'globalThis.module.constructor',
        'globalThis.module.children',
        'globalThis.module.parent',
      ],
      ...['globalThis.require.cache', 'globalThis.require.main', 'globalThis.require.extensions'],
    ]),
  },
  {
    id: 'javascript/native-code',
    severity: WARNED_IN_STANDARD,
    message: 'Loads native code or an internal binding with `{subject}`.',
    reason:
      'Native code is not seen by the rules of the interpreter; the sandbox alone confines it.',
    hint: 'Use the public modules of Node.',
    triggers: ['binding|dlopen|linkedBinding', '\\\\[ux]', '[\'"`]\\s*\\+'],
    find: referencesTo(
      ['binding', '_linkedBinding', 'dlopen'].map((name) => `globalThis.process.${name}`),
    ),
  },
  {
    id: 'javascript/native-module',
    severity: STANDARD_ONLY,
    message: 'Imports `{subject}`, which reaches into the runtime.',
    reason:
      'What it does is not seen by the rules of the interpreter; the sandbox alone confines it.',
    hint: 'Nothing to do when this is meant; relaxed mode says nothing of it.',
    triggers: ['\\b(?:inspector|wasi|ffi-napi|koffi)\\b', INDIRECTION],
    find: importsOf(NATIVE_MODULES, topLevelModule),
  },
  {
    id: 'javascript/process-creation',
    severity: STANDARD_ONLY,
    message: 'Imports `{subject}`, which makes processes.',
    reason:
      'Standard mode has only the programs of its toolbox, and a limited number of processes.',
    hint: 'Nothing to do when that is enough; relaxed mode has every program of the system.',
    triggers: ['child_process', '\\bcluster\\b', INDIRECTION],
    find: importsOf(PROCESS_MODULES, topLevelModule),
  },
  {
    id: 'javascript/network-module',
    severity: STANDARD_ONLY,
    message: 'Imports `{subject}`, which needs a network.',
    reason: 'Nothing outside the session can be reached in this mode.',
    hint: 'Use a session in relaxed mode, and a host that the operator lists.',
    triggers: ['[\'"`](?:node:)?(?:net|tls|dgram|dns|https?|http2)\\b', INDIRECTION],
    find: importsOf(NETWORK_MODULES, topLevelModule),
  },
  {
    id: 'javascript/destructive-delete',
    severity: DENIED,
    message: 'Deletes a system directory or the whole file system with `{subject}`.',
    reason: 'It would take everything the session can write with it.',
    hint: 'Name the directory to delete; the files of a session are in its workspace.',
    triggers: ['\\brm(?:dir)?(?:Sync)?\\b', '\\brimraf\\b', INDIRECTION],
    find: callsOf(
      [...fsPaths('rm', 'rmSync', 'rmdir', 'rmdirSync'), 'rimraf', 'rimraf.sync', 'rimraf.rimraf'],
      (call) =>
        isCatastrophicTarget(firstText(call)) &&
        (call.path.startsWith('rimraf') ||
          call.positional.some(({ source }) => /\brecursive\s*:\s*true\b/.test(source))),
    ),
  },
  {
    id: 'javascript/sensitive-path',
    severity: WARNED,
    message: 'Names `{subject}`, which holds secrets of a host or lies outside the workspace.',
    reason: 'Such paths are not in the sandbox, or hold nothing of the host.',
    hint: 'The files of a session are in its workspace.',
    triggers: ['/etc/|/proc/|/root|/home|/run/|/dev/|\\.\\./|~/'],
    find: argumentsOf(
      fsPaths(
        ...[
          'readFile',
          'readFileSync',
          'readdir',
          'readdirSync',
          'open',
          'openSync',
          'createReadStream',
        ],
        ...[
          'readlink',
          'readlinkSync',
          'writeFile',
          'writeFileSync',
          'symlink',
          'symlinkSync',
          'cp',
        ],
        ...['copyFile', 'copyFileSync', 'cpSync', 'access', 'accessSync', 'stat', 'statSync'],
      ),
      isSensitivePath,
    ),
  },
];
