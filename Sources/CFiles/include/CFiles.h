// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Calls copy_file_range(2), which glibc declares only for GNU programs. It copies from `offset`, which it advances, to
/// the current position of `output`. The file system may share the blocks.
///
/// Returns the number of bytes copied, or -1 with errno set; ENOSYS if the system has no such call.
ssize_t cfiles_copy_range(int input, int64_t *offset, int output, size_t count);

/// Exchanges the names of two files with renameat2(2), which glibc declares only for GNU programs.
///
/// Returns 0, or -1 with errno set; ENOSYS if the system has no such call, EINVAL if the file system cannot do it.
int cfiles_exchange(const char *first, const char *second);

/// Has the allocator map every block of at least `size` bytes on its own, so that the kernel gets its pages back when
/// the block is freed. glibc otherwise raises its limit to 32 MiB and keeps such blocks in an arena for each thread.
/// Other C libraries need no such call, and ignore it.
void cfiles_map_large_blocks(int size);
