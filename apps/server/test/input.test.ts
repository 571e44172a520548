import { inputRequestSchema, type InputRequest } from '@repltool/protocol';
import { io } from 'socket.io-client';
import { describe, expect, it } from 'vitest';
import { TOKEN, createTestEngine, expectProblem, startServer } from './fixture.ts';

const server = await startServer(createTestEngine());
const { session_id: id } = await server.create({ language: 'python' });
const execute = (body: object) => server.call('POST', `/sessions/${id}/execute`, { body });
const reply = (body: object) => server.call('POST', `/sessions/${id}/stdin`, { body });

describe('R-EXE-09 input over the API', () => {
  it('is at its end for a cell that does not say it waits', async () => {
    const answer = await execute({ code: 'input("name? ")' });
    expect(answer.body).toMatchObject({
      output: 'name? ',
      exception: { name: 'EOFError' },
    });
  });

  it('is asked for over the socket and answered over REST, once', async () => {
    const socket = io(server.url, { forceNew: true, auth: { token: TOKEN } });
    try {
      await socket.emitWithAck('session-subscribe', { session_id: id });
      const asked = new Promise<InputRequest>((resolve) =>
        socket.on('input-request', (event) => resolve(inputRequestSchema.parse(event))),
      );
      const running = execute({ code: 'print("hi", input("name? "))', allow_stdin: true });
      const { request_id, prompt, password } = await asked;
      expect({ prompt, password }).toEqual({ prompt: 'name? ', password: false });
      expectProblem(await reply({ request_id, text: 'two\nlines' }), 'InvalidRequest', 400);
      expect(await reply({ request_id, text: 'Ada' })).toMatchObject({ status: 204 });
      expect((await running).body).toMatchObject({ output: 'name? hi Ada\n' });
      expectProblem(await reply({ request_id, text: 'again' }), 'InputNotAwaited', 409);
    } finally {
      socket.disconnect();
    }
  });
});
