/** `0`–`15` are the theme's named colours; a string is a CSS colour. */
export type TextColor = number | string;

/** How a run of text looks. Values are shared and never changed, so they compare by identity. */
export interface TextStyle {
  readonly foreground: TextColor | null;
  readonly background: TextColor | null;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strikethrough: boolean;
  readonly inverse: boolean;
  readonly hidden: boolean;
}

export const PLAIN: TextStyle = {
  foreground: null,
  background: null,
  bold: false,
  dim: false,
  italic: false,
  underline: false,
  strikethrough: false,
  inverse: false,
  hidden: false,
};

type Flags = Partial<TextStyle>;

const FLAGS: Readonly<Record<number, Flags>> = {
  1: { bold: true },
  2: { dim: true },
  3: { italic: true },
  4: { underline: true },
  7: { inverse: true },
  8: { hidden: true },
  9: { strikethrough: true },
  21: { underline: true },
  22: { bold: false, dim: false },
  23: { italic: false },
  24: { underline: false },
  27: { inverse: false },
  28: { hidden: false },
  29: { strikethrough: false },
  39: { foreground: null },
  49: { background: null },
};

const CUBE_LEVELS = [0, 95, 135, 175, 215, 255] as const;

function cubeLevel(position: number): number {
  return CUBE_LEVELS[position % 6] ?? 0;
}

/** A colour of the 256-colour palette. */
function paletteColor(index: number): TextColor | null {
  if (!(index >= 0 && index <= 255)) return null;
  if (index < 16) return index;
  if (index >= 232) {
    const level = 8 + (index - 232) * 10;
    return `rgb(${level} ${level} ${level})`;
  }
  const position = index - 16;
  const red = cubeLevel(Math.floor(position / 36));
  const green = cubeLevel(Math.floor(position / 6));
  return `rgb(${red} ${green} ${cubeLevel(position)})`;
}

function trueColor(parts: readonly number[]): TextColor | null {
  const [red, green, blue] = parts;
  const valid = parts.length === 3 && parts.every((part) => part >= 0 && part <= 255);
  return valid ? `rgb(${red} ${green} ${blue})` : null;
}

/** The colour behind a 38 or 48, and how many numbers it took. */
function extendedColor(rest: readonly number[]): { color: TextColor | null; taken: number } {
  if (rest[0] === 5) return { color: paletteColor(rest[1] ?? -1), taken: 2 };
  if (rest[0] === 2) return { color: trueColor(rest.slice(1, 4)), taken: 4 };
  return { color: null, taken: rest.length };
}

/** `38:2::r:g:b` and `38:5:n` are one parameter each; a colour space, which nobody sets, may stand before the red. */
function colonColor(numbers: readonly number[]): TextColor | null {
  if (numbers[1] === 5) return paletteColor(numbers[2] ?? -1);
  return numbers[1] === 2 ? trueColor(numbers.slice(-3)) : null;
}

function namedColor(code: number): Flags | null {
  if (code >= 30 && code <= 37) return { foreground: code - 30 };
  if (code >= 40 && code <= 47) return { background: code - 40 };
  if (code >= 90 && code <= 97) return { foreground: code - 90 + 8 };
  if (code >= 100 && code <= 107) return { background: code - 100 + 8 };
  return null;
}

/** The style after a "select graphic rendition" sequence with these parameters (`1;31`); unknown codes do nothing. */
export function applyGraphicRendition(style: TextStyle, parameters: string): TextStyle {
  const parts = parameters.split(';');
  let next = style;
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? '';
    const code = Number.parseInt(part, 10) || 0;
    if (code === 38 || code === 48) {
      const target = code === 38 ? 'foreground' : 'background';
      if (part.includes(':')) {
        next = { ...next, [target]: colonColor(part.split(':').map(Number)) };
        continue;
      }
      const { color, taken } = extendedColor(parts.slice(at + 1).map(Number));
      next = { ...next, [target]: color };
      at += taken;
      continue;
    }
    if (code === 0) next = PLAIN;
    else next = { ...next, ...(FLAGS[code] ?? namedColor(code)) };
  }
  return next;
}
