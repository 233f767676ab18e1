// SPDX-License-Identifier: GPL-3.0-or-later
// Libraries that run out of memory under a limit may draw half a picture and say nothing. The allocation functions are
// defined here a second time, before those of the C library, so that failures can be counted; the C library still does
// the work. Sanitizers do the same for themselves and are left alone.
#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <features.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic unsigned long failures;

unsigned long csandbox_failed_allocations(void) { return atomic_load_explicit(&failures, memory_order_relaxed); }

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(IS_SANITIZED)

void *__libc_malloc(size_t count);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t count);
void *__libc_memalign(size_t alignment, size_t count);
void __libc_free(void *old);

static void *counted(void *made) {
    if (!made) atomic_fetch_add_explicit(&failures, 1, memory_order_relaxed);
    return made;
}

void *malloc(size_t count) { return counted(__libc_malloc(count)); }
void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }
void free(void *old) { __libc_free(old); }
void *memalign(size_t alignment, size_t count) { return counted(__libc_memalign(alignment, count)); }
void *aligned_alloc(size_t alignment, size_t count) { return counted(__libc_memalign(alignment, count)); }

void *realloc(void *old, size_t count) {
    void *made = __libc_realloc(old, count);
    // A size of 0 frees.
    return count == 0 ? made : counted(made);
}

int posix_memalign(void **made, size_t alignment, size_t count) {
    if (alignment % sizeof(void *) || (alignment & (alignment - 1)) || alignment == 0) return EINVAL;
    void *memory = counted(__libc_memalign(alignment, count));
    if (!memory) return ENOMEM;
    *made = memory;
    return 0;
}

#endif
