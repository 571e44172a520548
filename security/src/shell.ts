/** A Bash cell that tries `command` and prints `got` and its output, or `no` and its exit code. */
export function tryBash(command: string): string {
  return `if found=$(${command} 2>/dev/null); then echo "got $found"; else echo "no $?"; fi`;
}
