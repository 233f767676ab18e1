// SPDX-License-Identifier: GPL-3.0-or-later
// Replaces fopen() in the worker program, so that libqpdf can open virtual files by name. The C library opens all other
// names. The sanitizers' own replacement is kept.
#define _GNU_SOURCE
#include <features.h>
#include <stdio.h>
#include <string.h>

#include "sanitized.h"
#include "virtualfile.h"

#if defined(__GLIBC__) && !defined(IS_SANITIZED)

FILE *fopen(const char *name, const char *mode) {
    if (strncmp(name, VIRTUALFILE_PREFIX, sizeof VIRTUALFILE_PREFIX - 1) == 0) return virtualfile_open(name, mode);
    // On 64-bit systems, fopen64() is the C library's fopen() under another name.
    return fopen64(name, mode);
}

#endif
