import type { Match } from '../rules/rule.ts';
import type { CallFact, CodeFacts } from './facts.ts';

type Find = (facts: CodeFacts) => Match[];

/** Imports of the modules named, and of what is inside them. */
export function importsOf(modules: Iterable<string>, topLevel: (module: string) => string): Find {
  const names = new Set(modules);
  return ({ imports }) =>
    imports.flatMap(({ start, end, module }) =>
      module !== null && names.has(topLevel(module)) ? [{ start, end, subject: module }] : [],
    );
}

/** Uses of what the paths name. */
export function referencesTo(paths: Iterable<string>): Find {
  const names = new Set(paths);
  return ({ references }) =>
    references.flatMap(({ start, end, path }) =>
      names.has(path)
        ? [{ start, end, subject: path.replace(/^(builtins|globalThis)\./, '') }]
        : [],
    );
}

/** Members, on any object, whose name the test accepts. */
export function membersNamed(test: (name: string) => boolean): Find {
  return ({ members }) =>
    members.flatMap(({ start, end, name }) =>
      name !== null && test(name) ? [{ start, end, subject: name }] : [],
    );
}

/** Calls of what the paths name, where the arguments are such as the test accepts. */
export function callsOf(paths: Iterable<string>, test: (call: CallFact) => boolean): Find {
  const names = new Set(paths);
  return ({ calls }) =>
    calls.flatMap((call) =>
      names.has(call.path) && test(call)
        ? [{ start: call.start, end: call.end, subject: shortPath(call.path) }]
        : [],
    );
}

/** Arguments of calls of what the paths name, that are texts such as the test accepts. */
export function argumentsOf(paths: Iterable<string>, test: (text: string) => boolean): Find {
  const names = new Set(paths);
  return ({ calls }) =>
    calls
      .filter(({ path }) => names.has(path))
      .flatMap(({ positional }) =>
        positional.flatMap(({ start, end, text }) =>
          text !== null && test(text) ? [{ start, end, subject: text }] : [],
        ),
      );
}

/** A path as the cell would write it. */
function shortPath(path: string): string {
  return path.replace(/^(?:builtins|globalThis)\./, '');
}

export function anyOf(...finds: readonly Find[]): Find {
  return (facts) => finds.flatMap((find) => find(facts));
}
