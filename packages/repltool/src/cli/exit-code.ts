import { constants } from 'node:os';
import type { ExecutionResult } from '@repltool/protocol';

/** Exit codes of the CLI beside those of the cell itself; 124, 126 and 130 are what `timeout` and shells use. */
export const EXIT = { failure: 1, usage: 2, timeout: 124, denied: 126, interrupted: 130 } as const;

/** Signals the crashed interpreter's name stands for, as shells report them: 128 + number. */
function crashCode(message: string): number {
  const name = Object.keys(constants.signals).find((signal) => message.includes(signal));
  return name === undefined ? EXIT.failure : 128 + constants.signals[name as NodeJS.Signals];
}

/** The exit code that tells a shell how the cell ended. */
export function exitCodeOf(result: ExecutionResult): number {
  switch (result.status) {
    case 'ok':
      return 0;
    case 'timeout':
      return EXIT.timeout;
    case 'interrupted':
      return EXIT.interrupted;
    case 'denied':
      return EXIT.denied;
    case 'crashed':
      return crashCode(result.failure?.message ?? '');
    case 'error':
    case 'exited':
    case 'limit':
      return result.exit_code ?? EXIT.failure;
  }
}
