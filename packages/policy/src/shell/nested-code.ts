import type { NestedCode } from '../code/facts.ts';
import type { Place } from '../rules/rule.ts';
import { quoted } from './quote.ts';
import { codeArgument, runsStandardInput } from './interpreters.ts';
import type { ShellPipeline } from './pipelines.ts';
import type { ShellCommand } from './commands.ts';
import { outputOf } from './simple-pipeline.ts';

/** The code that a command runs out of its arguments or of what feeds it. */
export function nestedInCommand(command: ShellCommand): NestedCode[] {
  const { name, args, start, end } = command;
  const place = { start, end };
  const shell = (code: string | undefined): NestedCode[] =>
    code === undefined || code.trim() === '' ? [] : [{ ...place, language: 'bash', code }];
  switch (name) {
    case 'eval':
      return shell(args.join(' '));
    case 'trap':
      return shell(args.find((word) => !word.startsWith('-')));
    case 'alias':
      return args.flatMap((word) => shell(/^[^=]+=([^]*)$/.exec(word)?.[1]));
    case 'su':
      return shell(
        args[args.findIndex((word) => /^(?:-c|--command)$/.test(word)) + 1 || args.length],
      );
    case 'find':
      return shell(findAction(args));
  }
  const given = codeArgument(command);
  if (given !== undefined) return nested(place, given.language, given.code);
  const host = command.input === null ? undefined : runsStandardInput(command);
  return host ? nested(place, host.language, command.input ?? '') : [];
}

/** The longest pipeline whose output is followed. */
const MAX_STAGES = 8;

/** The code that a pipeline prints into an interpreter, or the command that it completes with `xargs`. */
export function nestedInPipeline({ start, end, stages }: ShellPipeline): NestedCode[] {
  return stages.flatMap((stage, index) => {
    if (index === 0 || index >= MAX_STAGES || stage === undefined) return [];
    const before = stages.slice(0, index).map((earlier) => earlier?.words);
    const known = before.filter((words) => words !== undefined);
    const host = runsStandardInput(stage);
    const takesArguments = stage.wrappers.includes('xargs');
    if ((host === undefined && !takesArguments) || known.length < before.length) return [];
    const output = outputOf(known);
    if (output === null) return [];
    const place = { start, end };
    if (host !== undefined) return nested(place, host.language, output);
    const words = [stage.name, ...stage.args, ...output.split(/\s+/).filter((word) => word !== '')];
    return nested(place, 'bash', quoted(words));
  });
}

function nested(
  { start, end }: Place,
  language: NestedCode['language'] | undefined,
  code: string,
): NestedCode[] {
  return language === undefined ? [] : [{ start, end, language, code }];
}

/** What `find` runs for each file, as if it were run for the places where the search begins. */
function findAction(args: readonly string[]): string | undefined {
  const action = args.findIndex((word) => /^-(?:exec|execdir|ok|okdir)$/.test(word));
  if (action === -1 || hasFilter(args)) return undefined;
  const after = args.slice(action + 1);
  const end = after.findIndex((word) => word === ';' || word === '+');
  const starts = findStarts(args);
  return quoted(
    after
      .slice(0, end === -1 ? undefined : end)
      .flatMap((word) => (word === '{}' ? starts : [word])),
  );
}

/** The places where a `find` begins. */
export function findStarts(args: readonly string[]): readonly string[] {
  const from = args.findIndex((word) => !/^-[HLPDO]/.test(word));
  const rest = from === -1 ? [] : args.slice(from);
  const end = rest.findIndex((word) => /^[-(!]/.test(word));
  return end === -1 ? rest : rest.slice(0, end);
}

/** Whether a `find` looks for files of some kind only. */
export function hasFilter(args: readonly string[]): boolean {
  return args.some((word) =>
    /^-(?:i?name|i?path|i?wholename|i?regex|i?lname|newer\w*|[acm](?:time|min)|user|group|uid|gid|size|empty|perm|inum|samefile|links)$/.test(
      word,
    ),
  );
}
