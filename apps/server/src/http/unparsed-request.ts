import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ReplError, toProblem } from '@repltool/protocol';
import { PROBLEM_TYPE } from './problems.ts';

/** Answers bytes that Node could not read as an HTTP request, and hangs up. */
export function answerUnparsed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = toProblem(new ReplError('InvalidRequest', 'This is not a valid HTTP request.'));
  const body = JSON.stringify(problem);
  socket.end(
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}\r\n` +
      `Content-Type: ${PROBLEM_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
