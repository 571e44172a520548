import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/**
 * The import direction: which of this workspace's packages the source of each one may import.
 * Tests are free to bring the parts together.
 */
const ALLOWED_IMPORTS = {
  'packages/protocol': [],
  'packages/policy': ['protocol'],
  'packages/core': ['protocol'],
  'packages/sandbox': ['protocol', 'core'],
  'packages/runner-python': ['protocol', 'core'],
  'packages/runner-node': ['protocol', 'core'],
  'packages/runner-bash': ['protocol', 'core'],
  'packages/runner-testkit': ['protocol', 'core', 'policy', 'sandbox'],
  'packages/client': ['protocol'],
  'apps/playground': ['protocol', 'client'],
};

/** Packages that also run in a browser, and so import nothing of Node's. */
const BROWSER_SAFE = ['packages/protocol', 'packages/policy', 'packages/client', 'apps/playground'];

const TYPESCRIPT = ['**/*.{ts,tsx}'];
const JAVASCRIPT = ['**/*.{js,mjs,cjs}'];
const TESTS = ['**/*.test.{ts,tsx}', '**/test/**'];

function restrictedPatterns(folder, allowed) {
  const others = allowed.length === 0 ? '' : `(?!(?:${allowed.join('|')})(?:/|$))`;
  const patterns = [
    {
      regex: `^(?:@repltool/${others}|repltool(?:/|$))`,
      message: `${folder} may import ${allowed.join(', ') || 'no other package'} (see ALLOWED_IMPORTS in eslint.config.js).`,
    },
    {
      regex: '^(?:\\.\\./)+(?:[^/]+/)*(?:src|dist)/',
      message: 'Import another package by its name.',
    },
  ];
  if (BROWSER_SAFE.includes(folder)) {
    patterns.push({ regex: '^node:', message: `${folder} also runs in a browser.` });
  }
  return patterns;
}

const importDirection = Object.entries(ALLOWED_IMPORTS).map(([folder, allowed]) => ({
  name: `import direction of ${folder}`,
  files: [`${folder}/src/**/*.{ts,tsx}`],
  ignores: TESTS,
  rules: {
    '@typescript-eslint/no-restricted-imports': [
      'error',
      { patterns: restrictedPatterns(folder, allowed) },
    ],
  },
}));

/** The one part of a browser-safe package that is for Node alone, behind a subpath of its own. */
const POLICY_FOR_NODE = 'packages/policy/src/node';

export default defineConfig(
  { ignores: ['**/dist/', '**/node_modules/', '**/coverage/', '**/.repltool/'] },
  { linterOptions: { noInlineConfig: true } },
  js.configs.recommended,
  {
    rules: {
      'max-lines': ['error', 400],
      eqeqeq: 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportAllDeclaration', message: 'Name what is exported.' },
        {
          selector: 'TSAsExpression > TSAsExpression.expression',
          message: 'Parse or narrow the value instead of casting it twice.',
        },
      ],
    },
  },
  {
    files: TYPESCRIPT,
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/prefer-readonly': 'error',
      '@typescript-eslint/return-await': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  { files: JAVASCRIPT, languageOptions: { globals: globals.node } },
  {
    // Playwright reads from the pattern which fixtures a fixture needs, and it must be one.
    files: ['e2e/**'],
    rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
  },
  { files: ['apps/playground/src/**'], extends: [reactHooks.configs.flat['recommended-latest']] },
  ...importDirection,
  {
    name: `import direction of ${POLICY_FOR_NODE}`,
    files: [`${POLICY_FOR_NODE}/**`],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { patterns: restrictedPatterns(POLICY_FOR_NODE, ALLOWED_IMPORTS['packages/policy']) },
      ],
    },
  },
);
