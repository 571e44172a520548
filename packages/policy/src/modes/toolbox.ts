/**
 * The programs of standard mode. Each works alone: an executable and its libraries, no data tree of its own, no
 * network, no privilege. Interpreters are not among them, since the session's own is mounted by its runner.
 */
const SHELLS = ['sh', 'bash', 'dash'];

const COREUTILS = [
  ...['[', 'arch', 'b2sum', 'base32', 'base64', 'basename', 'basenc', 'cat', 'chgrp', 'chmod'],
  ...['chown', 'cksum', 'comm', 'cp', 'csplit', 'cut', 'date', 'dd', 'df', 'dir', 'dircolors'],
  ...['dirname', 'du', 'echo', 'env', 'expand', 'expr', 'factor', 'false', 'fmt', 'fold', 'groups'],
  ...['head', 'id', 'install', 'join', 'link', 'ln', 'logname', 'ls', 'md5sum', 'mkdir', 'mkfifo'],
  ...['mknod', 'mktemp', 'mv', 'nice', 'nl', 'nohup', 'nproc', 'numfmt', 'od', 'paste', 'pathchk'],
  ...['pr', 'printenv', 'printf', 'ptx', 'pwd', 'readlink', 'realpath', 'rm', 'rmdir', 'seq'],
  ...['sha1sum', 'sha224sum', 'sha256sum', 'sha384sum', 'sha512sum', 'shred', 'shuf', 'sleep'],
  ...['sort', 'split', 'stat', 'stty', 'sum', 'sync', 'tac', 'tail', 'tee', 'test', 'timeout'],
  ...['touch', 'tr', 'true', 'truncate', 'tsort', 'tty', 'uname', 'unexpand', 'uniq', 'unlink'],
  ...['vdir', 'wc', 'who', 'whoami', 'yes'],
];

const TEXT = [
  ...['grep', 'egrep', 'fgrep', 'sed', 'awk', 'gawk', 'mawk', 'find', 'xargs', 'diff', 'diff3'],
  ...['sdiff', 'cmp', 'patch', 'jq', 'bc', 'dc', 'ed', 'rev', 'column', 'hexdump', 'xxd', 'file'],
];

const ARCHIVES = [
  ...['tar', 'gzip', 'gunzip', 'zcat', 'bzip2', 'bunzip2', 'bzcat', 'xz', 'unxz', 'xzcat', 'zstd'],
  ...['unzstd', 'zstdcat', 'zip', 'unzip'],
];

const SYSTEM = [
  ...['hostname', 'which', 'ps', 'pgrep', 'pkill', 'kill', 'free', 'uptime', 'getopt', 'flock'],
  ...['setsid', 'tree'],
];

export const TOOLBOX: readonly string[] = [
  ...SHELLS,
  ...COREUTILS,
  ...TEXT,
  ...ARCHIVES,
  ...SYSTEM,
  'git',
];
