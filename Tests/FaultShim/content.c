// SPDX-License-Identifier: GPL-3.0-or-later
// Functions that change what is in files, and those that sync.
#include "shim.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// Writes with the kernel's own calls; `offset` is -1 for where the descriptor stands.
static ssize_t put(int descriptor, const void *bytes, size_t count, off_t offset) {
    return offset < 0 ? syscall(SYS_write, descriptor, bytes, count)
                      : syscall(SYS_pwrite64, descriptor, bytes, count, offset);
}

// Where bytes would go.
static off_t place(int descriptor, off_t offset) {
    if (offset >= 0) return offset;
    if (fcntl(descriptor, F_GETFL) & O_APPEND) return shim_size(descriptor);
    return lseek(descriptor, 0, SEEK_CUR);
}

// How many of `count` bytes at a place there is room for.
static size_t fitting(int descriptor, off_t at, size_t count) {
    off_t size = shim_size(descriptor), end = at + (off_t)count;
    size_t growth = end > size ? (size_t)(end - (at > size ? at : size)) : 0;
    return count - growth + shim_take_room(growth);
}

static ssize_t write_watched(
    const char *operation, const char *path, int descriptor, const void *bytes, size_t count, off_t offset) {
    off_t at = place(descriptor, offset);
    bool fails = shim_fails(operation, path);
    // Of what fails half arrives, as it may.
    size_t wanted = fails ? count / 2 : fitting(descriptor, at, count);
    int cause = errno;
    if (!fails && count && !wanted) {
        shim_note_full(operation, path);
        return -1;
    }
    ssize_t done = fails ? syscall(SYS_pwrite64, descriptor, bytes, wanted, at) : put(descriptor, bytes, wanted, offset);
    if (done > 0) shim_log('W', shim_inode(descriptor), (unsigned long long)at, 0, bytes, (size_t)done);
    if (!fails) return done;
    errno = cause;
    return -1;
}

static ssize_t write_any(const char *operation, int descriptor, const void *bytes, size_t count, off_t offset) {
    char path[PATH_MAX];
    shim_lock();
    ssize_t done;
    if (shim_watches_descriptor(descriptor, path)) {
        done = write_watched(operation, path, descriptor, bytes, count, offset);
    } else {
        if (descriptor == STDOUT_FILENO) shim_log('A', 0, 0, 0, bytes, count);
        done = put(descriptor, bytes, count, offset);
    }
    shim_unlock();
    return done;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    return write_any("write", descriptor, bytes, count, -1);
}
ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    return write_any("pwrite", descriptor, bytes, count, offset);
}
ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
    return write_any("pwrite", descriptor, bytes, count, offset);
}

// One piece of several may be written alone: whoever calls goes on with the rest.
static ssize_t write_pieces(int descriptor, const struct iovec *pieces, int count, off_t offset) {
    for (int i = 0; i < count; i++)
        if (pieces[i].iov_len) return write_any("writev", descriptor, pieces[i].iov_base, pieces[i].iov_len, offset);
    return 0;
}
ssize_t writev(int descriptor, const struct iovec *pieces, int count) {
    return write_pieces(descriptor, pieces, count, -1);
}
ssize_t pwritev(int descriptor, const struct iovec *pieces, int count, off_t offset) {
    return write_pieces(descriptor, pieces, count, offset);
}
ssize_t pwritev64(int descriptor, const struct iovec *pieces, int count, off64_t offset) {
    return write_pieces(descriptor, pieces, count, offset);
}

ssize_t sendfile(int output, int input, off_t *offset, size_t count) {
    char path[PATH_MAX];
    shim_lock();
    ssize_t done = -1;
    if (!shim_watches_descriptor(output, path)) {
        done = syscall(SYS_sendfile, output, input, offset, count);
    } else if (!shim_fails("sendfile", path)) {
        off_t at = place(output, -1), left = shim_size(input) - (offset ? *offset : place(input, -1));
        size_t wanted = left < (off_t)count ? (left > 0 ? (size_t)left : 0) : count;
        size_t fits = fitting(output, at, wanted);
        if (wanted && !fits) {
            shim_note_full("sendfile", path);
        } else {
            done = syscall(SYS_sendfile, output, input, offset, fits);
            if (done > 0) shim_log_content(output, at, (size_t)done);
        }
    }
    shim_unlock();
    return done;
}
ssize_t sendfile64(int output, int input, off64_t *offset, size_t count) {
    return sendfile(output, input, offset, count);
}
// Whoever uses it must do without on many file systems.
ssize_t copy_file_range(int input, off64_t *from, int output, off64_t *to, size_t count, unsigned flags) {
    char path[PATH_MAX];
    if (!shim_watches_descriptor(output, path)) {
        return syscall(SYS_copy_file_range, input, from, output, to, count, flags);
    }
    errno = EXDEV;
    return -1;
}

static int cut(int descriptor, off_t size) {
    char path[PATH_MAX];
    shim_lock();
    int status = -1;
    bool watches = shim_watches_descriptor(descriptor, path);
    if (!watches || !shim_fails("ftruncate", path)) status = (int)syscall(SYS_ftruncate, descriptor, size);
    if (watches && !status) shim_log('X', shim_inode(descriptor), (unsigned long long)size, 0, "", 0);
    shim_unlock();
    return status;
}
int ftruncate(int descriptor, off_t size) { return cut(descriptor, size); }
int ftruncate64(int descriptor, off64_t size) { return cut(descriptor, size); }

// Room beforehand is a thing that many file systems do not have either.
int fallocate(int descriptor, int mode, off_t offset, off_t count) {
    char path[PATH_MAX];
    if (!shim_watches_descriptor(descriptor, path)) return (int)syscall(SYS_fallocate, descriptor, mode, offset, count);
    errno = EOPNOTSUPP;
    return -1;
}
int fallocate64(int descriptor, int mode, off64_t offset, off64_t count) {
    return fallocate(descriptor, mode, offset, count);
}
int posix_fallocate(int descriptor, off_t offset, off_t count) {
    return fallocate(descriptor, 0, offset, count) ? errno : 0;
}
int posix_fallocate64(int descriptor, off64_t offset, off64_t count) {
    return posix_fallocate(descriptor, offset, count);
}

static int sync_any(const char *operation, int descriptor, long call) {
    char path[PATH_MAX];
    if (!shim_watches_descriptor(descriptor, path)) return (int)syscall(call, descriptor);
    shim_lock();
    bool fails = shim_fails(operation, path);
    if (!fails) shim_log('F', shim_inode(descriptor), 0, 0, "", 0);
    shim_unlock();
    return fails ? -1 : 0;
}
int fsync(int descriptor) { return sync_any("fsync", descriptor, SYS_fsync); }
int fdatasync(int descriptor) { return sync_any("fdatasync", descriptor, SYS_fdatasync); }
