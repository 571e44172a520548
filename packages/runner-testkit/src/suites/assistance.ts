import { describe, expect, it } from 'vitest';
import type { RunnerFixture } from '../fixture.ts';
import type { RunnerSamples } from '../samples.ts';

export function assistanceTests(fixture: RunnerFixture, samples: RunnerSamples): void {
  const { capabilities } = fixture.plugin;

  describe('questions of an editor (R-EXE-11)', () => {
    if (capabilities.complete === true) {
      it('completes a name that a cell has defined, in UTF-16 code units', async () => {
        await using session = await fixture.session();
        await session.execute(samples.assign('temperature', 20));
        const before = samples.print('ok');
        const code = `${before}\n${samples.reference('temperatu')}`;
        const { replace, completions } = await session.complete({ code, cursor: code.length });
        const texts = completions.map(({ text }) => text);
        const completed = texts.map((text) => code.slice(0, replace.start) + text);
        expect(completed).toContain(`${before}\n${samples.reference('temperature')}`);
        expect(replace.end).toBe(code.length);
        expect(await session.execute(samples.printVariable('temperature'))).toMatchObject({
          output: '20\n',
        });
      });

      it('refuses a cursor outside the code, and has nothing to say in the middle of nowhere', async () => {
        await using session = await fixture.session();
        await expect(session.complete({ code: 'ab', cursor: 3 })).rejects.toMatchObject({
          code: 'InvalidRequest',
          message: expect.stringContaining('cursor') as string,
        });
        const { completions } = await session.complete({ code: 'no_such_name_at_all', cursor: 19 });
        expect(completions).toEqual([]);
      });
    } else {
      it('says that it cannot complete', async () => {
        await using session = await fixture.session();
        await expect(session.complete({ code: '', cursor: 0 })).rejects.toMatchObject({
          code: 'NotSupported',
        });
      });
    }

    if (capabilities.variables === true) {
      it('lists what cells have defined, and nothing of the driver', async () => {
        await using session = await fixture.session();
        expect(await session.variables()).toEqual({ variables: [], total: 0 });
        await session.execute(samples.assign('x', 20));
        await session.execute(samples.assign('y', 22));
        const { variables, total } = await session.variables();
        expect(total).toBe(2);
        expect(variables).toMatchObject([
          { name: 'x', value: '20' },
          { name: 'y', value: '22' },
        ]);
      });
    }
  });
}
