// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a program as on a machine whose kernel lacks a layer of confinement:
//     without landlock|seccomp|both PROGRAM ARGUMENT…
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { LANDLOCK_CREATE = 444, LANDLOCK_RESTRICT = 446 };

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define MISSING BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS)

static struct sock_filter no_landlock[] = {
    LOAD(nr), BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, LANDLOCK_CREATE, 0, 2),
    BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, LANDLOCK_RESTRICT, 1, 0), MISSING, ALLOW,
};

// Both ways to install a filter: the call of its own, and prctl(PR_SET_SECCOMP).
static struct sock_filter no_seccomp[] = {
    LOAD(nr), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_seccomp, 3, 0), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 3),
    LOAD(args[0]), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_SECCOMP, 0, 1), MISSING, ALLOW,
};

static int install(struct sock_filter *filter, size_t count) {
    struct sock_fprog program = {.len = (unsigned short)count, .filter = filter};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

int main(int count, char **arguments) {
    if (count < 3) return 64;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 70;
    int is_both = strcmp(arguments[1], "both") == 0;
    if (is_both || strcmp(arguments[1], "landlock") == 0) {
        if (install(no_landlock, sizeof no_landlock / sizeof *no_landlock) != 0) return 71;
    }
    // Last, as no other filter can follow.
    if (is_both || strcmp(arguments[1], "seccomp") == 0) {
        if (install(no_seccomp, sizeof no_seccomp / sizeof *no_seccomp) != 0) return 72;
    }
    execv(arguments[2], arguments + 2);
    perror(arguments[2]);
    return 127;
}
