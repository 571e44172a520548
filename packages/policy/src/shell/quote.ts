/** A list of words as the shell command that has just these; `~` and globs keep their meaning. */
export function quoted(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./~*?-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ');
}
