import { setTimeout as sleep } from 'node:timers/promises';
import type { OutcomeKind } from './outcome.ts';
import type { Scene } from './scene.ts';
import type { StepOf } from './steps.ts';

/** Connections without a name. */
const UNNAMED = '';

export async function connect(
  scene: Scene,
  { as = UNNAMED }: StepOf<'connect'>,
  next: string | undefined,
): Promise<OutcomeKind> {
  const { client } = await scene.server();
  const connection = client.connect();
  scene.connections.set(as, connection);
  // One that is to be cut off at once is left where it is, in the middle of the handshake.
  if (next === 'disconnect' || connection.status === 'connected') return { kind: 'done' };
  await new Promise<void>((resolve) => {
    const stop = connection.onStatus((status) => {
      if (status === 'connecting') return;
      stop();
      resolve();
    });
  });
  if (connection.error !== null) throw connection.error;
  return { kind: 'done' };
}

export async function disconnect(
  scene: Scene,
  { as = UNNAMED, after_ms }: StepOf<'disconnect'>,
): Promise<OutcomeKind> {
  if (after_ms !== undefined) await sleep(after_ms);
  scene.connections.get(as)?.close();
  scene.connections.delete(as);
  return { kind: 'done' };
}
