import type { Argument, CallFact, NestedCode } from '../code/facts.ts';
import { quoted } from '../shell/quote.ts';

/** Functions that hand a text to the shell. */
const SHELL_FUNCTIONS = new Set([
  'os.system',
  'os.popen',
  'subprocess.getoutput',
  'subprocess.getstatusoutput',
  'asyncio.create_subprocess_shell',
  'asyncio.subprocess.create_subprocess_shell',
  'commands.getoutput',
  'pty.spawn',
]);

/** Functions that start a program from a list of words, or with `shell=True` from a text. */
const PROGRAM_FUNCTIONS = new Set([
  'subprocess.run',
  'subprocess.call',
  'subprocess.check_call',
  'subprocess.check_output',
  'subprocess.Popen',
]);

/** Functions that start a program from words that are arguments of their own; the number says how many come before. */
const SPREAD_FUNCTIONS: ReadonlyMap<string, number> = new Map([
  ['asyncio.create_subprocess_exec', 0],
  ['os.execl', 1],
  ['os.execlp', 1],
  ['os.spawnl', 2],
  ['os.spawnlp', 2],
]);

/** Functions that start a program from a list of words, which is the second or third argument. */
const LIST_FUNCTIONS: ReadonlyMap<string, number> = new Map([
  ['os.execv', 1],
  ['os.execvp', 1],
  ['os.execve', 1],
  ['os.execvpe', 1],
  ['os.posix_spawn', 1],
  ['os.posix_spawnp', 1],
  ['os.spawnv', 2],
  ['os.spawnvp', 2],
]);

/** The code that a call runs out of a text of the cell. */
export function nestedCode(call: CallFact): NestedCode[] {
  const [first] = call.positional;
  const command = first ?? call.keywords.get('args') ?? call.keywords.get('cmd');
  if (call.path === 'builtins.exec' || call.path === 'builtins.eval') {
    const text = first?.text ?? null;
    return !first || text === null ? [] : [{ ...placeOf(first), language: 'python', code: text }];
  }
  if (SHELL_FUNCTIONS.has(call.path)) return shell(command, command?.text ?? words(command));
  if (PROGRAM_FUNCTIONS.has(call.path)) {
    const asShell = call.keywords.get('shell');
    const throughShell = asShell !== undefined && asShell.source !== 'False';
    return shell(command, throughShell ? (command?.text ?? words(command)) : words(command));
  }
  const spreadFrom = SPREAD_FUNCTIONS.get(call.path);
  if (spreadFrom !== undefined) {
    const spread = call.positional.slice(spreadFrom).map(({ text }) => text);
    const known = spread.filter((text) => text !== null);
    return shell(
      call.positional[spreadFrom],
      known.length === spread.length ? quoted(known) : null,
    );
  }
  const listAt = LIST_FUNCTIONS.get(call.path);
  const list = listAt === undefined ? undefined : call.positional[listAt];
  return shell(list, words(list));
}

function placeOf({ start, end }: Argument) {
  return { start, end };
}

function shell(argument: Argument | undefined, code: string | null): NestedCode[] {
  return argument === undefined || code === null
    ? []
    : [{ ...placeOf(argument), language: 'bash', code }];
}

function words(argument: Argument | undefined): string | null {
  const items = argument?.items ?? null;
  return items === null ? null : quoted(items);
}
