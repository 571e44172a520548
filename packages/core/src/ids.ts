import { randomFillSync } from 'node:crypto';

const ID_BYTES = 16;
const POOL = Buffer.alloc(ID_BYTES * 256);
let next = POOL.length;

/**
 * 128 random bits as 32 hex digits: ids that cannot be guessed, and boundaries that cannot occur in output by chance.
 * Random bytes are fetched many at a time, since each cell needs two ids.
 */
export function randomId(): string {
  if (next === POOL.length) {
    randomFillSync(POOL);
    next = 0;
  }
  const id = POOL.toString('hex', next, next + ID_BYTES);
  next += ID_BYTES;
  return id;
}
