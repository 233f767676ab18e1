// SPDX-License-Identifier: GPL-3.0-or-later
// Answers the system calls that ask about paths without asking the kernel about the path: what may be opened is opened, and
// its descriptor is asked. So a confined process learns nothing about files that it may not open but whether they exist.
//
// The filter of system calls traps these calls (SECCOMP_RET_TRAP), which sends SIGSYS to the thread that made the call
// (seccomp(2)). The handler puts the result where the call would have put it.
#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#if defined(__x86_64__)
#define RESULT(context) ((context)->uc_mcontext.gregs[REG_RAX])
static long argument(const ucontext_t *context, int number) {
    static const int registers[] = {REG_RDI, REG_RSI, REG_RDX, REG_R10};
    return context->uc_mcontext.gregs[registers[number]];
}
#elif defined(__aarch64__)
#define RESULT(context) ((context)->uc_mcontext.regs[0])
static long argument(const ucontext_t *context, int number) { return (long)context->uc_mcontext.regs[number]; }
#endif

#ifdef RESULT

/// Opens a file for reading, as the filter permits. Returns a descriptor, or the negative reason.
static long opened(long folder, long path) {
    long descriptor = syscall(SYS_openat, folder, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0);
    return descriptor < 0 ? -errno : descriptor;
}

static long status(long folder, long path, long result) {
    long descriptor = opened(folder, path);
    if (descriptor < 0) return descriptor;
    long failed = syscall(SYS_fstat, descriptor, result) < 0 ? -errno : 0;
    syscall(SYS_close, descriptor);
    return failed;
}

static long readable(long folder, long path, long mode) {
    if (mode & (W_OK | X_OK)) return -EACCES;
    long descriptor = opened(folder, path);
    if (descriptor < 0) return descriptor;
    syscall(SYS_close, descriptor);
    return 0;
}

static void answer(int signal, siginfo_t *information, void *state) {
    (void)signal;
    ucontext_t *context = state;
    int kept = errno;
    long result = -ENOSYS;
    switch (information->si_syscall) {
    case SYS_newfstatat:
        result = status(argument(context, 0), argument(context, 1), argument(context, 2));
        // The C library asks a descriptor about itself by an empty path, which opens nothing.
        if (result == -ENOENT && (argument(context, 3) & AT_EMPTY_PATH)) {
            result = syscall(SYS_fstat, argument(context, 0), argument(context, 2)) < 0 ? -errno : 0;
        }
        break;
#ifdef SYS_access
    case SYS_access: result = readable(AT_FDCWD, argument(context, 0), argument(context, 1)); break;
#endif
    case SYS_faccessat: result = readable(argument(context, 0), argument(context, 1), argument(context, 2)); break;
#ifdef SYS_readlink
    case SYS_readlink:
#endif
    // No file is known to be a link. Opening follows links.
    case SYS_readlinkat: result = -EINVAL; break;
    default: break;
    }
    RESULT(context) = result;
    errno = kept;
}

int csandbox_answer_for_paths(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = answer;
    // Another thread may be in the handler, and the handler itself makes no call that is trapped.
    action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART;
    sigemptyset(&action.sa_mask);
    return sigaction(SIGSYS, &action, NULL) == 0 ? 0 : errno;
}

#else

int csandbox_answer_for_paths(void) { return ENOSYS; }

#endif
