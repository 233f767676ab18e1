// SPDX-License-Identifier: GPL-3.0-or-later
// Functions that make, move and remove names.
#include "shim.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// A new folder takes a block.
enum { BLOCK = 4096 };

static bool refuses(const char *operation, const char *path, size_t bytes) {
    if (shim_fails(operation, path)) return true;
    if (!bytes || shim_take_room(bytes) == bytes) return false;
    shim_note_full(operation, path);
    return true;
}

static void log_pair(char kind, ino_t a, ino_t b, const char *first, const char *second) {
    char both[2 * PATH_MAX];
    size_t length = strlen(first);
    memcpy(both, first, length + 1);
    memcpy(both + length + 1, second, strlen(second));
    shim_log(kind, a, b, 0, both, length + 1 + strlen(second));
}

static int open_any(int at, const char *path, int flags, mode_t mode) {
    bool is_unnamed = (flags & O_TMPFILE) == O_TMPFILE;
    if (!is_unnamed && !(flags & (O_CREAT | O_TRUNC))) return (int)syscall(SYS_openat, at, path, flags, mode);
    char inner[PATH_MAX], shown[PATH_MAX];
    ino_t parent = 0;
    const char *name = "";
    if (is_unnamed) snprintf(inner, sizeof inner, "%s/.", path);
    shim_lock();
    int descriptor = -1;
    bool watches = shim_watches_name(at, is_unnamed ? inner : path, &parent, &name);
    bool exists = !is_unnamed && faccessat(at, path, F_OK, 0) == 0;
    // Opening what is there changes nothing, unless it is cut.
    bool changes = watches && (!exists || flags & O_TRUNC);
    if (!changes || !refuses("open", path, 0)) descriptor = (int)syscall(SYS_openat, at, path, flags, mode);
    if (changes && descriptor >= 0 && shim_watches_descriptor(descriptor, shown)) {
        ino_t inode = shim_inode(descriptor);
        if (is_unnamed) {
            shim_log('T', inode, 0, 0, "", 0);
        } else if (exists) {
            shim_log('X', inode, 0, 0, "", 0);
        } else {
            shim_log('C', parent, inode, 0, name, strlen(name));
        }
    }
    shim_unlock();
    return descriptor;
}

#define MODE(flags, mode)                                                                                              \
    mode_t mode = 0;                                                                                                   \
    if ((flags) & O_CREAT || ((flags) & O_TMPFILE) == O_TMPFILE) {                                                     \
        va_list list;                                                                                                  \
        va_start(list, flags);                                                                                         \
        mode = va_arg(list, mode_t);                                                                                   \
        va_end(list);                                                                                                  \
    }
int open(const char *path, int flags, ...) {
    MODE(flags, mode)
    return open_any(AT_FDCWD, path, flags, mode);
}
int open64(const char *path, int flags, ...) {
    MODE(flags, mode)
    return open_any(AT_FDCWD, path, flags, mode);
}
int openat(int at, const char *path, int flags, ...) {
    MODE(flags, mode)
    return open_any(at, path, flags, mode);
}
int openat64(int at, const char *path, int flags, ...) {
    MODE(flags, mode)
    return open_any(at, path, flags, mode);
}
int creat(const char *path, mode_t mode) { return open_any(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }
int creat64(const char *path, mode_t mode) { return creat(path, mode); }

int mkdirat(int at, const char *path, mode_t mode) {
    ino_t parent;
    const char *name;
    shim_lock();
    int status = -1;
    bool watches = shim_watches_name(at, path, &parent, &name);
    if (!watches || !refuses("mkdir", path, BLOCK)) status = (int)syscall(SYS_mkdirat, at, path, mode);
    if (watches && !status) shim_log('M', parent, shim_inode_at(at, path), 0, name, strlen(name));
    shim_unlock();
    return status;
}
int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

int linkat(int at, const char *old, int new_at, const char *path, int flags) {
    ino_t parent;
    const char *name;
    shim_lock();
    int status = -1;
    bool watches = shim_watches_name(new_at, path, &parent, &name);
    if (!watches || !refuses("link", path, 0)) status = (int)syscall(SYS_linkat, at, old, new_at, path, flags);
    if (watches && !status) shim_log('L', parent, shim_inode_at(new_at, path), 0, name, strlen(name));
    shim_unlock();
    return status;
}
int link(const char *old, const char *path) { return linkat(AT_FDCWD, old, AT_FDCWD, path, 0); }

int symlinkat(const char *target, int at, const char *path) {
    ino_t parent;
    const char *name;
    shim_lock();
    int status = -1;
    bool watches = shim_watches_name(at, path, &parent, &name);
    if (!watches || !refuses("symlink", path, 0)) status = (int)syscall(SYS_symlinkat, target, at, path);
    if (watches && !status) log_pair('Y', parent, shim_inode_at(at, path), name, target);
    shim_unlock();
    return status;
}
int symlink(const char *target, const char *path) { return symlinkat(target, AT_FDCWD, path); }

int renameat2(int at, const char *old, int new_at, const char *path, unsigned flags) {
    ino_t parent, new_parent;
    const char *name, *new_name;
    shim_lock();
    int status = -1;
    bool watches = shim_watches_name(at, old, &parent, &name);
    watches = shim_watches_name(new_at, path, &new_parent, &new_name) && watches;
    if (!watches || !refuses("rename", path, 0)) status = (int)syscall(SYS_renameat2, at, old, new_at, path, flags);
    if (watches && !status) log_pair('N', parent, new_parent, name, new_name);
    shim_unlock();
    return status;
}
int renameat(int at, const char *old, int new_at, const char *path) { return renameat2(at, old, new_at, path, 0); }
int rename(const char *old, const char *path) { return renameat2(AT_FDCWD, old, AT_FDCWD, path, 0); }

int unlinkat(int at, const char *path, int flags) {
    ino_t parent;
    const char *name;
    shim_lock();
    int status = -1;
    bool watches = shim_watches_name(at, path, &parent, &name);
    if (!watches || !shim_inode_at(at, path) || !refuses("unlink", path, 0)) {
        status = (int)syscall(SYS_unlinkat, at, path, flags);
    }
    if (watches && !status) shim_log('U', parent, 0, 0, name, strlen(name));
    shim_unlock();
    return status;
}
int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }
int remove(const char *path) {
    struct stat status;
    if (lstat(path, &status)) return -1;
    return unlinkat(AT_FDCWD, path, S_ISDIR(status.st_mode) ? AT_REMOVEDIR : 0);
}
