import { isCatastrophicTarget, isDevicePath } from '../paths/host-paths.ts';
import type { Match, Rule } from '../rules/rule.ts';
import { DENIED } from '../rules/severities.ts';
import type { ShellCommand } from './commands.ts';
import type { ShellFacts } from './facts.ts';
import { forkBombs } from './fork-bombs.ts';
import { findStarts, hasFilter } from './nested-code.ts';
import { UNKNOWN } from './words.ts';

type Test = (command: ShellCommand) => string | undefined;

/** A match for every command for which the test names what it would do harm to. */
function commandsThat(test: Test): (facts: ShellFacts) => Match[] {
  return ({ commands }) =>
    commands.flatMap((command) => {
      const subject = test(command);
      return subject === undefined ? [] : [{ start: command.start, end: command.end, subject }];
    });
}

/** The words that are not options. */
function operands(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  const before = (end === -1 ? args : args.slice(0, end)).filter((word) => !/^-./.test(word));
  return end === -1 ? before : [...before, ...args.slice(end + 1)];
}

function hasOption(args: readonly string[], short: RegExp, long: string): boolean {
  const end = args.indexOf('--');
  return (end === -1 ? args : args.slice(0, end)).some((word) =>
    word.startsWith('--')
      ? word.length > 3 && long.startsWith(word.replace(/=.*/s, ''))
      : /^-\w/.test(word) && short.test(word),
  );
}

function catastrophic(words: readonly string[]): string | undefined {
  return words.find(isCatastrophicTarget);
}

const deletesSystem: Test = ({ name, args }) => {
  if (name === 'rm') {
    return hasOption(args, /[rR]/, '--recursive') ? catastrophic(operands(args)) : undefined;
  }
  const deletes = name === 'find' && args.includes('-delete') && !hasFilter(args);
  return deletes ? catastrophic(findStarts(args)) : undefined;
};

const changesAll: Test = ({ name, args }) =>
  /^(?:chmod|chown|chgrp)$/.test(name) && hasOption(args, /R/, '--recursive')
    ? catastrophic(operands(args).slice(1))
    : undefined;

const movesSystem: Test = ({ name, args }) =>
  name === 'mv' ? catastrophic(operands(args).slice(0, -1)) : undefined;

const writesDevice: Test = ({ name, args }) => {
  switch (name) {
    case 'dd':
      return args.map((word) => /^of=(.*)$/s.exec(word)?.[1] ?? '').find(isDevicePath);
    case 'tee':
    case 'shred':
    case 'wipefs':
    case 'blkdiscard':
    case 'truncate':
      return operands(args).find(isDevicePath);
    case 'cp':
    case 'mv':
    case 'install':
      return operands(args).slice(-1).find(isDevicePath);
    default:
      return undefined;
  }
};

function redirectsToDevices({ commands }: ShellFacts): Match[] {
  return commands.flatMap(({ redirects }) =>
    redirects.flatMap(({ start, end, operator, target }) =>
      operator.includes('>') && isDevicePath(target) ? [{ start, end, subject: target }] : [],
    ),
  );
}

/** Made in a plain file of the workspace, a file system harms nobody. */
const formats: Test = ({ name, args }) =>
  /^(?:mkfs(?:\.\w+)?|mke2fs|mkswap|mkdosfs|newfs)$/.test(name)
    ? operands(args).find((word) => word.startsWith('/dev/') || word.includes(UNKNOWN))
    : undefined;

export const DESTRUCTIVE_RULES: readonly Rule<ShellFacts>[] = [
  {
    id: 'shell/destructive-delete',
    severity: DENIED,
    message: 'Deletes `{subject}` and everything below it.',
    reason: 'It would take everything the session can write with it.',
    hint: 'Name what is to be deleted; `rm -rf ./*` empties the current directory.',
    triggers: ['\\brm\\b', '-delete\\b', '-exec'],
    find: commandsThat(deletesSystem),
  },
  {
    id: 'shell/fork-bomb',
    severity: DENIED,
    message: 'Makes processes without end: {subject}.',
    reason: 'It would use up the processes of the session at once, and never finish.',
    hint: 'Call a function directly, and start a known number of processes, with `wait` after them.',
    triggers: [
      '(?<![\\w:.])(?<self>[\\w:.]{1,64})\\s*\\|&?\\s*\\k<self>',
      '[^&>|<]&(?![&>\\d-])',
      '\\bfork\\b',
      '\\$0',
    ],
    find: forkBombs,
  },
  {
    id: 'shell/device-write',
    severity: DENIED,
    message: 'Writes to the device `{subject}`.',
    reason: 'It would overwrite a disk or the memory of the machine.',
    hint: 'Write to a file in the workspace.',
    triggers: ['/dev/+(?:[shv]d|xvd|nvme|mmc|loop|dm-|md|sr|mapper|disk|k?mem|port)', '/dev/*\\.'],
    find: (facts) => [...commandsThat(writesDevice)(facts), ...redirectsToDevices(facts)],
  },
  {
    id: 'shell/make-filesystem',
    severity: DENIED,
    message: 'Makes a file system on `{subject}`.',
    reason: 'It would erase what is on the device.',
    hint: 'Give `mkfs` a file in the workspace.',
    triggers: ['\\bmkfs\\b|\\bmke2fs\\b|\\bmkswap\\b|\\bmkdosfs\\b|\\bnewfs\\b'],
    find: commandsThat(formats),
  },
  {
    id: 'shell/recursive-permissions',
    severity: DENIED,
    message: 'Changes owner or permissions of `{subject}` and everything below it.',
    reason: 'A system whose permissions are changed throughout no longer works.',
    hint: 'Name the directory of your own that needs it.',
    triggers: ['\\bch(?:mod|own|grp)\\b'],
    find: commandsThat(changesAll),
  },
  {
    id: 'shell/move-system',
    severity: DENIED,
    message: 'Moves `{subject}` away.',
    reason: 'It would take everything the session can write with it.',
    hint: 'Name the files to move.',
    triggers: ['\\bmv\\b'],
    find: commandsThat(movesSystem),
  },
];
