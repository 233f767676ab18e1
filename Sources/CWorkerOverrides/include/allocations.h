// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Maps the file of a descriptor, at least 4,096 bytes. From now on, a failed allocation of this process sets its first
/// byte to 1. Returns 0, or an errno. Under sanitizers and with C libraries other than GNU's, the byte stays 0.
int allocations_flag_failures(int descriptor);
