const SYSTEM_DIRECTORIES = new Set([
  ...[
    'bin',
    'boot',
    'dev',
    'etc',
    'home',
    'lib',
    'lib32',
    'lib64',
    'libx32',
    'media',
    'mnt',
    'opt',
  ],
  ...['proc', 'root', 'run', 'sbin', 'srv', 'sys', 'usr', 'var'],
]);

/** The segments of an absolute path with `.`, `..` and doubled slashes resolved, or null for a relative one. */
function segments(path: string): string[] | null {
  if (!path.startsWith('/')) return null;
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') kept.pop();
    else if (segment !== '' && segment !== '.') kept.push(segment);
  }
  return kept;
}

/** Whether a glob takes everything in a directory, or nearly so. */
function isEverything(glob: string): boolean {
  return glob.includes('*') && /^[.?[\]!*]+$/.test(glob);
}

/**
 * Whether deleting or changing this path with all below it takes the whole system: the root, a system directory, or
 * everything in one of them. `~` stands for the home directory, and counts.
 */
export function isCatastrophicTarget(path: string): boolean {
  const home = /^~(?:\/+(.*))?$/s.exec(path);
  if (home) return home[1] === undefined || home[1] === '' || isEverything(home[1]);
  const parts = segments(path);
  if (parts === null) return false;
  const [first, second, ...rest] = parts;
  if (first === undefined || (isEverything(first) && second === undefined)) return true;
  if (!SYSTEM_DIRECTORIES.has(first)) return false;
  return second === undefined || (rest.length === 0 && isEverything(second));
}

const SENSITIVE = [
  /^\/etc\/(?:shadow|gshadow|sudoers|master\.passwd|ssh)(?:$|[/-])/,
  /^\/proc\/(?:\d+|\[[^\]]*\]\*?|\*)\/(?:environ|mem|maps|root|cwd|fd|cmdline)(?:$|\/)/,
  /^\/proc\/(?:self|thread-self)\/(?:environ|mem|root)(?:$|\/)/,
  /^\/proc\/(?:kcore|kallsyms|sysrq-trigger|sys)(?:$|\/)/,
  /^\/(?:root|home\/[^/]+|~)\/\.(?:ssh|aws|gnupg|docker|kube|netrc|bash_history)(?:$|\/)/,
  /^\/(?:var\/)?run\/(?:docker|containerd|podman)/,
];

/** Whether a path names secrets of a host, or climbs out of the workspace to reach its system files. */
export function isSensitivePath(path: string): boolean {
  const [steps = '', rest = ''] = /^((?:\.\.?\/)*)(.*)$/s.exec(path)?.slice(1) ?? [];
  const climbed = steps.includes('../') && SYSTEM_DIRECTORIES.has(rest.replace(/\/.*/s, ''));
  if (climbed) return true;
  const absolute = path.startsWith('~/') ? `/~/${path.slice(2)}` : path;
  const parts = segments(absolute);
  return parts !== null && SENSITIVE.some((pattern) => pattern.test(`/${parts.join('/')}`));
}

const BLOCK_DEVICE =
  /^\/dev\/(?:[shv]d[a-z]|xvd[a-z]|nvme\d|mmcblk\d|loop\d|dm-\d|md\d|sr\d|mapper\/|disk\/|mem$|kmem$|port$)/;

/** Whether a path is a disk or the machine's memory. */
export function isDevicePath(path: string): boolean {
  const parts = segments(path);
  return parts !== null && BLOCK_DEVICE.test(`/${parts.join('/')}`);
}
