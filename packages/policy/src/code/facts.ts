import type { Place } from '../rules/rule.ts';

/** A module that code asks for, in whichever way the language has. */
export interface ImportFact extends Place {
  /** As written, relative ones with their dots; null when it is computed at run time. */
  readonly module: string | null;
}

/** A use of something whose origin is known, however it was renamed: `os.system`, `builtins.eval`, `globalThis.process`. */
export interface ReferenceFact extends Place {
  readonly path: string;
}

/** A member that is reached by name on any object; a null name is computed at run time. */
export interface MemberFact extends Place {
  readonly name: string | null;
}

export interface Argument extends Place {
  /** Its value where it is a text known before the run. */
  readonly text: string | null;
  /** Its elements where it is a list of such texts. */
  readonly items: readonly string[] | null;
  /** Its source. */
  readonly source: string;
}

export interface CallFact extends ReferenceFact {
  readonly positional: readonly Argument[];
  readonly keywords: ReadonlyMap<string, Argument>;
}

/** Code of another language, or of this one, that a text in the cell holds and the cell runs. */
export interface NestedCode extends Place {
  readonly language: 'python' | 'javascript' | 'bash';
  readonly code: string;
}

/** What a cell of Python, JavaScript or TypeScript does, as far as its text tells. */
export interface CodeFacts {
  readonly imports: readonly ImportFact[];
  readonly references: readonly ReferenceFact[];
  readonly members: readonly MemberFact[];
  readonly calls: readonly CallFact[];
  readonly nested: readonly NestedCode[];
}
