import { stat } from 'node:fs/promises';
import { afterAll, expect } from 'vitest';
import { EVERY_MODE, WRITABLE, describeBoundaryAttacks, type Attack } from '../src/attack.ts';
import { plantCanary } from '../src/host-canary.ts';
import { tryJavaScript } from '../src/javascript.ts';
import { tryPython } from '../src/python.ts';
import { tryBash } from '../src/shell.ts';

const canary = await plantCanary();
const before = await stat(canary);

const MISSING = 'FileNotFoundError 2\n';

/** Files of the host that must not be there at all. */
const secrets: Attack[] = [
  '/etc/shadow',
  '/etc/gshadow',
  '/etc/ssh/ssh_host_rsa_key',
  '/root/.bashrc',
  '/root/.ssh/id_rsa',
  '/home',
  '/var/lib/dpkg/status',
  '/var/log/dpkg.log',
  '/boot',
  '/opt/repltool/../../var',
  canary,
].map((path) => ({
  threat: 'T-FS-01',
  name: `reads ${path}`,
  language: 'python',
  modes: EVERY_MODE,
  code: tryPython(`open(${JSON.stringify(path)}).read()`),
  expect: { output: MISSING },
}));

const otherLanguages: Attack[] = [
  {
    threat: 'T-FS-01',
    name: 'reads the shadow file',
    language: 'javascript',
    modes: EVERY_MODE,
    code: tryJavaScript(`require('node:fs').readFileSync('/etc/shadow', 'utf8')`),
    expect: { output: 'ENOENT\n' },
  },
  {
    threat: 'T-FS-01',
    name: 'reads the shadow file with builtins alone',
    language: 'bash',
    modes: EVERY_MODE,
    code: 'if mapfile lines </etc/shadow; then echo "got ${lines[0]}"; else echo no; fi',
    expect: { output: 'no\n' },
  },
  {
    threat: 'T-FS-01',
    name: 'lists the root directory',
    language: 'python',
    modes: WRITABLE,
    code: `import os; print(sorted(os.listdir('/')))`,
    expect: ({ output }) => {
      // An interpreter installed under a home is shown at its own path, and nothing beside it.
      for (const name of ['home', 'var', 'srv', 'boot', 'mnt', 'media', 'sys', 'run']) {
        expect(output).not.toContain(`'${name}'`);
      }
    },
  },
];

const elsewhere: Attack[] = [
  {
    threat: 'T-FS-02',
    name: "looks for other sessions' workspaces",
    language: 'python',
    modes: EVERY_MODE,
    code: `import glob; print(glob.glob('/var/lib/repltool*') + glob.glob('/tmp/repltool*') + glob.glob('/run/*'))`,
    expect: { output: '[]\n' },
  },
  {
    threat: 'T-FS-02',
    name: 'finds more than its own pipes among the descriptors of other processes',
    language: 'python',
    modes: EVERY_MODE,
    code: [
      'import os, glob',
      'targets = set()',
      `for path in glob.glob('/proc/[0-9]*/fd/*'):`,
      '    try: targets.add(os.readlink(path))',
      '    except OSError: pass',
      `print(sorted(target for target in targets if not target.startswith(('pipe:', 'socket:', 'anon_inode:', '/dev/null', '/proc/', '/tmp/repltool')) and ' (deleted)' not in target))`,
    ].join('\n'),
    expect: { output: '[]\n' },
  },
];

const writing: Attack[] = [
  ...['/', '/usr', '/etc', '/bin', '/opt', '/opt/repltool/driver', '/dev', '/proc'].map(
    (directory): Attack => ({
      threat: 'T-FS-03',
      name: `writes into ${directory}`,
      language: 'python',
      modes: EVERY_MODE,
      code: tryPython(`open('${directory}/written', 'w')`),
      expect: ({ output }) => expect(output).toMatch(/Error (30|13|2|1)\n$/),
    }),
  ),
  ...['/workspace', '/tmp', '/dev/shm'].map((directory): Attack => ({
    threat: 'T-FS-03',
    name: `writes into ${directory} where nothing may be written`,
    language: 'python',
    modes: ['strict'],
    code: tryPython(`open('${directory}/written', 'w')`),
    expect: { output: 'OSError 30\n' },
  })),
  {
    threat: 'T-FS-03',
    name: "overwrites the driver's own code",
    language: 'bash',
    modes: EVERY_MODE,
    code: `for file in /opt/repltool/driver/*; do { echo >"$file"; } 2>/dev/null && echo "got $file"; done; echo end`,
    expect: { output: 'end\n' },
  },
  {
    threat: 'T-FS-03',
    name: 'makes /usr writable again',
    language: 'python',
    modes: EVERY_MODE,
    code: tryPython(`os.chmod('/usr', 0o777)`, 'import os'),
    expect: ({ output }) => expect(output).toMatch(/Error (30|1)\n$/),
  },
];

