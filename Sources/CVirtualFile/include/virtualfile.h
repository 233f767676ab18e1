// SPDX-License-Identifier: GPL-3.0-or-later
// Files that a library opens by name with fopen() and that are made of a descriptor and of bytes in memory.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/// How the names of virtual files begin.
#define VIRTUALFILE_PREFIX "limn-virtual-file:"

/// A file that can be opened for reading under a name of its own.
typedef struct virtualfile virtualfile;

/// Makes a file of `size` bytes of `descriptor`, from its start on, followed by `tail_size` bytes at `tail`. Both stay the
/// caller's, and must stay until the file is removed and all that was opened is closed. Returns NULL when there is no
/// memory.
virtualfile *virtualfile_add(int descriptor, size_t size, const void *tail, size_t tail_size);

/// The name to open it by, which lives as long as the file.
const char *virtualfile_name(const virtualfile *file);

/// Opens a registered name for reading. Returns NULL with errno set: ENOENT for an unknown name, EROFS for a mode that
/// writes, ENOMEM.
FILE *virtualfile_open(const char *name, const char *mode);

/// How often it was opened. Where it stays 0 although a library was given the name, this program's fopen() does not know
/// virtual files.
int virtualfile_openings(const virtualfile *file);

/// Takes the name away; memory is freed as soon as nothing is open any more.
void virtualfile_remove(virtualfile *file);
