// SPDX-License-Identifier: GPL-3.0-or-later
// Poppler reads the tables of Asian encodings from a folder of the system, whose path was fixed when poppler was built. A
// program that brings these tables along names its own folder.
#pragma once

/// Has poppler read the tables in a folder. Call it before poppler opens its first document.
///
/// Returns 0 if this version of poppler cannot do that.
int encodingtables_use(const char *folder);
