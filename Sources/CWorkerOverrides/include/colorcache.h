// SPDX-License-Identifier: GPL-3.0-or-later
// Poppler builds the colour transforms of an ICC profile again on every page, which takes half as long as drawing a
// page of text. The worker program replaces the functions of lcms2 that poppler calls: symbols of the executable take
// precedence over those of libraries. The replacements cache profiles and transforms by content. Until the cache is
// enabled, they only pass calls on.
#pragma once

/// Enables the cache permanently, for one thread. Call it only if one thread draws, as in a worker.
void colorcache_enable(void);
