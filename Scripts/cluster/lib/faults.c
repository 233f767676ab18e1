// SPDX-License-Identifier: GPL-3.0-or-later
// A shared folder that fails now and then: with LD_PRELOAD, one in LIMN_FAULT_EVERY calls of open for writing, write, rename and link
// below LIMN_FAULT_FOLDER fails with EIO.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/types.h>
#include <unistd.h>

static int fails(void) {
    const char *every = getenv("LIMN_FAULT_EVERY");
    unsigned number = 0;
    if (getrandom(&number, sizeof number, 0) != sizeof number || !every) return 0;
    return number % (unsigned)(atoi(every) > 0 ? atoi(every) : 1) == 0;
}

static int below(const char *path) {
    const char *folder = getenv("LIMN_FAULT_FOLDER");
    return folder && path && strncmp(path, folder, strlen(folder)) == 0;
}

static int is_below(int descriptor) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return below(path);
}

static int at_below(int folder, const char *path) {
    return path && path[0] == '/' ? below(path) : folder == AT_FDCWD ? 0 : is_below(folder);
}

#define NEXT(name, type) static __typeof__(type) next; if (!next) next = (__typeof__(type))dlsym(RTLD_NEXT, #name)
#define FAIL_IF(condition) if ((condition) && fails()) { errno = EIO; return -1; }

ssize_t write(int descriptor, const void *bytes, size_t count) {
    NEXT(write, ssize_t (*)(int, const void *, size_t));
    FAIL_IF(is_below(descriptor))
    return next(descriptor, bytes, count);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    NEXT(pwrite, ssize_t (*)(int, const void *, size_t, off_t));
    FAIL_IF(is_below(descriptor))
    return next(descriptor, bytes, count, offset);
}

int open(const char *path, int flags, ...) {
    NEXT(open, int (*)(const char *, int, ...));
    va_list list;
    va_start(list, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;
    va_end(list);
    FAIL_IF((flags & O_ACCMODE) != O_RDONLY && below(path))
    return next(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
    NEXT(openat, int (*)(int, const char *, int, ...));
    va_list list;
    va_start(list, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;
    va_end(list);
    FAIL_IF((flags & O_ACCMODE) != O_RDONLY && at_below(folder, path))
    return next(folder, path, flags, mode);
}

int rename(const char *from, const char *to) {
    NEXT(rename, int (*)(const char *, const char *));
    FAIL_IF(below(to))
    return next(from, to);
}

int renameat(int a, const char *from, int b, const char *to) {
    NEXT(renameat, int (*)(int, const char *, int, const char *));
    FAIL_IF(at_below(b, to))
    return next(a, from, b, to);
}

int link(const char *from, const char *to) {
    NEXT(link, int (*)(const char *, const char *));
    FAIL_IF(below(to))
    return next(from, to);
}
