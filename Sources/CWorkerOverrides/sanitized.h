// SPDX-License-Identifier: GPL-3.0-or-later
// Tells whether a sanitizer is built in, which defines functions of the C library for itself.
#pragma once

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
#endif
#endif
