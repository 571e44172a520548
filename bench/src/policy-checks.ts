import { createPolicy } from '@repltool/policy/node';
import { spreadOf, timeEach } from './median.ts';

const ROUNDS = 2000;
const US_PER_MS = 1000;

/** Ordinary cells of about 200 bytes: one the words alone clear, and one that needs its syntax tree. */
const CELLS = [
  [
    'python',
    'plain',
    'import statistics\nreadings = [19.5, 21.0, 23.5, 22.0, 18.25, 20.75]\nmean = statistics.mean(readings)\nabove = [r for r in readings if r > mean]\nprint(f"{len(above)} of {len(readings)} above {mean:.2f}")\nabove',
  ],
  [
    'python',
    'tree',
    'import subprocess\n# what this host has to say for itself\nresult = subprocess.run(["uname", "-r"], capture_output=True, text=True, check=True)\nrelease = result.stdout.strip()\nprint(f"running on {release}")\nrelease.split(".")',
  ],
  [
    'javascript',
    'plain',
    'const readings = [19.5, 21, 23.5, 22, 18.25, 20.75];\nconst mean = readings.reduce((sum, r) => sum + r, 0) / readings.length;\nconst above = readings.filter((r) => r > mean);\nconsole.log(`${above.length} above`);\nabove',
  ],
  [
    'javascript',
    'tree',
    "const { spawnSync } = require('node:child_process');\n// what this host has to say for itself\nconst result = spawnSync('uname', ['-r'], { encoding: 'utf8' });\nconst release = result.stdout.trim();\nconsole.log(`running on ${release}`);",
  ],
  [
    'bash',
    'plain',
    'readings=(19 21 23 22 18 20)\nsum=0\nfor r in "${readings[@]}"; do\n  sum=$((sum + r))\ndone\nmean=$((sum / ${#readings[@]}))\necho "mean $mean of ${#readings[@]}"\nprintf "%s\\n" "${readings[@]}" | sort -n | head -3',
  ],
  [
    'bash',
    'tree',
    'mkdir -p build/out\n# start from nothing\nrm -rf build/out\nmkdir -p build/out\nfor name in one two three; do\n  echo "$name" > "build/out/$name.txt"\ndone\nls build/out | wc -l\ncat build/out/one.txt',
  ],
] as const;

/** What the policy's check of a cell costs before it runs, in standard mode. */
export async function measurePolicyChecks(): Promise<Record<string, string>[]> {
  const policy = createPolicy();
  const rows: Record<string, string>[] = [];
  for (const [language, kind, code] of CELLS) {
    const check = async () => policy.check(code, language, 'standard');
    const { p50, p95 } = spreadOf(await timeEach(ROUNDS, check));
    rows.push({
      language,
      cell: `${kind}, ${Buffer.byteLength(code)} bytes`,
      'p50 µs': (p50 * US_PER_MS).toFixed(1),
      'p95 µs': (p95 * US_PER_MS).toFixed(1),
      'target µs': kind === 'plain' ? '50' : '5000',
    });
  }
  return rows;
}
