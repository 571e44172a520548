import { randomBytes } from 'node:crypto';

/** 128 random bits as 32 hex digits: ids that cannot be guessed, and boundaries that cannot occur in output by chance. */
export function randomId(): string {
  return randomBytes(16).toString('hex');
}
