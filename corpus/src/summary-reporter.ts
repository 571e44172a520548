import type { Reporter, TestModule } from 'vitest/node';
import { BUILT_AREAS, WAITING_AREAS, casesOf, type Area } from './cases.ts';

interface Row {
  readonly area: Area;
  readonly passed: number;
  readonly failed: number;
  readonly waiting: number;
}

/** Ids of the cases that a replay of which failed, or passed, among the tests of all files. */
function idsOf(modules: readonly TestModule[], state: 'passed' | 'failed'): ReadonlySet<string> {
  return new Set(
    modules
      .flatMap((module) => [...module.children.allTests(state)])
      .map(({ name }) => name.split(' ', 1)[0] ?? ''),
  );
}

/** A case passes when it does in every mode, and waits when nothing replayed it. */
function rowOf(area: Area, passed: ReadonlySet<string>, failed: ReadonlySet<string>): Row {
  const ids = casesOf(area).map(({ id }) => id);
  const failures = ids.filter((id) => failed.has(id)).length;
  const passes = ids.filter((id) => passed.has(id) && !failed.has(id)).length;
  return { area, passed: passes, failed: failures, waiting: ids.length - passes - failures };
}

/** Prints how many cases of each area passed, failed, or wait for what is not built yet. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const passed = idsOf(modules, 'passed');
    const failed = idsOf(modules, 'failed');
    const line = (...[area, ...counts]: readonly [string, ...(string | number)[]]): string =>
      [area.padEnd(10), ...counts.map((count) => String(count).padStart(8))].join(' |');
    const rows = [...BUILT_AREAS, ...WAITING_AREAS].map((area) => rowOf(area, passed, failed));
    console.log(`\n${line('area', 'passed', 'failed', 'waiting')}`);
    for (const row of rows) console.log(line(row.area, row.passed, row.failed, row.waiting));
    const sum = (of: 'passed' | 'failed' | 'waiting'): number =>
      rows.reduce((total, row) => total + row[of], 0);
    console.log(line('all', sum('passed'), sum('failed'), sum('waiting')));
  }
}
