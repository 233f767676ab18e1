// SPDX-License-Identifier: GPL-3.0-or-later
// Libraries that run out of memory may draw an incomplete picture without an error. The worker program therefore
// replaces the allocation functions so that each failure sets a flag; the C library still does the work. The
// sanitizers' own replacements are kept.
#define _GNU_SOURCE
#include "allocations.h"
#include "sanitized.h"

#include <errno.h>
#include <features.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>

static _Atomic(volatile unsigned char *) flag;

int allocations_flag_failures(int descriptor) {
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (page == MAP_FAILED) return errno;
    atomic_store(&flag, page);
    return 0;
}

#if defined(__GLIBC__) && !defined(IS_SANITIZED)

void *__libc_malloc(size_t count);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t count);
void *__libc_memalign(size_t alignment, size_t count);
void __libc_free(void *old);

/// Sets the flag immediately if there is no memory, because the process may end soon.
static void *checked(void *made) {
    if (!made) {
        volatile unsigned char *byte = atomic_load(&flag);
        if (byte) *byte = 1;
    }
    return made;
}

void *malloc(size_t count) { return checked(__libc_malloc(count)); }
void *calloc(size_t count, size_t size) { return checked(__libc_calloc(count, size)); }
void free(void *old) { __libc_free(old); }
void *memalign(size_t alignment, size_t count) { return checked(__libc_memalign(alignment, count)); }
void *aligned_alloc(size_t alignment, size_t count) { return checked(__libc_memalign(alignment, count)); }

void *realloc(void *old, size_t count) {
    void *made = __libc_realloc(old, count);
    // realloc() with a size of 0 frees the memory.
    return count == 0 ? made : checked(made);
}

int posix_memalign(void **made, size_t alignment, size_t count) {
    if (alignment % sizeof(void *) || (alignment & (alignment - 1)) || alignment == 0) return EINVAL;
    void *memory = checked(__libc_memalign(alignment, count));
    if (!memory) return ENOMEM;
    *made = memory;
    return 0;
}

#endif
