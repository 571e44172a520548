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
import { identifier, importedNames, sourceModule } from './bindings.ts';
import { createPythonEvaluator, type PythonEvaluator } from './evaluator.ts';
import { PYTHON_SCOPES } from './local-scopes.ts';
import { membersOfCall, membersOfFormat } from './members.ts';
import { nestedCode } from './nested-code.ts';
import { IMPORT_FUNCTIONS, canonicalPath } from './paths.ts';

/** Identifiers that only name a place to store, an argument or a member of something else. */
const NOT_READ: Readonly<Record<string, string>> = {
  attribute: 'attribute',
  keyword_argument: 'name',
  function_definition: 'name',
  class_definition: 'name',
  default_parameter: 'name',
  typed_default_parameter: 'name',
  assignment: 'left',
  named_expression: 'name',
};
const NAMES_ONLY = new Set([
  'parameters',
  'lambda_parameters',
  'keyword_pattern',
  'dotted_name',
  'aliased_import',
  'global_statement',
  'nonlocal_statement',
]);

/** What a cell of Python does, as far as its text tells. */
export function pythonFacts(source: string, tree: SyntaxTree): CodeFacts {
  const evaluator = createPythonEvaluator(source, tree);
  const isLocal = createLocalNames(source, tree, PYTHON_SCOPES);
  const imports: ImportFact[] = [];
  const references: ReferenceFact[] = [];
  const members: MemberFact[] = [];
  const calls: CallFact[] = [];
  const nested: NestedCode[] = [];

  /** Whether an expression starts from a name that is local to a function, and so is not what the cell imports. */
  const isFromLocal = (node: SyntaxNode): boolean => {
    const root = rootOf(node);
    return root.type === 'identifier' && isLocal(root, identifier(evaluator.source(root)));
  };
  const addImport = (statement: SyntaxNode): void => {
    const names = importedNames(source, statement);
    if (statement.type === 'import_statement') {
      for (const { name, node } of names) imports.push({ ...place(node), module: name });
      return;
    }
    const module = sourceModule(source, statement);
    imports.push({ ...place(childInField(statement, 'module_name') ?? statement), module });
    for (const { name, node } of names) {
      members.push({ ...place(node), name });
      references.push({ ...place(node), path: canonicalPath(`${module}.${name}`) });
    }
  };
  const addCall = (node: SyntaxNode): void => {
    const callee = childInField(node, 'function');
    const list = childInField(node, 'arguments');
    if (callee === undefined || list === undefined) return;
    members.push(...membersOfFormat(callee, list, evaluator));
    const path = isFromLocal(callee) ? null : evaluator.path(callee);
    if (path === null) return;
    const call = { ...place(node), path, ...argumentsOf(list, evaluator) };
    calls.push(call);
    members.push(...membersOfCall(call));
    nested.push(...nestedCode(call));
    if (!IMPORT_FUNCTIONS.has(path)) return;
    const [module] = call.positional;
    imports.push({ ...place(node), module: module?.text ?? null });
  };
  const addReference = (node: SyntaxNode): void => {
    const path = isFromLocal(node) ? null : evaluator.path(node);
    if (path !== null) references.push({ ...place(node), path });
  };

  for (const node of tree) {
    switch (node.type) {
      case 'import_statement':
      case 'import_from_statement':
      case 'future_import_statement':
        addImport(node);
        break;
      case 'call':
        addCall(node);
        addReference(node);
        break;
      case 'subscript': {
        const index = childInField(node, 'subscript');
        const key = index && evaluator.constant(index);
        if (index && key?.startsWith('__')) members.push({ ...place(index), name: key });
        addReference(node);
        break;
      }
      case 'attribute': {
        const name = childInField(node, 'attribute');
        if (name) members.push({ ...place(name), name: identifier(evaluator.source(name)) });
        addReference(node);
        break;
      }
      case 'keyword_pattern': {
        const [name] = node.children;
        if (name) members.push({ ...place(name), name: identifier(evaluator.source(name)) });
        break;
      }
      case 'identifier':
        if (isRead(node)) addReference(node);
        break;
    }
  }
  return { imports, references, members, calls, nested };
}

function place({ start, end }: SyntaxNode) {
  return { start, end };
}

function isRead(node: SyntaxNode): boolean {
  const { parent } = node;
  return parent === null || !(NAMES_ONLY.has(parent.type) || NOT_READ[parent.type] === node.field);
}

function argumentsOf(list: SyntaxNode, evaluator: PythonEvaluator) {
  const positional: Argument[] = [];
  const keywords = new Map<string, Argument>();
  const argument = (node: SyntaxNode): Argument => ({
    ...place(node),
    text: evaluator.constant(node),
    items: /^(list|tuple)$/.test(node.type) ? textsOf(node, evaluator) : null,
    source: evaluator.source(node),
  });
  for (const node of namedChildren(list)) {
    if (node.type !== 'keyword_argument') {
      positional.push(argument(node));
      continue;
    }
    const [name, value] = [childInField(node, 'name'), childInField(node, 'value')];
    if (name && value) keywords.set(identifier(evaluator.source(name)), argument(value));
  }
  return { positional, keywords };
}

function textsOf(list: SyntaxNode, evaluator: PythonEvaluator): string[] | null {
  const texts: string[] = [];
  for (const item of namedChildren(list)) {
    const text = evaluator.constant(item);
    if (text === null) return null;
    texts.push(text);
  }
  return texts;
}
