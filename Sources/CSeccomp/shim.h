// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <seccomp.h>

/// Returns the action that makes a system call fail with an errno value. The library's header defines it only as a
/// macro.
static inline uint32_t cseccomp_fail_with(uint16_t error) { return SCMP_ACT_ERRNO(error); }
