import { describe, expect, test } from 'vitest';
import { isCatastrophicTarget, isDevicePath, isSensitivePath } from './host-paths.ts';

describe('paths', () => {
  test.each([
    '/',
    '//',
    '/.',
    '/tmp/..',
    '/*',
    '/.*',
    '/?*',
    '/usr',
    '/usr/',
    '/etc/*',
    '~',
    '~/',
    '~/*',
  ])('taking %j away takes the system', (path) => {
    expect(isCatastrophicTarget(path)).toBe(true);
  });

  test.each([
    '',
    '.',
    '*',
    './*',
    '..',
    '/tmp',
    '/tmp/*',
    '/workspace',
    '/usr/local',
    '/etc/x/*',
    '~/x',
    '~me',
  ])('taking %j away does not', (path) => {
    expect(isCatastrophicTarget(path)).toBe(false);
  });

  test.each([
    ...['/etc/shadow', '/etc//shadow', '/etc/x/../shadow', '/etc/sudoers'],
    ...['/proc/1/environ', '/proc/*/environ', '/proc/self/environ', '/root/.ssh/id_rsa', '~/.aws'],
    ...['/home/me/.ssh', '/var/run/docker.sock', '../etc/passwd', './../../proc/1'],
  ])('%j is sensitive', (path) => {
    expect(isSensitivePath(path)).toBe(true);
  });

  test.each([
    '/etc/hostname',
    '/proc/self/maps',
    '/proc/cpuinfo',
    '../data',
    '../../x/etc',
    'etc/shadow',
    '~/x',
  ])('%j is not', (path) => {
    expect(isSensitivePath(path)).toBe(false);
  });

  test('disks are devices, and what programs write to is not', () => {
    const disks = [
      '/dev/sda',
      '/dev/sda1',
      '/dev//vda',
      '/dev/nvme0n1',
      '/dev/mem',
      '/dev/disk/by-id/x',
    ];
    const others = [
      '/dev/null',
      '/dev/stdout',
      '/dev/tty',
      '/dev/shm/x',
      '/dev/fd/1',
      'sda',
      '/x/dev/sda',
    ];
    expect(disks.filter((path) => !isDevicePath(path))).toEqual([]);
    expect(others.filter(isDevicePath)).toEqual([]);
  });
});
