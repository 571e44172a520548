import { expect, it, vi } from 'vitest';
import { createCellInput } from './cell-input.ts';

it('a cell that asks without end has as many requests waiting as are bearable, and no answer for the others', () => {
  const announce = vi.fn(() => true);
  const input = createCellInput('s', announce);
  input.startCell({ executionId: 'c', allowStdin: true, onInput: undefined });
  const answers = Array.from({ length: 1000 }, (_, number) => {
    const answer = vi.fn<(text: string | null) => void>();
    const id = String(number);
    input.requested({ type: 'input-request', id, prompt: '', password: false }, answer);
    return answer;
  });
  expect(announce).toHaveBeenCalledTimes(100);
  const answered = answers.filter((answer) => answer.mock.calls.length > 0);
  expect(answered).toHaveLength(900);
  for (const answer of answered) expect(answer).toHaveBeenCalledExactlyOnceWith(null);
});
