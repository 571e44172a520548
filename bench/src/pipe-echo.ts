import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A bare `python3` that echoes lines: the floor under every round trip. */
export interface PipeEcho extends AsyncDisposable {
  roundTrip(): Promise<void>;
}

const ECHO =
  'import os\nwhile True:\n    line = os.read(0, 4096)\n    if not line: break\n    os.write(1, line)\n';

export function startPipeEcho(): PipeEcho {
  const child = spawn('python3', ['-c', ECHO], { stdio: ['pipe', 'pipe', 'inherit'] });
  return {
    async roundTrip() {
      child.stdin.write('1+1\n');
      await once(child.stdout, 'data');
    },
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await once(child, 'close');
    },
  };
}
