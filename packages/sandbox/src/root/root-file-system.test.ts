import { DEFAULT_RESOURCE_LIMITS, type SandboxModeRules } from '@repltool/protocol';
import { expect, test } from 'vitest';
import { readOnly } from './operation.ts';
import { rootFileSystem, type RootPlan } from './root-file-system.ts';

const RULES: SandboxModeRules = {
  mode: 'standard',
  writable: 'workspace',
  network: 'isolated',
  processes: 'toolbox',
  toolbox: ['sh'],
  ceilings: {},
};

const PLAN: RootPlan = {
  rules: RULES,
  limits: { ...DEFAULT_RESOURCE_LIMITS, max_disk_mb: 2 },
  layout: { libraries: [readOnly('/usr/lib/x')], system: [readOnly('/usr')] },
  toolbox: { operations: [readOnly('/host/toolbox', '/usr/bin')] },
  etc: [
    readOnly('/host/etc', '/opt/repltool/etc'),
    { kind: 'symlink', to: 'x', target: '/etc/fonts' },
  ],
  empty: '/host/empty',
  workspace: '/host/workspace',
  mounts: [],
  driverFiles: [{ fd: 10, name: 'main.py' }],
};

const targets = (plan: RootPlan): string[] =>
  rootFileSystem(plan).map((step) =>
    step.kind === 'proc' ? '/proc' : step.kind === 'device' ? step.path : step.target,
  );

test('the root is sealed last, after everything else is in place', () => {
  expect(rootFileSystem(PLAN).slice(-2)).toEqual([
    { kind: 'seal', target: '/dev' },
    { kind: 'seal', target: '/' },
  ]);
});

test('with a workspace, it is writable and /tmp and /dev/shm are as large as max_disk_mb', () => {
  const steps = rootFileSystem(PLAN);
  expect(steps).toContainEqual({
    kind: 'writable',
    source: '/host/workspace',
    target: '/workspace',
  });
  for (const target of ['/tmp', '/dev/shm'])
    expect(steps).toContainEqual({ kind: 'tmpfs', target, sizeBytes: 2 << 20, mode: 0o1777 });
  expect(steps.filter(({ kind }) => kind === 'writable')).toHaveLength(1);
});

test('without one, nothing is writable', () => {
  const steps = rootFileSystem({ ...PLAN, rules: { ...RULES, writable: 'none' }, workspace: null });
  expect(steps.filter(({ kind }) => kind === 'writable')).toEqual([]);
  expect(steps.filter((step) => step.kind === 'tmpfs').map(({ target }) => target)).toEqual([
    '/dev',
  ]);
});

test('programs: the toolbox, all of the system, or none', () => {
  expect(targets(PLAN)).toContain('/usr/bin');
  const system = targets({ ...PLAN, rules: { ...RULES, processes: 'system' }, toolbox: null });
  expect(system).toContain('/usr');
  expect(system).not.toContain('/usr/lib/x');
  const none = targets({ ...PLAN, rules: { ...RULES, processes: 'none' }, toolbox: null });
  expect(none.filter((target) => target.startsWith('/usr'))).toEqual(['/usr/lib/x']);
});

test('a mount that the system already shows is not made again, one with another target is', () => {
  const mounts = [
    { source: '/usr/lib/python' },
    { source: '/usr/lib/python', target: '/opt/python' },
  ];
  const rules = { ...RULES, processes: 'system' } as const;
  expect(targets({ ...PLAN, rules, mounts })).not.toContain('/usr/lib/python');
  expect(targets({ ...PLAN, rules, mounts })).toContain('/opt/python');
  expect(targets({ ...PLAN, mounts })).toContain('/usr/lib/python');
});

test('an entry of /etc that a runner brings takes the place of the made-up one', () => {
  const steps = rootFileSystem({ ...PLAN, mounts: [{ source: '/etc/fonts' }] });
  expect(steps.filter((step) => 'target' in step && step.target === '/etc/fonts')).toEqual([
    readOnly('/etc/fonts'),
  ]);
});
