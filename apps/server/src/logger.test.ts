import { expect, it } from 'vitest';
import { createLogger } from './logger.ts';

it('R-SEC-07 R-OBS-02 the log is JSON without tokens, code or environment values', () => {
  const lines: string[] = [];
  const log = createLogger({ level: 'info', destination: { write: (line) => lines.push(line) } });
  log.info({ request_id: 'r1', token: 's3cret', code: 's3cret', body: { code: 's3cret' } }, 'a');
  log.info({ headers: { authorization: 's3cret' }, config: { environment: { A: 's3cret' } } }, 'b');
  log.info({ request: { handshake: { token: 's3cret' }, code: 's3cret' } }, 'c');
  expect(lines.join('')).not.toContain('s3cret');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 30, request_id: 'r1', msg: 'a' });
});
