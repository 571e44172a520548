import {
  childInField,
  descendants,
  namedChildren,
  type SyntaxNode,
  type SyntaxTree,
} from '../syntax/syntax-node.ts';

/** A name that stands for a member, or a member of a member, of what an expression gives. */
export interface BoundValue {
  readonly value: SyntaxNode;
  readonly members: readonly string[];
}

/** What the names of a cell stand for, wherever in it they are bound. */
export interface Bindings {
  /** Name to the path it was imported from. */
  readonly imports: ReadonlyMap<string, string>;
  readonly values: ReadonlyMap<string, readonly BoundValue[]>;
}

/** An identifier as JavaScript reads it: escapes in it are the letters they spell. */
export function identifier(text: string): string {
  return text.replace(
    /\\u(?:\{([0-9a-f]+)\}|([0-9a-f]{4}))/gi,
    (whole, long?: string, short?: string) => {
      const code = parseInt(long ?? short ?? '', 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

/** A module as it is looked up: `node:fs` is `fs`. */
export function moduleName(specifier: string): string {
  return specifier.replace(/^node:/, '');
}

/** The text between the quotes of an import's source. */
export function sourceText(source: string, node: SyntaxNode): string {
  return source.slice(node.start + 1, node.end - 1);
}

export function collectBindings(source: string, tree: SyntaxTree): Bindings {
  const imports = new Map<string, string>();
  const values = new Map<string, BoundValue[]>();
  const name = (node: SyntaxNode) => identifier(source.slice(node.start, node.end));
  const bind = (target: SyntaxNode, value: SyntaxNode, members: readonly string[]): void => {
    const known = values.get(name(target));
    if (known === undefined) values.set(name(target), [{ value, members }]);
    else known.push({ value, members });
  };
  const bindPattern = (target: SyntaxNode, value: SyntaxNode, members: readonly string[]): void => {
    switch (target.type) {
      case 'identifier':
      case 'shorthand_property_identifier_pattern':
        bind(target, value, target.type === 'identifier' ? members : [...members, name(target)]);
        break;
      case 'object_pattern':
      case 'object_assignment_pattern':
        for (const part of namedChildren(target)) bindPattern(part, value, members);
        break;
      case 'pair_pattern': {
        const [key, inner] = [childInField(target, 'key'), childInField(target, 'value')];
        const member = key && name(key).replace(/^\[?(['"`])(.*)\1\]?$/s, '$2');
        if (member !== undefined && inner) bindPattern(inner, value, [...members, member]);
        break;
      }
      case 'assignment_pattern': {
        const inner = childInField(target, 'left');
        if (inner) bindPattern(inner, value, members);
        break;
      }
    }
  };
  for (const node of tree) {
    switch (node.type) {
      case 'import_statement':
        for (const [local, path] of importBindings(source, node)) imports.set(local, path);
        break;
      case 'variable_declarator':
      case 'assignment_expression': {
        const target = childInField(node, 'name') ?? childInField(node, 'left');
        const value = childInField(node, 'value') ?? childInField(node, 'right');
        if (target && value) bindPattern(target, value, []);
        break;
      }
    }
  }
  return { imports, values };
}

/** The names an import statement binds, with the paths they stand for. */
function importBindings(source: string, statement: SyntaxNode): [string, string][] {
  const text = (node: SyntaxNode) => identifier(source.slice(node.start, node.end));
  const bound: [string, string][] = [];
  const from = importSource(statement);
  if (from === undefined) return [];
  const module = moduleName(sourceText(source, from));
  for (const node of descendants(statement)) {
    if (node.type === 'import_specifier') {
      const imported = childInField(node, 'name');
      const local = childInField(node, 'alias') ?? imported;
      if (imported && local) {
        const member = text(imported);
        bound.push([text(local), member === 'default' ? module : `${module}.${member}`]);
      }
    } else if (node.type === 'identifier' && node.parent?.type !== 'import_specifier') {
      bound.push([text(node), module]);
    }
  }
  return bound;
}

/** The node that names the module of an import or export, where there is one. */
export function importSource(statement: SyntaxNode): SyntaxNode | undefined {
  const clause = statement.children.find(({ type }) => type === 'import_require_clause');
  return childInField(clause ?? statement, 'source');
}
