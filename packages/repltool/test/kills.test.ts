import type { Session } from '@repltool/core';
import type { ExecutionResult } from '@repltool/protocol';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../src/index.ts';

/** Of all languages together; the whole trial is `KILLS=1000`. */
const KILLS = Number(process.env['KILLS'] ?? 60);

interface Words {
  readonly language: string;
  /** Sets the variable to its own name. */
  set(name: string): string;
  /** Prints the names of all variables that `set` has set, sorted, separated by blanks. */
  readonly list: string;
  /** Cells that end the interpreter. */
  readonly deaths: readonly string[];
  /** A cell after which the interpreter is ended while none runs. */
  readonly later: string;
}

const LANGUAGES: readonly Words[] = [
  {
    language: 'python',
    set: (name) => `${name} = '${name}'`,
    list: `print(*sorted(n for n in list(globals()) if n.startswith('v_')))`,
    deaths: [
      'import os, signal; os.kill(os.getpid(), signal.SIGKILL)',
      'import os, signal; os.kill(os.getpid(), signal.SIGSEGV)',
      'import os; os._exit(9)',
      'x_hog = bytearray(400_000_000)',
      'import ctypes; ctypes.string_at(0)',
    ],
    later: `import os, signal, threading; threading.Timer(0.03, os.kill, (os.getpid(), signal.SIGKILL)).start()`,
  },
  {
    language: 'javascript',
    set: (name) => `var ${name} = '${name}'`,
    list: `console.log(Object.keys(globalThis).filter((n) => n.startsWith('v_')).sort().join(' '))`,
    deaths: [
      `process.kill(process.pid, 'SIGKILL'); for (;;);`,
      `process.kill(process.pid, 'SIGSEGV'); for (;;);`,
      'process.abort()',
      'process.reallyExit(9)',
      'const hog = []; for (;;) hog.push(Buffer.alloc(10_000_000, 1))',
    ],
    later: `setTimeout(() => process.kill(process.pid, 'SIGKILL'), 30); undefined`,
  },
  {
    language: 'bash',
    set: (name) => `${name}=${name}`,
    list: `echo "\${!v_@}"`,
    deaths: ['kill -9 $$', 'kill -SEGV $$', 'exec true', 'hog=x; while :; do hog=$hog$hog; done'],
    later: '(sleep 0.03; kill -9 $$) &',
  },
];

/** Numbers below `bound`, the same in every run. */
function createDice(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** What a session ought to hold, by what its results have said. */
class Model {
  /** The variable that each cell whose effects are there has set; null when it has set none. */
  readonly #held = new Map<string, string | null>();

  note({ execution_id, state }: ExecutionResult, name: string | null): void {
    this.#held.set(execution_id, name);
    for (const lost of state.lost_cells) {
      if (!this.#held.delete(lost)) throw new Error(`${lost} was not held`);
    }
    if (state.outcome === 'kept') expect(state.lost_cells).toEqual([]);
  }

  get names(): string {
    return [...this.#held.values()]
      .filter((name) => name !== null)
      .sort()
      .join(' ');
  }
}

async function maul(session: Session, words: Words, kills: number): Promise<void> {
  const dice = createDice(words.language.length);
  const model = new Model();
  const run = async (code: string, name: string | null): Promise<ExecutionResult> => {
    const result = await session.execute(code, { timeout_ms: 20_000 });
    model.note(result, name);
    return result;
  };
  for (let kill = 0; kill < kills; kill += 1) {
    for (let cell = dice(3); cell > 0; cell -= 1) {
      const name = `v_${kill}_${cell}`;
      expect(await run(words.set(name), name)).toMatchObject({ status: 'ok' });
      // Long enough for the state to be kept, or not.
      if (dice(2) === 0) await new Promise((resolve) => setTimeout(resolve, 30));
    }
    const death = dice(words.deaths.length + 1);
    if (death === words.deaths.length) {
      await run(words.later, null);
      await new Promise((resolve) => setTimeout(resolve, 80));
    } else {
      const { status } = await run(words.deaths[death] ?? '', null);
      expect(status).toMatch(/crashed|exited|limit|error/);
    }
    const { status, output } = await run(words.list, null);
    expect({ kill, status, names: output.trim() }).toEqual({
      kill,
      status: 'ok',
      names: model.names,
    });
  }
}

describe.each(LANGUAGES)('killed again and again, $language', (words) => {
  it('answers the next cell each time, and says truly what it still holds (R-LIM-11)', async () => {
    await using engine = createEngine();
    const session = await engine.createSession({
      language: words.language,
      resource_limits: { max_memory_mb: 256, max_expressions: 10_000 },
    });
    await maul(session, words, Math.ceil(KILLS / LANGUAGES.length));
    expect(session.info().status).toBe('idle');
  }, 1_200_000);
});
