import { readFileSync } from 'node:fs';

export interface MountEntry {
  /** Directory of its file system that is mounted. */
  readonly root: string;
  readonly point: string;
  readonly type: string;
  /** Of the file system itself, such as the controllers of a version 1 control group hierarchy. */
  readonly options: readonly string[];
}

export function readMountTable(): MountEntry[] {
  return parseMountTable(readFileSync('/proc/self/mountinfo', 'latin1'));
}

/** @param text as `/proc/PID/mountinfo` has it */
export function parseMountTable(text: string): MountEntry[] {
  return text.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ');
    const [, , , root, point] = before.split(' ');
    const [type, , options] = after.split(' ');
    if (root === undefined || point === undefined || type === undefined) return [];
    return [
      { root: unescape(root), point: unescape(point), type, options: options?.split(',') ?? [] },
    ];
  });
}

/** Blanks in a path are written in octal there, and its bytes are UTF-8. */
function unescape(path: string): string {
  const bytes = path.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
  return Buffer.from(bytes, 'latin1').toString();
}
