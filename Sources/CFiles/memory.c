// SPDX-License-Identifier: GPL-3.0-or-later
#include "CFiles.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

void cfiles_map_large_blocks(int size) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, size);
#else
    (void)size;
#endif
}
