import type { Engine, RunReply, RunRequest, Session } from './api.ts';

/** One cell in a session of its own, which goes on from a snapshot and leaves one behind. */
export async function runOnce(
  engine: Pick<Engine, 'createSession' | 'restoreSession'>,
  { code, snapshot = null, execute, ...config }: RunRequest,
): Promise<RunReply> {
  const open = async (): Promise<Session> =>
    snapshot === null
      ? engine.createSession({ checkpoint: 'off', ...config })
      : (await engine.restoreSession(snapshot, { checkpoint: 'off', ...config })).session;
  await using session = await open();
  const result = await session.execute(code, execute);
  // What a cell that failed has left half done is nobody's state.
  if (!result.success) return { result, snapshot, lost_names: [] };
  const { bytes, lost_names } = await session.snapshot();
  return { result, snapshot: bytes, lost_names };
}
