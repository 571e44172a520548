import { isSensitivePath } from '../paths/host-paths.ts';
import type { Match, Rule, SeverityByMode } from '../rules/rule.ts';
import { WARNED, WARNED_IN_STANDARD } from '../rules/severities.ts';
import { descendants, type SyntaxNode } from '../syntax/syntax-node.ts';
import type { ShellCommand } from './commands.ts';
import type { ShellFacts } from './facts.ts';
import { codeNodes } from './code-nodes.ts';
import { codeArgument, runsStandardInput, scriptOperand } from './interpreters.ts';

const DENIED_WITHOUT_NETWORK: SeverityByMode = {
  strict: 'deny',
  standard: 'deny',
  relaxed: 'warn',
};

const DOWNLOADERS = /^(?:curl|wget|fetch|aria2c|http|https|lynx|lwp-request|GET|nc|ncat|netcat)$/;

function place({ start, end }: { start: number; end: number }, subject: string): Match {
  return { start, end, subject };
}

/** Downloads that end in an interpreter: by a pipe, by a substitution, or by a file that is run afterwards. */
function downloadsRun({ source, commands, pipelines }: ShellFacts): Match[] {
  const named = new Map(commands.map((command) => [command.node, command]));
  const piped = pipelines.flatMap(({ stages, start, end }) => {
    const from = stages.findIndex((stage) => stage && DOWNLOADERS.test(stage.name));
    const into = stages.slice(from + 1).find((stage) => stage && runsStandardInput(stage));
    return from === -1 || into === undefined ? [] : [place({ start, end }, into.name)];
  });
  const substituted = commands.flatMap((command) =>
    codeNodes(source, command).some((node) => holdsDownload(node, named))
      ? [place(command, command.name)]
      : [],
  );
  const files = new Set(commands.flatMap(downloadedFiles));
  const stored =
    files.size === 0
      ? []
      : commands.flatMap((command) => {
          const file =
            scriptOperand(command) ??
            (/^(?:\.{0,2}\/)/.test(command.words[0] ?? '') ? command.words[0] : undefined);
          return file !== undefined && files.has(file.replace(/^\.\//, ''))
            ? [place(command, file)]
            : [];
        });
  return [...piped, ...substituted, ...stored];
}

function holdsDownload(node: SyntaxNode, named: ReadonlyMap<SyntaxNode, ShellCommand>): boolean {
  for (const inner of descendants(node)) {
    if (DOWNLOADERS.test(named.get(inner)?.name ?? '')) return true;
  }
  return false;
}

function downloadedFiles({ name, args, redirects }: ShellCommand): string[] {
  if (!DOWNLOADERS.test(name)) return [];
  const option = args.findIndex((word) => /^(?:-\w*[oO]|--output|--output-document)$/.test(word));
  const url = args.find((word) => /^(?:https?|ftp):/.test(word));
  const remoteName =
    name === 'wget' || args.some((word) => /^-\w*O/.test(word))
      ? url?.replace(/[?#].*/s, '').replace(/.*\//s, '')
      : undefined;
  return [
    option === -1 ? undefined : args[option + 1],
    remoteName,
    ...redirects.filter(({ operator }) => operator.startsWith('>')).map(({ target }) => target),
  ].flatMap((file) => (file === undefined || file === '' ? [] : [file.replace(/^\.\//, '')]));
}

const DECODERS: Readonly<Record<string, RegExp>> = {
  base64: /^(?:-d|-D|-di|--decode)$/,
  base32: /^(?:-d|--decode)$/,
  xxd: /^-\w*r/,
  openssl: /^-d$/,
  uudecode: /^/,
};

function decodedRun({ pipelines }: ShellFacts): Match[] {
  return pipelines.flatMap(({ stages, start, end }) => {
    const from = stages.findIndex(
      (stage) => stage && stage.args.some((word) => DECODERS[stage.name]?.test(word)),
    );
    const into = stages.slice(from + 1).find((stage) => stage && runsStandardInput(stage));
    return from === -1 || into === undefined ? [] : [place({ start, end }, into.name)];
  });
}

/** `eval`, `sh -c` and their like, on what `read` took from the input or `cat` hands on of it. */
function inputRun({ commands, inputs }: ShellFacts): Match[] {
  return commands.flatMap((command) => {
    const runs = command.name === 'eval' || codeArgument(command) !== undefined;
    if (!runs) return [];
    const names = [...command.source.matchAll(/\$\{?!?([A-Za-z_]\w*)/g)].map(
      ([, name]) => name ?? '',
    );
    const read = names.some((name) => inputs.has(name));
    const handedOn = /\$\((?:\s*cat(?:\s+(?:-|\/dev\/stdin))?|\s*<\s*\/dev\/stdin)\s*\)|`cat`/.test(
      command.source,
    );
    return read || handedOn ? [place(command, command.name)] : [];
  });
}

/** Commands that only print their words. */
const PRINTS = /^(?:echo|printf|:|true|alias|grep|egrep|fgrep)$/;

function sensitivePaths({ commands }: ShellFacts): Match[] {
  return commands.flatMap((command) => {
    const words = PRINTS.test(command.name) ? [] : command.args;
    const path = [...words, ...command.redirects.map(({ target }) => target)].find(isSensitivePath);
    return path === undefined ? [] : [place(command, path)];
  });
}

function networkRedirects({ commands }: ShellFacts): Match[] {
  return commands.flatMap(({ redirects }) =>
    redirects.flatMap((redirect) =>
      /^\/dev\/(?:tcp|udp)\//.test(redirect.target) ? [place(redirect, redirect.target)] : [],
    ),
  );
}

const INTO_SHELL = '\\|&?\\s*(?:sudo\\b|env\\b|[\\w/]*sh\\b|python|perl|ruby|node|php|xargs)';
const DOWNLOAD = '\\b(?:curl|wget|fetch|aria2c|https?|lynx|lwp-request|GET|nc|ncat|netcat)\\b\\s';

export const REMOTE_CODE_RULES: readonly Rule<ShellFacts>[] = [
  {
    id: 'shell/pipe-to-shell',
    severity: DENIED_WITHOUT_NETWORK,
    message: 'Runs a download unseen, with `{subject}`.',
    reason: 'What runs is decided by whoever answers the request.',
    hint: 'Download to a file, look at it, and run it then.',
    triggers: [DOWNLOAD],
    find: downloadsRun,
  },
  {
    id: 'shell/decoded-to-shell',
    severity: WARNED,
    message: 'Decodes text and runs it, with `{subject}`.',
    reason: 'Nobody who reads the cell sees what it does.',
    hint: 'Write the commands out.',
    triggers: [INTO_SHELL],
    find: decodedRun,
  },
  {
    id: 'shell/runs-input',
    severity: WARNED,
    message: 'Runs what was read from the input as commands, with `{subject}`.',
    reason: 'Whoever answers the prompt decides what runs.',
    hint: 'Compare the input with the words that are expected, with `case`, and quote it as an argument.',
    triggers: ['\\beval\\b', '\\s-\\w*c\\s'],
    find: inputRun,
  },
  {
    id: 'shell/sensitive-path',
    severity: WARNED,
    message: 'Names `{subject}`, which holds secrets of a host or lies outside the workspace.',
    reason: 'Such paths are not in the sandbox, or hold nothing of the host.',
    hint: 'The files of a session are in its workspace.',
    triggers: ['/etc/|/proc/|/root/|/home/|/run/|/dev/(?:k?mem|port|sd|nvme)|\\.\\./|~/\\.'],
    find: sensitivePaths,
  },
  {
    id: 'shell/network-redirect',
    severity: WARNED_IN_STANDARD,
    message: 'Opens a network connection, `{subject}`.',
    reason: 'Nothing outside the session can be reached in this mode.',
    hint: 'Use a session in relaxed mode, and a host that the operator lists.',
    triggers: ['/dev/(?:tcp|udp)/'],
    find: networkRedirects,
  },
];
