// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <poppler.h>
#include <sys/syscall.h>
#include <unistd.h>

/// A file in memory that only its descriptor names, closed on exec; -1 with errno set on failure. Swift cannot call
/// syscall(), and sees no memfd_create().
static inline int limn_memory_file(const char *name) { return (int)syscall(SYS_memfd_create, name, 1u); }
