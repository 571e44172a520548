import { TransportError } from '@repltool/client';
import { ReplError, type ExecutionResult } from '@repltool/protocol';
import type { Session } from 'repltool';
import { setTimeout as sleep } from 'node:timers/promises';
import { executeByCli } from './cli.ts';
import { timed, type Outcome, type OutcomeKind } from './outcome.ts';
import type { Scene } from './scene.ts';
import type { StepOf } from './steps.ts';
import { within } from './within.ts';

/** Tells a refusal, and the end of a connection, from a result; anything else goes on to fail the replay. */
export async function orRefused(work: () => Promise<OutcomeKind>): Promise<OutcomeKind> {
  try {
    return await work();
  } catch (error) {
    if (ReplError.isInstance(error)) return { kind: 'refused', error };
    if (error instanceof TransportError) return { kind: 'cut', error };
    throw error;
  }
}

interface Request {
  readonly code: string;
  readonly timeout_ms?: number;
}

/** The limits are passed on as they are: some cases are about what the product says to them. */
function timeoutOf(step: StepOf<'execute'>): { readonly timeout_ms?: number } {
  if ('timeout_ms' in step) return { timeout_ms: step.timeout_ms as number };
  return step.timeout_s === undefined ? {} : { timeout_ms: Math.round(step.timeout_s * 1000) };
}

/** Where a cell without a place of its own runs: over the latest connection, where the case has one. */
function latestConnection(scene: Scene): string | undefined {
  return [...scene.connections.keys()].at(-1);
}

async function overTransport(
  scene: Scene,
  transport: string,
  session: Session,
  request: Request,
): Promise<ExecutionResult> {
  const { client } = await scene.server();
  const { code, ...options } = request;
  if (transport === 'rest') return client.execute(session.id, request);
  if (transport === 'cli') return executeByCli(session.info().language, request);
  if (transport !== 'socket')
    return runOver(scene.connections.get(transport), session, code, options);
  const connection = client.connect();
  try {
    return await connection.session(session.id).execute(code, options);
  } finally {
    connection.close();
  }
}

async function runOver(
  connection: ReturnType<Scene['connections']['get']>,
  session: Session,
  code: string,
  options: { readonly timeout_ms?: number },
): Promise<ExecutionResult> {
  if (connection === undefined) throw new Error('no such connection');
  return connection.session(session.id).execute(code, options);
}

/** Transports that wait for what is not built yet. */
const NOT_BUILT = ['mcp'];

async function run(scene: Scene, session: Session, step: StepOf<'execute'>): Promise<Outcome> {
  const request = { code: scene.fillIn(step.code), ...timeoutOf(step) };
  const via = step.via ?? latestConnection(scene);
  if (via === undefined)
    return timed(() =>
      orRefused(async () => ({
        kind: 'result',
        result: await session.execute(request.code, timeoutOf(step)),
      })),
    );
  const over = (transport: string, where: Session): Promise<Outcome> =>
    timed(() =>
      orRefused(async () => ({
        kind: 'result',
        result: await overTransport(scene, transport, where, request),
      })),
    );
  const transports = via.split(' and ').filter((name) => !NOT_BUILT.includes(name));
  if (transports.length === 1) return over(via, session);
  // At the same time, and so each in a session of its own.
  const outcomes = transports.map(
    async (name) => [name, await over(name, await scene.create({}, name))] as const,
  );
  return timed(async () => ({
    kind: 'several',
    outcomes: Object.fromEntries(await Promise.all(outcomes)),
  }));
}

export async function execute(scene: Scene, step: StepOf<'execute'>): Promise<OutcomeKind> {
  if (step.after_ms !== undefined) await sleep(step.after_ms);
  const session = await (step.in === undefined
    ? scene.session(step.language)
    : scene.named(step.in));
  const running = run(scene, session, step);
  scene.cells.push(running);
  if (step.background !== true)
    return within(step.within_s, `the cell ${step.code.slice(0, 60)}`, running);
  // What becomes of it is for the step that waits for it, and for the check, to say.
  running.catch(() => undefined);
  scene.background.set(step.tag ?? '', running);
  return { kind: 'begun' };
}

export async function awaitResult(
  scene: Scene,
  { tag = '', within_s }: StepOf<'await-result'>,
): Promise<OutcomeKind> {
  const running = scene.background.get(tag);
  if (running === undefined) throw new Error(`no cell runs in the background as '${tag}'`);
  return within(within_s, 'the result of the cell in the background', running);
}

export async function awaitAll(
  scene: Scene,
  { within_s }: StepOf<'await-all'>,
): Promise<OutcomeKind> {
  const entries = [...scene.background].map(
    async ([tag, running]) => [tag, await running] as const,
  );
  const outcomes = await within(within_s, 'all that runs in the background', Promise.all(entries));
  return { kind: 'several', outcomes: Object.fromEntries(outcomes) };
}
