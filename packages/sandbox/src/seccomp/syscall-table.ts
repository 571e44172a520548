/** System call numbers of one architecture, by name. */
export type SyscallTable = ReadonlyMap<string, number>;

/** Reads lines of `first: name name …`, numbered upwards from `first`. */
export function parseSyscallTable(lines: string): SyscallTable {
  const table = new Map<string, number>();
  for (const line of lines.trim().split('\n')) {
    const [first, names = ''] = line.split(': ');
    for (const [offset, name] of names.split(' ').entries())
      table.set(name, Number(first) + offset);
  }
  return table;
}
