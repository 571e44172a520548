/** The longest text that is followed; a longer one counts as unknown. */
export const MAX_TEXT = 65_536;

/** Joins texts, or gives up when one is unknown or the whole is too long. */
export function joined(parts: readonly (string | null)[], separator = ''): string | null {
  let length = separator.length * Math.max(0, parts.length - 1);
  const known: string[] = [];
  for (const part of parts) {
    if (part === null) return null;
    length += part.length;
    if (length > MAX_TEXT) return null;
    known.push(part);
  }
  return known.join(separator);
}

export function replaced(text: string, from: string, to: string): string | null {
  const pieces = from === '' ? [...text] : text.split(from);
  return pieces.length * to.length + text.length > MAX_TEXT ? null : text.replaceAll(from, to);
}

export function reversed(text: string): string {
  return [...text].reverse().join('');
}

export function rot13(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}

/** The bytes that hex digits spell, each as one character, or null. */
export function fromHex(text: string): string | null {
  const digits = text.replace(/[\s:]/g, '');
  if (digits.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(digits)) return null;
  return digits.replace(/../g, (pair) => String.fromCharCode(parseInt(pair, 16)));
}

/** The text that base64 holds, read as UTF-8 where it is UTF-8, or null. */
export function fromBase64(text: string): string | null {
  const digits = text.replace(/\s/g, '').replace(/-/g, '+').replace(/_/g, '/');
  if (!/^[a-z0-9+/]*={0,2}$/i.test(digits)) return null;
  try {
    return utf8(atob(digits));
  } catch {
    return null;
  }
}

/** Reads a string of bytes as UTF-8; one that is not stays as it is. */
function utf8(bytes: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)),
    );
  } catch {
    return bytes;
  }
}
