import { DEFAULT_RESOURCE_LIMITS, type SandboxModeRules } from '@repltool/protocol';
import { createBubblewrapSandbox } from '../sandbox.ts';
import type { ServerHost } from '../server-host.ts';

/** The most any mode asks of the host. */
const PROBE_RULES: SandboxModeRules = {
  mode: 'standard',
  writable: 'workspace',
  network: 'isolated',
  processes: 'toolbox',
  toolbox: ['sh', 'ls'],
  ceilings: {},
};

/** Reads what the kernel says of the shell itself, with nothing but builtins; each exit code names what is wrong. */
const SELF_EXAMINATION = `
filter= privileges= capabilities=
while read -r name value; do
  case $name in
    Seccomp:) filter=$value ;;
    NoNewPrivs:) privileges=$value ;;
    CapEff:) capabilities=$value ;;
  esac
done < /proc/self/status
[ "$filter" = 2 ] || exit 11
[ "$privileges" = 1 ] || exit 12
[ "$capabilities" = 0000000000000000 ] || exit 13
[ -e /proc/2 ] || exit 14
echo x > /workspace/probe || exit 15
ls /usr/bin/sh > /dev/null || exit 16
exit 0
`;

const FAULTS: Readonly<Record<number, string>> = {
  11: 'no seccomp filter is in force inside',
  12: 'privileges can be gained inside',
  13: 'there are capabilities inside',
  14: 'there is no process namespace',
  15: 'the workspace cannot be written',
  16: 'the programs of the toolbox cannot be run: is the data directory mounted noexec?',
};

/**
 * Starts a sandbox with everything on and lets it examine itself.
 * @returns what is wrong, null when nothing is
 * @throws ReplError SandboxUnavailable when it cannot be built
 */
export async function examineThrowaway(host: ServerHost): Promise<string | null> {
  await using sandbox = await createBubblewrapSandbox(host, {
    id: 'probe',
    rules: PROBE_RULES,
    limits: DEFAULT_RESOURCE_LIMITS,
  });
  const process = await sandbox.launch({
    argv: ['/usr/bin/sh', '-c', SELF_EXAMINATION],
    env: { PATH: '/usr/bin' },
    mounts: [],
    driverFiles: [],
  });
  const { code, signal } = await process.exited;
  if (code === 0) return null;
  return FAULTS[code ?? 0] ?? `the examination ended with ${signal ?? code}`;
}
