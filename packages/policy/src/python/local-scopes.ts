import type { LocalScopes } from '../code/local-names.ts';
import { childInField } from '../syntax/syntax-node.ts';
import { identifier } from './bindings.ts';

const PARAMETERS =
  /^(parameters|lambda_parameters|list_splat_pattern|dictionary_splat_pattern|tuple_pattern)$/;

export const PYTHON_SCOPES: LocalScopes = {
  identifiers: new Set(['identifier']),
  functions: new Set(['function_definition', 'lambda']),
  barriers: new Set(['class_definition']),
  isBinding(node, parent) {
    if (PARAMETERS.test(parent.type)) return true;
    switch (parent.type) {
      case 'default_parameter':
      case 'typed_default_parameter':
        return childInField(parent, 'name') === node;
      case 'typed_parameter':
        return parent.children[0] === node;
      case 'assignment':
        return childInField(parent, 'left') === node;
      default:
        return false;
    }
  },
  isShared: (_node, parent) => /^(global_statement|nonlocal_statement)$/.test(parent.type),
  name: identifier,
};
