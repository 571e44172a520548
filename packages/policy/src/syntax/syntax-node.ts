import type { Tree, TreeCursor } from 'web-tree-sitter';

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

/** All nodes of a tree, the root first, in the order of the text. */
export type SyntaxTree = readonly SyntaxNode[];

interface GrowingNode extends SyntaxNode {
  readonly children: GrowingNode[];
}

/** The deepest nesting that is followed; code that people or models write stays far below. */
const MAX_NESTING = 1000;

/** Copies a tree; null when it nests too deep to be worth the time that following it would take. */
export function copyTree(tree: Tree): SyntaxTree | null {
  const cursor = tree.walk();
  try {
    return copyFrom(cursor);
  } finally {
    cursor.delete();
  }
}

function copyFrom(cursor: TreeCursor): SyntaxTree | null {
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
  const nodes = [root];
  if (!cursor.gotoFirstChild()) return nodes;
  const around = [root];
  for (;;) {
    const parent = around.at(-1) ?? root;
    const node = read(parent);
    parent.children.push(node);
    nodes.push(node);
    if (cursor.gotoFirstChild()) {
      around.push(node);
      if (around.length > MAX_NESTING) return null;
      continue;
    }
    while (!cursor.gotoNextSibling()) {
      around.pop();
      cursor.gotoParent();
      if (around.length === 0) return nodes;
    }
  }
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
