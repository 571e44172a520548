const ESCAPE =
  /\\(?:x([0-9a-f]{1,2})|u([0-9a-f]{1,4})|U([0-9a-f]{1,8})|([0-7]{1,3})|c([^])|([^]))/gi;

const LETTERS: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** The text between `$'` and `'`, as `printf` and `echo -e` read it too. */
export function ansiText(source: string): string {
  return source.replace(
    ESCAPE,
    (
      _whole,
      hex?: string,
      short?: string,
      long?: string,
      octal?: string,
      control?: string,
      letter?: string,
    ) => {
      const digits = hex ?? short ?? long;
      if (digits !== undefined) return character(parseInt(digits, 16));
      if (octal !== undefined) return character(parseInt(octal, 8));
      if (control !== undefined) return character(control.charCodeAt(0) & 0x1f);
      return LETTERS[letter ?? ''] ?? letter ?? '';
    },
  );
}

/** A NUL ends the text in the shell, and so adds nothing here. */
function character(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
