import type { ExecutionResult, SandboxMode } from '@repltool/protocol';
import { ReplError, type Engine, type Session } from 'repltool';
import { afterAll, describe, expect, it } from 'vitest';
import { boundaryEngine, fenceEngine, productEngine } from './engines.ts';

/** One hostile cell, and exactly what it must get. */
export interface Attack {
  /** Id of the threat it tries, as in THREAT_MODEL.md. */
  readonly threat: string;
  /** What it tries to do. */
  readonly name: string;
  readonly language: 'python' | 'javascript' | 'bash';
  /** Modes it is tried in. */
  readonly modes: readonly SandboxMode[];
  readonly code: string;
  /** What the result must match; a function may look closer. */
  readonly expect: Partial<ExecutionResult> | ((result: ExecutionResult) => void);
  /** Given a session of its own, since it harms the one it runs in. */
  readonly alone?: boolean;
  readonly timeoutMs?: number;
}

export const EVERY_MODE: readonly SandboxMode[] = ['strict', 'standard', 'relaxed'];
export const WRITABLE: readonly SandboxMode[] = ['standard', 'relaxed'];

/** Sessions shared by the attacks of one file that leave theirs usable. */
function sharedSessions(engine: Engine) {
  const shared = new Map<string, Promise<Session>>();
  return (language: string, sandbox_mode: SandboxMode): Promise<Session> => {
    const key = `${language} ${sandbox_mode}`;
    const session = shared.get(key) ?? engine.createSession({ language, sandbox_mode });
    shared.set(key, session);
    return session;
  };
}

function describeOn(
  engine: Engine,
  title: string,
  attacks: readonly Attack[],
  judge: (running: Promise<ExecutionResult>, attack: Attack) => Promise<void>,
): void {
  describe(title, () => {
    const shared = sharedSessions(engine);
    afterAll(() => engine.close());
    for (const attack of attacks) {
      const { threat, language, name, code, timeoutMs = 10_000 } = attack;
      it.each(attack.modes)(`${threat} ${language} %s: ${name}`, async (mode) => {
        const session = attack.alone
          ? await engine.createSession({ language, sandbox_mode: mode })
          : await shared(language, mode);
        await judge(session.execute(code, { timeout_ms: timeoutMs }), attack);
        if (attack.alone) await session.terminate();
      });
    }
  });
}

async function holdAgainst(
  running: Promise<ExecutionResult>,
  { expect: wanted }: Attack,
): Promise<void> {
  const result = await running;
  if (typeof wanted === 'function') wanted(result);
  else expect(result).toMatchObject(wanted);
}

/** Attacks on the kernel's wall, with neither policy nor fence in front of it. */
export function describeBoundaryAttacks(area: string, attacks: readonly Attack[]): void {
  describeOn(boundaryEngine(), `attacks on the boundary: ${area}`, attacks, holdAgainst);
}

/** Attacks on the fence: each is refused before it runs, or is judged by what it got. */
export function describeFenceAttacks(area: string, attacks: readonly Attack[]): void {
  describeOn(productEngine(), `attacks on the fence: ${area}`, attacks, async (running, attack) => {
    const refused = await running.then(
      () => false,
      (error: unknown) => {
        if (ReplError.isInstance(error) && error.code === 'MaliciousCodeDetected') return true;
        throw error;
      },
    );
    if (!refused) await holdAgainst(running, attack);
  });
}

/** Attacks on what interpreters hold by themselves, as against code whose text gives nothing away. */
export function describeInterpreterAttacks(area: string, attacks: readonly Attack[]): void {
  describeOn(
    fenceEngine(),
    `attacks on the interpreter's own fence: ${area}`,
    attacks,
    holdAgainst,
  );
}
