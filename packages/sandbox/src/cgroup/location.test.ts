import { expect, test } from 'vitest';
import { locateGroups } from './location.ts';

const HYBRID = `25 30 0:22 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755
26 25 0:23 / /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct
27 25 0:24 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory
28 25 0:25 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw`;

test('version 1 hierarchies are found by controller, also mounted together, beside an empty version 2', () => {
  const { v1, v2 } = locateGroups(
    '5:cpu,cpuacct:/a\n4:memory:/user/b\n1:name=systemd:/\n0::/c\n',
    HYBRID,
  );
  expect(Object.fromEntries(v1)).toEqual({
    cpu: '/sys/fs/cgroup/cpu,cpuacct/a',
    cpuacct: '/sys/fs/cgroup/cpu,cpuacct/a',
    memory: '/sys/fs/cgroup/memory/user/b',
  });
  expect(v2).toBe('/sys/fs/cgroup/unified/c');
});

test('version 2 alone', () => {
  const mounts = '30 24 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw,nsdelegate';
  expect(locateGroups('0::/user.slice/session.scope', mounts)).toEqual({
    v1: new Map(),
    v2: '/sys/fs/cgroup/user.slice/session.scope',
  });
});

test('in a container that sees a part of the hierarchy, paths are relative to that part', () => {
  const mounts = '30 24 0:26 /docker/abc /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory';
  expect(locateGroups('4:memory:/docker/abc/x', mounts).v1.get('memory')).toBe(
    '/sys/fs/cgroup/memory/x',
  );
  expect(locateGroups('4:memory:/docker/abc', mounts).v1.get('memory')).toBe(
    '/sys/fs/cgroup/memory',
  );
  expect(locateGroups('4:memory:/docker/abcd', mounts).v1.size).toBe(0);
});

test('a group outside what is mounted is not found, nor any where nothing is mounted', () => {
  const mounts = '30 24 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw';
  expect(locateGroups('0::/../other', mounts).v2).toBeNull();
  expect(locateGroups('0::/x', '')).toEqual({ v1: new Map(), v2: null });
});

test('blanks in mount points are understood', () => {
  const mounts = '30 24 0:26 / /mnt/my\\040cgroups rw - cgroup2 cgroup2 rw';
  expect(locateGroups('0::/x', mounts).v2).toBe('/mnt/my cgroups/x');
});
