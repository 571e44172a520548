import { MAX_TEXT } from '../code/text-transforms.ts';
import { ansiText } from './ansi-text.ts';
import { expandBraces } from './braces.ts';

/** Stands in an expanded word for a part that only the run can tell. */
export const UNKNOWN = '\0';

/** What words are expanded with. */
export interface WordScope {
  /** The value of a variable or parameter, with `UNKNOWN` for what the cell does not tell. */
  variable(name: string): string;
  /** What a command substitution gives, given its source. */
  output(source: string): string;
}

/** The fields a word gives when the shell expands it: quotes removed, variables filled in, split at blanks. */
export function expandWord(word: string, scope: WordScope): string[] {
  return expandBraces(word).flatMap((part) => new Expansion(part, scope).fields());
}

class Expansion {
  readonly #text: string;
  readonly #scope: WordScope;
  readonly #fields: string[] = [];
  #field: string | undefined;
  #index = 0;

  constructor(text: string, scope: WordScope) {
    this.#text = text;
    this.#scope = scope;
  }

  fields(): string[] {
    while (this.#index < this.#text.length) this.#step();
    if (this.#field !== undefined) this.#fields.push(this.#field);
    return this.#fields;
  }

  #step(): void {
    const letter = this.#text.charAt(this.#index);
    switch (letter) {
      case '\\':
        this.#add(this.#text.charAt(this.#index + 1).replace('\n', ''));
        this.#index += 2;
        break;
      case "'": {
        const end = this.#find("'", this.#index + 1);
        this.#addQuoted(this.#text.slice(this.#index + 1, end));
        this.#index = end + 1;
        break;
      }
      case '"':
        this.#index += 1;
        this.#doubleQuoted();
        break;
      case '$':
        if (this.#text.charAt(this.#index + 1) === "'") this.#ansiQuoted();
        else if (this.#text.charAt(this.#index + 1) === '"') this.#index += 1;
        else this.#split(this.#expansion());
        break;
      case '`':
        this.#split(this.#backquoted());
        break;
      default:
        this.#add(letter);
        this.#index += 1;
    }
  }

  /** A quoted `~` is a plain file name, which is written so that it cannot be taken for the home directory. */
  #addQuoted(text: string): void {
    this.#add(this.#field === undefined && text.startsWith('~') ? `./${text}` : text);
  }

  #add(text: string): void {
    const field = (this.#field ?? '') + text;
    this.#field = field.length > MAX_TEXT ? UNKNOWN : field;
  }

  #split(value: string): void {
    const [first = '', ...others] = value.split(/[ \t\n]+/);
    if (first !== '') this.#add(first);
    for (const other of others) {
      if (this.#field !== undefined) this.#fields.push(this.#field);
      this.#field = other === '' ? undefined : other;
    }
  }

  #doubleQuoted(): void {
    let literal = '';
    const flush = () => {
      this.#addQuoted(literal);
      literal = '';
    };
    while (this.#index < this.#text.length) {
      const letter = this.#text.charAt(this.#index);
      if (letter === '"') {
        this.#index += 1;
        break;
      }
      if (letter === '\\') {
        const next = this.#text.charAt(this.#index + 1);
        literal += /[$`"\\]/.test(next) ? next : next === '\n' ? '' : letter + next;
        this.#index += 2;
      } else if (letter === '$' || letter === '`') {
        if (literal !== '') flush();
        this.#add(letter === '$' ? this.#expansion() : this.#backquoted());
      } else {
        literal += letter;
        this.#index += 1;
      }
    }
    flush();
  }

  #ansiQuoted(): void {
    const start = this.#index + 2;
    let end = start;
    while (end < this.#text.length && this.#text.charAt(end) !== "'") {
      end += this.#text.charAt(end) === '\\' ? 2 : 1;
    }
    this.#addQuoted(ansiText(this.#text.slice(start, end)));
    this.#index = end + 1;
  }

  #backquoted(): string {
    const end = this.#find('`', this.#index + 1);
    const source = this.#text.slice(this.#index + 1, end);
    this.#index = end + 1;
    return this.#scope.output(source.replace(/\\([$`\\])/g, '$1'));
  }

  #find(letter: string, from: number): number {
    const end = this.#text.indexOf(letter, from);
    return end === -1 ? this.#text.length : end;
  }

  /** What stands at a `$`, which is left behind. */
  #expansion(): string {
    const rest = this.#text.slice(this.#index, this.#index + 256);
    const plain = /^\$(?:([A-Za-z_]\w*)|([0-9@*#?$!-]))/.exec(rest);
    if (plain) {
      this.#index += plain[0].length;
      return this.#scope.variable(plain[1] ?? plain[2] ?? '');
    }
    const open = this.#text.charAt(this.#index + 1);
    if (open !== '{' && open !== '(') {
      this.#index += 1;
      return '$';
    }
    const start = this.#index + 2;
    const end = this.#closing(open, open === '{' ? '}' : ')', this.#index + 1);
    const inside = this.#text.slice(start, end);
    this.#index = end + 1;
    if (open === '{') return this.#parameter(inside);
    return inside.startsWith('(') ? UNKNOWN : this.#scope.output(inside);
  }

  #closing(open: string, close: string, from: number): number {
    let depth = 0;
    for (let index = from; index < this.#text.length; index++) {
      const letter = this.#text.charAt(index);
      if (letter === '\\') index += 1;
      else if (letter === "'") index = this.#find("'", index + 1);
      else if (letter === open) depth += 1;
      else if (letter === close && --depth === 0) return index;
    }
    return this.#text.length;
  }

  /** The inside of `${…}`. */
  #parameter(inside: string): string {
    const match = /^(!?)([A-Za-z_]\w*|[0-9@*#?$!-])(?:\[\d+\])?([^]*)$/.exec(inside);
    if (match === null) return UNKNOWN;
    const [, indirect, name = '', operation = ''] = match;
    const direct = this.#scope.variable(name);
    const value = indirect ? this.#scope.variable(direct) : direct;
    if (operation === '') return value;
    const fallback = /^:?[-=]([^]*)$/.exec(operation);
    if (fallback) {
      if (value !== UNKNOWN && value !== '') return value;
      return expandWord(fallback[1] ?? '', this.#scope).join(' ');
    }
    if (value.includes(UNKNOWN)) return UNKNOWN;
    const slice = /^:\s*(\d+)(?::\s*(\d+))?$/.exec(operation);
    if (slice) {
      const from = Number(slice[1]);
      return value.slice(from, slice[2] === undefined ? undefined : from + Number(slice[2]));
    }
    const replacement = /^(\/\/?)([^/*?[\]\\]+)(?:\/([^]*))?$/.exec(operation);
    if (replacement) {
      const [, kind, from = '', to = ''] = replacement;
      return kind === '//'
        ? value.split(from).join(to).slice(0, MAX_TEXT)
        : value.replace(from, () => to);
    }
    return UNKNOWN;
  }
}
