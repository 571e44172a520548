import { fromProblem, problemSchema } from '@repltool/protocol';
import type { z } from 'zod';
import type { ClientOptions, RequestOptions } from './options.ts';
import { readReply } from './read-reply.ts';
import { TransportError } from './transport-error.ts';

interface HttpRequest<Schema extends z.ZodType> extends RequestOptions {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below `/api/v1`, each part already encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly reply: Schema;
}

export type Http = <Schema extends z.ZodType>(
  request: HttpRequest<Schema>,
) => Promise<z.output<Schema>>;

function queryString(query: HttpRequest<z.ZodType>['query'] = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? '' : `?${search.toString()}`;
}

async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return null;
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new TransportError(
      'unintelligible',
      `The server answered ${response.status} with something other than JSON.`,
      { cause },
    );
  }
}

/** One REST request at a time: send, read, and throw what the server refused. */
export function createHttp({ baseUrl, token }: ClientOptions): Http {
  const root = `${baseUrl.replace(/\/+$/, '')}/api/v1`;

  return async ({ method, path, query, body, reply, signal }) => {
    const init: RequestInit = { method, headers: { authorization: `Bearer ${token}` } };
    if (signal !== undefined) init.signal = signal;
    if (body !== undefined) {
      init.headers = { ...init.headers, 'content-type': 'application/json' };
      init.body = JSON.stringify(body);
    }
    let response: Response;
    let answer: unknown;
    try {
      response = await fetch(`${root}${path}${queryString(query)}`, init);
      answer = await readBody(response);
    } catch (cause) {
      signal?.throwIfAborted();
      if (TransportError.isInstance(cause)) throw cause;
      throw new TransportError('unreachable', `No answer from ${root}.`, { cause });
    }
    if (!response.ok) throw fromProblem(readReply(problemSchema, answer));
    return readReply(reply, answer);
  };
}
