import { childInField, namedChildren, type SyntaxNode } from '../syntax/syntax-node.ts';

/** The expression that has the same value as one that only wraps it, types of TypeScript included. */
export function innerExpression(node: SyntaxNode): SyntaxNode | undefined {
  switch (node.type) {
    case 'parenthesized_expression':
    case 'await_expression':
    case 'as_expression':
    case 'satisfies_expression':
    case 'non_null_expression':
      return namedChildren(node)[0];
    case 'sequence_expression':
    case 'type_assertion':
      return namedChildren(node).at(-1);
    case 'assignment_expression':
      return childInField(node, 'right');
    default:
      return undefined;
  }
}
