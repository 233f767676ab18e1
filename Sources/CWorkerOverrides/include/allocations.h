// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Writes a line to a descriptor for every allocation of this process that fails from now on. Does nothing under
/// sanitizers and with C libraries other than GNU's.
void allocations_report_failures(int descriptor);
