import { ReplError, parse, sessionConfigSchema, sessionIdSchema } from '@repltool/protocol';
import type { Engine, Session } from './api.ts';
import { randomId } from './ids.ts';
import type { PolicyChecker } from './ports/policy.ts';
import type { RunnerPlugin } from './ports/runner.ts';
import type { SandboxBackend } from './ports/sandbox.ts';
import { runOnce } from './run-once.ts';
import { createRuntimeTable } from './runtimes.ts';
import { createSessionBuilder, type SessionRequest } from './session-builder.ts';
import { createSessionTable } from './session-table.ts';
import { decodeSnapshot } from './snapshot/codec.ts';
import { createPrecedence } from './urgency.ts';
import { createWarmPool } from './warm-pool.ts';

const DEFAULT_MAX_SESSIONS = 50;

export interface EngineOptions {
  readonly runners: readonly RunnerPlugin[];
  readonly sandbox: SandboxBackend;
  readonly policy: PolicyChecker;
  /** Sessions at once; 50 when left out. */
  readonly maxSessions?: number;
  /** Interpreters kept started ahead for each kind of session that was asked for; 0 when left out. */
  readonly spares?: number;
}

/** Puts runners, sandbox and policy together. Nothing is started until a session or the runtimes are asked for. */
export function createEngine(options: EngineOptions): Engine {
  const { policy, sandbox: backend } = options;
  const runtimes = createRuntimeTable(options.runners, backend, policy);
  const table = createSessionTable(options.maxSessions ?? DEFAULT_MAX_SESSIONS);
  const pool = createWarmPool(options.spares ?? 0);
  let closing: Promise<void> | undefined;

  const build = createSessionBuilder({
    runtimes,
    policy,
    backend,
    pool,
    precedence: createPrecedence(),
  });

  const assertOpen = (): void => {
    if (closing !== undefined) throw new ReplError('ShuttingDown', 'The engine is closing.');
  };

  const close = (): Promise<void> => {
    closing ??= (async () => {
      await Promise.all(table.list().map((session) => session.terminate()));
      await table.settled();
      await pool[Symbol.asyncDispose]();
      await backend[Symbol.asyncDispose]();
    })();
    return closing;
  };

  const open = async (request: SessionRequest): Promise<Session> => {
    assertOpen();
    const session = await table.add(request.config.session_id ?? randomId(), (id, onEnd) =>
      build(id, request, onEnd),
    );
    if (closing !== undefined) {
      await session.terminate();
      assertOpen();
    }
    return session;
  };

  const createSession: Engine['createSession'] = async (config) => {
    assertOpen();
    return open({ config: parse(sessionConfigSchema, config) });
  };

  const restoreSession: Engine['restoreSession'] = async (bytes, config = {}) => {
    assertOpen();
    const snapshot = await decodeSnapshot(bytes);
    const full = parse(sessionConfigSchema, { language: snapshot.language, ...config });
    let lostNames: readonly string[] = [];
    const session = await open({
      config: full,
      snapshot,
      restored: (names) => {
        lostNames = names;
      },
    });
    return { session, lost_names: lostNames };
  };

  return {
    createSession,
    restoreSession,
    run: (request) => runOnce({ createSession, restoreSession }, request),
    session: (id) => table.get(parse(sessionIdSchema, id)),
    sessions: () => table.list(),
    async runtimes() {
      return { runtimes: await runtimes.list(), isolation: await backend.probe() };
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
