import { posix } from 'node:path';
import { SANDBOX_PATHS, type ProcessSpec, type ReadOnlyMount } from '@repltool/core';
import { ReplError, type FieldIssue } from '@repltool/protocol';

const NUL = '\0';
/** Built by the sandbox itself; a mount there would undo it. Configuration of a library may be added to `/etc`. */
const RESERVED = ['/proc', '/dev', SANDBOX_PATHS.workspace];
const RESERVED_ALONE = [
  SANDBOX_PATHS.tmp,
  '/opt',
  '/etc',
  '/etc/passwd',
  '/etc/group',
  '/etc/hosts',
  '/etc/nsswitch.conf',
];

/**
 * Refuses what would change the meaning of bwrap's options, which are separated by NUL, or would escape its place.
 * @throws ReplError InvalidRequest naming each member at fault
 */
export function checkProcessSpec(spec: ProcessSpec): void {
  const issues = [
    ...spec.argv.flatMap((value, index) => check(`argv.${index}`, value, hasNoNul)),
    ...Object.entries(spec.env).flatMap(([name, value]) => [
      ...check(`env.${name}`, name, isVariableName),
      ...check(`env.${name}`, value, hasNoNul),
    ]),
    ...spec.mounts.flatMap((mount, index) => checkMount(mount, `mounts.${index}`)),
    ...spec.driverFiles.flatMap(({ source, name }, index) => [
      ...check(`driverFiles.${index}.source`, source, isPlainPath),
      ...check(`driverFiles.${index}.name`, `/${name}`, isPlainPath),
    ]),
    ...check('argv.0', spec.argv[0] ?? '', isPlainPath),
  ];
  if (issues.length === 0) return;
  const reasons = issues.map(({ field, value, message }) => `${field} ${message}, not ${value}`);
  throw new ReplError('InvalidRequest', `The process cannot be started: ${reasons.join('; ')}.`, {
    issues,
  });
}

function checkMount({ source, target = source }: ReadOnlyMount, field: string): FieldIssue[] {
  return [
    ...check(`${field}.source`, source, isPlainPath),
    ...check(`${field}.target`, target, isPlainPath),
    ...check(`${field}.target`, target, isFree),
  ];
}

type Rule = (value: string) => string | null;

function check(field: string, value: string, rule: Rule): FieldIssue[] {
  const message = rule(value);
  return message === null ? [] : [{ field, value: value.slice(0, 200), message }];
}

const hasNoNul: Rule = (value) => (value.includes(NUL) ? 'must not hold a NUL byte' : null);

const isVariableName: Rule = (name) =>
  name === '' || name.includes('=') || name.includes(NUL) ? 'is not a name of a variable' : null;

const isPlainPath: Rule = (path) =>
  path.includes(NUL) || !path.startsWith('/') || path === '/' || posix.normalize(path) !== path
    ? 'must be an absolute path without `.`, `..` or empty parts, and not the root'
    : null;

const isFree: Rule = (path) =>
  RESERVED_ALONE.includes(path) ||
  RESERVED.some((reserved) => path === reserved || path.startsWith(`${reserved}/`))
    ? 'is what the sandbox builds itself'
    : null;
