import { once } from 'node:events';
import { connect } from 'node:net';
import { createEngine, type Engine } from '@repltool/core';
import { createPolicy } from '@repltool/policy/node';
import { createBashRunner } from '@repltool/runner-bash';
import { createPythonRunner } from '@repltool/runner-python';
import { createBubblewrapBackend } from '@repltool/sandbox';
import {
  problemSchema,
  sessionSchema,
  type Problem,
  type SessionConfig,
  type SessionInfo,
} from '@repltool/protocol';
import { afterAll, expect } from 'vitest';
import { createServer, type ServerOptions } from '../src/index.ts';

export const TOKEN = 'a-token-for-tests-only';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

interface CallOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** A real server on a free port, over a real engine, closed after the tests of the file. */
export interface ServerFixture {
  readonly url: string;
  readonly port: number;
  readonly engine: Engine;
  /** A REST request below `/api/v1`, with the token. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  create(config?: Partial<SessionConfig>): Promise<SessionInfo>;
  /** Bytes as they are to the port, with `hangUp` the end of them too; gives all that came back until the server hung up. */
  raw(bytes: string, options?: { readonly hangUp?: boolean }): Promise<string>;
  close(): Promise<void>;
}

export function createTestEngine(options: { maxSessions?: number; dataDir?: string } = {}): Engine {
  const { maxSessions, dataDir } = options;
  return createEngine({
    runners: [createPythonRunner(), createBashRunner()],
    policy: createPolicy(),
    sandbox: createBubblewrapBackend(dataDir === undefined ? {} : { dataDir }),
    ...(maxSessions === undefined ? {} : { maxSessions }),
  });
}

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  const body: unknown = isJson ? JSON.parse(text) : text;
  return { status: response.status, headers: response.headers, body };
}

export async function startServer(
  engine: Engine,
  options: Partial<ServerOptions> = {},
): Promise<ServerFixture> {
  const server = await createServer({
    engine,
    token: TOKEN,
    host: '127.0.0.1',
    port: 0,
    ...options,
  });
  const { url } = await server.listen();
  const port = Number(new URL(url).port);
  const close = async (): Promise<void> => {
    await Promise.all([server.close(), engine.close()]);
  };
  afterAll(close);

  const call: ServerFixture['call'] = async (method, path, { body, headers, signal } = {}) =>
    readAnswer(
      await fetch(`${url}/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${TOKEN}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      }),
    );

  return {
    url,
    port,
    engine,
    call,
    async create(config = {}) {
      const answer = await call('POST', '/sessions', { body: { language: 'bash', ...config } });
      expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 });
      return sessionSchema.parse(answer.body);
    },
    async raw(bytes, { hangUp = false } = {}) {
      const socket = connect(port, '127.0.0.1');
      socket.write(bytes);
      if (hangUp) socket.end();
      let text = '';
      socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      await once(socket, 'close');
      return text;
    },
    close,
  };
}

/** That an answer is the problem document of `code`, with all its members and nothing of the host. */
export function expectProblem(answer: Answer, code: Problem['code'], status: number): Problem {
  expect(answer).toMatchObject({ status, body: { code } });
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  const problem = problemSchema.parse(answer.body);
  expect(problem).toMatchObject({ status, title: code, type: `urn:repltool:error:${code}` });
  expect(problem.request_id).toBe(answer.headers.get('x-request-id'));
  expectNothingOfTheHost(JSON.stringify(answer.body));
  return problem;
}

export function expectNothingOfTheHost(text: string): void {
  expect(text).not.toMatch(/node_modules|\/(?:root|home|usr|tmp|etc)\/|\bat .+:\d+:\d+/);
}
