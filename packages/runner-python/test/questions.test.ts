import { createRunnerFixture } from '@repltool/runner-testkit';
import { describe, expect, it } from 'vitest';
import { createPythonRunner } from '../src/index.ts';

const fixture = createRunnerFixture(createPythonRunner());

type Config = NonNullable<Parameters<typeof fixture.session>[0]>;

const DEFINITIONS = `
import math
class Box:
    """A box."""
    def __init__(self, width, *, height=2):
        self.inner = {'key one': 1}
    @property
    def area(self): print('the property has run')
    def method(self, argument): pass
    def __repr__(self): raise RuntimeError
box = Box(1)
data = {'alpha': {'beta': [1]}, 'al"p': 2}
def function(first, second=2, *, key=None):
    """Does it."""
`;

/** Asks with the cursor at the `|` of each code, all in one session. */
async function completing(codes: readonly string[], config: Config = {}) {
  await using session = await fixture.session(config);
  expect(await session.execute(DEFINITIONS)).toMatchObject({ status: 'ok' });
  const answers = [];
  for (const marked of codes) {
    const cursor = marked.indexOf('|');
    const code = marked.replace('|', '');
    const { replace, completions } = await session.complete({ code, cursor });
    answers.push({ completions, replaced: code.slice(replace.start, replace.end) });
  }
  const { output, error } = await session.execute('pass');
  return { answers, output: output + error };
}

async function firstOf(code: string, config?: Config) {
  const { answers } = await completing([code], config);
  return { replaced: answers[0]?.replaced, first: answers[0]?.completions[0] };
}

describe('completion in Python', () => {
  it.each([
    ['fun|', { text: 'function', kind: 'function', detail: '(first, second=2, *, key=None)' }],
    ['whi|', { text: 'while', kind: 'keyword' }],
    ['isinst|', { text: 'isinstance', kind: 'function' }],
    ['math.sq|', { text: 'sqrt', kind: 'function', detail: '(x, /)' }],
    ['box.me|', { text: 'method', kind: 'method', detail: '(argument)' }],
    ['box.|', { text: 'area', kind: 'property' }],
    ['"abc".upp|', { text: 'upper', kind: 'method' }],
    ['function(|', { text: 'first=', kind: 'property' }],
    ['Box(1, he|', { text: 'height=', kind: 'property', detail: 'height=2' }],
    [`data['al|`, { text: 'alpha', kind: 'value' }],
    [`data['alpha']['|`, { text: 'beta', kind: 'value' }],
    [`box.inner["ke|`, { text: 'key one', kind: 'value' }],
    [`data['alpha'].ke|`, { text: 'keys', kind: 'method' }],
    ['import mat|', { text: 'math', kind: 'module' }],
    ['from math import sq|', { text: 'sqrt', kind: 'function' }],
    ['from coll|', { text: 'collections', kind: 'module' }],
    [`open('/usr/li|')`, { text: 'lib/', kind: 'folder' }],
    ['later = 1\nlat|', { text: 'later', kind: 'variable' }],
  ])('of %s', async (code, expected) => {
    // On a busy machine the second that an answer may take is not always enough for the names of all modules.
    await expect.poll(async () => (await firstOf(code)).first).toMatchObject(expected);
  });

  it('replaces the word, counted right behind characters of two units', async () => {
    expect(await firstOf(`'😀'; mat|h`)).toMatchObject({
      replaced: 'mat',
      first: { text: 'math' },
    });
  });

  it('has nothing to say in comments, text and where only running could tell', async () => {
    const codes = ['# bo|', `'''bo|`, 'unknown.na|', 'box.area.na|', 'function().na|'];
    const { answers } = await completing(codes);
    for (const { completions } of answers) expect(completions).toEqual([]);
  });

  it('runs no property', async () => {
    expect((await completing(['box.ar|', 'box.area.|'])).output).toBe('');
  });

  it('is cut short when user code does not end', async () => {
    await using session = await fixture.session();
    await session.execute(
      `class Endless:\n    def __dir__(self):\n        while True: pass\nendless = Endless()`,
    );
    expect(await session.complete({ code: 'endless.', cursor: 8 })).toMatchObject({
      completions: [],
    });
    expect(await session.execute('1 + 1')).toMatchObject({ result: 2 });
  });

  it('offers in strict mode what that mode allows', async () => {
    const config = { sandbox_mode: 'strict' } as const;
    const codes = ['box.__d|', 'import o|', `open('/usr/|`, 'import mat|'];
    await using session = await fixture.session(config);
    await session.execute('class Box: pass\nbox = Box()');
    const texts = [];
    for (const marked of codes) {
      const code = marked.replace('|', '');
      const { completions } = await session.complete({ code, cursor: code.length });
      texts.push(completions.map(({ text }) => text));
    }
    expect(texts[0]).not.toContain('__dict__');
    expect(texts[1]).not.toContain('os');
    expect(texts[2]).toEqual([]);
    expect(texts[3]).toContain('math');
  });
});

