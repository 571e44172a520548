import { isAscii } from 'node:buffer';

/** UTF-8 as text. What is ASCII alone, as most output is, takes a fraction of the time. */
export function toText(bytes: Buffer): string {
  return isAscii(bytes) ? bytes.toString('latin1') : bytes.toString();
}
