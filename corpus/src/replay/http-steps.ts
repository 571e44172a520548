import type { Outcome, OutcomeKind } from './outcome.ts';
import { timed } from './outcome.ts';
import { send } from './request.ts';
import type { Scene } from './scene.ts';
import type { StepOf } from './steps.ts';

/** The text that such an expression as `'x' * 3_000_000` gives. */
function generate(expression: string): string {
  const [, unit, count] = /^'(.)' \* ([\d_]+)$/.exec(expression) ?? [];
  if (unit === undefined || count === undefined) throw new Error(`cannot generate ${expression}`);
  return unit.repeat(Number(count.replaceAll('_', '')));
}

/** Asks to execute, where the step names no other path, in the session the case is in. */
export async function raw(scene: Scene, step: StepOf<'raw'>): Promise<OutcomeKind> {
  const { id } = await scene.latest();
  const body = step.body_gen === undefined ? step.body : generate(step.body_gen);
  return send(await scene.server(), {
    method: step.method ?? 'POST',
    path: step.path ?? `/api/v1/sessions/${id}/execute`,
    ...(step.headers === undefined ? {} : { headers: step.headers }),
    ...(body === undefined ? {} : { body }),
  });
}

export async function serverHealth(scene: Scene): Promise<OutcomeKind> {
  return send(await scene.server(), { method: 'GET', path: '/health' });
}

/** The nested steps over REST, for each id in turn. */
export async function forEach(
  scene: Scene,
  { ids, steps }: StepOf<'for-each'>,
): Promise<readonly Outcome[][]> {
  const server = await scene.server();
  const rounds: Outcome[][] = [];
  for (const id of ids) {
    const path = `/api/v1/sessions/${encodeURIComponent(id)}`;
    const round: Outcome[] = [];
    for (const step of steps)
      round.push(
        await timed(() => {
          switch (step.do) {
            case 'get':
              return send(server, { method: 'GET', path });
            case 'execute': {
              const body = JSON.stringify({ code: step.code });
              return send(server, { method: 'POST', path: `${path}/execute`, body });
            }
            case 'create': {
              const body = JSON.stringify({ language: 'python', session_id: id });
              return send(server, { method: 'POST', path: '/api/v1/sessions', body });
            }
            case 'terminate':
              return send(server, { method: 'DELETE', path });
            default:
              throw new Error(`${step.do} is not a step for an id`);
          }
        }),
      );
    rounds.push(round);
  }
  return rounds;
}
