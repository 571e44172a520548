import { fromBase64, fromHex, MAX_TEXT, reversed } from '../code/text-transforms.ts';
import { ansiText } from './ansi-text.ts';
import { UNKNOWN, expandWord, type WordScope } from './words.ts';

/**
 * The commands of a pipeline of plain commands, each as its words unexpanded; null for anything that has more to it.
 */
function simplePipeline(source: string): string[][] | null {
  const commands: string[][] = [];
  let words: string[] = [];
  let word = '';
  const endWord = () => {
    if (word !== '') words.push(word);
    word = '';
  };
  for (let index = 0; index < source.length; index++) {
    const letter = source.charAt(index);
    if (/\s/.test(letter)) endWord();
    else if (letter === '|') {
      endWord();
      commands.push(words);
      words = [];
    } else if (letter === '\\') {
      word += source.slice(index, index + 2);
      index += 1;
    } else if (letter === "'" || letter === '"') {
      const end = source.indexOf(letter, index + 1);
      if (end === -1) return null;
      word += source.slice(index, end + 1);
      index = end;
    } else if (/[;&()<>`]/.test(letter)) return null;
    else word += letter;
  }
  endWord();
  commands.push(words);
  return commands.every((command) => command.length > 0) ? commands : null;
}

/** What a pipeline of plain commands writes, where it only prints a text or decodes one; else null. */
export function constantOutput(source: string, scope: WordScope): string | null {
  const pipeline = simplePipeline(source)?.map((words) =>
    words.flatMap((word) => expandWord(word, scope)),
  );
  return pipeline === undefined ? null : outputOf(pipeline);
}

/** The same of commands whose words are expanded. */
export function outputOf(pipeline: readonly (readonly string[])[]): string | null {
  const [first, ...filters] = pipeline;
  let text = first === undefined ? null : printed(first);
  for (const filter of filters) {
    if (text === null) break;
    text = filtered(text, filter);
  }
  return text === null || text.includes(UNKNOWN) || text.length > MAX_TEXT ? null : text;
}

function printed([name, ...words]: readonly string[]): string | null {
  if (name === 'echo') {
    const options = words.findIndex((word) => !/^-[neE]+$/.test(word));
    const rest = words.slice(options === -1 ? words.length : options).join(' ');
    const escapes = words.slice(0, Math.max(0, options)).some((word) => word.includes('e'));
    return `${escapes ? ansiText(rest) : rest}\n`;
  }
  if (name !== 'printf') return null;
  const [format = '', ...values] = words[0] === '--' ? words.slice(1) : words;
  if (!format.includes('%')) return ansiText(format);
  const plain = format.replace(/%[sb]/g, '');
  if (plain.includes('%')) return null;
  const slots = format.split(/%[sb]/).length - 1;
  const rounds = Math.max(1, Math.ceil(values.length / Math.max(1, slots)));
  if (rounds * format.length > MAX_TEXT) return null;
  let next = 0;
  return ansiText(format)
    .repeat(rounds)
    .replace(/%[sb]/g, () => values[next++] ?? '');
}

function filtered(text: string, [name, ...options]: readonly string[]): string | null {
  switch (name) {
    case 'base64':
      return options.some((option) => /^(-d|-D|-di|--decode|--d\w*)$/.test(option))
        ? fromBase64(text)
        : null;
    case 'xxd':
      return options.includes('-r') || options.includes('-rp') || options.includes('-p')
        ? fromHex(text)
        : null;
    case 'rev':
      return text.split('\n').map(reversed).join('\n');
    case 'cat':
    case 'tee':
      return text;
    default:
      return null;
  }
}
