import { describe, expect, it } from 'vitest';
import { ProtocolViolation, type FrameCodec } from './codec.ts';
import { fieldCodec } from './field-codec.ts';
import { MAX_FRAME_BYTES } from './frames.ts';
import { jsonCodec } from './json-codec.ts';

function decode(codec: FrameCodec, bytes: Buffer, size = bytes.length): unknown[] {
  const frames: unknown[] = [];
  const decoder = codec.createDecoder((frame) => frames.push(frame));
  for (let at = 0; at < bytes.length; at += size) decoder.push(bytes.subarray(at, at + size));
  return frames;
}

describe('JSON framing', () => {
  const text = '{"type":"log","message":"€\\n"}\n{"type":"result","id":"1","status":"ok"}\n';

  it.each([1, 5, 1000])('reads frames that arrive %i bytes at a time', (size) => {
    expect(decode(jsonCodec, Buffer.from(text), size)).toEqual([
      { type: 'log', message: '€\n' },
      { type: 'result', id: '1', status: 'ok' },
    ]);
  });

  it('writes one line a frame, also when the code holds line breaks', () => {
    const line = jsonCodec
      .encode({ type: 'execute', id: '1', boundary: 'b', code: 'a\nb' })
      .toString();
    expect(line.indexOf('\n')).toBe(line.length - 1);
  });

  it.each([
    [String.raw`\ud83d\ude80`, '🚀'],
    [String.raw`\ud83d`, '\ufffd'],
    [String.raw`\uDC00 \uD83D\uD83D\uDE80`, '\ufffd \ufffd🚀'],
    [String.raw`\\ud83d\n\ud83d`, '\\ud83d\n\ufffd'],
  ])('reads %s as Unicode text', (escaped, message) => {
    const frames = decode(jsonCodec, Buffer.from(`{"${escaped}":"${escaped}"}\n`));
    expect(frames).toEqual([{ [message]: message }]);
  });

  it('refuses what is not JSON', () => {
    expect(() => decode(jsonCodec, Buffer.from('hello\n'))).toThrow(ProtocolViolation);
  });

  it('refuses a line without an end before it takes up memory', () => {
    const piece = Buffer.alloc(1024 * 1024, 'x');
    const decoder = jsonCodec.createDecoder(() => undefined);
    let pushed = 0;
    expect(() => {
      for (; pushed < 100; pushed += 1) decoder.push(piece);
    }).toThrow(ProtocolViolation);
    expect(pushed * piece.length).toBeLessThanOrEqual(MAX_FRAME_BYTES);
  });
});

describe('field framing', () => {
  it('writes lengths in bytes, so that code may hold anything', () => {
    const frame = fieldCodec.encode({ type: 'execute', id: '12', boundary: 'ab', code: 'é\n' });
    expect(frame.toString()).toBe('execute 2 2 3\n12abé\n\n');
  });

  it('writes the environment name by name', () => {
    const frame = fieldCodec.encode({
      type: 'hello',
      cwd: '/w',
      mode: 'strict',
      environment: { A: '1', B: '' },
    });
    expect(frame.toString()).toBe('hello 2 6 1 1 1 0\n/wstrictA1B\n');
  });

  it.each([1, 4, 1000])('reads frames that arrive %i bytes at a time', (size) => {
    const bytes = Buffer.from('ready 1 4 3\n1bash5.2\nresult 1 5 1 11 3\n7error2SyntaxErroré!\n');
    expect(decode(fieldCodec, bytes, size)).toEqual([
      { type: 'ready', protocol: 1, runtime: { name: 'bash', version: '5.2' } },
      {
        type: 'result',
        id: '7',
        status: 'error',
        exit_code: '2',
        exception: { name: 'SyntaxError', message: 'é!', traceback: ['é!'] },
      },
    ]);
  });

  it.each([
    'result -1\n',
    'result 99999999\n',
    'result x\n',
    'nonsense 1\nxx',
    `${'r'.repeat(300)}\n`,
  ])('refuses the header %j', (text) => {
    expect(() => decode(fieldCodec, Buffer.from(`${text}\n`))).toThrow(ProtocolViolation);
  });

  it('reads what is known of a name, or that nothing is', () => {
    const known = decode(
      fieldCodec,
      Buffer.from('inspection 1 10 2\n1text/plainhi\ninspection 1\n1\n'),
    );
    expect(known).toEqual([
      { type: 'inspection', id: '1', data: { 'text/plain': 'hi' } },
      { type: 'inspection', id: '1', data: null },
    ]);
  });
});
