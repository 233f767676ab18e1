// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <stddef.h>
#include <stdint.h>

// libFuzzer as a library: runs `call` with inputs it makes, as the arguments say.
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*call)(const uint8_t *bytes, size_t count));
