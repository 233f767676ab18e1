// SPDX-License-Identifier: GPL-3.0-or-later
// The log. Each event is a line `KIND A B C COUNT` and COUNT bytes behind it. Files are known by their inodes; whoever
// makes one gives its number a new meaning. Folders are named by theirs (PARENT).
//
//   R inode                     the folder that is watched
//   C parent inode       NAME   a new empty file under a name
//   T inode                     a new empty file without a name
//   M parent inode       NAME   a new folder
//   Y parent inode       NAME, a zero, TARGET: a symbolic link
//   L parent inode       NAME   a further name of a file
//   N parent newparent   NAME, a zero, NEWNAME: a renaming
//   U parent             NAME   a name goes
//   W inode offset       bytes are written
//   X inode size         a file is cut or grows
//   F inode              a file or a folder is synced
//   A                    TEXT   the program tells its user something
#include "shim.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int file = -1;

__attribute__((constructor)) static void start(void) {
    const char *path = getenv("LIMN_SHIM_LOG"), *folder = getenv("LIMN_SHIM_FOLDER");
    if (!path || !folder) return;
    file = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    shim_log('R', shim_inode_at(AT_FDCWD, folder), 0, 0, "", 0);
}

bool shim_is_logging(void) { return file >= 0; }

static void put(const char *bytes, size_t count) {
    while (count) {
        long done = syscall(SYS_write, file, bytes, count);
        // A log with gaps proves nothing.
        if (done <= 0) abort();
        bytes += done;
        count -= (size_t)done;
    }
}

void shim_log(
    char kind, unsigned long long a, unsigned long long b, unsigned long long c, const void *data, size_t count) {
    if (file < 0) return;
    char line[120];
    put(line, (size_t)snprintf(line, sizeof line, "%c %llu %llu %llu %zu\n", kind, a, b, c, count));
    put(data, count);
}

void shim_log_content(int descriptor, off_t offset, size_t count) {
    if (file < 0 || !count) return;
    char name[40];
    snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
    int reader = (int)syscall(SYS_openat, AT_FDCWD, name, O_RDONLY | O_CLOEXEC, 0);
    char *bytes = malloc(count);
    if (reader < 0 || !bytes || pread(reader, bytes, count, offset) != (ssize_t)count) abort();
    shim_log('W', shim_inode(descriptor), (unsigned long long)offset, 0, bytes, count);
    free(bytes);
    syscall(SYS_close, reader);
}
