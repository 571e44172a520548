import { ancestors, type SyntaxNode, type SyntaxTree } from '../syntax/syntax-node.ts';

/** How a language makes names local to a function. */
export interface LocalScopes {
  readonly identifiers: ReadonlySet<string>;
  readonly functions: ReadonlySet<string>;
  /** Nodes whose names belong to no function, though they stand in one. */
  readonly barriers: ReadonlySet<string>;
  /** Whether an identifier stands where a name becomes local. */
  isBinding(node: SyntaxNode, parent: SyntaxNode): boolean;
  /** Whether an identifier stands where a name is said to be an outer one after all. */
  isShared(node: SyntaxNode, parent: SyntaxNode): boolean;
  name(text: string): string;
}

/**
 * Tells whether a name is a local one of a function around a node. Such a name can never mean the builtin, whereas a
 * module's own can still do so, before it is bound or after it is deleted.
 */
export type LocalNames = (node: SyntaxNode, name: string) => boolean;

export function createLocalNames(
  source: string,
  tree: SyntaxTree,
  scopes: LocalScopes,
): LocalNames {
  let names: ReadonlyMap<SyntaxNode, ReadonlySet<string>> | undefined;
  return (node, name) => {
    names ??= collect(source, tree, scopes);
    let inside = node;
    for (const around of ancestors(node)) {
      if (inside.field === 'body' && names.get(around)?.has(name)) return true;
      inside = around;
    }
    return false;
  };
}

function collect(
  source: string,
  tree: SyntaxTree,
  scopes: LocalScopes,
): ReadonlyMap<SyntaxNode, ReadonlySet<string>> {
  const local = new Map<SyntaxNode, Set<string>>();
  const shared: { scope: SyntaxNode; name: string }[] = [];
  for (const node of tree) {
    if (!scopes.identifiers.has(node.type) || node.parent === null) continue;
    const isShared = scopes.isShared(node, node.parent);
    const scope =
      isShared || scopes.isBinding(node, node.parent) ? innermostFunction(node, scopes) : undefined;
    if (scope === undefined) continue;
    const name = scopes.name(source.slice(node.start, node.end));
    if (isShared) shared.push({ scope, name });
    else local.set(scope, (local.get(scope) ?? new Set()).add(name));
  }
  for (const { scope, name } of shared) local.get(scope)?.delete(name);
  return local;
}

function innermostFunction(node: SyntaxNode, scopes: LocalScopes): SyntaxNode | undefined {
  for (const around of ancestors(node)) {
    if (scopes.functions.has(around.type)) return around;
    if (scopes.barriers.has(around.type)) return undefined;
  }
  return undefined;
}
