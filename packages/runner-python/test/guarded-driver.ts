import type { LaunchRequest } from '@repltool/core';
import { SANDBOX_MODES } from '@repltool/policy';
import { z } from 'zod';
import {
  startDriver,
  type CellReply,
  type CheckpointOptions,
  type DriverProcess,
} from './driver-process.ts';

const checkpointSchema = z.strictObject({
  type: z.literal('checkpoint'),
  cell: z.string(),
  skipped: z.enum(['heap', 'processes']).nullable(),
});
const restoredSchema = z.strictObject({
  type: z.literal('restored'),
  id: z.string().nullable(),
  cell: z.string().nullable(),
  exit_code: z.int().nullable(),
  signal: z.int().nullable(),
  lost_names: z.array(z.string()),
});
const refusedSchema = z.strictObject({ type: z.literal('refused'), id: z.string() });
type Restored = z.infer<typeof restoredSchema>;

/** A driver that was asked for checkpoints. */
export interface GuardedDriver extends AsyncDisposable {
  readonly process: DriverProcess;
  /** Runs a cell and waits for the copy made after it. */
  run(code: string): Promise<CellReply>;
  /** Runs a cell of which the interpreter dies, and gives what goes on in its place. */
  die(code: string): Promise<Restored>;
  undo(cell: string): Promise<Restored>;
  reset(): Promise<Restored>;
  checkpoint(): Promise<z.infer<typeof checkpointSchema>>;
  restored(): Promise<Restored>;
  refused(): Promise<z.infer<typeof refusedSchema>>;
}

export async function startGuardedDriver(
  interpreter: string,
  options: Partial<CheckpointOptions> = {},
  rules: LaunchRequest['rules'] = SANDBOX_MODES.standard,
): Promise<GuardedDriver> {
  const driver = await startDriver(interpreter, rules);
  driver.send({
    type: 'hello',
    cwd: driver.directory,
    environment: { GREETING: 'hello' },
    mode: rules.mode,
    checkpoints: { when: 'idle', depth: 3, max_heap_mb: 256, ...options },
  });
  const checkpoint = async () => checkpointSchema.parse(await driver.nextFrame());
  const restored = async () => restoredSchema.parse(await driver.nextFrame());
  const refused = async () => refusedSchema.parse(await driver.nextFrame());
  /** A state that has come back is frozen again at once, unless it is that before the first cell. */
  const settled = async (): Promise<Restored> => {
    const frame = await restored();
    if (frame.cell !== null) await checkpoint();
    return frame;
  };

  return {
    process: driver,
    checkpoint,
    restored,
    refused,
    async run(code) {
      const reply = await driver.run(code);
      await checkpoint();
      return reply;
    },
    die(code) {
      driver.send({ type: 'execute', id: 'fatal', boundary: '0'.repeat(32), code });
      return settled();
    },
    undo(cell) {
      driver.send({ type: 'undo', id: 'undo', cell });
      return settled();
    },
    reset() {
      driver.send({ type: 'reset', id: 'reset' });
      return settled();
    },
    async [Symbol.asyncDispose]() {
      driver.send({ type: 'shutdown' });
      await driver.exited;
      await driver[Symbol.asyncDispose]();
    },
  };
}
