// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "CFiles.h"

#include <errno.h>
#include <unistd.h>

ssize_t cfiles_copy_range(int input, int64_t *offset, int output, size_t count) {
#ifdef __linux__
    off64_t from = *offset;
    ssize_t copied = copy_file_range(input, &from, output, NULL, count, 0);
    *offset = from;
    return copied;
#else
    (void)input, (void)offset, (void)output, (void)count;
    errno = ENOSYS;
    return -1;
#endif
}
