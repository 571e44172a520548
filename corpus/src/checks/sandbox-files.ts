import type { ExecutionResult } from '@repltool/protocol';
import { expect } from 'vitest';
import type { Checks } from '../check.ts';
import { during } from '../replay/during.ts';
import { plantCanary, viewHost } from '../replay/host-set-up.ts';
import { cellsOf } from './common.ts';

const SECRET = 's3cr3t-file';

/** Files of the host, and what a cell says that the host might take for more than text. */
export const SANDBOX_FILE_CHECKS: Checks = {
  'sb-003-symlink-write'(replayed) {
    return during(plantCanary(), async () => {
      const before = viewHost();
      expect(before).toMatchObject({ canary: { content: SECRET }, traces: [] });
      await using again = await replayed.again();
      for (const run of [replayed, again]) {
        expect(run.cell(1)).toMatchObject({ status: 'ok' });
        // Refused, or, where there are such writes, done inside.
        for (const step of run.steps.slice(1, 3)) expect(step).toMatchObject({ kind: 'answer' });
      }
      for (const step of [again.steps[3], again.steps[5]])
        expect(step).toMatchObject({ kind: 'host', host: before });

      // Writes by the cell itself, which are followed, and end inside; then the end of the session.
      await using session = await again.engine.createSession({ language: 'python' });
      await session.execute(
        "import os\nos.symlink('/tmp', 'up'); os.symlink('/tmp/host_canary.txt', 'data.csv')",
      );
      const wrote = await session.execute(
        "[open(name, 'w').write('x') for name in ('up/pwn.txt', 'data.csv')], os.listdir('/tmp')",
      );
      expect(wrote).toMatchObject({ status: 'ok' });
      expect(wrote.result_text).toContain("'host_canary.txt'");
      expect(viewHost()).toEqual(before);
      await session.terminate();
      expect(viewHost()).toEqual(before);
    });
  },

  async 'sb-015-py-escape'(replayed) {
    const { engine, sessions } = replayed;
    const expectOrdinary = (results: readonly ExecutionResult[]): void => {
      expect(results.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
      const [read, module, classes] = results.map(({ result_text }) => result_text);
      expect(read).toMatch(/^\('\[\(<class', '\d+\\n'\)$/);
      expect(read).not.toContain(SECRET);
      expect(module).toBe("'__main__'");
      expect(classes).toMatch(/^\[(?:'Popen')?\]$/);
    };
    expectOrdinary(cellsOf(replayed));
    // Once more, while the host has the file.
    await during(plantCanary(), async () => {
      await using session = await engine.createSession({ language: 'python' });
      const codes = sessions[0]?.history().executions.map(({ code }) => code) ?? [];
      const results = [];
      for (const code of codes) results.push(await session.execute(code));
      expectOrdinary(results);
    });
  },

  'sb-018-host-unpickle'(replayed) {
    const { cell, steps } = replayed;
    expect(cellsOf(replayed).map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
    expect(cell(1).result_text).toMatch(/^<__main__\.R object at 0x[0-9a-f]+>$/);
    expect(cell(1).result).toBe(cell(1).result_text);
    expect(cell(2)).toMatchObject({ result: null, result_text: null });
    expect(cell(2).output).toMatch(/^RESULT_PICKLE:gASV\w+={0,2}\n$/);
    expect(cell(3).result_text).toBe(
      "namespace(__class__=<class 'dict'>, type='image', data='../../../etc/passwd')",
    );
    expect(cell(3).result).toBe(cell(3).result_text);
    expect(cellsOf(replayed).flatMap(({ displays }) => displays)).toEqual([]);
    expect(steps[3]).toMatchObject({ kind: 'host', host: { traces: [] } });
  },

  'sb-020-mount-order'({ cell, steps }) {
    expect(steps[0]).toMatchObject({ kind: 'refused', error: { code: 'InvalidRequest' } });
    const fields =
      steps[0]?.kind === 'refused' ? steps[0].error.issues.map(({ field }) => field) : [];
    expect(fields).toContain('read_only');
    expect(cell(1)).toMatchObject({ status: 'ok' });
    expect(cell(1).result).toHaveLength(4);
    expect(cell(1).result_text).not.toContain('s3cr3t');
  },
};
