import {
  ReplError,
  codePositionSchema,
  parse,
  type CodePosition,
  type CompletionList,
  type Inspection,
  type VariableList,
} from '@repltool/protocol';
import type { AnswerTo, Question } from './driver/questions.ts';
import type { InterpreterSlot } from './interpreter-slot.ts';
import type { RunnerPlugin } from './ports/runner.ts';

/** What an editor asks a live session. Every method throws ReplError NotSupported, SessionBusy. */
export interface Assistance {
  readonly complete: (position: CodePosition) => Promise<CompletionList>;
  readonly inspect: (position: CodePosition) => Promise<Inspection>;
  readonly variables: () => Promise<VariableList>;
}

/** Drivers count characters, clients UTF-16 code units. */
function toCharacters(code: string, units: number): number {
  let characters = 0;
  for (const character of code.slice(0, units)) if (character !== '') characters += 1;
  return characters;
}

function toUnits(code: string, characters: number): number {
  let units = 0;
  let left = characters;
  for (const character of code) {
    if (left <= 0) break;
    units += character.length;
    left -= 1;
  }
  return units;
}

/** @param isRunning whether a cell runs or is about to */
export function createAssistance(
  plugin: RunnerPlugin,
  slot: InterpreterSlot,
  isRunning: () => boolean,
): Assistance {
  const { capabilities, displayName } = plugin;

  const ask = async <Asked extends Question>(
    question: Asked & { readonly type: 'complete' | 'inspect' | 'variables' },
  ): Promise<AnswerTo<Asked> | null> => {
    if (capabilities[question.type] !== true) {
      throw new ReplError('NotSupported', `${displayName} cannot answer that (${question.type}).`);
    }
    if (isRunning() && capabilities.concurrentQuestions !== true) {
      throw new ReplError('SessionBusy', `${displayName} answers between cells only.`);
    }
    const interpreter = await slot.get();
    return interpreter.ask<Asked>(question);
  };

  const toFrame = (position: CodePosition): { code: string; cursor: number } => {
    const { code, cursor } = parse(codePositionSchema, position);
    return { code, cursor: toCharacters(code, cursor) };
  };

  return {
    async complete(position) {
      const frame = toFrame(position);
      const answer = await ask({ type: 'complete', ...frame });
      const { start = frame.cursor, end = frame.cursor, items = [] } = answer ?? {};
      return {
        replace: { start: toUnits(frame.code, start), end: toUnits(frame.code, end) },
        completions: items,
      };
    },
    async inspect(position) {
      const answer = await ask({ type: 'inspect', ...toFrame(position) });
      return { data: answer?.data ?? null };
    },
    async variables() {
      const answer = await ask({ type: 'variables' });
      return { variables: answer?.items ?? [], total: answer?.total ?? 0 };
    },
  };
}
