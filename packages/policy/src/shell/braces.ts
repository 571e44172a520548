/** The most words that one word is expanded to, and the longest word that is; beyond these it stays as it is. */
const MAX_WORDS = 64;
const MAX_LENGTH = 2048;

/** Brace expansion: `{rm,-rf}` is two words, `a{b,c}d` too. Quoted braces and ranges stay as they are. */
export function expandBraces(word: string): string[] {
  if (word.length > MAX_LENGTH || !word.includes('{')) return [word];
  const pending = [word];
  const done: string[] = [];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const list = firstList(next);
    if (list === undefined) {
      done.push(next);
      continue;
    }
    if (done.length + pending.length + list.options.length > MAX_WORDS) return [word];
    for (const option of [...list.options].reverse()) {
      pending.push(list.before + option + list.after);
    }
  }
  return done;
}

interface BraceList {
  readonly before: string;
  readonly options: readonly string[];
  readonly after: string;
}

/** The first `{…,…}` that is no expansion and not in quotes. */
function firstList(word: string): BraceList | undefined {
  for (let index = 0; index < word.length; index++) {
    const letter = word.charAt(index);
    if (letter === '\\') index += 1;
    else if (letter === "'" || letter === '"') index = closingQuote(word, index);
    else if (letter === '$' && word.charAt(index + 1) === '{')
      index = closingBrace(word, index + 1).end;
    else if (letter === '{') {
      const { end, commas } = closingBrace(word, index);
      if (end === word.length || commas.length === 0) continue;
      const cuts = [index, ...commas, end];
      const options = cuts.slice(1).map((cut, at) => word.slice((cuts[at] ?? 0) + 1, cut));
      return { before: word.slice(0, index), options, after: word.slice(end + 1) };
    }
  }
  return undefined;
}

/** The place of the quote that closes the one at `start`, or the end of the text. */
function closingQuote(text: string, start: number): number {
  const quote = text.charAt(start);
  for (let index = start + 1; index < text.length; index++) {
    if (text.charAt(index) === '\\' && quote === '"') index += 1;
    else if (text.charAt(index) === quote) return index;
  }
  return text.length;
}

/** The place of the brace that closes the one at `start`, or the end of the text, and the commas between. */
function closingBrace(text: string, start: number): { end: number; commas: number[] } {
  const commas: number[] = [];
  let depth = 0;
  for (let index = start; index < text.length; index++) {
    const letter = text.charAt(index);
    if (letter === '\\') index += 1;
    else if (letter === "'" || letter === '"') index = closingQuote(text, index);
    else if (letter === '{') depth += 1;
    else if (letter === ',' && depth === 1) commas.push(index);
    else if (letter === '}' && --depth === 0) return { end: index, commas };
  }
  return { end: text.length, commas };
}
