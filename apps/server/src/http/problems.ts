import { ReplError, toProblem, type ErrorCode, type Problem } from '@repltool/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** What Fastify and its plugins refuse by themselves, in this API's terms. */
const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  403: 'Forbidden',
  404: 'NotFound',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
};

const DETAIL_OF_CODE: Partial<Record<ErrorCode, string>> = {
  InvalidRequest: 'The request is malformed.',
  NotFound: 'There is nothing at this address.',
  PayloadTooLarge: 'The body is larger than the server reads.',
  UnsupportedMediaType: 'The body is not JSON.',
};

function statusOf(error: unknown): number | undefined {
  return typeof error === 'object' && error !== null && 'statusCode' in error
    ? Number(error.statusCode)
    : undefined;
}

/** The error as one of the table; null when it is nobody's but the server's own. */
export function asKnownError(error: unknown): ReplError | null {
  if (ReplError.isInstance(error)) return error;
  const status = statusOf(error) ?? 500;
  if (status < 400 || status >= 500) return null;
  const code = CODE_OF_STATUS[status] ?? 'InvalidRequest';
  return new ReplError(code, DETAIL_OF_CODE[code] ?? code, { cause: error });
}

function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  if (problem.code === 'Unauthorized') void reply.header('www-authenticate', 'Bearer');
  return reply.code(problem.status).type(PROBLEM_TYPE).send(JSON.stringify(problem));
}

/** Answers with the problem of an error. One that is the server's own is logged, with the cause that is kept from the client. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const problem = toProblem(asKnownError(error), request.id);
  if (problem.status >= 500) request.log.error({ err: error }, 'request failed');
  return sendProblem(reply, problem);
}

export function registerProblems(app: FastifyInstance): void {
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) =>
    answerError(new ReplError('NotFound', 'There is nothing at this address.'), request, reply),
  );
}
