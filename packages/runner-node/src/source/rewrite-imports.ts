import type { TransformedCode } from '@repltool/core';
import { parse, type CallExpression, type NewExpression, type Node, type Program } from 'acorn';
import { full } from 'acorn-walk';
import { applyEdits, type Edit } from './edits.ts';
import { DRIVER, importStatement } from './import-statement.ts';
import { syntaxFailure } from './syntax-failure.ts';

/** A cell without any of these imports nothing, and need not be parsed. */
const IMPORTS = /\bimport\b|\beval\s*\(|\bFunction\s*\(/;
/** Only these cells cannot be left to V8 to find fault with: it would complain of the statement itself. */
const IMPORT_STATEMENT = /^\s*import\s*[\w$*{'"]/m;
const IMPORT_KEYWORD = 'import';

function parseCell(code: string): Program {
  return parse(code, {
    ecmaVersion: 'latest',
    sourceType: 'script',
    allowImportExportEverywhere: true,
    allowAwaitOutsideFunction: true,
    allowHashBang: true,
  });
}

/** The statement's own line breaks stay, so that the lines behind it keep their numbers. */
function replaceStatement({ start, end }: Node, text: string, code: string): Edit {
  const lineBreaks = code.slice(start, end).replace(/[^\n]+/g, '');
  return { start, end, text: text + lineBreaks };
}

/** Source text on its way to the compiler passes through the driver, which lets it import as well. */
function codeStringEdits({ callee, arguments: args }: CallExpression | NewExpression): Edit[] {
  if (callee.type !== 'Identifier' || !['eval', 'Function'].includes(callee.name)) return [];
  return args
    .filter(({ type }) => type !== 'SpreadElement')
    .flatMap(({ start, end }) => [
      { start, end: start, text: `${DRIVER}.source(` },
      { start: end, end, text: ')' },
    ]);
}

function editsOf(program: Program, code: string): Edit[] {
  const edits: Edit[] = program.body.flatMap((statement) =>
    statement.type === 'ImportDeclaration'
      ? replaceStatement(statement, importStatement(statement), code)
      : [],
  );
  full(program, (node) => {
    if (node.type === 'ImportExpression') {
      const end = node.start + IMPORT_KEYWORD.length;
      edits.push({ start: node.start, end, text: `${DRIVER}.import` });
    } else if (node.type === 'MetaProperty' && node.meta.name === IMPORT_KEYWORD) {
      edits.push({ start: node.start, end: node.end, text: `${DRIVER}.meta` });
    } else if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      edits.push(...codeStringEdits(node));
    }
  });
  return edits;
}

/**
 * Gives a cell its imports. V8 compiles cells as scripts, without a way to import: statements become declarations that
 * await the driver, and calls of `import` become calls of the driver's. Line numbers stay.
 *
 * @param name file name for a syntax error
 */
export function rewriteImports(code: string, name: string): TransformedCode {
  if (!IMPORTS.test(code)) return { ok: true, code };
  try {
    return { ok: true, code: applyEdits(code, editsOf(parseCell(code), code)) };
  } catch (error) {
    if (!IMPORT_STATEMENT.test(code)) return { ok: true, code };
    return syntaxFailure(error, code, name);
  }
}
