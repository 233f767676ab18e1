// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <seccomp.h>

/// The action that fails a system call with an error number; a macro in the library's header.
static inline uint32_t cseccomp_fail_with(uint16_t error) { return SCMP_ACT_ERRNO(error); }
