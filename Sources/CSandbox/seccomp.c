// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "CSandbox.h"

#include <asm/sockios.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define THIS_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define THIS_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef THIS_ARCHITECTURE

// The same number on every architecture.
enum { CALL_PIDFD_SEND_SIGNAL = 424 };

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define REFUSE(number) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
// Refuses a call unless the lower half of its first argument is this process, or 0 for itself.
#define REFUSE_FOR_OTHERS(number)                                                                \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 5), LOAD(args[0]),                          \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 2, 0),                                            \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, own, 1, 0),                                          \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM), LOAD(nr)
// Refuses a call with a certain lower half of its second argument.
#define REFUSE_WITH(number, argument)                                                            \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 4), LOAD(args[1]),                          \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (argument), 0, 1),                                   \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM), LOAD(nr)

int csandbox_seccomp(void) {
    uint32_t own = (uint32_t)getpid();
    struct sock_filter filter[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, THIS_ARCHITECTURE, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        LOAD(nr),
#if defined(__x86_64__)
        // The x32 interface has the same calls under other numbers.
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        REFUSE(__NR_fork), REFUSE(__NR_vfork), REFUSE(__NR_rename), REFUSE(__NR_mkdir), REFUSE(__NR_rmdir),
        REFUSE(__NR_link), REFUSE(__NR_unlink), REFUSE(__NR_symlink), REFUSE(__NR_chmod), REFUSE(__NR_chown),
        REFUSE(__NR_lchown), REFUSE(__NR_creat), REFUSE(__NR_mknod), REFUSE(__NR_utime), REFUSE(__NR_utimes),
        REFUSE(__NR_futimesat), REFUSE(__NR_uselib), REFUSE(__NR_ioperm), REFUSE(__NR_iopl), REFUSE(__NR_modify_ldt),
#endif
        // Network: descriptors that were handed over work on, new ones are not made.
        REFUSE(__NR_socket), REFUSE(__NR_socketpair), REFUSE(__NR_connect), REFUSE(__NR_bind), REFUSE(__NR_listen),
        REFUSE(__NR_accept), REFUSE(__NR_accept4),
        // Programs and processes.
        REFUSE(__NR_execve), REFUSE(__NR_execveat), REFUSE(__NR_ptrace), REFUSE(__NR_process_vm_readv),
        REFUSE(__NR_process_vm_writev), REFUSE(__NR_kcmp), REFUSE(__NR_pidfd_open), REFUSE(__NR_pidfd_getfd),
        REFUSE(__NR_kill), REFUSE(__NR_tkill), REFUSE(__NR_rt_sigqueueinfo), REFUSE(__NR_rt_tgsigqueueinfo),
        REFUSE(__NR_setns), REFUSE(__NR_unshare), REFUSE(__NR_setsid), REFUSE(__NR_personality),
        // Signals and limits are for this process alone: abort() needs tgkill, the C library prlimit64.
        REFUSE_FOR_OTHERS(__NR_tgkill), REFUSE_FOR_OTHERS(__NR_prlimit64), REFUSE(CALL_PIDFD_SEND_SIGNAL),
        REFUSE_WITH(__NR_fcntl, F_SETOWN), REFUSE_WITH(__NR_fcntl, F_SETOWN_EX), REFUSE_WITH(__NR_fcntl, F_SETSIG),
        REFUSE_WITH(__NR_ioctl, FIOSETOWN), REFUSE_WITH(__NR_ioctl, SIOCSPGRP), REFUSE_WITH(__NR_ioctl, TIOCSTI),
        // Changes to the file system.
        REFUSE(__NR_renameat), REFUSE(__NR_renameat2), REFUSE(__NR_mkdirat), REFUSE(__NR_linkat),
        REFUSE(__NR_unlinkat), REFUSE(__NR_symlinkat), REFUSE(__NR_fchmod), REFUSE(__NR_fchmodat),
        REFUSE(__NR_fchown), REFUSE(__NR_fchownat), REFUSE(__NR_mknodat), REFUSE(__NR_truncate),
        REFUSE(__NR_utimensat), REFUSE(__NR_setxattr), REFUSE(__NR_lsetxattr), REFUSE(__NR_fsetxattr),
        REFUSE(__NR_removexattr), REFUSE(__NR_lremovexattr), REFUSE(__NR_fremovexattr), REFUSE(__NR_mount),
        REFUSE(__NR_umount2), REFUSE(__NR_pivot_root), REFUSE(__NR_chroot), REFUSE(__NR_quotactl),
        REFUSE(__NR_fanotify_init), REFUSE(__NR_name_to_handle_at), REFUSE(__NR_open_by_handle_at),
        // The kernel.
        REFUSE(__NR_bpf), REFUSE(__NR_perf_event_open), REFUSE(__NR_keyctl), REFUSE(__NR_add_key),
        REFUSE(__NR_request_key), REFUSE(__NR_init_module), REFUSE(__NR_finit_module), REFUSE(__NR_delete_module),
        REFUSE(__NR_kexec_load), REFUSE(__NR_reboot), REFUSE(__NR_swapon), REFUSE(__NR_swapoff),
        REFUSE(__NR_sethostname), REFUSE(__NR_setdomainname), REFUSE(__NR_settimeofday), REFUSE(__NR_clock_settime),
        REFUSE(__NR_adjtimex), REFUSE(__NR_userfaultfd), REFUSE(__NR_io_uring_setup), REFUSE(__NR_io_uring_enter),
        REFUSE(__NR_io_uring_register), REFUSE(__NR_syslog), REFUSE(__NR_acct), REFUSE(__NR_setrlimit),
        // clone3 hides its flags in memory; told that it does not exist, the C library uses clone.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone3, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        // Threads may be made, processes may not.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 4),
        LOAD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = sizeof filter / sizeof filter[0], .filter = filter};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0 ? 0 : errno;
}

#else

int csandbox_seccomp(void) { return ENOSYS; }

#endif
