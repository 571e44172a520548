import {
  ancestors,
  childInField,
  type SyntaxNode,
  type SyntaxTree,
} from '../syntax/syntax-node.ts';

/** The nodes that a single `&` sends to the background. */
export function backgroundedNodes(tree: SyntaxTree): ReadonlySet<SyntaxNode> {
  const nodes = new Set<SyntaxNode>();
  for (const { children } of tree) {
    children.forEach((child, index) => {
      if (child.type !== '&') return;
      const before = children[index - 1];
      if (before) nodes.add(before);
    });
  }
  return nodes;
}

/** The function definition around a node, if there is one. */
export function enclosingFunction(node: SyntaxNode): SyntaxNode | undefined {
  for (const around of ancestors(node)) {
    if (around.type === 'function_definition') return around;
  }
  return undefined;
}

/** Whether a command, or what it is part of within its function, goes to the background. */
export function isStarted(node: SyntaxNode, backgrounded: ReadonlySet<SyntaxNode>): boolean {
  if (backgrounded.has(node)) return true;
  for (const around of ancestors(node)) {
    if (around.type === 'function_definition') return false;
    if (backgrounded.has(around)) return true;
  }
  return false;
}

const ENDLESS_WHILE =
  /^(?:true|:|\/bin\/true|\[\s+1\s+\]|\[\[\s+1\s+\]\]|\(\(\s*1\s*\)\)|\[\s+true\s+\]);?$/;
const ENDLESS_UNTIL = /^(?:false|!\s*true|!\s*:);?$/;

/** Whether a loop never ends of itself. */
export function isEndlessLoop(source: string, loop: SyntaxNode): boolean {
  if (loop.type === 'c_style_for_statement') {
    return /^for\s*\(\(\s*[^;)]*;\s*;/.test(source.slice(loop.start, loop.end));
  }
  const condition = childInField(loop, 'condition');
  if (loop.type !== 'while_statement' || condition === undefined) return false;
  const text = source.slice(condition.start, condition.end).trim();
  const until = source.startsWith('until', loop.start);
  return (until ? ENDLESS_UNTIL : ENDLESS_WHILE).test(text);
}

/** Whether a `for` goes through words that stand in the cell. */
function isFixedLoop(source: string, loop: SyntaxNode): boolean {
  const words = loop.children.filter(({ field }) => field === 'value');
  return (
    words.length > 0 && words.every(({ start, end }) => !/[$`*?[]/.test(source.slice(start, end)))
  );
}

/** Whether something between a node and what is around it decides if the node runs. */
export function isConditional(source: string, node: SyntaxNode, outer: SyntaxNode): boolean {
  let inner = node;
  for (const around of ancestors(node)) {
    if (around === outer) return false;
    switch (around.type) {
      case 'list':
        if (around.children[0] !== inner) return true;
        break;
      case 'if_statement': {
        const condition = childInField(around, 'condition');
        const text = condition && source.slice(condition.start, condition.end);
        if (condition !== inner && text !== 'true' && text !== ':') return true;
        break;
      }
      case 'while_statement':
      case 'c_style_for_statement':
        if (!isEndlessLoop(source, around)) return true;
        break;
      case 'for_statement':
        if (!isFixedLoop(source, around)) return true;
        break;
      case 'case_statement':
        return true;
    }
    inner = around;
  }
  return false;
}
