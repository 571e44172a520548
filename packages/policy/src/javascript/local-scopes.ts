import type { LocalScopes } from '../code/local-names.ts';
import { identifier } from './bindings.ts';

const PATTERNS =
  /^(?:formal_parameters|rest_pattern|array_pattern|object_pattern|pair_pattern|required_parameter|optional_parameter)$/;

/** Parameters alone: a `var` or `let` may stand in a block that ends before the name is used. */
export const JAVASCRIPT_SCOPES: LocalScopes = {
  identifiers: new Set(['identifier', 'shorthand_property_identifier_pattern']),
  functions: new Set([
    'function_declaration',
    'function_expression',
    'generator_function',
    'generator_function_declaration',
    'arrow_function',
    'method_definition',
  ]),
  barriers: new Set(['statement_block', 'variable_declarator']),
  isBinding: (node, parent) =>
    PATTERNS.test(parent.type) ||
    (parent.type === 'arrow_function' && node.field === 'parameter') ||
    (parent.type === 'assignment_pattern' && node.field === 'left'),
  isShared: () => false,
  name: identifier,
};
