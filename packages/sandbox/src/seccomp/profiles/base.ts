import type { SeccompRule } from '../profile.ts';

const allow = (comment: string, ...names: readonly string[]): SeccompRule => ({
  comment,
  names: names.flatMap((line) => line.split(' ')),
  action: 'SCMP_ACT_ALLOW',
});

/** Comparing the low half alone: the kernel ignores the rest of an `int` argument. */
const INT = 0xffffffff;
const EPERM = 1;
const ENOSYS = 38;

const TIOCSTI = 0x5412;
const TIOCLINUX = 0x541c;
const PR_SET_PDEATHSIG = 1;
const PER_QUERY = 0xffffffff;

const FILE_TYPE_MASK = 0xf000;
const REGULAR_OR_FIFO_OR_SOCKET = [0, 0x8000, 0x1000, 0xc000];

/** Calls every interpreter needs, whatever the mode. */
export const BASE_RULES: readonly SeccompRule[] = [
  allow(
    'files by descriptor',
    'read write readv writev pread64 pwrite64 preadv pwritev preadv2 pwritev2 close close_range lseek',
    'dup dup2 dup3 fcntl flock fsync fdatasync sync_file_range fallocate ftruncate fadvise64 readahead',
    'copy_file_range sendfile splice tee fstat fstatfs getdents getdents64 fchdir fchmod fchown',
    'fgetxattr fsetxattr flistxattr fremovexattr pipe pipe2 cachestat',
  ),
  allow(
    'files by path',
    'open openat openat2 creat access faccessat faccessat2 stat lstat newfstatat statx statfs readlink readlinkat',
    'getcwd chdir mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2 link linkat symlink symlinkat',
    'chmod fchmodat fchmodat2 chown lchown fchownat truncate utime utimes futimesat utimensat umask',
    'getxattr lgetxattr setxattr lsetxattr listxattr llistxattr removexattr lremovexattr',
    'getxattrat setxattrat listxattrat removexattrat file_getattr file_setattr',
  ),
  ...REGULAR_OR_FIFO_OR_SOCKET.flatMap((type): SeccompRule[] => [
    {
      comment: 'no device nodes',
      names: ['mknod'],
      action: 'SCMP_ACT_ALLOW',
      args: [{ index: 1, op: 'SCMP_CMP_MASKED_EQ', value: FILE_TYPE_MASK, valueTwo: type }],
    },
    {
      comment: 'no device nodes',
      names: ['mknodat'],
      action: 'SCMP_ACT_ALLOW',
      args: [{ index: 2, op: 'SCMP_CMP_MASKED_EQ', value: FILE_TYPE_MASK, valueTwo: type }],
    },
  ]),
  allow(
    'waiting',
    'poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait epoll_pwait2',
    'eventfd eventfd2 signalfd signalfd4 timerfd_create timerfd_settime timerfd_gettime',
    'inotify_init inotify_init1 inotify_add_watch inotify_rm_watch pause nanosleep clock_nanosleep restart_syscall',
  ),
  allow(
    'memory',
    'brk mmap munmap mremap mprotect madvise msync mincore mlock mlock2 mlockall munlock munlockall',
    'membarrier pkey_alloc pkey_free pkey_mprotect mseal map_shadow_stack get_mempolicy',
  ),
  allow(
    'threads and scheduling',
    'futex futex_waitv futex_wake futex_wait futex_requeue set_robust_list get_robust_list rseq set_tid_address',
    'arch_prctl set_thread_area get_thread_area gettid getcpu sched_yield sched_getaffinity sched_setaffinity',
    'sched_getparam sched_setparam sched_getscheduler sched_setscheduler sched_getattr sched_setattr',
    'sched_get_priority_max sched_get_priority_min sched_rr_get_interval getpriority setpriority ioprio_get ioprio_set',
  ),
  allow(
    'signals',
    'rt_sigaction rt_sigprocmask rt_sigpending rt_sigsuspend rt_sigtimedwait rt_sigreturn rt_sigqueueinfo',
    'rt_tgsigqueueinfo sigaltstack kill tkill tgkill pidfd_open pidfd_send_signal alarm getitimer setitimer',
    'timer_create timer_settime timer_gettime timer_getoverrun timer_delete',
  ),
  allow(
    'the process itself',
    'execve exit exit_group wait4 waitid getpid getppid getpgid getpgrp setpgid getsid setsid times getrusage',
    'getuid geteuid getgid getegid getresuid getresgid getgroups setuid setgid setreuid setregid setresuid setresgid',
    'setgroups setfsuid setfsgid capget capset getrlimit setrlimit prlimit64',
  ),
  allow('clocks and facts', 'time gettimeofday clock_gettime clock_getres uname sysinfo getrandom'),
  allow(
    'sockets it was given',
    'getsockopt getsockname getpeername shutdown recvfrom recvmsg sendto sendmsg',
  ),
  {
    comment: 'no typing into a terminal',
    names: ['ioctl'],
    action: 'SCMP_ACT_ERRNO',
    errnoRet: EPERM,
    args: [{ index: 1, op: 'SCMP_CMP_MASKED_EQ', value: INT, valueTwo: TIOCSTI }],
  },
  {
    comment: 'no typing into a terminal',
    names: ['ioctl'],
    action: 'SCMP_ACT_ERRNO',
    errnoRet: EPERM,
    args: [{ index: 1, op: 'SCMP_CMP_MASKED_EQ', value: INT, valueTwo: TIOCLINUX }],
  },
  allow('other device controls', 'ioctl'),
  {
    comment: 'the sandbox dies with the server, and nothing inside can undo that',
    names: ['prctl'],
    action: 'SCMP_ACT_ERRNO',
    errnoRet: EPERM,
    args: [{ index: 0, op: 'SCMP_CMP_MASKED_EQ', value: INT, valueTwo: PR_SET_PDEATHSIG }],
  },
  allow('other process controls', 'prctl'),
  {
    comment: 'the ordinary personality alone',
    names: ['personality'],
    action: 'SCMP_ACT_ALLOW',
    args: [{ index: 0, op: 'SCMP_CMP_MASKED_EQ', value: INT, valueTwo: 0 }],
  },
  {
    comment: 'asking for the personality',
    names: ['personality'],
    action: 'SCMP_ACT_ALLOW',
    args: [{ index: 0, op: 'SCMP_CMP_MASKED_EQ', value: INT, valueTwo: PER_QUERY }],
  },
  {
    comment: 'its flags are behind a pointer; libraries fall back to clone',
    names: ['clone3'],
    action: 'SCMP_ACT_ERRNO',
    errnoRet: ENOSYS,
  },
];
