'use strict';

const KEYWORDS =
  'async await break case catch class const continue debugger default delete do else export extends false finally for function if import in instanceof let new null of return static super switch this throw true try typeof undefined var void while with yield'.split(
    ' ',
  );

const keywordsFor = (beginning) =>
  KEYWORDS.filter((word) => word.startsWith(beginning)).map((text) => ({ text, kind: 'keyword' }));

module.exports = { keywordsFor };
