import type { ImportAttribute, ImportDeclaration, ImportSpecifier } from 'acorn';

/** The name the driver offers to rewritten cells. */
export const DRIVER = '__repltool';

function keyText(node: ImportSpecifier['imported']): string {
  return node.type === 'Identifier' ? node.name : String(node.value);
}

function attributesText(attributes: readonly ImportAttribute[]): string {
  if (attributes.length === 0) return '';
  const pairs = attributes.map(
    ({ key, value }) => `${JSON.stringify(keyText(key))}: ${JSON.stringify(value.value)}`,
  );
  return `, { with: { ${pairs.join(', ')} } }`;
}

/** An import statement as an awaited declaration; bindings are values, not live, as in the Node REPL. */
export function importStatement(node: ImportDeclaration): string {
  const source = JSON.stringify(node.source.value);
  const options = attributesText(node.attributes);
  const [first] = node.specifiers;
  if (first === undefined) return `void await ${DRIVER}.import(${source}${options});`;

  const names: string[] = [];
  const bindings: string[] = [];
  let namespace: string | undefined;
  for (const specifier of node.specifiers) {
    if (specifier.type === 'ImportNamespaceSpecifier') {
      namespace = specifier.local.name;
      continue;
    }
    const name = specifier.type === 'ImportSpecifier' ? keyText(specifier.imported) : 'default';
    names.push(name);
    bindings.push(`${JSON.stringify(name)}: ${specifier.local.name}`);
  }
  const loaded =
    names.length === 0
      ? `await ${DRIVER}.import(${source}${options})`
      : `await ${DRIVER}.importNames(${source}, ${JSON.stringify(names)}${options})`;
  const pattern = `{ ${bindings.join(', ')} }`;
  if (namespace === undefined) return `const ${pattern} = ${loaded};`;
  const rest = names.length === 0 ? '' : `, ${pattern} = ${namespace}`;
  return `const ${namespace} = ${loaded}${rest};`;
}
