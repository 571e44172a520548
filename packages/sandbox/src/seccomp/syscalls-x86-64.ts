import { parseSyscallTable } from './syscall-table.ts';

/** Numbers of the kernel's x86-64 table up to Linux 6.17, as its user API headers give them. */
export const SYSCALLS_X86_64 = parseSyscallTable(`
0: read write open close stat fstat lstat poll lseek mmap mprotect munmap brk rt_sigaction rt_sigprocmask
15: rt_sigreturn ioctl pread64 pwrite64 readv writev access pipe select sched_yield mremap msync mincore
28: madvise shmget shmat shmctl dup dup2 pause nanosleep getitimer alarm setitimer getpid sendfile socket
42: connect accept sendto recvfrom sendmsg recvmsg shutdown bind listen getsockname getpeername socketpair
54: setsockopt getsockopt clone fork vfork execve exit wait4 kill uname semget semop semctl shmdt msgget
69: msgsnd msgrcv msgctl fcntl flock fsync fdatasync truncate ftruncate getdents getcwd chdir fchdir rename
83: mkdir rmdir creat link unlink symlink readlink chmod fchmod chown fchown lchown umask gettimeofday
97: getrlimit getrusage sysinfo times ptrace getuid syslog getgid setuid setgid geteuid getegid setpgid
110: getppid getpgrp setsid setreuid setregid getgroups setgroups setresuid getresuid setresgid getresgid
121: getpgid setfsuid setfsgid getsid capget capset rt_sigpending rt_sigtimedwait rt_sigqueueinfo
130: rt_sigsuspend sigaltstack utime mknod uselib personality ustat statfs fstatfs sysfs getpriority
141: setpriority sched_setparam sched_getparam sched_setscheduler sched_getscheduler sched_get_priority_max
147: sched_get_priority_min sched_rr_get_interval mlock munlock mlockall munlockall vhangup modify_ldt
155: pivot_root _sysctl prctl arch_prctl adjtimex setrlimit chroot sync acct settimeofday mount umount2 swapon
168: swapoff reboot sethostname setdomainname iopl ioperm create_module init_module delete_module
177: get_kernel_syms query_module quotactl nfsservctl getpmsg putpmsg afs_syscall tuxcall security gettid
187: readahead setxattr lsetxattr fsetxattr getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr
197: removexattr lremovexattr fremovexattr tkill time futex sched_setaffinity sched_getaffinity
205: set_thread_area io_setup io_destroy io_getevents io_submit io_cancel get_thread_area lookup_dcookie
213: epoll_create epoll_ctl_old epoll_wait_old remap_file_pages getdents64 set_tid_address restart_syscall
220: semtimedop fadvise64 timer_create timer_settime timer_gettime timer_getoverrun timer_delete clock_settime
228: clock_gettime clock_getres clock_nanosleep exit_group epoll_wait epoll_ctl tgkill utimes vserver mbind
238: set_mempolicy get_mempolicy mq_open mq_unlink mq_timedsend mq_timedreceive mq_notify mq_getsetattr
246: kexec_load waitid add_key request_key keyctl ioprio_set ioprio_get inotify_init inotify_add_watch
255: inotify_rm_watch migrate_pages openat mkdirat mknodat fchownat futimesat newfstatat unlinkat renameat
265: linkat symlinkat readlinkat fchmodat faccessat pselect6 ppoll unshare set_robust_list get_robust_list
275: splice tee sync_file_range vmsplice move_pages utimensat epoll_pwait signalfd timerfd_create eventfd
285: fallocate timerfd_settime timerfd_gettime accept4 signalfd4 eventfd2 epoll_create1 dup3 pipe2
294: inotify_init1 preadv pwritev rt_tgsigqueueinfo perf_event_open recvmmsg fanotify_init fanotify_mark
302: prlimit64 name_to_handle_at open_by_handle_at clock_adjtime syncfs sendmmsg setns getcpu process_vm_readv
311: process_vm_writev kcmp finit_module sched_setattr sched_getattr renameat2 seccomp getrandom memfd_create
320: kexec_file_load bpf execveat userfaultfd membarrier mlock2 copy_file_range preadv2 pwritev2 pkey_mprotect
330: pkey_alloc pkey_free statx io_pgetevents rseq
424: pidfd_send_signal io_uring_setup io_uring_enter io_uring_register open_tree move_mount fsopen fsconfig
432: fsmount fspick pidfd_open clone3 close_range openat2 pidfd_getfd faccessat2 process_madvise epoll_pwait2
442: mount_setattr quotactl_fd landlock_create_ruleset landlock_add_rule landlock_restrict_self memfd_secret
448: process_mrelease futex_waitv set_mempolicy_home_node cachestat fchmodat2 map_shadow_stack futex_wake
455: futex_wait futex_requeue statmount listmount lsm_get_self_attr lsm_set_self_attr lsm_list_modules mseal
463: setxattrat getxattrat listxattrat removexattrat open_tree_attr file_getattr file_setattr
`);
