import type {
  Argument,
  CallFact,
  CodeFacts,
  ImportFact,
  MemberFact,
  NestedCode,
  ReferenceFact,
} from '../code/facts.ts';
import { createLocalNames } from '../code/local-names.ts';
import { rootOf } from '../code/root-name.ts';
import {
  childInField,
  namedChildren,
  type SyntaxNode,
  type SyntaxTree,
} from '../syntax/syntax-node.ts';
import { identifier, importSource, sourceText } from './bindings.ts';
import { createJavaScriptEvaluator, type JavaScriptEvaluator } from './evaluator.ts';
import { JAVASCRIPT_SCOPES } from './local-scopes.ts';
import { nestedCode } from './nested-code.ts';
import { isImportCall, memberName } from './paths.ts';

/** What a cell of JavaScript or TypeScript does, as far as its text tells. */
export function javascriptFacts(source: string, tree: SyntaxTree): CodeFacts {
  const evaluator = createJavaScriptEvaluator(source, tree);
  const isLocal = createLocalNames(source, tree, JAVASCRIPT_SCOPES);
  const imports: ImportFact[] = [];
  const references: ReferenceFact[] = [];
  const members: MemberFact[] = [];
  const calls: CallFact[] = [];
  const nested: NestedCode[] = [];

  /** Whether an expression starts from a parameter, and so is not what the cell imports or the runtime gives. */
  const isFromLocal = (node: SyntaxNode): boolean => {
    const root = rootOf(node);
    return root.type === 'identifier' && isLocal(root, identifier(evaluator.source(root)));
  };
  const addReference = (node: SyntaxNode): void => {
    const path = isFromLocal(node) ? null : evaluator.path(node);
    if (path !== null) references.push({ ...place(node), path });
  };
  const addCall = (node: SyntaxNode): void => {
    const callee = childInField(node, 'function') ?? childInField(node, 'constructor');
    const list = childInField(node, 'arguments');
    if (callee === undefined || list === undefined || isFromLocal(callee)) return;
    const positional = argumentsOf(list, evaluator);
    if (isImportCall(node, evaluator)) {
      imports.push({ ...place(node), module: positional[0]?.text ?? null });
    }
    const path = evaluator.path(callee);
    if (path === null) return;
    const call = { ...place(node), path, positional, keywords: new Map<string, Argument>() };
    calls.push(call);
    nested.push(...nestedCode(call));
  };

  for (const node of tree) {
    switch (node.type) {
      case 'import_statement':
      case 'export_statement': {
        const from = importSource(node);
        const typesOnly = node.children.some(({ type }) => type === 'type');
        if (from && !typesOnly) imports.push({ ...place(from), module: sourceText(source, from) });
        break;
      }
      case 'call_expression':
      case 'new_expression':
        addCall(node);
        addReference(node);
        break;
      case 'member_expression':
      case 'subscript_expression': {
        const at = childInField(node, 'property') ?? childInField(node, 'index');
        if (at) members.push({ ...place(at), name: memberName(node, evaluator) });
        if (makesCode(node, evaluator)) {
          references.push({ ...place(node), path: 'globalThis.Function' });
        } else addReference(node);
        break;
      }
      case 'identifier':
      case 'shorthand_property_identifier':
        if (isRead(node, source)) addReference(node);
        break;
    }
  }
  return { imports, references, members, calls, nested };
}

function place({ start, end }: SyntaxNode) {
  return { start, end };
}

/** Whether an identifier is used as a value, and not declared, tested against or asked for its prototype. */
function isRead({ field, parent }: SyntaxNode, source: string): boolean {
  switch (parent?.type) {
    case 'import_specifier':
    case 'import_clause':
    case 'namespace_import':
    case 'import_require_clause':
    case 'formal_parameters':
      return false;
    case 'variable_declarator':
    case 'function_declaration':
    case 'class_declaration':
      return field !== 'name';
    case 'binary_expression':
      return !parent.children.some(({ type }) => type === 'instanceof');
    case 'member_expression':
      return !source.slice(parent.start, parent.end).endsWith('.prototype');
    default:
      return true;
  }
}

/**
 * Whether an access to `constructor` gives `Function`: on a function, on another `constructor`, or when it is called
 * without `new`, which classes refuse.
 */
function makesCode(node: SyntaxNode, evaluator: JavaScriptEvaluator): boolean {
  if (memberName(node, evaluator) !== 'constructor') return false;
  const object = childInField(node, 'object');
  const reachesTwice =
    object !== undefined &&
    /^(?:member|subscript)_expression$/.test(object.type) &&
    memberName(object, evaluator) === 'constructor';
  const called = node.parent?.type === 'call_expression' && node.field === 'function';
  return reachesTwice || called;
}

function argumentsOf(list: SyntaxNode, evaluator: JavaScriptEvaluator): Argument[] {
  return namedChildren(list).map((node) => ({
    ...place(node),
    text: evaluator.constant(node),
    items: node.type === 'array' ? texts(namedChildren(node), evaluator) : null,
    source: evaluator.source(node),
  }));
}

function texts(nodes: readonly SyntaxNode[], evaluator: JavaScriptEvaluator): string[] | null {
  const known = nodes.map((node) => evaluator.constant(node)).filter((text) => text !== null);
  return known.length === nodes.length ? known : null;
}
