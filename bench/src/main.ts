import { measureCheckpoints } from './checkpoints.ts';
import { measureCreation } from './creation.ts';
import { measureNeighbours } from './neighbours.ts';
import { measurePolicyChecks } from './policy-checks.ts';
import { measureThroughput } from './throughput.ts';
import { measureWarmCells } from './warm-cells.ts';

const SUITES = {
  cells: measureWarmCells,
  creation: measureCreation,
  throughput: measureThroughput,
  checkpoints: measureCheckpoints,
  policy: measurePolicyChecks,
  neighbours: measureNeighbours,
} as const;

const asked = process.argv.slice(2);
for (const [name, measure] of Object.entries(SUITES)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\n${name}`);
  console.table(await measure());
}
