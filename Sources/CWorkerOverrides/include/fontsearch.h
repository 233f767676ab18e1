// SPDX-License-Identifier: GPL-3.0-or-later
// Poppler keeps which system font stands in for a missing font until its last document closes. It finds it again under
// similar names: "ArialMT" gets the font that was chosen for "Arial". The picture of a page would therefore depend on
// the pages drawn before. The worker program replaces fontconfig's search function to learn whether poppler has chosen
// fonts. The replacement counts the calls. It also keeps the answers: the next document often asks for the same fonts, and
// fontconfig compares all fonts of the system for each of them.
#pragma once

/// Returns the number of searches of this process so far.
long fontsearch_count(void);

/// Keeps the answers from now on. Not thread-safe: call this only if just one thread draws, and system fonts do not change, as
/// in a worker.
void fontsearch_keep(void);
