// SPDX-License-Identifier: GPL-3.0-or-later
// libqpdf's C interface reads from memory, or opens a file by name with fopen(). A confined worker has file descriptors
// and cannot open files by name. Therefore files are registered here under names with a reserved prefix. Only the
// worker program replaces fopen() with a function that opens such names (CWorkerOverrides). In every other program they
// cannot be opened.
#define _GNU_SOURCE
#include "virtualfile.h"

#include <errno.h>
#include <features.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PREFIX VIRTUALFILE_PREFIX

struct virtualfile {
    struct virtualfile *next;
    char name[sizeof PREFIX + 20];
    int descriptor;
    const char *tail;
    uint64_t size, tail_size;
    int openings, users;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct virtualfile *files;
static uint64_t counter;

virtualfile *virtualfile_add(int descriptor, size_t size, const void *tail, size_t tail_size) {
    struct virtualfile *file = calloc(1, sizeof *file);
    if (!file) return NULL;
    file->descriptor = descriptor;
    file->tail = tail;
    file->size = size;
    file->tail_size = tail_size;
    file->users = 1;
    pthread_mutex_lock(&lock);
    snprintf(file->name, sizeof file->name, PREFIX "%" PRIu64, ++counter);
    file->next = files;
    files = file;
    pthread_mutex_unlock(&lock);
    return file;
}

const char *virtualfile_name(const virtualfile *file) { return file->name; }

int virtualfile_openings(const virtualfile *file) {
    pthread_mutex_lock(&lock);
    int openings = file->openings;
    pthread_mutex_unlock(&lock);
    return openings;
}

static void let_go(struct virtualfile *file) {
    pthread_mutex_lock(&lock);
    bool is_last = --file->users == 0;
    pthread_mutex_unlock(&lock);
    if (is_last) free(file);
}

void virtualfile_remove(virtualfile *file) {
    pthread_mutex_lock(&lock);
    for (struct virtualfile **link = &files; *link; link = &(*link)->next) {
        if (*link == file) {
            *link = file->next;
            break;
        }
    }
    pthread_mutex_unlock(&lock);
    let_go(file);
}

#if defined(__GLIBC__)

// A custom stream of the C library discards its buffer whenever the position changes, which libqpdf does before each
// read. Therefore the stream's buffer is small, and blocks of the file are cached here.
enum { BLOCK = 16 << 10, BLOCKS = 64, BUFFER = 1024 };

struct cookie {
    struct virtualfile *file;
    uint64_t position;
    /// For each cache slot, the number of its block, counted from 1, and the number of valid bytes.
    uint64_t numbers[BLOCKS];
    uint32_t counts[BLOCKS];
    char *blocks;
};

/// Reads until `count` bytes are read, the file ends, or an error occurs.
static ssize_t read_at(int descriptor, char *bytes, size_t count, uint64_t offset) {
    size_t done = 0;
    while (done < count) {
        ssize_t got = pread(descriptor, bytes + done, count - done, (off_t)(offset + done));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return done ? (ssize_t)done : -1;
        if (got == 0) break;
        done += (size_t)got;
    }
    return (ssize_t)done;
}

/// Reads from the file descriptor. A read ends at a block boundary, unless at least a whole block is requested.
static ssize_t read_descriptor(struct cookie *cookie, char *bytes, size_t count) {
    struct virtualfile *file = cookie->file;
    if (count >= BLOCK) return read_at(file->descriptor, bytes, count, cookie->position);
    uint64_t number = cookie->position / BLOCK;
    size_t place = number % BLOCKS, within = cookie->position % BLOCK;
    char *block = cookie->blocks + place * BLOCK;
    if (cookie->numbers[place] != number + 1) {
        cookie->numbers[place] = 0;
        ssize_t got = read_at(file->descriptor, block, BLOCK, number * BLOCK);
        if (got < 0) return -1;
        cookie->numbers[place] = number + 1;
        cookie->counts[place] = (uint32_t)got;
    }
    if (within >= cookie->counts[place]) return 0;
    size_t rest = cookie->counts[place] - within;
    if (count > rest) count = rest;
    memcpy(bytes, block + within, count);
    return (ssize_t)count;
}

static ssize_t read_cookie(void *opaque, char *bytes, size_t count) {
    struct cookie *cookie = opaque;
    struct virtualfile *file = cookie->file;
    size_t done = 0;
    while (done < count) {
        uint64_t position = cookie->position;
        ssize_t got;
        if (position < file->size) {
            uint64_t rest = file->size - position;
            size_t most = rest < count - done ? (size_t)rest : count - done;
            got = read_descriptor(cookie, bytes + done, most);
            if (got < 0) return done ? (ssize_t)done : -1;
        } else {
            uint64_t within = position - file->size;
            if (within >= file->tail_size) break;
            uint64_t rest = file->tail_size - within;
            size_t most = rest < count - done ? (size_t)rest : count - done;
            memcpy(bytes + done, file->tail + within, most);
            got = (ssize_t)most;
        }
        // The file has become shorter.
        if (got == 0) break;
        done += (size_t)got;
        cookie->position += (uint64_t)got;
    }
    return (ssize_t)done;
}

static int seek_cookie(void *opaque, off64_t *offset, int from) {
    struct cookie *cookie = opaque;
    int64_t end = (int64_t)(cookie->file->size + cookie->file->tail_size);
    int64_t base = from == SEEK_SET ? 0 : from == SEEK_CUR ? (int64_t)cookie->position : end;
    int64_t place;
    if (__builtin_add_overflow(base, (int64_t)*offset, &place) || place < 0) {
        errno = EINVAL;
        return -1;
    }
    cookie->position = (uint64_t)place;
    *offset = place;
    return 0;
}

static int close_cookie(void *opaque) {
    struct cookie *cookie = opaque;
    let_go(cookie->file);
    free(cookie->blocks);
    free(cookie);
    return 0;
}

/// Finds and retains a registered file by name; NULL if there is none. The caller must release it.
static struct virtualfile *find(const char *name) {
    pthread_mutex_lock(&lock);
    struct virtualfile *file = files;
    while (file && strcmp(file->name, name) != 0) file = file->next;
    if (file) {
        file->users++;
        file->openings++;
    }
    pthread_mutex_unlock(&lock);
    return file;
}

FILE *virtualfile_open(const char *name, const char *mode) {
    if (mode[0] != 'r' || strchr(mode, '+')) {
        errno = EROFS;
        return NULL;
    }
    struct virtualfile *file = find(name);
    if (!file) {
        errno = ENOENT;
        return NULL;
    }
    struct cookie *cookie = calloc(1, sizeof *cookie);
    if (cookie) cookie->blocks = malloc((size_t)BLOCK * BLOCKS);
    if (!cookie || !cookie->blocks) {
        free(cookie);
        let_go(file);
        errno = ENOMEM;
        return NULL;
    }
    cookie->file = file;
    cookie_io_functions_t functions = {.read = read_cookie, .seek = seek_cookie, .close = close_cookie};
    FILE *stream = fopencookie(cookie, "r", functions);
    if (!stream) {
        int failure = errno;
        close_cookie(cookie);
        errno = failure;
        return NULL;
    }
    setvbuf(stream, NULL, _IOFBF, BUFFER);
    return stream;
}

#else

FILE *virtualfile_open(const char *name, const char *mode) {
    (void)name, (void)mode;
    errno = ENOSYS;
    return NULL;
}

#endif
