import { describe, expect, it } from 'vitest';
import { findRepeatedKey, isDeeperThan } from './json-text.ts';

describe('pr-006 a key given twice', () => {
  it.each([
    ['{"code":"1","code":"2"}', 'code'],
    ['{"code" :"1", "c\\u006fde"\n: "2"}', 'code'],
    ['{"a":{"b":1,"b":2}}', 'b'],
    ['[{"a":1},{"a":1,"x":[],"a":2}]', 'a'],
    ['{"a\\"":1,"a\\"":2}', 'a"'],
    ['{"a\\\\":1,"a\\\\":2}', 'a\\'],
    ['{"":1,"":2}', ''],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    [`{"a":1${' '.repeat(200)},"a"${' '.repeat(200)}:2}`, 'a'],
  ])('is found in %s', (json, key) => {
    expect(findRepeatedKey(json)).toBe(key);
  });

  it.each([
    '{}',
    '"a"',
    '[["a","a"]]',
    '{"a":"a","b":"a"}',
    '{"a":{"a":{"a":1}},"b":{"a":1}}',
    '{"a":"\\"a\\":1,","b":"{\\"a\\":1,\\"a\\":2}"}',
    '[{"a":1},{"a":1}]',
    '{"a":"x\\\\","b":"}{"}',
  ])('is not found in %s', (json) => {
    expect(findRepeatedKey(json)).toBeUndefined();
  });

  it('is looked for in a cell of 1 MiB of escapes', () => {
    const code = '"\\'.repeat(500_000);
    expect(findRepeatedKey(JSON.stringify({ code }))).toBeUndefined();
    expect(findRepeatedKey(`${JSON.stringify({ code }).slice(0, -1)},"code":""}`)).toBe('code');
  });
});

describe('pr-006 the depth of JSON text', () => {
  it.each([
    ['[]', 0, true],
    ['[]', 1, false],
    ['[{"a":[1]}]', 2, true],
    ['[{"a":[1]}]', 3, false],
    ['[],[],[]', 1, false],
    ['"[[[["', 0, false],
    ['"\\"[[[[', 0, false],
    ['{"[":"{[\\"{["}', 1, false],
    ['1', 0, false],
    ['', 0, false],
  ])('of %s is more than %d: %s', (json, limit, expected) => {
    expect(isDeeperThan(json, limit)).toBe(expected);
  });
});