const links: Attack[] = [
  {
    threat: 'T-FS-04',
    name: 'follows a symbolic link to the host',
    language: 'python',
    modes: WRITABLE,
    code: tryPython(
      `open('link').read()`,
      `import os\nif os.path.lexists('link'): os.unlink('link')\nos.symlink(${JSON.stringify(canary)}, 'link')`,
    ),
    expect: { output: MISSING },
  },
  {
    threat: 'T-FS-04',
    name: 'climbs with ..',
    language: 'python',
    modes: EVERY_MODE,
    code: tryPython(`open('/workspace/' + '../' * 40 + ${JSON.stringify(canary)}).read()`),
    expect: { output: MISSING },
  },
  ...['root', 'cwd'].map((link): Attack => ({
    threat: 'T-FS-04',
    name: `leaves by /proc/1/${link}`,
    language: 'python',
    modes: EVERY_MODE,
    code: tryPython(`open('/proc/1/${link}${canary}').read()`),
    expect: ({ output }) => expect(output).toMatch(/Error (2|13)\n$/),
  })),
  {
    threat: 'T-FS-04',
    name: 'leaves by /proc/self/root',
    language: 'javascript',
    modes: EVERY_MODE,
    code: tryJavaScript(
      `require('node:fs').readFileSync('/proc/self/root' + ${JSON.stringify(canary)}, 'utf8')`,
    ),
    expect: { output: 'ENOENT\n' },
  },
  {
    threat: 'T-FS-04',
    name: 'walks up from every open descriptor',
    language: 'python',
    modes: EVERY_MODE,
    code: [
      'import os',
      'found = []',
      'for fd in range(4096):',
      '    try: handle = os.open("../" * 20 + "etc/shadow", os.O_RDONLY, dir_fd=fd)',
      '    except OSError: continue',
      '    found.append(fd)',
      'print(found)',
    ].join('\n'),
    expect: { output: '[]\n' },
  },
  {
    threat: 'T-FS-04',
    name: 'makes a hard link to a file of the system',
    language: 'python',
    modes: WRITABLE,
    code: tryPython(`os.link('/etc/passwd', '/workspace/passwd')`, 'import os'),
    expect: ({ output }) => expect(output).toMatch(/Error (18|1)\n$/),
  },
  {
    threat: 'T-FS-04',
    name: 'opens a file by its handle',
    language: 'python',
    modes: EVERY_MODE,
    code: [
      'import ctypes',
      'libc = ctypes.CDLL(None, use_errno=True)',
      'handle = ctypes.create_string_buffer(b"\\x08\\0\\0\\0\\x01\\0\\0\\0\\x02\\0\\0\\0\\0\\0\\0\\0", 136)',
      'print(libc.open_by_handle_at(0, handle, 0), ctypes.get_errno())',
    ].join('\n'),
    expect: { output: '-1 1\n' },
  },
];

const mounting: Attack[] = [
  ...[
    ['mounts a tmpfs', `libc.mount(b'none', b'/tmp', b'tmpfs', 0, None)`],
    ['binds the root', `libc.mount(b'/', b'/tmp', None, 4096, None)`],
    ['remounts the root writable', `libc.mount(None, b'/', None, 32, None)`],
    ['unmounts /proc', `libc.umount2(b'/proc', 2)`],
    ['pivots the root', `libc.syscall(155, b'/tmp', b'/tmp')`],
    ['changes the root', `libc.chroot(b'/tmp')`],
  ].map(([name, call]): Attack => ({
    threat: 'T-FS-05',
    name: String(name),
    language: 'python',
    modes: EVERY_MODE,
    code: `import ctypes; libc = ctypes.CDLL(None, use_errno=True); print(${call}, ctypes.get_errno())`,
    expect: { output: '-1 1\n' },
  })),
  {
    threat: 'T-FS-05',
    name: 'mounts with the program',
    language: 'bash',
    modes: ['relaxed'],
    code: tryBash('mount -t tmpfs none /tmp'),
    expect: ({ output }) => expect(output).toMatch(/^no \d+\n$/),
  },
];

const devices: Attack[] = [
  ...[
    ['a disk', 'S_IFBLK', 'makedev(8, 0)'],
    ['the kernel memory', 'S_IFCHR', 'makedev(1, 1)'],
    ['the fuse device', 'S_IFCHR', 'makedev(10, 229)'],
  ].map(([name, kind, device]): Attack => ({
    threat: 'T-FS-06',
    name: `makes a node of ${name}`,
    language: 'python',
    modes: WRITABLE,
    code: tryPython(`os.mknod('node', 0o600 | stat.${kind}, os.${device})`, 'import os, stat'),
    expect: { output: 'PermissionError 1\n' },
  })),
  {
    threat: 'T-FS-06',
    name: 'finds devices beyond the harmless ones',
    language: 'python',
    modes: EVERY_MODE,
    code: `import os, stat; print(sorted(n for n in os.listdir('/dev') if stat.S_ISCHR(os.stat('/dev/' + n).st_mode) or stat.S_ISBLK(os.stat('/dev/' + n).st_mode)))`,
    expect: ({ output }) => {
      for (const name of [
        'kmsg',
        'mem',
        'fuse',
        'kvm',
        'vda',
        'sda',
        'loop',
        'tty',
        'ptmx',
        'console',
      ]) {
        expect(output).not.toContain(`'${name}`);
      }
    },
  },
  {
    threat: 'T-FS-06',
    name: 'finds set-user-id programs',
    language: 'python',
    modes: ['standard'],
    code: `import os; print([p for d, _, fs in os.walk('/usr') for f in fs for p in [os.path.join(d, f)] if not os.path.islink(p) and os.stat(p).st_mode & 0o6000 and d.endswith('bin')])`,
    expect: { output: '[]\n' },
    timeoutMs: 30_000,
  },
  {
    threat: 'T-FS-06',
    name: 'gains nothing from a set-user-id program of its own',
    language: 'bash',
    modes: WRITABLE,
    code: `cp "$(command -v id)" own-id && chmod 6755 own-id; ./own-id -u; rm -f own-id`,
    expect: { output: '1000\n' },
  },
];

describeBoundaryAttacks('files', [
  ...secrets,
  ...otherLanguages,
  ...elsewhere,
  ...writing,
  ...links,
  ...mounting,
  ...devices,
]);

afterAll(async () => {
  expect(await stat(canary)).toMatchObject({ mtimeMs: before.mtimeMs, mode: before.mode });
});
