import type { Display, DisplayEvent } from '@repltool/protocol';
import type { DisplayFrame, ShowFrame } from './driver/frames.ts';

/** What one cell may show. */
const MAX_DISPLAYS = 1000;
const MAX_DISPLAY_CHARS = 16 * 1024 * 1024;

/** Rich results of a session: of the running cell, and, late, of those before. */
export interface Displays {
  readonly receive: (frame: DisplayFrame) => void;
  startCell(executionId: string): void;
  /** What the cell shows at its end, in order. */
  endCell(): Display[];
  subscribe(listener: (event: DisplayEvent) => void): void;
}

/** All of it counts: whatever a driver can make large, it does. */
function weightOf({ data, metadata, display_id }: ShowFrame): number {
  return JSON.stringify([data, metadata, display_id]).length;
}

function noteOf(dropped: number): Display {
  const text = `[… ${dropped} more not kept: a cell may show ${MAX_DISPLAYS} things, of ${MAX_DISPLAY_CHARS} characters in all …]`;
  return { data: { 'text/plain': text }, metadata: {}, display_id: null };
}

export function createDisplays(sessionId: string): Displays {
  const listeners: ((event: DisplayEvent) => void)[] = [];
  let executionId: string | null = null;
  let running = false;
  let shown: Display[] = [];
  let chars = 0;
  let dropped = 0;
  let clearNext = false;

  const clear = (): void => {
    clearNext = false;
    shown = [];
  };

  /** False when there is no room for it. */
  const take = (frame: ShowFrame): boolean => {
    const { data, metadata, display_id, action } = frame;
    const isReplaced = (other: Display): boolean => other.display_id === display_id;
    const places = action === 'show' ? 1 : shown.filter(isReplaced).length;
    // Each place where it is shown is a copy to those who get the result.
    const weight = weightOf(frame) * Math.max(places, 1);
    if (chars + weight > MAX_DISPLAY_CHARS || shown.length >= MAX_DISPLAYS) {
      dropped += 1;
      return false;
    }
    chars += weight;
    const display = { data, metadata, display_id };
    if (action === 'show') shown.push(display);
    else shown = shown.map((other) => (isReplaced(other) ? display : other));
    return true;
  };

  const tell = (event: DisplayEvent): void => {
    for (const listener of listeners) listener(event);
  };

  return {
    receive(frame) {
      const origin = { session_id: sessionId, execution_id: executionId };
      if (frame.type === 'clear') {
        if (frame.wait) clearNext = true;
        else clear();
        return tell({ ...origin, action: 'clear', wait: frame.wait });
      }
      if (clearNext) clear();
      if (running && !take(frame)) return;
      const { data, metadata, display_id, action } = frame;
      tell({ ...origin, action, data, metadata, display_id });
    },
    startCell(id) {
      executionId = id;
      running = true;
      shown = [];
      chars = 0;
      dropped = 0;
      clearNext = false;
    },
    endCell() {
      running = false;
      return dropped === 0 ? shown : [...shown, noteOf(dropped)];
    },
    subscribe: (listener) => void listeners.push(listener),
  };
}