describe('inspection in Python', () => {
  const about = async (marked: string) => {
    await using session = await fixture.session();
    await session.execute(DEFINITIONS);
    const { data } = await session.inspect({
      code: marked.replace('|', ''),
      cursor: marked.indexOf('|'),
    });
    return data?.['text/plain'];
  };

  it.each([
    ['fun|ction', 'function(first, second=2, *, key=None)\ntype: function\n\nDoes it.'],
    ['function(1, |)', 'function(first, second=2, *, key=None)\ntype: function\n\nDoes it.'],
    ['Box|', 'Box(width, *, height=2)\ntype: type\n\nA box.'],
    ['box|', 'box = <Box>\ntype: Box'],
  ])('of %s', async (code, text) => {
    expect(await about(code)).toBe(text);
  });

  it('names nothing of the driver', async () => {
    expect(await about('inp|ut')).not.toContain('driver');
    expect(await about('displ|ay')).not.toContain('driver');
    expect(await about('nothing|')).toBeUndefined();
  });
});

describe('variables of Python', () => {
  it('are listed in order, with types, bounded values and shapes', async () => {
    await using session = await fixture.session();
    await session.execute(`${DEFINITIONS}\nlong = 'x' * 1000\nnumbers = [*range(100000)]`);
    const { variables, total } = await session.variables();
    expect(total).toBe(7);
    expect(variables).toMatchObject([
      { name: 'math', type: 'module', value: '<module math>' },
      { name: 'Box', type: 'type', value: `<class 'Box'>` },
      { name: 'box', type: 'Box', value: '<Box>' },
      { name: 'data', type: 'dict', shape: '2 items' },
      { name: 'function', type: 'function', value: '<function function>' },
      { name: 'long', type: 'str', shape: '1000 characters' },
      { name: 'numbers', value: '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ...]', shape: '100000 items' },
    ]);
    for (const { value } of variables) expect(value.length).toBeLessThanOrEqual(200);
  });

  it('are listed whatever their classes do when they are asked', async () => {
    await using session = await fixture.session();
    await session.execute(`
class Meta(type):
    def __getattribute__(cls, name): raise SystemExit(name)
class Hostile(metaclass=Meta):
    def __getattribute__(self, name): raise SystemExit(name)
    def __dir__(self): raise BaseException
hostile = Hostile()`);
    const { variables } = await session.variables();
    expect(variables.map(({ name, value }) => `${name} ${value}`)).toEqual([
      `Meta <class 'Meta'>`,
      `Hostile <class 'Hostile'>`,
      'hostile <Hostile>',
    ]);
    await session.complete({ code: 'hostile.', cursor: 8 });
    await session.inspect({ code: 'hostile', cursor: 1 });
    const { state, result } = await session.execute('1 + 1');
    expect({ state, result }).toMatchObject({ state: { outcome: 'kept' }, result: 2 });
  });

  it('and other questions change nothing that a cell sees', async () => {
    await using session = await fixture.session();
    await session.execute('import sys\nbefore = set(sys.modules)\n41');
    await session.variables();
    await session.complete({ code: 'sys.', cursor: 4 });
    await session.inspect({ code: 'sys', cursor: 1 });
    const result = await session.execute('_, sorted(set(sys.modules) - before)');
    expect(result.result_text).toMatch(/^\(41, /);
    expect(result.result_text).not.toContain('repltool');
  });
});
