import { describe, expect, it } from 'vitest';
import { PageMemory } from './page-memory.ts';

function storageWith(content: string | null = null) {
  let stored = content;
  return {
    getItem: () => stored,
    setItem(_key: string, value: string) {
      stored = value;
    },
  };
}

describe('PageMemory', () => {
  it('gives back after a reload what was kept', () => {
    const storage = storageWith();
    const memory = new PageMemory(storage);
    memory.select('bash');
    memory.keepDraft('bash', 'echo hi');
    memory.keepSession('bash', { id: 'session0001', cleared: { upTo: '2026', cursor: 3 } });
    memory.keepSession('python', { id: 'session0002' });
    memory.keepSession('python', null);

    const reloaded = new PageMemory(storage);
    expect(reloaded.selected).toBe('bash');
    expect(reloaded.draft('bash')).toBe('echo hi');
    expect(reloaded.draft('python')).toBeNull();
    expect(reloaded.session('bash')).toEqual({
      id: 'session0001',
      cleared: { upTo: '2026', cursor: 3 },
    });
    expect(reloaded.session('python')).toBeNull();
  });

  it.each([
    ['nothing', null],
    ['text that is not JSON', '{'],
    ['another shape', '{"sessions":[],"drafts":1}'],
    ['an id that is none', '{"sessions":{"python":{"id":"<img>"}},"drafts":{}}'],
  ])('starts afresh from %s', (_, content) => {
    const memory = new PageMemory(storageWith(content));
    expect([memory.selected, memory.session('python')]).toEqual([null, null]);
  });

  it('keeps a language of an odd name from touching anything else', () => {
    const memory = new PageMemory(storageWith());
    memory.keepDraft('__proto__', 'x');
    expect(memory.draft('toString')).toBeNull();
  });

  it('goes on without storage when that is full', () => {
    const full = new PageMemory({
      getItem: () => null,
      setItem() {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    full.keepDraft('python', 'x = 1');
    expect(full.draft('python')).toBe('x = 1');
  });
});
