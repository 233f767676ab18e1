// SPDX-License-Identifier: GPL-3.0-or-later
// Libraries that run out of memory under a limit may draw half a picture and say nothing. The worker program replaces the
// allocation functions, so that each failure is reported; the C library still does the work. Sanitizers replace them for
// themselves and are left alone.
#define _GNU_SOURCE
#include "allocations.h"
#include "sanitized.h"

#include <errno.h>
#include <features.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static _Atomic int listener = -1;

void allocations_report_failures(int descriptor) { atomic_store(&listener, descriptor); }

#if defined(__GLIBC__) && !defined(IS_SANITIZED)

void *__libc_malloc(size_t count);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t count);
void *__libc_memalign(size_t alignment, size_t count);
void __libc_free(void *old);

/// Told at once, as the process may not live much longer.
static void *told_of(void *made) {
    static const char line[] = "Out of memory: an allocation failed\n";
    int descriptor = made ? -1 : atomic_load(&listener);
    if (descriptor >= 0) {
        int kept = errno;
        if (write(descriptor, line, sizeof line - 1) < 0) {}
        errno = kept;
    }
    return made;
}

void *malloc(size_t count) { return told_of(__libc_malloc(count)); }
void *calloc(size_t count, size_t size) { return told_of(__libc_calloc(count, size)); }
void free(void *old) { __libc_free(old); }
void *memalign(size_t alignment, size_t count) { return told_of(__libc_memalign(alignment, count)); }
void *aligned_alloc(size_t alignment, size_t count) { return told_of(__libc_memalign(alignment, count)); }

void *realloc(void *old, size_t count) {
    void *made = __libc_realloc(old, count);
    // A size of 0 frees.
    return count == 0 ? made : told_of(made);
}

int posix_memalign(void **made, size_t alignment, size_t count) {
    if (alignment % sizeof(void *) || (alignment & (alignment - 1)) || alignment == 0) return EINVAL;
    void *memory = told_of(__libc_memalign(alignment, count));
    if (!memory) return ENOMEM;
    *made = memory;
    return 0;
}

#endif
