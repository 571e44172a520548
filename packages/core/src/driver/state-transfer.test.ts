import { expect, it } from 'vitest';
import type { HostFrame } from './frames.ts';
import { createQuestions } from './questions.ts';
import { createStateTransfer } from './state-transfer.ts';

function dumpOf(pieces: number, data: string): Promise<unknown> {
  const sent: HostFrame[] = [];
  const questions = createQuestions((frame) => sent.push(frame));
  const transfer = createStateTransfer(questions, (frame) => sent.push(frame));
  const state = transfer.dump();
  const [dump] = sent;
  if (dump?.type !== 'dump') throw new Error('nothing asked');
  for (let count = 0; count < pieces; count += 1) {
    transfer.piece({ type: 'dump-part', id: dump.id, data });
  }
  questions.answered({ type: 'dumped', id: dump.id, lost_names: [] });
  return state;
}

it('a state of too many pieces is not kept, however small they are', async () => {
  expect(await dumpOf(1000, '')).toMatchObject({ lostNames: [] });
  expect(await dumpOf(2_000_000, '')).toBeNull();
});
