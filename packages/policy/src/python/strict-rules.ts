import { anyOf, membersNamed, referencesTo } from '../code/matchers.ts';
import type { CodeFacts } from '../code/facts.ts';
import type { Rule } from '../rules/rule.ts';
import { DENIED_IN_STRICT } from '../rules/severities.ts';
import { isInternal } from './attributes.ts';
import { LEAKED_MODULES, STRICT_PYTHON_MODULES, topLevelModule } from './modules.ts';

const ALLOWED = new Set(STRICT_PYTHON_MODULES);
const LEAKED = new Set(LEAKED_MODULES);
const MODULE_LIST = STRICT_PYTHON_MODULES.filter((name) => !name.startsWith('_')).join(', ');

const DENIED_BUILTINS = [
  ...['eval', 'exec', 'compile', 'open', '__import__', 'breakpoint', 'vars'],
  ...['__loader__', '__spec__', '__build_class__'],
].map((name) => `builtins.${name}`);

const ATTRIBUTE_FUNCTIONS = new Set(
  ['getattr', 'setattr', 'delattr', 'hasattr'].map((name) => `builtins.${name}`),
);

/** What strict mode keeps out of Python. Its drivers enforce the same while a cell runs. */
export const PYTHON_STRICT_RULES: readonly Rule<CodeFacts>[] = [
  {
    id: 'python/import-outside-strict',
    severity: DENIED_IN_STRICT,
    message: 'Imports {subject}.',
    reason: 'Strict mode has only modules that compute, and no files, network or processes.',
    hint: `Use one of ${MODULE_LIST}; or a session in standard mode.`,
    triggers: ['import', '__'],
    find: ({ imports }) =>
      imports.flatMap(({ start, end, module }) =>
        module !== null && (module.startsWith('.') || ALLOWED.has(topLevelModule(module)))
          ? []
          : [{ start, end, subject: module === null ? 'a computed module' : `\`${module}\`` }],
      ),
  },
  {
    id: 'python/relative-import',
    severity: DENIED_IN_STRICT,
    message: 'Imports `{subject}`, relative to a package.',
    reason: 'A cell belongs to no package, and strict mode has no files to import from.',
    hint: 'Define what is needed in a cell.',
    triggers: ['import'],
    find: ({ imports }) =>
      imports.flatMap(({ start, end, module }) =>
        module?.startsWith('.') ? [{ start, end, subject: module }] : [],
      ),
  },
  {
    id: 'python/module-leak',
    severity: DENIED_IN_STRICT,
    message: 'Reaches `{subject}` through a module that strict mode allows.',
    reason: 'What an allowed module itself imports leads to everything strict mode keeps out.',
    hint: 'Use the public names of the module.',
    triggers: ['import'],
    find: ({ references }) =>
      references.flatMap(({ start, end, path }) =>
        isLeak(path) ? [{ start, end, subject: path }] : [],
      ),
  },
  {
    id: 'python/builtin-outside-strict',
    severity: DENIED_IN_STRICT,
    message: 'Uses `{subject}`.',
    reason: 'Strict mode has no files, no code made of strings, and no way round its imports.',
    hint: 'Write the code out; or use a session in standard mode. A name of your own must differ.',
    triggers: ['\\b(?:eval|exec|compile|open|breakpoint|vars)\\b', '__'],
    find: anyOf(referencesTo(DENIED_BUILTINS), ({ references }) =>
      references.flatMap(({ start, end, path }) =>
        path === 'builtins' ? [{ start, end, subject: '__builtins__' }] : [],
      ),
    ),
  },
  {
    id: 'python/attribute-walk',
    severity: DENIED_IN_STRICT,
    message: 'Reaches the attribute `{subject}`.',
    reason: 'From there an object leads to the interpreter and out of the rules of strict mode.',
    hint: 'Use `type(x)`, `isinstance` and the public attributes of the object.',
    triggers: [
      '__',
      '(?:gi|cr|ag|tb|co|f)_[a-z]',
      '\\bmro\\b',
      'func_globals',
      'attr',
      'methodcaller',
      'format',
    ],
    find: membersNamed(isInternal),
  },
  {
    id: 'python/computed-attribute',
    severity: DENIED_IN_STRICT,
    message: 'Reaches an attribute whose name is computed.',
    reason: 'Strict mode must know the attributes that a cell reaches before it runs.',
    hint: 'Name the attribute, or keep the values in a dict.',
    triggers: ['attr', 'methodcaller'],
    find: ({ members, references, calls }) => {
      const callees = new Set(calls.map(({ start }) => start));
      return [
        ...members.filter(({ name }) => name === null),
        ...references.filter(
          ({ start, path }) => ATTRIBUTE_FUNCTIONS.has(path) && !callees.has(start),
        ),
      ].map(({ start, end }) => ({ start, end, subject: '' }));
    },
  },
  {
    id: 'python/code-from-strings',
    severity: DENIED_IN_STRICT,
    message: 'Calls `{subject}`, which evaluates text as code.',
    reason: 'Strict mode runs only the code that stands in the cell.',
    hint: 'Write the code out.',
    triggers: ['get_type_hints', 'ForwardRef'],
    find: referencesTo(['typing.get_type_hints', 'typing.ForwardRef']),
  },
];

/** Whether a path goes through an allowed module to a private name, or to a module that is not allowed. */
function isLeak(path: string): boolean {
  const [module, ...members] = path.split('.');
  return (
    module !== undefined &&
    ALLOWED.has(module) &&
    members.some((name) => LEAKED.has(name) || (name.startsWith('_') && !name.startsWith('__')))
  );
}
