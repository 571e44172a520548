import { describe, expect, it } from 'vitest';
import { casesOf, type BuiltArea, type Case } from './cases.ts';
import type { Checks, OwnReplays } from './check.ts';
import { OPEN_CASES } from './open.ts';
import { MOSTLY_WAITING, plansOf, type Plan } from './plan.ts';
import { replay } from './replay/replay.ts';

const WITH_OPEN_CASES = process.env.REPLTOOL_CORPUS === 'all';

/** Some cells run for 35 s. */
const TIMEOUT_MS = 120_000;

/** Replays every case of a built area, in each mode and behind each wall it is for, and has it checked. */
export function describeArea(area: BuiltArea, checks: Checks, own: OwnReplays = {}): void {
  const cases = casesOf(area);
  const run = async (one: Case, plan: Plan): Promise<void> => {
    const ownReplay = own[one.id];
    if (ownReplay !== undefined) return ownReplay(one);
    const check = checks[one.id];
    if (check === undefined) throw new Error(`no check for ${one.id}`);
    await using replayed = await replay(one, plan);
    await check(replayed);
  };

  describe(area, () => {
    for (const one of cases.filter(({ id }) => WITH_OPEN_CASES || !(id in OPEN_CASES))) {
      for (const plan of plansOf(one)) {
        const test = MOSTLY_WAITING.includes(one.id) ? it.concurrent : it;
        const title = `${one.id} ${plan.mode} ${plan.wall}: ${one.symptom}`;
        test(title, () => run(one, plan), TIMEOUT_MS);
      }
    }

    it('has a case for every check', () => {
      const ids = cases.map(({ id }) => id);
      expect(Object.keys({ ...checks, ...own }).filter((id) => !ids.includes(id))).toEqual([]);
    });
  });
}
