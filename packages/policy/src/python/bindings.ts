import {
  childInField,
  namedChildren,
  type SyntaxNode,
  type SyntaxTree,
} from '../syntax/syntax-node.ts';

/** What the names of a cell stand for, wherever in it they are bound. */
export interface Bindings {
  /** Name to the dotted path it was imported from. */
  readonly imports: ReadonlyMap<string, string>;
  /** Modules imported with `*`. */
  readonly stars: readonly string[];
  /** Name to the expressions assigned to it. */
  readonly values: ReadonlyMap<string, readonly SyntaxNode[]>;
  /** Names that also change in ways that are not followed, such as `+=` or a loop. */
  readonly changing: ReadonlySet<string>;
}

/** An identifier as Python reads it: full-width and other compatibility letters are plain ones. */
export function identifier(text: string): string {
  return text.normalize('NFKC');
}

/** One `name` or `name as alias` of an import. */
export interface ImportedName {
  readonly name: string;
  readonly alias: string | undefined;
  readonly node: SyntaxNode;
}

/** The names an import statement lists. */
export function importedNames(source: string, statement: SyntaxNode): ImportedName[] {
  return statement.children
    .filter(({ field }) => field === 'name')
    .map((node) => {
      const name = childInField(node, 'name') ?? node;
      const alias = childInField(node, 'alias');
      return {
        name: dotted(source, name),
        alias: alias && dotted(source, alias),
        node: name,
      };
    });
}

/** The module of a `from` import, with its leading dots. */
export function sourceModule(source: string, statement: SyntaxNode): string {
  const module = childInField(statement, 'module_name');
  return module === undefined ? '__future__' : dotted(source, module);
}

function dotted(source: string, node: SyntaxNode): string {
  return identifier(source.slice(node.start, node.end)).replace(/\s|\\/g, '');
}

export function collectBindings(source: string, tree: SyntaxTree): Bindings {
  const imports = new Map<string, string>();
  const stars: string[] = [];
  const values = new Map<string, SyntaxNode[]>();
  const changing = new Set<string>();
  const bind = (target: SyntaxNode, value: SyntaxNode | undefined): void => {
    if (target.type !== 'identifier') return;
    const name = identifier(source.slice(target.start, target.end));
    const known = values.get(name);
    if (value === undefined) changing.add(name);
    else if (known === undefined) values.set(name, [value]);
    else known.push(value);
  };
  const bindAll = (target: SyntaxNode, value: SyntaxNode | undefined): void => {
    if (!/^(pattern_list|tuple_pattern|list_pattern)$/.test(target.type))
      return bind(target, value);
    const parts =
      value && /^(expression_list|tuple|list)$/.test(value.type) ? namedChildren(value) : [];
    namedChildren(target).forEach((part, index) => bindAll(part, parts[index]));
  };
  for (const node of tree) {
    switch (node.type) {
      case 'import_statement':
        for (const { name, alias } of importedNames(source, node)) {
          const top = name.replace(/\..*/s, '');
          imports.set(alias ?? top, alias === undefined ? top : name);
        }
        break;
      case 'import_from_statement': {
        const module = sourceModule(source, node);
        if (node.children.some(({ type }) => type === 'wildcard_import')) stars.push(module);
        for (const { name, alias } of importedNames(source, node)) {
          imports.set(alias ?? name, `${module}.${name}`);
        }
        break;
      }
      case 'assignment': {
        const target = childInField(node, 'left');
        let value = childInField(node, 'right');
        while (value?.type === 'assignment') value = childInField(value, 'right');
        if (target && value) bindAll(target, value);
        break;
      }
      case 'named_expression': {
        const target = childInField(node, 'name');
        if (target) bind(target, childInField(node, 'value'));
        break;
      }
      case 'augmented_assignment':
      case 'for_statement':
      case 'for_in_clause': {
        const target = childInField(node, 'left');
        if (target) bindAll(target, undefined);
        break;
      }
    }
  }
  return { imports, stars, values, changing };
}
