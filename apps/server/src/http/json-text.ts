const BACKSLASH = 0x5c;

/** Index of the quote that closes the string whose text begins at `start`; the end of the text when none does. */
function closingQuote(json: string, start: number): number {
  for (let end = json.indexOf('"', start); end !== -1; end = json.indexOf('"', end + 1)) {
    let escapes = 0;
    while (json.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return json.length;
}

function isFollowedByColon(json: string, at: number): boolean {
  const colon = /[ \t\r\n]*:/y;
  colon.lastIndex = at;
  return colon.test(json);
}

/** Whether lists and objects lie more than `limit` deep. The text need not be valid. */
export function isDeeperThan(json: string, limit: number): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at];
    if (char === '"') at = closingQuote(json, at + 1);
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') depth -= 1;
    if (depth > limit) return true;
  }
  return false;
}

/**
 * The first key that an object of this valid JSON text has twice. Parsers disagree on which value counts, so what
 * passed a check in front of the server may not be what it would run.
 */
export function findRepeatedKey(json: string): string | undefined {
  const objects: Set<string>[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at];
    if (char === '{') objects.push(new Set());
    else if (char === '}') objects.pop();
    else if (char === '"') {
      const end = closingQuote(json, at + 1);
      if (isFollowedByColon(json, end + 1)) {
        const key = JSON.parse(json.slice(at, end + 1)) as string;
        const keys = objects.at(-1);
        if (keys?.has(key) === true) return key;
        keys?.add(key);
      }
      at = end;
    }
  }
  return undefined;
}
