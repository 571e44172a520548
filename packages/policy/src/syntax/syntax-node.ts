import type { Tree } from 'web-tree-sitter';

/** One node of a syntax tree, copied out of the parser's memory. Offsets are in UTF-16 units of the source. */
export interface SyntaxNode {
  readonly type: string;
  /** The name of its place in its parent, where the grammar gives one. */
  readonly field: string | null;
  /** False for punctuation and keywords. */
  readonly named: boolean;
  readonly start: number;
  readonly end: number;
  readonly parent: SyntaxNode | null;
  readonly children: readonly SyntaxNode[];
}

interface GrowingNode extends SyntaxNode {
  readonly children: GrowingNode[];
}

/** Copies a tree. It keeps no stack frame per level, since cells may nest as deep as they are long. */
export function copyTree(tree: Tree): SyntaxNode {
  const cursor = tree.walk();
  const read = (parent: GrowingNode | null): GrowingNode => ({
    type: cursor.nodeType,
    field: cursor.currentFieldName,
    named: cursor.nodeIsNamed,
    start: cursor.startIndex,
    end: cursor.endIndex,
    parent,
    children: [],
  });
  const root = read(null);
  const path = [root];
  let descending = cursor.gotoFirstChild();
  while (descending) {
    const parent = path.at(-1) ?? root;
    const node = read(parent);
    parent.children.push(node);
    if (cursor.gotoFirstChild()) {
      path.push(node);
      continue;
    }
    while (!cursor.gotoNextSibling()) {
      path.pop();
      if (!cursor.gotoParent() || path.length === 0) {
        descending = false;
        break;
      }
    }
  }
  cursor.delete();
  return root;
}

export function childInField(node: SyntaxNode, field: string): SyntaxNode | undefined {
  return node.children.find((child) => child.field === field);
}

export function namedChildren(node: SyntaxNode): SyntaxNode[] {
  return node.children.filter((child) => child.named && child.type !== 'comment');
}

/** The node and all below it, in the order of the text. */
export function* descendants(node: SyntaxNode): Generator<SyntaxNode> {
  const pending = [node];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    yield next;
    for (let index = next.children.length - 1; index >= 0; index--) {
      const child = next.children[index];
      if (child !== undefined) pending.push(child);
    }
  }
}

/** The nodes around a node, innermost first. */
export function* ancestors(node: SyntaxNode): Generator<SyntaxNode> {
  for (let next = node.parent; next !== null; next = next.parent) yield next;
}
