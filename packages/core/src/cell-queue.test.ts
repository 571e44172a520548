import { ReplError } from '@repltool/protocol';
import { describe, expect, it } from 'vitest';
import { createCellQueue } from './cell-queue.ts';
import { deferred } from './deferred.ts';

describe('cell queue (R-SES-11)', () => {
  it('runs one job at a time, in the order asked', async () => {
    const queue = createCellQueue();
    const first = deferred<void>();
    const order: string[] = [];
    const a = queue.run('queue', undefined, async () => {
      order.push('a starts');
      await first.promise;
      order.push('a ends');
    });
    const b = queue.run('queue', undefined, () => Promise.resolve(order.push('b')));
    const c = queue.run('queue', undefined, () => Promise.resolve(order.push('c')));
    first.resolve();
    await Promise.all([a, b, c]);
    expect(order).toEqual(['a starts', 'a ends', 'b', 'c']);
    expect(queue.busy).toBe(false);
  });

  it('goes on after a job that fails', async () => {
    const queue = createCellQueue();
    const failing = queue.run('queue', undefined, () => Promise.reject(new Error('no')));
    const next = queue.run('queue', undefined, () => Promise.resolve('yes'));
    await expect(failing).rejects.toThrow('no');
    await expect(next).resolves.toBe('yes');
  });

  it('refuses when asked to, while another runs', async () => {
    const queue = createCellQueue();
    const first = deferred<void>();
    const running = queue.run('queue', undefined, () => first.promise);
    await expect(queue.run('refuse', undefined, () => Promise.resolve())).rejects.toSatisfy(
      (error) => ReplError.isInstance(error) && error.code === 'SessionBusy',
    );
    first.resolve();
    await running;
  });

  it('lets a waiting job leave, and keeps the order of the others', async () => {
    const queue = createCellQueue();
    const first = deferred<void>();
    const leaving = new AbortController();
    const order: string[] = [];
    const running = queue.run('queue', undefined, () => first.promise);
    const gone = queue.run('queue', leaving.signal, () => Promise.resolve(order.push('gone')));
    const stays = queue.run('queue', undefined, () => Promise.resolve(order.push('stays')));
    leaving.abort(new Error('left'));
    await expect(gone).rejects.toThrow('left');
    first.resolve();
    await Promise.all([running, stays]);
    expect(order).toEqual(['stays']);
  });
});
