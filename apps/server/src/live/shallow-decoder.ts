import { Decoder } from 'socket.io-parser';
import { isDeeperThan } from '../http/json-text.ts';

/** A request is some three levels deep, and lies in a list with its name. */
const MAX_DEPTH = 16;

/**
 * Refuses deeply nested messages unparsed, which ends their connection. Messages are decoded before the client has
 * shown its token, and one of millions of brackets would stop the whole server for seconds.
 */
export class ShallowDecoder extends Decoder {
  override add(message: unknown): void {
    if (typeof message === 'string' && isDeeperThan(message, MAX_DEPTH)) {
      throw new Error('The message is nested too deep.');
    }
    super.add(message);
  }
}
