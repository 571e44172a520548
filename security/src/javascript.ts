/** A JavaScript cell that prints `got` and the value when `expression` gives one, else the error's code or name. */
export function tryJavaScript(expression: string, setUp = ''): string {
  return [
    setUp,
    'try {',
    `  console.log('got', await (${expression}));`,
    '} catch (error) {',
    '  console.log(error.code ?? error.name);',
    '}',
  ].join('\n');
}
