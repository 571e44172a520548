import { sessionIdSchema } from '@repltool/protocol';
import { z } from 'zod';

const rememberedSessionSchema = z.object({
  id: sessionIdSchema,
  /** What the person cleared away stays away: cells up to this time, output before this cursor. */
  cleared: z.object({ upTo: z.string(), cursor: z.int() }).optional(),
});
export type RememberedSession = z.infer<typeof rememberedSessionSchema>;

const memorySchema = z.object({
  selected: z.string().optional(),
  sessions: z.record(z.string(), rememberedSessionSchema),
  drafts: z.record(z.string(), z.string()),
});
type Memory = z.infer<typeof memorySchema>;

const KEY = 'repltool.page';
const NOTHING: Memory = { sessions: {}, drafts: {} };

function entryOf<Value>(record: Readonly<Record<string, Value>>, key: string): Value | null {
  return Object.hasOwn(record, key) ? (record[key] ?? null) : null;
}

function withEntry<Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
  value: Value | null,
): Record<string, Value> {
  const rest = Object.entries(record).filter(([name]) => name !== key);
  return Object.fromEntries(value === null ? rest : [...rest, [key, value]]);
}

/** What this tab of the browser keeps over a reload: which session each language has, and unsent code. */
export class PageMemory {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>;
  #memory: Memory;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>) {
    this.#storage = storage;
    this.#memory = this.#read();
  }

  get selected(): string | null {
    return this.#memory.selected ?? null;
  }

  session(language: string): RememberedSession | null {
    return entryOf(this.#memory.sessions, language);
  }

  draft(language: string): string | null {
    return entryOf(this.#memory.drafts, language);
  }

  select(language: string): void {
    this.#write({ selected: language });
  }

  keepSession(language: string, session: RememberedSession | null): void {
    this.#write({ sessions: withEntry(this.#memory.sessions, language, session) });
  }

  keepDraft(language: string, code: string): void {
    this.#write({ drafts: withEntry(this.#memory.drafts, language, code) });
  }

  #read(): Memory {
    try {
      const stored: unknown = JSON.parse(this.#storage.getItem(KEY) ?? 'null');
      return memorySchema.safeParse(stored).data ?? NOTHING;
    } catch (error) {
      if (error instanceof SyntaxError) return NOTHING;
      throw error;
    }
  }

  #write(change: Partial<Memory>): void {
    this.#memory = { ...this.#memory, ...change };
    try {
      this.#storage.setItem(KEY, JSON.stringify(this.#memory));
    } catch (error) {
      // A full storage costs the memory over a reload, nothing else.
      if (!(error instanceof DOMException)) throw error;
    }
  }
}
