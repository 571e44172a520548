/** How a program that runs another one takes its own arguments, before those of the other. */
interface Wrapper {
  /** Letters of options that take a value. */
  readonly valued?: string;
  /** Arguments it takes before the other program's name. */
  readonly positional?: number;
  /** Options that make it do something else than run the program. */
  readonly unless?: RegExp;
  /** Whether `NAME=value` may come before the program's name. */
  readonly assignments?: boolean;
}

const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ['sudo', { valued: 'ughpCrtUDRT', unless: /^-(?:[lvVkK]|-list)$/, assignments: true }],
  ['doas', { valued: 'uC' }],
  ['env', { valued: 'uC', assignments: true }],
  ['command', { unless: /^-\w*[vV]/ }],
  ['builtin', {}],
  ['exec', { valued: 'a' }],
  ['nohup', {}],
  ['setsid', {}],
  ['coproc', {}],
  ['busybox', {}],
  ['toybox', {}],
  ['time', { valued: 'fo' }],
  ['nice', { valued: 'n' }],
  ['ionice', { valued: 'cn', unless: /^-p/ }],
  ['stdbuf', { valued: 'ioe' }],
  ['timeout', { valued: 'sk', positional: 1 }],
  ['chroot', { positional: 1 }],
  ['flock', { valued: 'wE', positional: 1 }],
  ['strace', { valued: 'oeps' }],
  ['watch', { valued: 'n' }],
  ['xargs', { valued: 'nPILdEsa' }],
]);

const VALUED_LONG =
  /^--(?:user|group|chdir|unset|signal|kill-after|adjustment|max-args|max-procs|delimiter|interval)$/;

export interface EffectiveCommand {
  /** The program that runs in the end, as its base name. */
  readonly name: string;
  readonly args: readonly string[];
  /** The programs that run it, outermost first. */
  readonly wrappers: readonly string[];
}

/** The program that a command runs in the end: `sudo env A=1 rm x` runs `rm`. */
export function effectiveCommand(words: readonly string[]): EffectiveCommand {
  const wrappers: string[] = [];
  let rest = words;
  for (;;) {
    const [first = '', ...args] = rest;
    const name = first.replace(/^.*\/(?=.)/s, '');
    const wrapper = WRAPPERS.get(name);
    const inner = wrapper && innerWords(args, wrapper);
    if (inner === undefined || inner.length === 0) return { name, args, wrappers };
    wrappers.push(name);
    rest = inner;
  }
}

/** The words that follow a wrapper's own, or nothing when it runs no program. */
function innerWords(args: readonly string[], wrapper: Wrapper): readonly string[] | undefined {
  const { valued = '', positional = 0, unless, assignments = false } = wrapper;
  let index = 0;
  for (; index < args.length; index++) {
    const word = args[index] ?? '';
    if (word === '--') {
      index += 1;
      break;
    }
    if (unless?.test(word)) return undefined;
    if (/^-./.test(word)) {
      const takesNext = word.startsWith('--')
        ? VALUED_LONG.test(word)
        : word.length === 2 && valued.includes(word.charAt(1));
      if (takesNext) index += 1;
    } else if (!(assignments && /^[A-Za-z_]\w*=/.test(word))) break;
  }
  return args.slice(index + positional);
}
