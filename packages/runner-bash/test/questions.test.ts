import type { Session } from '@repltool/core';
import { createRunnerFixture } from '@repltool/runner-testkit';
import { describe, expect, it } from 'vitest';
import { createBashRunner } from '../src/index.ts';

const fixture = createRunnerFixture(createBashRunner(), { examined: false });

/** What the code would be with each completion at its end. */
async function completed(session: Session, code: string): Promise<string[]> {
  const { replace, completions } = await session.complete({ code, cursor: code.length });
  return completions.map(({ text, kind }) => `${code.slice(0, replace.start)}${text} ${kind}`);
}

async function inspected(session: Session, code: string, cursor = code.length) {
  return (await session.inspect({ code, cursor })).data;
}

describe.each(['standard', 'strict'] as const)('questions in %s mode (R-EXE-11)', (mode) => {
  const config = { sandbox_mode: mode } as const;

  it('completes variables, functions, aliases, builtins and keywords where they may stand', async () => {
    await using session = await fixture.session(config);
    await session.execute(
      'temperature=1; zfunc() { :; }; alias zalias=zfunc; complete -F zfunc cat; complete -W zno zfunc',
    );
    expect(await completed(session, 'é=${tempe')).toEqual(['é=${temperature variable']);
    expect(await completed(session, 'echo "$tempe')).toEqual(['echo "$temperature variable']);
    for (const before of ['', 'x=1; ', 'ls | ', 'if ! ', 'x=$(', '\n  ', '{ '])
      expect(await completed(session, `${before}z`)).toEqual(
        expect.arrayContaining([`${before}zfunc function`, `${before}zalias function`]),
      );
    expect(await completed(session, 'whil')).toEqual(['while keyword']);
    expect(await completed(session, 'mapfil')).toEqual(['mapfile function']);
    expect(await completed(session, 'zfunc z')).toEqual([]);
    expect(await completed(session, '__repltoo')).toEqual([]);
    expect(await completed(session, '$__repltoo')).toEqual([]);
    expect(await completed(session, '')).toEqual([]);
    expect((await session.execute('echo $? $temperature')).output).toBe('0 1\n');
  });

  it('lists variables with their types and values, also after an exit', async () => {
    await using session = await fixture.session(config);
    await session.execute(
      `arr=(a 'b c'); declare -A map=([k]=v); declare -i n=4; export e=1; declare -n ref=n; readonly ro=$'a\\nb'
printf -v long %0300d 1; big=({1..5000}); empty=(); cd /; [[ a =~ a ]]`,
    );
    for (const code of ['exit 1', 'echo on']) {
      const { variables, total } = await session.variables();
      expect(total).toBe(9);
      expect(
        variables.map(({ name, type, value }) => `${name}|${type}|${value.slice(0, 30)}`),
      ).toEqual([
        "arr|array|([0]='a' [1]='b c')",
        "big|array|([0]='1' [1]='2' [2]='3' [3]='",
        'e|string, exported|1',
        'empty|array|()',
        `long|string|${'0'.repeat(30)}`,
        "map|associative array|(['k']='v')",
        'n|integer|4',
        'ref|nameref|n',
        "ro|string, readonly|$'a\\nb'",
      ]);
      expect(Math.max(...variables.map(({ value }) => value.length))).toBe(200);
      await session.execute(code);
    }
  });

  it('tells what a name stands for', async () => {
    await using session = await fixture.session(config);
    await session.execute("f() { echo F; }; alias ll='ls -l'; x=5");
    expect(await inspected(session, 'cd /tmp', 1)).toEqual({
      'text/plain': expect.stringMatching(/^cd: cd \[-L/) as string,
    });
    expect(await inspected(session, 'read x', 4)).toEqual({
      'text/plain': expect.stringMatching(/^read: read \[-ers/) as string,
    });
    expect(await inspected(session, 'é; f')).toEqual({ 'text/plain': 'f () \n{ \n    echo F\n}' });
    expect(await inspected(session, 'll')).toEqual({ 'text/plain': "alias ll='ls -l'" });
    expect(await inspected(session, 'echo ${x')).toEqual({ 'text/plain': 'declare -- x="5"' });
    expect(await inspected(session, 'no_such_name')).toBeNull();
    expect(await inspected(session, '')).toBeNull();
  });
});

describe('questions about files', () => {
  it('completes programs, files and folders, quoted where they have to be', async () => {
    await using session = await fixture.session();
    await session.execute("touch 'a file' afile; mkdir -p afolder/inner; set -f");
    expect((await completed(session, 'cat a')).sort()).toEqual([
      'cat a\\ file file',
      'cat afile file',
      'cat afolder folder',
    ]);
    expect(await completed(session, "cat 'a f")).toEqual([]);
    expect(await completed(session, 'cat "afi')).toEqual(['cat "afile file']);
    expect(await completed(session, 'cd ~/afolder/i')).toEqual(['cd ~/afolder/inner folder']);
    expect(await completed(session, 'ls | mkfif')).toEqual(['ls | mkfifo function']);
    expect(await inspected(session, 'mkfifo x', 2)).toEqual({ 'text/plain': '/usr/bin/mkfifo' });
  });
});
