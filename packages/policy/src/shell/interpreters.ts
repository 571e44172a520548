import type { NestedCode } from '../code/facts.ts';
import type { EffectiveCommand } from './wrappers.ts';
import { UNKNOWN } from './words.ts';

const SHELLS = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'mksh', 'ash', 'fish', 'rbash']);

export interface ScriptHost {
  readonly language: NestedCode['language'] | undefined;
  /** Options whose next argument is code. */
  readonly code: RegExp;
  /** Options that name what to run in another way. */
  readonly other?: RegExp;
}

const SCRIPT_HOSTS: readonly (readonly [RegExp, ScriptHost])[] = [
  [/^(?:python|pypy)[\d.]*$/, { language: 'python', code: /^-[a-zA-Z]*c$/, other: /^-m$/ }],
  [
    /^(?:node|nodejs|bun|deno)$/,
    { language: 'javascript', code: /^(?:-e|-p|-pe|--eval|--print)$/ },
  ],
  [/^(?:perl|ruby)[\d.]*$/, { language: undefined, code: /^-[a-zA-Z]*[eE]$/ }],
  [/^php[\d.]*$/, { language: undefined, code: /^-r$/ }],
];

export function scriptHost(name: string): ScriptHost | undefined {
  if (SHELLS.has(name)) return { language: 'bash', code: /^-[a-zA-Z]*c[a-zA-Z]*$/ };
  return SCRIPT_HOSTS.find(([pattern]) => pattern.test(name))?.[1];
}

/** The code that an interpreter gets as an argument (`sh -c …`), if that is known. */
export function codeArgument(
  command: EffectiveCommand,
): { language: NestedCode['language'] | undefined; code: string } | undefined {
  const host = scriptHost(command.name);
  if (host === undefined) return undefined;
  const option = command.args.findIndex((word) => host.code.test(word));
  const code =
    option === -1 ? undefined : command.args.slice(option + 1).find((word) => !/^-/.test(word));
  return code === undefined ? undefined : { language: host.language, code };
}

/** Whether a command is an interpreter that runs what comes in on its standard input; which language that is. */
export function runsStandardInput(command: EffectiveCommand): ScriptHost | undefined {
  const host = scriptHost(command.name);
  if (
    host === undefined ||
    command.args.some((word) => host.code.test(word) || host.other?.test(word))
  ) {
    return undefined;
  }
  const shellTakesArguments =
    SHELLS.has(command.name) && command.args.some((word) => /^-\w*s/.test(word));
  const [operand] = command.args.filter((word) => !/^[-+]./.test(word));
  return shellTakesArguments ||
    operand === undefined ||
    /^(?:-|\/dev\/(?:stdin|fd\/0))$/.test(operand)
    ? host
    : undefined;
}

/** The script file that an interpreter is given, or that `source` reads. */
export function scriptOperand(command: EffectiveCommand): string | undefined {
  if (scriptHost(command.name) === undefined && !/^(?:source|\.)$/.test(command.name))
    return undefined;
  const [operand] = command.args.filter((word) => !/^[-+]/.test(word));
  return operand?.includes(UNKNOWN) ? undefined : operand;
}
