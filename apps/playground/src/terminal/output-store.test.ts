import { describe, expect, it } from 'vitest';
import { OutputStore } from './output-store.ts';

const EVENT = {
  session_id: 'session0',
  seq: 0,
  execution_id: 'cell-one',
  stream: 'stdout',
  text: 'x',
  late: false,
} as const;

function storeWithFrames() {
  const frames: (() => void)[] = [];
  const store = new OutputStore((flush) => frames.push(flush));
  return { store, frames };
}

describe('OutputStore', () => {
  it('tells listeners of a thousand writes once a frame', () => {
    const { store, frames } = storeWithFrames();
    let heard = 0;
    store.subscribe('cell-one', () => (heard += 1));
    for (let write = 0; write < 1000; write += 1) store.write('cell-one', EVENT);
    expect([frames.length, heard]).toEqual([1, 0]);
    frames.shift()?.();
    expect(heard).toBe(1);
    store.write('cell-one', EVENT);
    expect(frames.length).toBe(1);
  });

  it('tells only the listeners of the cell that wrote', () => {
    const { store, frames } = storeWithFrames();
    let heard = 0;
    store.subscribe('cell-two', () => (heard += 1));
    store.write('cell-one', EVENT);
    frames.shift()?.();
    expect(heard).toBe(0);
  });

  it('stops telling who unsubscribed, and forgets output on request', () => {
    const { store, frames } = storeWithFrames();
    let heard = 0;
    store.subscribe('cell-one', () => (heard += 1))();
    store.write('cell-one', EVENT);
    store.forget(['cell-one']);
    frames.shift()?.();
    expect(heard).toBe(0);
    expect(store.get('cell-one')).toBeUndefined();
  });
});
