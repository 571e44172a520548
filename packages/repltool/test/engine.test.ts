import type { ReplError } from '@repltool/protocol';
import type { RunnerPlugin } from '@repltool/core';
import { createBashRunner } from '@repltool/runner-bash';
import { expect, it } from 'vitest';
import { createEngine } from '../src/index.ts';

it('T-INFO-03 keeps from clients why no interpreter works, and has it for the operator', async () => {
  const broken: RunnerPlugin = {
    ...createBashRunner(),
    resolve: () => Promise.resolve([{ executable: '/usr/bin/false', mounts: [] }]),
  };
  await using engine = createEngine({ runners: [broken] });
  const error: unknown = await engine.createSession({ language: 'bash' }).catch((e: unknown) => e);
  expect(error).toMatchObject({
    code: 'SandboxUnavailable',
    message: 'No interpreter for Bash works in the sandbox.',
  });
  expect((error as ReplError).cause).toBeInstanceOf(AggregateError);
  const { runtimes } = await engine.runtimes();
  expect(JSON.stringify(runtimes)).not.toContain('/usr');
});

it('tells who watches a session of its status at both ends of a cell', async () => {
  await using engine = createEngine();
  const session = await engine.createSession({ language: 'bash' });
  const told: string[] = [];
  session.subscribe({
    executionStarted: () => told.push('started'),
    executionFinished: ({ status }) => told.push(status),
    updated: ({ status, expression_count }) => told.push(`${status} ${expression_count}`),
  });
  await session.execute('echo 1');
  expect(told).toEqual(['started', 'active 1', 'ok', 'idle 1']);
  await session.terminate();
  expect(told.at(-1)).toBe('terminated 1');
});

it('undo takes the files of the workspace back too, and says so (R-SES-12)', async () => {
  await using engine = createEngine();
  const session = await engine.createSession({ language: 'python', checkpoint: 'every-cell' });
  const write = (text: string) =>
    `f = open('notes', 'w'); _ = f.write('${text}'); f.close(); n = '${text}'`;
  await session.execute(write('one'));
  await session.execute(`${write('two')}; open('more', 'w').close()`);
  expect(await session.undo()).toMatchObject({ outcome: 'restored', files: 'restored' });
  const { result } = await session.execute('import os; [n, open("notes").read(), os.listdir()]');
  expect(result).toEqual(['one', 'one', ['notes']]);
  expect(await session.undo(2)).toMatchObject({ files: 'restored' });
  expect(await session.execute('import os; os.listdir()')).toMatchObject({ result: [] });
});

it.each(['python', 'javascript', 'bash'])(
  'keeps as many states of %s as it is asked to',
  async (language) => {
    await using engine = createEngine();
    const session = await engine.createSession({
      language,
      checkpoint: 'every-cell',
      checkpoint_depth: 2,
    });
    for (const value of [1, 2, 3, 4])
      await session.execute(`x${language === 'bash' ? '=' : ' = '}${value}`);
    await expect(session.undo(3)).rejects.toMatchObject({ code: 'UndoNotPossible' });
    expect(await session.undo()).toMatchObject({ outcome: 'restored', files: 'restored' });
    await expect(
      engine.createSession({ language, checkpoint_depth: 33, checkpoint_max_heap_mb: 1 }),
    ).rejects.toThrow(/checkpoint_depth: .*1 to 32.*checkpoint_max_heap_mb: .*16 to 4096/);
  },
);
