import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

const here = (path: string): URL => new URL(path, import.meta.url);
const THREAT_ID = /T-[A-Z]+-\d\d/g;

it('tries every threat of the model, and no other', () => {
  const model = readFileSync(here('../THREAT_MODEL.md'), 'utf8');
  const attacks = readdirSync(here('.'))
    .filter((name) => name.endsWith('.test.ts') && name !== 'threats.test.ts')
    .map((name) => readFileSync(here(name), 'utf8'))
    .join('\n');
  const named = (text: string): string[] => [...new Set(text.match(THREAT_ID))].toSorted();
  expect(named(attacks)).toEqual(named(model));
});
