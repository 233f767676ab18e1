// SPDX-License-Identifier: GPL-3.0-or-later
// What is watched, and when it fails.
#include "shim.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static char folder[PATH_MAX];
static size_t folder_length;
static unsigned long long operations, fail_at, room, used;
static bool forever, kills, room_is_limited;
static const char *only, *only_path;
static int fail_errno, notes = -1;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static unsigned long long number(const char *name) {
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 10) : 0;
}

__attribute__((constructor)) static void start(void) {
    const char *path = getenv("LIMN_SHIM_FOLDER");
    if (!path) return;
    snprintf(folder, sizeof folder, "%s", path);
    folder_length = strlen(folder);
    fail_at = number("LIMN_SHIM_AT");
    fail_errno = (int)number("LIMN_SHIM_ERRNO");
    forever = getenv("LIMN_SHIM_FOREVER") != NULL;
    kills = getenv("LIMN_SHIM_KILL") != NULL;
    room_is_limited = getenv("LIMN_SHIM_ROOM") != NULL;
    room = number("LIMN_SHIM_ROOM");
    only = getenv("LIMN_SHIM_ONLY");
    only_path = getenv("LIMN_SHIM_PATH");
    if (!only_path) only_path = folder;
    const char *to = getenv("LIMN_SHIM_NOTES");
    if (to) notes = (int)syscall(SYS_openat, AT_FDCWD, to, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void note(const char *operation, const char *path) {
    char line[PATH_MAX + 100];
    int length = snprintf(line, sizeof line, "failed %s %s\n", operation, path);
    if (notes >= 0) syscall(SYS_write, notes, line, length);
}

__attribute__((destructor)) static void finish(void) {
    char line[100];
    int length = snprintf(line, sizeof line, "total %llu %llu\n", operations, used);
    if (notes >= 0) syscall(SYS_write, notes, line, length);
}

static bool is_inside(const char *path) {
    return folder_length && !strncmp(path, folder, folder_length)
        && (path[folder_length] == '/' || path[folder_length] == 0);
}

bool shim_watches_descriptor(int descriptor, char *path) {
    char link[40];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = folder_length ? readlink(link, path, PATH_MAX - 1) : -1;
    if (length < 0) return false;
    path[length] = 0;
    return is_inside(path);
}

bool shim_watches_name(int at, const char *path, ino_t *parent, const char **name) {
    char head[PATH_MAX], found[PATH_MAX];
    if (!folder_length || strlen(path) >= sizeof head) return false;
    strcpy(head, path);
    size_t end = strlen(head);
    while (end > 1 && head[end - 1] == '/') head[--end] = 0;
    char *slash = strrchr(head, '/');
    *name = slash ? path + (slash - head) + 1 : path;
    if (slash) slash[slash == head ? 1 : 0] = 0;
    int directory = (int)syscall(SYS_openat, at, slash ? head : ".", O_PATH | O_DIRECTORY | O_CLOEXEC, 0);
    if (directory < 0) return false;
    bool watches = shim_watches_descriptor(directory, found);
    if (watches) *parent = shim_inode(directory);
    syscall(SYS_close, directory);
    return watches;
}

ino_t shim_inode(int descriptor) {
    struct stat status;
    return fstat(descriptor, &status) ? 0 : status.st_ino;
}

ino_t shim_inode_at(int at, const char *path) {
    struct stat status;
    return fstatat(at, path, &status, AT_SYMLINK_NOFOLLOW) ? 0 : status.st_ino;
}

off_t shim_size(int descriptor) {
    struct stat status;
    return fstat(descriptor, &status) ? 0 : status.st_size;
}

void shim_lock(void) { pthread_mutex_lock(&mutex); }
void shim_unlock(void) {
    int kept = errno;
    pthread_mutex_unlock(&mutex);
    errno = kept;
}

bool shim_fails(const char *operation, const char *path) {
    if (only && (strcmp(operation, only) || strcmp(path, only_path))) return false;
    operations++;
    if (!fail_at || operations < fail_at || (operations > fail_at && !forever)) return false;
    note(operation, path);
    if (kills) syscall(SYS_kill, getpid(), SIGKILL);
    errno = fail_errno;
    return true;
}

bool shim_has_room_limit(void) { return room_is_limited; }

size_t shim_take_room(size_t count) {
    if (room_is_limited && count > room - used) count = room - used;
    used += count;
    return count;
}

void shim_note_full(const char *operation, const char *path) {
    note(operation, path);
    errno = ENOSPC;
}
