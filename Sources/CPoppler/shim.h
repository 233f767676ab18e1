// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <poppler.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Makes an unnamed file in memory. Returns its file descriptor, which is closed on exec, or -1 with errno set. Swift
/// cannot call syscall() and does not import memfd_create().
static inline int limn_memory_file(const char *name) { return (int)syscall(SYS_memfd_create, name, 1u); }
