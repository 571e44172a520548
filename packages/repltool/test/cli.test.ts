import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { executionResultSchema } from '@repltool/protocol';
import { describe, expect, it } from 'vitest';
import { execute, finished, startCommand } from './command.ts';

describe('repltool execute (R-API-04)', () => {
  it.each([
    ['python', 'import sys\nprint("out"); print("err", file=sys.stderr)\n20 + 22', 'out\n42\n'],
    ['javascript', 'console.log("out"); console.error("err"); 20 + 22', 'out\n42\n'],
    [
      'typescript',
      'const n: number = 42; console.log("out"); console.error("err"); n',
      'out\n42\n',
    ],
    ['bash', 'echo out; echo err >&2', 'out\n'],
  ])(
    'runs %s, with both streams apart and the value of the end',
    async (language, code, stdout) => {
      expect(await execute(language, code)).toEqual({ code: 0, stdout, stderr: 'err\n' });
    },
  );

  it.each([
    ['python', 'import sys; sys.exit(3)', 3],
    ['python', '1/0', 1],
    ['javascript', 'process.exit(4)', 4],
    ['bash', 'exit 7', 7],
    ['bash', 'kill -9 $$', 137],
  ])('cl-003 ends as %s ended: %s', async (language, code, status) => {
    expect((await execute(language, code)).code).toBe(status);
  });

  it('cl-003 says that the deadline was what ended it', async () => {
    const { code, stdout, stderr } = await execute('bash', 'echo begun; sleep 9', '--timeout', '1');
    expect({ code, stdout }).toEqual({ code: 124, stdout: 'begun\n' });
    expect(stderr).toContain('1000 ms');
  });

  it('prints the whole result as one line of JSON when asked', async () => {
    const { stdout } = await execute('python', 'print(1)\n{"a": 2}', '--json');
    expect(stdout.trimEnd()).not.toContain('\n');
    const result = executionResultSchema.parse(JSON.parse(stdout));
    expect(result).toMatchObject({ output: '1\n', result: { a: 2 }, success: true });
  });

  it.each([
    [['--language', 'cobol'], /language: must be one of .*python/],
    [
      ['--language', 'python', '--max-memory', '1'],
      /max_memory_mb: must be a whole number from 16/,
    ],
    [['--language', 'python', '--sandbox-mode', 'loose'], /sandbox_mode/],
    [['--language', 'python', '--timeout', 'soon'], /must be a whole number/],
    [[], /required option.*--language/],
  ])('cl-003 refuses %j with exit code 2 and the reason', async (flags, reason) => {
    const child = startCommand(['execute', '--file', '/dev/null', ...flags]);
    const { code, stdout, stderr } = await finished(child);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(reason);
  });

  it('cl-001 ends quietly when its reader goes away', async () => {
    const child = startCommand(['execute', '--file', '-', '--language', 'bash']);
    child.stdin.end('yes');
    await once(child.stdout, 'data');
    child.stdout.destroy();
    expect(await text(child.stderr)).not.toContain('Error');
  });

  it('cl-005 interrupts the cell on Ctrl-C', async () => {
    const child = startCommand(['execute', '--file', '-', '--language', 'python']);
    child.stdin.end('print("begun")\nwhile True: pass');
    const ended = finished(child);
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
  });
});

describe('repltool serve', () => {
  it('prints where it is ready, serves, and ends on a signal', async () => {
    const child = startCommand(['serve', '--port', '0'], {
      REPLTOOL_TOKEN: 'a-token-of-sixteen-or-more',
    });
    const ended = finished(child);
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const [, url] =
      /^repltool is ready at (http:\S+)\/\?token=a-token-of-sixteen-or-more\n$/.exec(
        String(line),
      ) ?? [];
    const answer = await fetch(`${url}/health`);
    expect(answer.status).toBe(200);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });

  it.each([
    [
      { REPLTOOL_PORT: '70000' },
      /REPLTOOL_PORT must be a whole number from 0 to 65535, not "70000"/,
    ],
    [{ REPLTOOL_TOKEN: 'short' }, /REPLTOOL_TOKEN must be 16/],
    [{ REPLTOOL_MAX_SESSIONS: 'many' }, /REPLTOOL_MAX_SESSIONS/],
    [{ REPLTOOL_HOST: '0.0.0.0' }, /set a token of your own/],
    [
      { REPLTOOL_ALLOW_HOSTS: 'example.com,10.0.0.0/99' },
      /--allow-host \(REPLTOOL_ALLOW_HOSTS\) must be .*not "10\.0\.0\.0\/99"/,
    ],
    [
      { REPLTOOL_MOUNTS: '/no/such/place:/data' },
      /--mount \(REPLTOOL_MOUNTS\) must be a file or directory that is there, not "\/no\/such\/place"/,
    ],
    [
      { REPLTOOL_MOUNTS: '/usr/share:/etc/x' },
      /--mount \(REPLTOOL_MOUNTS\) must lie outside of .*not "\/etc\/x"/,
    ],
  ])('does not start with %j', async (env, reason) => {
    const { code, stderr } = await finished(startCommand(['serve'], env));
    expect(code).toBe(1);
    expect(stderr).toMatch(reason);
  });
});
