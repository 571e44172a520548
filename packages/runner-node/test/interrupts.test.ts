import { createRunnerFixture } from '@repltool/runner-testkit';
import { describe, expect, it } from 'vitest';
import { createNodeRunner } from '../src/index.ts';

const fixture = createRunnerFixture(createNodeRunner());
const never = 'await new Promise(() => {})';

/** Everything here is stopped in one session, so that each also shows that the ones before it did no harm. */
const STUCK: Record<string, string> = {
  'a loop': 'for (;;) ;',
  'a loop that finally goes on': 'for (;;) try { for (;;) ; } finally { for (;;) ; }',
  'an endless await (nd-015)': 'while (true) await null',
  'a loop in a promise callback (nd-016)': `Promise.resolve().then(() => { for (;;) ; }); ${never}`,
  'microtasks without end (nd-015)': `(function spin() { return Promise.resolve().then(spin) })(); ${never}`,
  'ticks without end': `process.nextTick(function spin() { process.nextTick(spin) }); ${never}`,
  'a regular expression (nd-016)': "/^(a+)+$/.test('a'.repeat(40) + 'b')",
  'a blocked wait (nd-016)': 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
  'a loop in a timer': `setTimeout(() => { for (;;) ; }, 1); ${never}`,
  'a loop in an immediate': `setImmediate(() => { for (;;) ; }); ${never}`,
  'a loop in a file callback': `fs.readFile('/etc/passwd', () => { for (;;) ; }); ${never}`,
  'a loop in an asynchronous context':
    'new (require("node:async_hooks").AsyncLocalStorage)().run(1, () => { for (;;) ; })',
  'a loop after asynchronous hooks': `require('node:async_hooks').createHook({ init() {} }).enable(); setTimeout(() => { for (;;) ; }, 1); ${never}`,
  'a loop in another realm': "require('node:vm').runInNewContext('for (;;) ;')",
  'a loop from a string': "eval('for (;;) ;')",
  'a loop in a static block': 'class Stuck { static { for (;;) ; } }',
  'showing a result (nd-013)': "({ [Symbol.for('nodejs.util.inspect.custom')]() { for (;;) ; } })",
  'showing an error': "throw { stack: 'x', get name() { for (;;) ; } }",
  'a child process waited for': "require('node:child_process').execSync('sleep 60')",
  'a child process in the background': `require('node:child_process').spawn('sleep', ['60']); ${never}`,
  'waiting for nothing': never,
};

describe('an interrupt', () => {
  it('stops whatever a cell is doing, in one session that keeps its state (R-LIM-11)', async () => {
    await using session = await fixture.session();
    await session.execute('var kept = 42');
    for (const [what, code] of Object.entries(STUCK)) {
      const result = await session.execute(code, { timeout_ms: 300 });
      expect({ what, status: result.status, state: result.state.outcome }).toEqual({
        what,
        status: 'timeout',
        state: 'kept',
      });
      expect(await session.execute('kept')).toMatchObject({ status: 'ok', result: 42 });
    }
    const left = await session.execute(
      "require('node:child_process').execSync('ps -e -o args= || true').toString().includes('sleep 60')",
    );
    expect(left.result).toBe(false);
  }, 120_000);

  it('leaves child processes of earlier cells alone', async () => {
    await using session = await fixture.session();
    await session.execute("var server = require('node:child_process').spawn('sleep', ['60']); 1");
    await session.execute('await new Promise((r) => setTimeout(r, 100))');
    await session.execute('for (;;) ;', { timeout_ms: 200 });
    await session.execute('await new Promise((r) => setTimeout(r, 500))');
    expect((await session.execute('server.exitCode ?? server.signalCode')).result).toBeNull();
  });

  it('of a cell that spins behind its result reaches the next one (nd-015, nd-016)', async () => {
    await using session = await fixture.session();
    const spinning = await session.execute(
      "(function spin() { return Promise.resolve().then(spin) })(); 'returned'",
    );
    expect(spinning.result).toBe('returned');
    const starved = await session.execute("'b'", { timeout_ms: 500 });
    expect(starved).toMatchObject({ status: 'timeout', state: { outcome: 'kept' } });
    expect((await session.execute("'c'")).result).toBe('c');
  });
});
