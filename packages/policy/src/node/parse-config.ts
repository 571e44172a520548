import { ReplError } from '@repltool/protocol';
import { LineCounter, isMap, isNode, isScalar, parseDocument, type Document } from 'yaml';
import { policyConfigSchema, type PolicyConfig } from '../config/policy-config.ts';
import { ALL_RULES } from '../languages/all-rules.ts';

type Path = readonly (string | number)[];

/** Something wrong in a policy file, and where: the keys and indices that lead to it. */
export interface ConfigProblem {
  readonly path: Path;
  readonly message: string;
}

interface FilePosition {
  readonly line: number;
  readonly column: number;
}

interface ParsedConfig {
  readonly config: PolicyConfig;
  /** Where in the file a path stands, or the nearest thing around it. */
  readonly locate: (path: Path) => FilePosition;
}

/**
 * Parses the text of a policy file.
 * @throws ReplError InvalidRequest with file, line and column of every fault in its message, the first in its details.
 */
export function parsePolicyConfig(text: string, file: string): ParsedConfig {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const position = (offset: number): FilePosition => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const [syntaxError] = document.errors;
  if (syntaxError) {
    const problem = { path: [], message: syntaxError.message };
    throw configError(file, [problem], () => position(syntaxError.pos[0]));
  }
  const locate = (path: Path) => position(offsetOf(document, path));
  const parsed = policyConfigSchema.safeParse(document.toJS() ?? {});
  if (!parsed.success) {
    const problems = parsed.error.issues.flatMap((issue): ConfigProblem[] => {
      const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key));
      if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }];
      return issue.keys.map((key) => ({ path: [...path, key], message: 'is not a known setting' }));
    });
    throw configError(file, problems, locate);
  }
  const unknown = unknownRules(parsed.data);
  if (unknown.length > 0) throw configError(file, unknown, locate);
  return { config: parsed.data, locate };
}

function unknownRules({ rules, custom }: PolicyConfig): ConfigProblem[] {
  const known = [...ALL_RULES.map(({ id }) => id), ...custom.map(({ id }) => id)];
  return Object.keys(rules)
    .filter((id) => !known.includes(id))
    .map((id) => {
      const [family = ''] = id.split('/');
      const others = known.filter((name) => name.startsWith(`${family}/`));
      const hint = others.length > 0 ? `; there are ${others.join(', ')}` : '';
      return { path: ['rules', id], message: `there is no such rule${hint}` };
    });
}

/** The offset of the key or item a path leads to; of the innermost one around it when the path leads nowhere. */
function offsetOf(document: Document, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const parent = document.getIn(path.slice(0, length - 1), true);
    const last = path[length - 1];
    if (isMap(parent)) {
      const pair = parent.items.find(({ key }) => isScalar(key) && key.value === last);
      if (pair && isNode(pair.key) && pair.key.range) return pair.key.range[0];
    }
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}

export function configError(
  file: string,
  problems: readonly ConfigProblem[],
  locate: (path: Path) => FilePosition,
): ReplError {
  const lines = problems.map(({ path, message }) => {
    const { line, column } = locate(path);
    const field = path.length === 0 ? '' : `${path.join('.')}: `;
    return `${file}:${line}:${column}: ${field}${message}`;
  });
  const [first] = problems;
  return new ReplError('InvalidRequest', lines.join('\n'), {
    issues: problems.map(({ path, message }) => ({ field: path.join('.'), value: '', message })),
    details: { file, ...locate(first?.path ?? []) },
  });
}
