import type { HistoryEntry, HistoryPage } from '@repltool/protocol';

const MAX_ENTRIES = 1000;
const MAX_CODE_CHARS = 16 * 1024 * 1024;

/** What a session ran, oldest first. Memory is bounded: beyond 1000 cells or 16 Mi characters of code the oldest go, and `total` still counts them. */
export interface History {
  add(entry: HistoryEntry): void;
  page(query: { limit: number; offset: number; order: 'newest' | 'oldest' }): HistoryPage;
}

export function createHistory(sessionId: string): History {
  const entries: HistoryEntry[] = [];
  let codeChars = 0;
  let total = 0;

  return {
    add(entry) {
      entries.push(entry);
      total += 1;
      codeChars += entry.code.length;
      while (entries.length > MAX_ENTRIES || (codeChars > MAX_CODE_CHARS && entries.length > 1)) {
        codeChars -= entries.shift()?.code.length ?? 0;
      }
    },
    page({ limit, offset, order }) {
      const forgotten = total - entries.length;
      const executions =
        order === 'oldest'
          ? entries.slice(Math.max(offset - forgotten, 0), Math.max(offset + limit - forgotten, 0))
          : entries.toReversed().slice(offset, offset + limit);
      return { session_id: sessionId, total, limit, offset, executions };
    },
  };
}
