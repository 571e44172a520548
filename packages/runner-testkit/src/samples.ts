/** A cell that fails in a known way. */
export interface FailingSample {
  readonly code: string;
  /** Name of the exception in the result. */
  readonly name: string;
  /** Line of the cell, from 1, that the traceback must name. */
  readonly line: number;
}

/**
 * What the conformance suite has to say, in the words of one language. Each member is the smallest cell that does what
 * it says; a runner's test gives one of these, and the suite does the rest.
 */
export interface RunnerSamples {
  /** Writes `text`, plain ASCII, and a line break to stdout. */
  print(text: string): string;
  /** Writes `text`, plain ASCII, and a line break to stderr. */
  printError(text: string): string;
  /** Writes `text` to stdout without a line break. */
  printBare(text: string): string;
  /** Sets the variable to a whole number, without output or value. */
  assign(name: string, value: number): string;
  /** Begins to name a variable, as where its value is used: `$na` in a shell. */
  reference(beginning: string): string;
  /** Prints the variable and a line break. */
  printVariable(name: string): string;
  /** Prints `before`, waits that many seconds, prints `after`, each with a line break. */
  printSleepPrint(before: string, seconds: number, after: string): string;
  /** Runs a child process that prints `text` and a line break. */
  printFromChild(text: string): string;
  /** Writes the bytes one by one to stdout, each at once. */
  writeByteByByte(bytes: readonly number[]): string;
  /** Prints `count` lines of 100 characters. */
  printLines(count: number): string;
  /** Prints `text` after `seconds`, from something that outlives the cell. */
  printLater(text: string, seconds: number): string;
  /** Reads a line from standard input and prints `got:` and what came, nothing at end of file. */
  readLine: string;
  /** Prints the value of the environment variable. */
  printEnvironment(name: string): string;
  /** Prints the current directory. */
  printDirectory: string;
  /** Never ends and never waits. */
  endlessLoop: string;
  /** Waits for a minute without using the CPU. */
  longSleep: string;
  /** Ends the interpreter on purpose with this exit code, as users of the language do. */
  exit(code: number): string;
  /** Prints `text` and then kills its own interpreter with SIGKILL. */
  printAndDie(text: string): string;
  /** Sets the variable on its first line and fails on a later one. */
  assignAndFail(name: string, value: number): FailingSample;
  /** Would print something, were it not for a syntax error behind it. */
  syntaxError: FailingSample;
  /** Blocks, quotes and the like that are never closed. */
  unfinished: readonly string[];
  /** Trailing expressions, for a language whose `values` capability is set. */
  values?: readonly ValueSample[];
}

export interface ValueSample {
  readonly code: string;
  /** `result` of the execution. */
  readonly json: unknown;
  /** `result_text` of the execution. */
  readonly text: string | null;
}
