import type { IncomingHttpHeaders } from 'node:http';
import { ReplError } from '@repltool/protocol';
import type { FastifyInstance } from 'fastify';
import { findRepeatedKey, isDeeperThan } from './json-text.ts';

/** A cell of 1 MiB may be six times as long in JSON, when each byte is escaped as `\u0001`. */
export const BODY_LIMIT_BYTES = 8 * 1024 * 1024;

/** No request of this API is nested half as deep; millions of brackets would keep the server busy for seconds. */
const MAX_DEPTH = 16;

function assertPlainUtf8(headers: IncomingHttpHeaders): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    throw new ReplError('UnsupportedMediaType', `Bodies encoded as ${encoding} are not read.`);
  }
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && charset.toLowerCase() !== 'utf-8') {
    throw new ReplError('UnsupportedMediaType', `Bodies in ${charset} are not read.`);
  }
}

function decode(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch (cause) {
    throw new ReplError('InvalidRequest', 'The body is not valid UTF-8.', { cause });
  }
}

function parseJson(text: string): unknown {
  if (isDeeperThan(text, MAX_DEPTH)) {
    throw new ReplError('InvalidRequest', `The body is nested more than ${MAX_DEPTH} deep.`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ReplError('InvalidRequest', 'The body is not valid JSON.', { cause });
  }
  const repeated = findRepeatedKey(text);
  if (repeated !== undefined) {
    const message = 'is given more than once';
    throw new ReplError('InvalidRequest', `${repeated}: ${message}`, {
      issues: [{ field: repeated, value: 'several values', message }],
    });
  }
  return value;
}

/** JSON in UTF-8 is all that is read; an empty body is none. */
export function registerJsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    ({ headers }, body, done) => {
      try {
        assertPlainUtf8(headers);
        done(null, body.length === 0 ? undefined : parseJson(decode(body)));
      } catch (error) {
        done(error as Error);
      }
    },
  );
}
