// SPDX-License-Identifier: GPL-3.0-or-later
// Detects sanitizers, which define functions of the C library themselves.
#pragma once

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
#endif
#endif
