import type { CallFact, NestedCode } from '../code/facts.ts';
import { quoted } from '../shell/quote.ts';

const SHELL_FUNCTIONS = new Set(['child_process.exec', 'child_process.execSync']);
const PROGRAM_FUNCTIONS = new Set([
  'child_process.spawn',
  'child_process.spawnSync',
  'child_process.execFile',
  'child_process.execFileSync',
]);
const CODE_FUNCTIONS = new Set(['globalThis.eval', 'globalThis.Function']);

/** The code that a call runs out of a text of the cell. */
export function nestedCode({ path, positional }: CallFact): NestedCode[] {
  const [first, second] = positional;
  if (first === undefined) return [];
  const { start, end, text } = first;
  if (CODE_FUNCTIONS.has(path)) {
    const code = positional.at(-1)?.text ?? null;
    return code === null ? [] : [{ start, end, language: 'javascript', code }];
  }
  if (text === null) return [];
  if (SHELL_FUNCTIONS.has(path)) return [{ start, end, language: 'bash', code: text }];
  if (!PROGRAM_FUNCTIONS.has(path)) return [];
  const throughShell = positional.some(({ source }) => /\bshell\s*:(?!\s*false\b)/.test(source));
  const program = throughShell ? text : quoted([text]);
  const words = second?.items ?? [];
  return [{ start, end, language: 'bash', code: `${program} ${quoted(words)}` }];
}
