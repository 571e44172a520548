import { randomId } from '../ids.ts';
import type { DriverFrame, HostFrame } from './frames.ts';

/** What answers each question; `refused` answers any. */
const ANSWER_OF = {
  undo: 'restored',
  reset: 'restored',
  complete: 'completions',
  inspect: 'inspection',
  variables: 'variables',
  dump: 'dumped',
  load: 'loaded',
} as const satisfies Partial<Record<HostFrame['type'], DriverFrame['type']>>;

type QuestionType = keyof typeof ANSWER_OF;
type WithoutId<Frame> = Frame extends unknown ? Omit<Frame, 'id'> : never;
export type Question = WithoutId<Extract<HostFrame, { type: QuestionType }>>;
export type AnswerTo<Asked extends Question> = Extract<
  DriverFrame,
  { type: (typeof ANSWER_OF)[Asked['type']] }
>;

interface Asked {
  readonly answer: DriverFrame['type'];
  readonly settle: (frame: DriverFrame | null) => void;
}

/** The questions that a driver has not answered yet. */
export interface Questions {
  /** Null when the driver refuses, or does not answer in time. @param id of the question, when it has been used before */
  ask<Asked extends Question>(
    question: Asked,
    timeoutMs: number,
    id?: string,
  ): Promise<AnswerTo<Asked> | null>;
  /** A frame has come; false when it answers nothing that was asked. */
  answered(frame: DriverFrame & { readonly id: string | null }): boolean;
  /** No answer will come any more. */
  giveUp(): void;
}

export function createQuestions(send: (frame: HostFrame) => void): Questions {
  const pending = new Map<string, Asked>();
  return {
    ask<Asking extends Question>(question: Asking, timeoutMs: number, id = randomId()) {
      return new Promise<AnswerTo<Asking> | null>((resolve) => {
        const settle = (frame: DriverFrame | null): void => {
          clearTimeout(timer);
          pending.delete(id);
          // `answered` lets only a frame of the type in `answer` through.
          resolve(frame as AnswerTo<Asking> | null);
        };
        const timer = setTimeout(() => settle(null), timeoutMs);
        pending.set(id, { answer: ANSWER_OF[question.type], settle });
        send({ ...question, id });
      });
    },
    answered(frame) {
      const asked = frame.id === null ? undefined : pending.get(frame.id);
      if (asked === undefined) return false;
      if (frame.type !== asked.answer && frame.type !== 'refused') return false;
      asked.settle(frame.type === 'refused' ? null : frame);
      return true;
    },
    giveUp() {
      for (const { settle } of pending.values()) settle(null);
    },
  };
}
