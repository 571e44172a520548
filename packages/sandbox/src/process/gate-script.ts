import type { ResourceLimits } from '@repltool/protocol';

const OPEN_FILES = 1024;
const KIB_PER_MIB = 1024;
/** Stacks of threads count whole as data, though little of them is ever touched. */
const STACKS_MIB = 512;
/** POSIX: the unit of `ulimit -f`. */
const BLOCKS_PER_MIB = 2048;

/**
 * What `/bin/sh` does before it becomes bwrap, with the descriptor of the gate: wait until the server has put it into
 * its control group, then lower its own limits, which everything inside inherits and cannot raise.
 * A limit that cannot be set is already lower.
 */
export function gateScript(gateFd: number, limits: ResourceLimits, boundMemory: boolean): string {
  return [
    // A here-document is a pipe without a writer: it reads as ended, and opening it again by name does not wait.
    "exec 0<<'END'\n.\nEND",
    'read -r _',
    `read -r _ <&${gateFd} || exit 1`,
    `exec ${gateFd}<&-`,
    'umask 022',
    'ulimit -c 0 2>/dev/null',
    `ulimit -n ${OPEN_FILES} 2>/dev/null`,
    `ulimit -f ${limits.max_disk_mb * BLOCKS_PER_MIB} 2>/dev/null`,
    ...(boundMemory ? [`ulimit -d ${dataKib(limits)} 2>/dev/null`] : []),
    'exec "$@"',
  ].join('\n');
}

/** The most one process may map, so that it cannot outrun whoever adds the processes up. */
function dataKib({ max_memory_mb }: ResourceLimits): number {
  return (max_memory_mb + STACKS_MIB) * KIB_PER_MIB;
}
