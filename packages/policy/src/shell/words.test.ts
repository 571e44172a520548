import { describe, expect, test } from 'vitest';
import { UNKNOWN, expandWord, type WordScope } from './words.ts';

const VARIABLES: Readonly<Record<string, string>> = { A: 'one', B: 'two words', HOME: '~', n: 'A' };
const scope: WordScope = {
  variable: (name) => VARIABLES[name] ?? UNKNOWN,
  output: (source) => (source === 'echo hi' ? 'hi' : UNKNOWN),
};

describe('a word of the shell', () => {
  test.each<[string, string[]]>([
    ['plain', ['plain']],
    ['a\\ b', ['a b']],
    ['r\\m', ['rm']],
    ["'a b'", ['a b']],
    ['"a $A b"', ['a one b']],
    ['"a \\$A \\" b"', ['a $A " b']],
    ["$'\\x72\\155\\u0021'", ['rm!']],
    ['$"text"', ['text']],
    ["''", ['']],
    ['$A', ['one']],
    ['${A}s', ['ones']],
    ['$B', ['two', 'words']],
    ['"$B"', ['two words']],
    ['x$B', ['xtwo', 'words']],
    ['${!n}', ['one']],
    ['${A:1}', ['ne']],
    ['${A:0:1}', ['o']],
    ['${A/one/three}', ['three']],
    ['${A//n/x}', ['oxe']],
    ['${NONE:-/tmp}', ['/tmp']],
    ['${A:-/tmp}', ['one']],
    ['$NONE', [UNKNOWN]],
    ['a$((1 + 1))', [`a${UNKNOWN}`]],
    ['$(echo hi)', ['hi']],
    ['`echo hi`', ['hi']],
    ['"$(date)"', [UNKNOWN]],
    ['{a,b}', ['a', 'b']],
    ['x{a,b}y', ['xay', 'xby']],
    ['{a,{b,c}}', ['a', 'b', 'c']],
    ['{1..3}', ['{1..3}']],
    ["'{a,b}'", ['{a,b}']],
    ['${A},{x}', ['one,{x}']],
    ['~', ['~']],
    ["'~'", ['./~']],
    ['"$HOME"/x', ['~/x']],
    ["'open", ['open']],
    ['${open', [UNKNOWN]],
  ])('%j gives %j', (word, fields) => {
    expect(expandWord(word, scope)).toEqual(fields);
  });
});
