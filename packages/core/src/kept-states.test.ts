import { expect, it, vi } from 'vitest';
import type { DriverState } from './driver/state-transfer.ts';
import { createKeptStates } from './kept-states.ts';

/** An interpreter that is nothing but its state, which it gives and takes, or refuses to take. */
function fake(name: string, takes = true) {
  const state: DriverState = { pieces: [name], chars: name.length, lostNames: [] };
  const kill = vi.fn(() => Promise.resolve());
  const load = vi.fn(() => Promise.resolve(takes ? [] : null));
  const transfer = { dump: () => Promise.resolve(state), load, piece: () => undefined };
  return { interpreter: { transfer, kill }, kill, load };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

function keep() {
  const safe: string[] = [];
  const unsafe: string[] = [];
  const states = createKeptStates({
    when: 'every-cell',
    depth: 8,
    origin: null,
    safe: (cell) => safe.push(cell),
    unsafe: (cell) => unsafe.push(cell),
  });
  return { states, safe, unsafe };
}

it('gives the latest state, and keeps the latest few', async () => {
  const { states, safe, unsafe } = keep();
  for (let cell = 0; cell < 10; cell += 1) {
    states.cellEnded(`cell ${cell}`, fake(`state ${cell}`).interpreter);
    await settled();
  }
  expect(safe).toHaveLength(10);
  expect(unsafe).toEqual(['cell 0', 'cell 1']);
  const { interpreter, load } = fake('new');
  expect(await states.load(interpreter)).toMatchObject({ cell: 'cell 9', lostNames: [] });
  expect(load).toHaveBeenCalledWith('cell 9', expect.objectContaining({ pieces: ['state 9'] }));
});

it('a state that cannot be taken is not half taken, and none older comes back later', async () => {
  const { states } = keep();
  for (const cell of ['a', 'b']) states.cellEnded(cell, fake(cell).interpreter);
  await settled();
  const refusing = fake('refusing', false);
  expect(await states.load(refusing.interpreter)).toBeNull();
  expect(refusing.kill).toHaveBeenCalled();
  expect(states.isEmpty).toBe(true);
  expect(await states.load(fake('next').interpreter)).toBeNull();
});
