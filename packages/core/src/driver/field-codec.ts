import { ProtocolViolation, type FrameCodec } from './codec.ts';
import { MAX_FRAME_BYTES, type HostFrame } from './frames.ts';
import { PendingBytes } from './pending.ts';

const NEWLINE = 0x0a;
const MAX_HEADER_BYTES = 65_536;

function fieldsOf(frame: HostFrame): readonly string[] {
  switch (frame.type) {
    case 'hello':
      return [frame.cwd, frame.mode, ...Object.entries(frame.environment).flat()];
    case 'execute':
      return [frame.id, frame.boundary, frame.code];
    case 'interrupt':
    case 'reset':
      return [frame.id];
    case 'undo':
      return [frame.id, frame.cell];
    case 'input-reply':
      return frame.text === undefined ? [frame.id] : [frame.id, frame.text];
    case 'complete':
    case 'inspect':
      return [frame.id, String(frame.cursor), frame.code];
    case 'variables':
    case 'dump':
    case 'load':
      return [frame.id];
    case 'load-part':
      return [frame.id, frame.data];
    case 'shutdown':
      return [];
  }
}

/** Fields that come in groups, each an object with these members. */
function toRecords(fields: readonly string[], members: readonly string[]): unknown[] {
  const records: unknown[] = [];
  for (let at = 0; at < fields.length; at += members.length) {
    records.push(Object.fromEntries(members.map((member, index) => [member, fields[at + index]])));
  }
  return records;
}

/** The frame that `fields`, in the order of docs/driver-protocol.md, stand for; the frame schema judges it. */
function toFrame(type: string, fields: readonly string[]): unknown {
  switch (type) {
    case 'ready': {
      const [protocol, name, version] = fields;
      return { type, protocol: Number(protocol), runtime: { name, version } };
    }
    case 'result': {
      const [id, status, exitCode, name, message] = fields;
      return {
        type,
        id,
        status,
        ...(exitCode ? { exit_code: exitCode } : {}),
        ...(name ? { exception: { name, message, traceback: [message] } } : {}),
      };
    }
    case 'input-request': {
      const [id, prompt, password] = fields;
      return { type, id, prompt, password: password === 'password' };
    }
    case 'completions': {
      const [id, start, end, ...items] = fields;
      return { type, id, start, end, items: toRecords(items, ['text', 'kind']) };
    }
    case 'inspection': {
      const [id, ...texts] = fields;
      const types = texts.filter((_, at) => at % 2 === 0);
      const data = Object.fromEntries(types.map((mime, at) => [mime, texts[2 * at + 1]]));
      return { type, id, data: texts.length === 0 ? null : data };
    }
    case 'variables': {
      const [id, total, ...items] = fields;
      return { type, id, total, items: toRecords(items, ['name', 'type', 'value']) };
    }
    case 'dump-part':
      return { type, id: fields[0], data: fields[1] };
    case 'dumped':
    case 'loaded':
      return { type, id: fields[0], lost_names: fields.slice(1) };
    case 'refused':
      return { type, id: fields[0] };
    case 'log':
      return { type, message: fields[0] };
    default:
      throw new ProtocolViolation('The driver sent a frame of an unknown type.');
  }
}

interface Header {
  readonly type: string;
  readonly lengths: readonly number[];
  /** Bytes of the fields and the newline behind them. */
  readonly bodyBytes: number;
}

function parseHeader(line: Buffer): Header {
  const [type = '', ...sizes] = line.toString('latin1').split(' ');
  const lengths = sizes.map((size) => (/^\d{1,8}$/.test(size) ? Number(size) : NaN));
  const bodyBytes = lengths.reduce((sum, length) => sum + length, 1);
  if (!(bodyBytes <= MAX_FRAME_BYTES)) {
    throw new ProtocolViolation(
      'The driver sent a frame with malformed or excessive field lengths.',
    );
  }
  return { type, lengths, bodyBytes };
}

/** A header line with the byte length of each field, the fields, a newline: for languages without JSON. */
export const fieldCodec: FrameCodec = {
  encode(frame) {
    const fields = fieldsOf(frame).map((field) => Buffer.from(field, 'utf8'));
    const header = [frame.type, ...fields.map((field) => field.length)].join(' ');
    return Buffer.concat([Buffer.from(`${header}\n`, 'latin1'), ...fields, Buffer.of(NEWLINE)]);
  },

  createDecoder(onFrame) {
    const pending = new PendingBytes();
    let header: Header | undefined;

    const takeHeader = (): boolean => {
      const end = pending.bytes.indexOf(NEWLINE);
      if (end > MAX_HEADER_BYTES || (end < 0 && pending.length > MAX_HEADER_BYTES)) {
        throw new ProtocolViolation('The driver sent a frame without a header.');
      }
      if (end < 0) return false;
      header = parseHeader(pending.bytes.subarray(0, end));
      pending.drop(end + 1);
      return true;
    };

    const takeBody = ({ type, lengths, bodyBytes }: Header): boolean => {
      if (pending.length < bodyBytes) return false;
      const { bytes } = pending;
      let at = 0;
      const fields = lengths.map((length) => bytes.toString('utf8', at, (at += length)));
      pending.drop(bodyBytes);
      header = undefined;
      onFrame(toFrame(type, fields));
      return true;
    };

    return {
      push(chunk) {
        pending.push(chunk);
        while (header === undefined ? takeHeader() : takeBody(header));
      },
    };
  },
};
