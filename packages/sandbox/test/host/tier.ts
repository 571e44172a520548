import { createBubblewrapBackend, diagnose } from '@repltool/sandbox';

/** Says which tier this process gets, and what is said of control groups. */
const [dataDir = ''] = process.argv.slice(2);
await using backend = createBubblewrapBackend({ dataDir });
const tier = await backend.probe();
const lines = await diagnose({ dataDir });
console.log(JSON.stringify({ tier, groups: lines.find(({ part }) => part === 'control groups') }));
