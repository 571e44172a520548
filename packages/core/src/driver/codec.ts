import type { HostFrame } from './frames.ts';

/** Thrown when a driver sends what is not a frame; it ends the interpreter. */
export class ProtocolViolation extends Error {
  override name = 'ProtocolViolation';
}

/** One way of writing frames. Decoding gives plain objects, which the frame schema then judges. */
export interface FrameCodec {
  encode(frame: HostFrame): Buffer;
  createDecoder(onFrame: (raw: unknown) => void): FrameDecoder;
}

export interface FrameDecoder {
  /** @throws ProtocolViolation */
  push(chunk: Buffer): void;
}
