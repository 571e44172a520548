const LETTERS: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '0': '\0',
};

/** The character that one escape sequence stands for; a continued line is nothing. */
export function unescaped(sequence: string): string {
  const hex = /^\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]+)\})$/i.exec(sequence);
  if (hex) {
    const code = parseInt(hex[1] ?? hex[2] ?? hex[3] ?? '', 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  }
  const octal = /^\\([0-7]{1,3})$/.exec(sequence);
  if (octal) return String.fromCharCode(parseInt(octal[1] ?? '', 8));
  const letter = sequence.slice(1);
  return /^[\r\n\u2028\u2029]/.test(letter) ? '' : (LETTERS[letter] ?? letter);
}
