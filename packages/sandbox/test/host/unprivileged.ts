import { existsSync } from 'node:fs';
import type { ResourceLimits } from '@repltool/protocol';
import { DEFAULT_RESOURCE_LIMITS } from '@repltool/protocol';
import { createBubblewrapBackend, diagnose } from '@repltool/sandbox';
import { newId } from '../ids.ts';
import { STANDARD } from '../modes.ts';
import { finish, pythonSpec, shellSpec } from '../specs.ts';

/** What sandboxes of a server that is not root can do; prints it as one line of JSON and ends. */
const [dataDir = ''] = process.argv.slice(2);
const backend = createBubblewrapBackend({ dataDir });

async function create(limits: Partial<ResourceLimits> = {}) {
  return backend.create({
    id: newId(),
    rules: STANDARD,
    limits: { ...DEFAULT_RESOURCE_LIMITS, ...limits },
  });
}

const FILL_DISK = `
import os, time
for number in range(100000):
    with open(f'/workspace/{number}', 'wb') as file: file.write(bytes(1 << 20))
    time.sleep(0.01)`;
const HARD_TO_REMOVE = `
import os
os.makedirs('closed/inner'); open('closed/inner/file', 'w').close()
os.symlink('/etc', 'link')
os.chmod('closed/inner', 0); os.chmod('closed', 0)
for _ in range(1500):
    os.mkdir('deep' * 10); os.chdir('deep' * 10)`;

const plain = await create();
const who = await finish(await plain.launch(shellSpec('echo hello; cat; echo err >&2')));
const late = await plain.launch(
  pythonSpec(`
import os
data = b''
while not data: data = os.read(0, 100)
print(data.decode())`),
);
late.stdin.end('typed');
const typed = await finish(late);

const disk = await create({ max_disk_mb: 8 });
const filled = await finish(await disk.launch(pythonSpec(FILL_DISK)));
const afterwards = await finish(await disk.launch(shellSpec('echo still here')));

const messy = await create();
const mess = await finish(await messy.launch(pythonSpec(HARD_TO_REMOVE)));
const workspace = messy.workspace ?? '';
await messy[Symbol.asyncDispose]();

const tier = await backend.probe();
const lines = await diagnose({ dataDir });
await backend[Symbol.asyncDispose]();
console.log(
  JSON.stringify({
    uid: process.getuid?.(),
    tier,
    who,
    typed: typed.stdout,
    filled: filled.exit,
    afterwards: afterwards.stdout,
    mess: mess.exit,
    removed: !existsSync(workspace),
    diagnosis: lines.map(({ part, state }) => [part, state]),
  }),
);
