import { TOOLBOX } from '../modes/toolbox.ts';
import type { Match, Rule } from '../rules/rule.ts';
import { DENIED_IN_STRICT, WARNED_IN_STANDARD } from '../rules/severities.ts';
import { functionName } from './commands.ts';
import type { ShellFacts } from './facts.ts';

/** Names of the toolbox that are builtins of Bash as well. */
const BUILTINS = new Set(['[', 'echo', 'false', 'kill', 'printf', 'pwd', 'test', 'true']);

/** Programs outside the toolbox that cells ask for most. */
const OTHER_PROGRAMS = [
  ...[
    'sudo',
    'su',
    'curl',
    'wget',
    'ssh',
    'scp',
    'nc',
    'python',
    'python3',
    'perl',
    'ruby',
    'node',
  ],
  ...[
    'npm',
    'npx',
    'pip',
    'pip3',
    'apt',
    'apt-get',
    'make',
    'gcc',
    'cc',
    'g++',
    'cargo',
    'go',
    'java',
  ],
  ...['docker', 'systemctl', 'mount', 'less', 'more', 'vi', 'vim', 'nano', 'clear', 'top', 'man'],
];
const PROGRAMS = new Set([...TOOLBOX, ...OTHER_PROGRAMS].filter((name) => !BUILTINS.has(name)));

/** Syntax for which the shell makes a process of its own. */
const FORKS: Readonly<Record<string, string>> = {
  pipeline: 'a pipe',
  subshell: 'a subshell',
  command_substitution: 'a command substitution',
  process_substitution: 'a process substitution',
};

/** What needs a process of its own, the outermost of what is nested. */
function processes({ tree, source, commands }: ShellFacts): Match[] {
  const functions = new Set<string>();
  const matches: Match[] = [];
  for (const node of tree) {
    const { type, start, end, children } = node;
    if (type === 'function_definition') functions.add(functionName(source, node));
    const subject = FORKS[type];
    if (subject !== undefined) matches.push({ start, end, subject });
    children.forEach((child, index) => {
      const before = child.type === '&' ? children[index - 1] : undefined;
      if (before)
        matches.push({ start: before.start, end: child.end, subject: 'a background job' });
    });
  }
  for (const { name, words, wrappers, start, end } of commands) {
    const [first = ''] = words;
    const program = wrappers.find((wrapper) => PROGRAMS.has(wrapper)) ?? name;
    const external = PROGRAMS.has(program) || (first.includes('/') && wrappers.length === 0);
    if (external && !functions.has(first)) matches.push({ start, end, subject: `\`${program}\`` });
    if (wrappers.includes('coproc')) matches.push({ start, end, subject: 'a coprocess' });
  }
  matches.sort((a, b) => a.start - b.start || b.end - a.end);
  let covered = 0;
  return matches.filter(({ start, end }) => {
    if (end <= covered && start < covered) return false;
    covered = Math.max(covered, end);
    return true;
  });
}

export const SHELL_STRICT_RULES: readonly Rule<ShellFacts>[] = [
  {
    id: 'shell/process-in-strict',
    severity: DENIED_IN_STRICT,
    message: 'Needs a process of its own: {subject}.',
    reason: 'Strict mode makes no processes, so a shell has its builtins alone.',
    hint: 'Use builtins and parameter expansion; or a session in standard mode.',
    triggers: [
      '[|&(`/]|\\bcoproc\\b',
      `\\b(?:${[...PROGRAMS].map((name) => name.replace(/\W/g, '\\$&')).join('|')})\\b`,
    ],
    find: processes,
  },
  {
    id: 'shell/native-builtin',
    severity: WARNED_IN_STANDARD,
    message: 'Loads native code into the shell with `{subject}`.',
    reason:
      'Native code is not seen by the rules of the interpreter; the sandbox alone confines it.',
    hint: 'Use the builtins that Bash has.',
    triggers: ['\\benable\\b'],
    find: ({ commands }) =>
      commands.flatMap(({ name, args, start, end }) =>
        name === 'enable' && args.some((word) => /^-\w*f/.test(word))
          ? [{ start, end, subject: 'enable -f' }]
          : [],
      ),
  },
];
