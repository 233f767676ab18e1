// SPDX-License-Identifier: GPL-3.0-or-later
// Virtual files, which a library opens by name with fopen(). Each consists of the bytes of a file descriptor, followed
// by bytes in memory.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/// The prefix of the names of virtual files.
#define VIRTUALFILE_PREFIX "limn-virtual-file:"

/// A virtual file that can be opened for reading under its own name.
typedef struct virtualfile virtualfile;

/// Makes a virtual file from the first `size` bytes of `descriptor`, followed by `tail_size` bytes at `tail`. The
/// caller keeps both. They must stay valid until the file is removed and all its streams are closed. Returns NULL if
/// there is not enough memory.
virtualfile *virtualfile_add(int descriptor, size_t size, const void *tail, size_t tail_size);

/// Returns the name for fopen(), valid as long as the file.
const char *virtualfile_name(const virtualfile *file);

/// Opens a registered name for reading. Returns NULL with errno set: ENOENT for an unknown name, EROFS for a write
/// mode, ENOMEM.
FILE *virtualfile_open(const char *name, const char *mode);

/// Returns the number of times that the file was opened. If it stays 0 although a library got the name, this program's
/// fopen() does not support virtual files.
int virtualfile_openings(const virtualfile *file);

/// Removes the file. Its memory is freed when its last stream is closed.
void virtualfile_remove(virtualfile *file);
