import type * as BabelModule from '@babel/core';
import { createRequire } from 'node:module';
import type { TransformedCode } from '@repltool/core';
import { syntaxFailure } from './syntax-failure.ts';

type Babel = typeof BabelModule;

const require = createRequire(import.meta.url);

/** With the first TypeScript cell, since that takes longer than all the rest of this package. */
const loadBabel = (): Babel => require('@babel/core') as Babel;
const loadPlugin = (name: string): BabelModule.PluginItem =>
  (require(name) as { default: BabelModule.PluginItem }).default;

/** Babel knows this only where modules become CommonJS. */
const IMPORT_REQUIRE = /^([ \t]*)import(\s+[\w$]+\s*=\s*require\s*\()/gm;

/** Enumerations, namespaces, parameter properties and decorators are translated, all other types are left out. */
function strip(code: string): string {
  const result = loadBabel().transformSync(code.replace(IMPORT_REQUIRE, '$1const $2'), {
    configFile: false,
    babelrc: false,
    browserslistConfigFile: false,
    highlightCode: false,
    retainLines: true,
    comments: false,
    // A script, so that nothing is added to mark it as a module.
    sourceType: 'script',
    parserOpts: { allowImportExportEverywhere: true, allowAwaitOutsideFunction: true },
    plugins: [
      [
        loadPlugin('@babel/plugin-transform-typescript'),
        { onlyRemoveTypeImports: true, allowDeclareFields: true },
      ],
      ...(code.includes('@')
        ? [[loadPlugin('@babel/plugin-proposal-decorators'), { version: '2023-11' }]]
        : []),
    ],
  });
  return result?.code ?? '';
}

/** An object literal as a statement is a block to the parser; the driver's rule for cells holds here as well. */
function stripObjectLiteral(code: string): string | undefined {
  if (!/^\s*\{/.test(code)) return undefined;
  try {
    return strip(`(${code.replace(/;\s*$/, '')}\n)`);
  } catch {
    return undefined;
  }
}

/**
 * TypeScript as JavaScript on the same lines.
 * @param name file name for a syntax error
 */
export function stripTypes(code: string, name: string): TransformedCode {
  try {
    return { ok: true, code: stripObjectLiteral(code) ?? strip(code) };
  } catch (error) {
    return syntaxFailure(error, code, name);
  }
}
