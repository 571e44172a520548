import { createRunnerFixture } from '@repltool/runner-testkit';
import { describe, expect, it } from 'vitest';
import { createNodeRunner } from '../src/index.ts';
import { runCells, texts } from './run-cells.ts';

const fixture = createRunnerFixture(createNodeRunner());

describe('user code that takes things apart', () => {
  it('keeps its session without handlers, timers and process methods (nd-011)', async () => {
    const results = await runCells(fixture, [
      "process.on('uncaughtException', () => {}); process.on('exit', () => { for (;;) ; }); 1",
      'process.removeAllListeners(); process.stdin?.removeAllListeners?.(); 2',
      'process.exit = process.kill = process.nextTick = process.send = undefined; globalThis.setTimeout = globalThis.setImmediate = globalThis.queueMicrotask = undefined; 3',
      '4',
    ]);
    expect(texts(results)).toEqual(['1', '2', '3', '4']);
  });

  it('keeps its session without built-in objects', async () => {
    const results = await runCells(fixture, [
      'JSON.parse = JSON.stringify = () => { throw 1 }; Array.prototype.map = Array.prototype.forEach = undefined; 1',
      'Object.defineProperty(Object.prototype, "type", { get() { throw 2 } }); Object.prototype.value = 3; ({ a: 1 })',
      'String.prototype.split = String.prototype.indexOf = RegExp.prototype.exec = () => { throw 3 }; Promise.prototype.then = Promise.prototype.catch = undefined; ({ b: 2 })',
      'require("node:util").inspect = Buffer.from = Reflect.ownKeys = undefined; [1]',
      'delete globalThis.Promise; delete globalThis.Atomics; delete globalThis.Buffer; [2]',
      'null.x',
      '3',
    ]);
    expect(texts(results)).toEqual(['1', '{ a: 1 }', '{ b: 2 }', '[ 1 ]', '[ 2 ]', 'error', '3']);
    expect(results[5]?.exception?.traceback.at(-1)).toBe('    at cell-6.js:1:6');
  });

  it('cannot reach the protocol by the numbers of its descriptors', async () => {
    const results = await runCells(fixture, [
      "try { fs.writeSync(4, 'junk\\n') } catch (error) { error.code }",
      "try { fs.writeSync(3, 'junk\\n') } catch (error) { error.code }",
      "fs.closeSync(3); fs.closeSync(4); 'closed'",
      "require('node:child_process').execSync('for fd in /proc/self/fd/*; do echo ${fd##*/}; done', { stdio: 'inherit' })",
    ]);
    expect(texts(results).slice(0, 3)).toEqual(["'EBADF'", "'EBADF'", "'closed'"]);
    // Besides its own three, the shell has the one by which it lists them.
    expect(results[3]?.output).toMatch(/^0\n1\n2\n(?:\d+\n)?$/);
  });

  it('breaks the showing of results, and not the session', async () => {
    const results = await runCells(fixture, [
      'Array.prototype.push = undefined; Object.prototype.get = 3; ({ a: 1 })',
      '2',
    ]);
    expect(results[0]?.exception?.traceback.join() ?? '').not.toContain('<anonymous>:');
    expect(results[1]?.result).toBe(2);
  });

  it('finds no way to the hooks of the driver', async () => {
    const results = await runCells(fixture, [
      'typeof __repltool_hooks',
      'try { __repltool.then = 1; delete globalThis.__repltool } catch {} typeof __repltool.then',
      'Object.keys(require.cache).concat(process.argv.slice(1), process.execArgv, require.main ?? [])',
      'const { __repltool: other } = { __repltool: 1 }; let __repltoolX = 1; 5',
    ]);
    expect(texts(results)).toEqual(["'undefined'", "'function'", '[]', '5']);
  });

  it('finds no way to them through the frames of a stack either', async () => {
    const results = await runCells(fixture, [
      'const reached = []; Error.stackTraceLimit = 100; Error.prepareStackTrace = (_, frames) => frames.map((frame) => [frame.getThis(), frame.getFunction()]); const look = () => { reached.push(...new Error().stack.slice(1)); return "path" }; 1',
      '({ [Symbol.for("nodejs.util.inspect.custom")]: look })',
      'throw { [Symbol.for("nodejs.util.inspect.custom")]: look }',
      'await __repltool.import({ toString: look }); Error.prepareStackTrace = undefined; [reached.length > 0, reached.flat().filter((found) => found !== undefined)]',
    ]);
    expect(results[3]?.result_text).toBe('[ true, [] ]');
  });

  it('ends its own process and gets another one, told so', async () => {
    await using session = await fixture.session({ checkpoint: 'off' });
    await session.execute('var x = 1');
    for (const code of [
      'process.abort()',
      "process.kill(process.pid, 'SIGTERM')",
      'for (let fd = 3; fd < 64; fd += 1) try { fs.closeSync(fd) } catch {}\nawait new Promise((r) => setTimeout(r, 1000))',
    ]) {
      const result = await session.execute(code);
      expect(result).toMatchObject({ status: 'crashed', state: { outcome: 'reset' } });
      expect(result.error).not.toContain('debugger');
      expect((await session.execute('typeof x')).result).toBe('undefined');
    }
  });
});

describe('memory', () => {
  it.each([
    'const hog = []; for (;;) hog.push(new Array(1000).fill({}))',
    'const hog = []; for (;;) hog.push(Buffer.alloc(1e6, 1))',
  ])('that runs out is told as the limit it is: %s (R-LIM-03, R-LIM-08)', async (code) => {
    const results = await runCells(fixture, [code, '1']);
    expect(results[0]).toMatchObject({
      status: 'limit',
      failure: { code: 'ExecutionMemoryExceeded' },
      state: { outcome: 'reset' },
    });
    expect(results[1]?.result).toBe(1);
  });
});

describe('process.exit', () => {
  it('ends the cell wherever it is called, and nothing else (R-EXE-05)', async () => {
    const results = await runCells(fixture, [
      'var x = 7; try { process.exit(5) } catch { console.log("caught") } finally { console.log("finally") }',
      'setTimeout(() => process.exit(4), 5); await new Promise(() => {})',
      'process.exitCode = 6; process.exit()',
      "process.once('exit', (code) => console.log('bye', code)); process.exit(0)",
      "process.exit('abc')",
      'x',
    ]);
    expect(results.map(({ status, exit_code }) => [status, exit_code])).toEqual([
      ['exited', 5],
      ['exited', 4],
      ['exited', 6],
      ['exited', 0],
      ['error', 1],
      ['ok', 0],
    ]);
    expect(results.map(({ output }) => output)).toEqual(['', '', '', 'bye 0\n', '', '']);
    expect(results[5]?.result).toBe(7);
    for (const { state } of results) expect(state.outcome).toBe('kept');
  });

  it('between cells says so and leaves the next cell alone', async () => {
    await using session = await fixture.session();
    const note = new Promise<string>((resolve) => {
      session.subscribe({ output: ({ text }) => text.includes('process.exit') && resolve(text) });
    });
    const before = await session.execute("setTimeout(() => process.exit(9), 20); 'before'");
    expect(before).toMatchObject({ status: 'ok', result: 'before' });
    expect(await note).toContain('process.exit(9)');
    expect((await session.execute('1')).status).toBe('ok');
  });

  it('of a worker thread ends that thread alone', async () => {
    const [result] = await runCells(fixture, [
      "const worker = new (require('node:worker_threads').Worker)('process.exit(3)', { eval: true }); await new Promise((r) => worker.on('exit', r))",
    ]);
    expect(result?.result).toBe(3);
  });
});
