import { DEFAULT_RESOURCE_LIMITS } from '@repltool/protocol';
import { createBubblewrapBackend } from '@repltool/sandbox';
import { newId } from '../ids.ts';
import { descendants } from '../host-view.ts';
import { STANDARD } from '../modes.ts';
import { shellSpec } from '../specs.ts';

/** Starts sandboxes with processes that do their best to stay, says where they are, and waits to be killed. */
const [dataDir = ''] = process.argv.slice(2);
const backend = createBubblewrapBackend({ dataDir });
const script =
  'setsid sh -c "sleep 777 & exec sleep 778" & trap "" INT TERM HUP; echo x > file; ls -l /proc/self/fd > fds; echo up; sleep 779';
const held = await Promise.all(
  [1, 2, 3].map(async () => {
    const id = newId();
    const sandbox = await backend.create({ id, rules: STANDARD, limits: DEFAULT_RESOURCE_LIMITS });
    const started = await sandbox.launch(shellSpec(script));
    await new Promise((resolve) => started.stdout.once('data', resolve));
    return { id, workspace: sandbox.workspace };
  }),
);
console.log(JSON.stringify({ held, pids: descendants(process.pid) }));
setInterval(() => undefined, 60_000);
