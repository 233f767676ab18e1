// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Maps a file of at least 4,096 bytes. From then on, a failed allocation of this process sets the file's first byte to
/// 1. Returns 0, or an errno value. Under sanitizers and with C libraries other than glibc, the byte stays 0.
int allocations_flag_failures(int descriptor);
