import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ReplError, toProblem, type Problem } from '@repltool/protocol';
import { PROBLEM_TYPE } from './problems.ts';

/** Writes a problem to a connection that no HTTP handler answers, and hangs up. */
export function answerRaw(socket: Duplex, problem: Problem): void {
  const body = JSON.stringify(problem);
  socket.end(
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}\r\n` +
      `Content-Type: ${PROBLEM_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** Answers bytes that Node could not read as an HTTP request. */
export function answerUnparsed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else
    answerRaw(socket, toProblem(new ReplError('InvalidRequest', 'This is no valid HTTP request.')));
}
