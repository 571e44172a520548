import type { SandboxedProcess } from '../ports/sandbox.ts';
import type { RunnerCapabilities } from '../ports/runner.ts';
import { ProtocolViolation, type FrameCodec } from './codec.ts';
import { fieldCodec } from './field-codec.ts';
import { driverFrameSchema, type DriverFrame, type HostFrame } from './frames.ts';
import { jsonCodec } from './json-codec.ts';

/** A driver with more to read may not ask for yet more. */
const MAX_UNREAD_BYTES = 1024 * 1024;

const CODECS: Readonly<Record<RunnerCapabilities['framing'], FrameCodec>> = {
  json: jsonCodec,
  fields: fieldCodec,
};

export interface DriverChannelEvents {
  frame(frame: DriverFrame): void;
  /** The driver broke the protocol; nothing more will be read from it. */
  violation(error: ProtocolViolation): void;
  /** The driver's end is closed. */
  closed(): void;
}

export interface DriverChannel {
  send(frame: HostFrame): void;
  /** @throws ProtocolViolation when the driver, which asks for more, has not read what was sent */
  assertRead(): void;
}

/** The pair of protocol descriptors of one process, with every frame from the driver checked before it is believed. */
export function openDriverChannel(
  process: Pick<SandboxedProcess, 'toDriver' | 'fromDriver'>,
  framing: RunnerCapabilities['framing'],
  events: DriverChannelEvents,
): DriverChannel {
  const codec = CODECS[framing];
  const decoder = codec.createDecoder((raw) => {
    const parsed = driverFrameSchema.safeParse(raw);
    if (!parsed.success) {
      throw new ProtocolViolation('The driver sent a malformed frame.', { cause: parsed.error });
    }
    events.frame(parsed.data);
  });

  const { toDriver, fromDriver } = process;
  fromDriver.on('data', (chunk: Buffer) => {
    try {
      decoder.push(chunk);
    } catch (error) {
      fromDriver.removeAllListeners('data');
      fromDriver.resume();
      events.violation(
        error instanceof ProtocolViolation
          ? error
          : new ProtocolViolation('A frame could not be handled.', { cause: error }),
      );
    }
  });
  fromDriver.once('close', () => events.closed());
  // A driver that dies while a frame is on its way gives EPIPE here; its death is noticed by `closed` and `exited`.
  fromDriver.on('error', () => undefined);
  toDriver.on('error', () => undefined);

  return {
    send(frame) {
      if (toDriver.writable) toDriver.write(codec.encode(frame));
    },
    assertRead() {
      if (toDriver.writableLength > MAX_UNREAD_BYTES) {
        throw new ProtocolViolation('The driver asks and does not read the answers.');
      }
    },
  };
}
