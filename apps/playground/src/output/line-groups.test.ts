import { expect, it } from 'vitest';
import { CellOutput } from '../terminal/cell-output.ts';
import { groupLines } from './line-groups.ts';

it('keeps lines of one stream together and numbers them from the first line of the cell', () => {
  const output = new CellOutput();
  output.write({ stream: 'stdout', late: false, text: 'a\nb\n' });
  output.write({ stream: 'stderr', late: false, text: 'c\n' });
  output.write({ stream: 'stderr', late: true, text: 'd\n' });
  const groups = groupLines(output.lines, 100);
  expect(
    groups.map(({ start, origin, lines }) => [start, origin.stream, origin.late, lines.length]),
  ).toEqual([
    [100, 'stdout', false, 2],
    [102, 'stderr', false, 1],
    [103, 'stderr', true, 1],
  ]);
});
