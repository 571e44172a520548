import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Areas of what is built, whose cases must hold. */
export const BUILT_AREAS = ['python', 'node', 'bash', 'sandbox', 'limits', 'protocol'] as const;
export type BuiltArea = (typeof BUILT_AREAS)[number];

/** Areas whose cases wait until there is something to try them on. */
export const WAITING_AREAS = ['tools', 'mcp', 'playground', 'cli', 'server'] as const;

const caseSchema = z.strictObject({
  id: z.string().regex(/^[a-z]{2}-\d{3}-[a-z0-9-]+$/),
  area: z.enum([...BUILT_AREAS, ...WAITING_AREAS]),
  /** The public report it comes from. */
  source: z.string(),
  symptom: z.string(),
  /** Parsed when they are replayed: those of areas that wait have kinds the replay does not know. */
  steps: z.array(z.unknown()),
  /** `any`: the steps choose. */
  language: z.enum(['python', 'node', 'bash', 'any']),
  /** Null: every mode that can run it. */
  mode: z.enum(['strict', 'standard', 'relaxed']).nullable(),
  expect: z.string(),
  why: z.string(),
});
export type Case = z.infer<typeof caseSchema>;
export type Area = Case['area'];

const FILE = new URL('../../packages/runner-testkit/corpus/cases.jsonl', import.meta.url);

const CASES: readonly Case[] = readFileSync(FILE, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => caseSchema.parse(JSON.parse(line)));

/** The cases of an area, in the order of the file. */
export function casesOf(area: Area): readonly Case[] {
  return CASES.filter((one) => one.area === area);
}
