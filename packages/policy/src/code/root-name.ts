import { childInField, type SyntaxNode } from '../syntax/syntax-node.ts';

/** The node at the root of a chain of members, items and calls: `a` of `a.b['c'](d)`. */
export function rootOf(node: SyntaxNode): SyntaxNode {
  let root = node;
  for (;;) {
    const inner =
      childInField(root, 'object') ??
      childInField(root, 'function') ??
      (root.type === 'subscript' ? childInField(root, 'value') : undefined);
    if (inner === undefined) return root;
    root = inner;
  }
}
