// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int csandbox_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : errno; }
int csandbox_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0 ? 0 : errno; }
int csandbox_not_dumpable(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 ? 0 : errno; }

int csandbox_drop_capabilities(void) {
    // The kernel reports an error for the first capability that it does not know, which ends the loop. Dropping
    // requires CAP_SETPCAP; without it, a process with no_new_privs gains nothing from the bounding set.
    for (int capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; capability++) {
        if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0 && errno != EPERM) return errno;
    }
    if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) != 0) return errno;
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {0};
    return syscall(SYS_capset, &header, none) == 0 ? 0 : errno;
}

// Landlock's interface, from the kernel's documentation (userspace-api/landlock): Debian 12's headers only cover
// version 2.
enum {
    LANDLOCK_CREATE = 444,
    LANDLOCK_ADD = 445,
    LANDLOCK_RESTRICT = 446,
    VERSION_FLAG = 1,
    RULE_PATH_BENEATH = 1,
    ACCESS_READ_FILE = 1 << 2,
    ACCESS_READ_FOLDER = 1 << 3,
};

struct ruleset {
    uint64_t handled_files;
    uint64_t handled_network;
    uint64_t scoped;
};

struct path_rule {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed));

int csandbox_landlock_version(void) {
    long version = syscall(LANDLOCK_CREATE, NULL, 0, VERSION_FLAG);
    return version > 0 ? (int)version : 0;
}

int csandbox_landlock(const char *const *readable, size_t count) {
    int version = csandbox_landlock_version();
    if (version == 0) return ENOSYS;
    // Each version of Landlock supports more rights. Rights that it does not support must not be requested.
    int rights = version == 1 ? 13 : version == 2 ? 14 : version < 5 ? 15 : 16;
    struct ruleset rules = {
        .handled_files = (1ull << rights) - 1,
        .handled_network = version >= 4 ? 3 : 0,  // TCP: bind, connect
        .scoped = version >= 6 ? 3 : 0,           // abstract sockets, signals
    };
    size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    int set = (int)syscall(LANDLOCK_CREATE, &rules, size, 0);
    if (set < 0) return errno;
    for (size_t i = 0; i < count; i++) {
        int folder = open(readable[i], O_PATH | O_CLOEXEC);
        if (folder < 0) continue;
        // A file must not get a right that applies only to directories.
        struct stat status;
        bool is_folder = fstat(folder, &status) == 0 && S_ISDIR(status.st_mode);
        struct path_rule rule = {
            .allowed = is_folder ? ACCESS_READ_FILE | ACCESS_READ_FOLDER : ACCESS_READ_FILE,
            .parent = folder,
        };
        long added = syscall(LANDLOCK_ADD, set, RULE_PATH_BENEATH, &rule, 0);
        int failure = errno;
        close(folder);
        if (added != 0) {
            close(set);
            return failure;
        }
    }
    long restricted = syscall(LANDLOCK_RESTRICT, set, 0);
    int failure = errno;
    close(set);
    return restricted == 0 ? 0 : failure;
}
