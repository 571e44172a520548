import type { SessionConfig } from '@repltool/protocol';
import { orRefused } from './cells.ts';
import type { OutcomeKind } from './outcome.ts';
import { send } from './request.ts';
import type { Scene } from './scene.ts';
import type { StepOf } from './steps.ts';
import { within } from './within.ts';

/** The id of the case's last session once more. */
const SAME_ID = 'same-again';

/** What the cases call the product's settings; any other name is passed on for the product to refuse. */
const LIMIT_NAMES: Readonly<Record<string, string>> = {
  memory_mb: 'max_memory_mb',
  timeout_s: 'max_cpu_time',
};

function toConfig(scene: Scene, step: StepOf<'create'>): Partial<SessionConfig> {
  const { timeout_s, ...options } = step.options ?? {};
  const limits = { ...step.limits, ...(timeout_s === undefined ? {} : { timeout_s }) };
  const resource_limits = Object.fromEntries(
    Object.entries(limits).map(([name, value]) => [LIMIT_NAMES[name] ?? name, value]),
  );
  const id = step.id === SAME_ID ? scene.sessions.at(-1)?.id : step.id;
  return {
    ...options,
    ...(Object.keys(limits).length === 0 ? {} : { resource_limits }),
    ...(id === undefined ? {} : { session_id: id }),
  };
}

export async function create(scene: Scene, step: StepOf<'create'>): Promise<OutcomeKind> {
  const config = toConfig(scene, step);
  if (step.via !== undefined) {
    const connection = scene.connections.get(step.via);
    if (connection === undefined) throw new Error(`no connection is called ${step.via}`);
    const language = (await scene.server().then(({ client }) => client.runtimes())).runtimes[0];
    const { id } = await connection.createSession({
      language: language?.language ?? 'python',
      ...config,
    });
    const session = scene.engine.session(id);
    scene.adopt(session);
    return { kind: 'sessions', sessions: [session.info()] };
  }
  return orRefused(async () => {
    const made = [];
    for (let left = step.count ?? 1; left > 0; left -= 1)
      made.push(await scene.create(config, step.as));
    return { kind: 'sessions', sessions: made.map((session) => session.info()) };
  });
}

export async function terminate(scene: Scene, step: StepOf<'terminate'>): Promise<OutcomeKind> {
  const session = await scene.latest();
  return within(
    step.within_s,
    'terminate',
    orRefused(async () => {
      await session.terminate();
      return { kind: 'done' };
    }),
  );
}

export async function restart(scene: Scene): Promise<OutcomeKind> {
  const session = await scene.latest();
  return orRefused(async () => {
    await session.reset();
    return { kind: 'done' };
  });
}

export async function interrupt(scene: Scene): Promise<OutcomeKind> {
  const session = await scene.latest();
  return { kind: 'interrupted', interrupted: session.interrupt() };
}

export async function getSession(scene: Scene): Promise<OutcomeKind> {
  const { id } = await scene.latest();
  return orRefused(() =>
    Promise.resolve({ kind: 'sessions', sessions: [scene.engine.session(id).info()] }),
  );
}

export async function history(scene: Scene): Promise<OutcomeKind> {
  const session = await scene.latest();
  return { kind: 'history', history: session.history() };
}

/** A request to the server about the session the case is in, for what only the server has. */
async function ask(
  scene: Scene,
  method: string,
  path: string,
  body?: unknown,
): Promise<OutcomeKind> {
  const { id } = await scene.latest();
  return send(await scene.server(), {
    method,
    path: `/api/v1/sessions/${id}${path}`,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

export function complete(scene: Scene, { code }: StepOf<'complete'>): Promise<OutcomeKind> {
  return ask(scene, 'POST', '/complete', { code, cursor: code.length });
}

export function listFiles(scene: Scene, step: StepOf<'list-files'>): Promise<OutcomeKind> {
  return within(step.within_s, 'the listing', ask(scene, 'GET', '/files'));
}

export function writeFile(
  scene: Scene,
  { path, content }: StepOf<'write-file'>,
): Promise<OutcomeKind> {
  return ask(scene, 'PUT', `/files/${path}`, { content });
}
