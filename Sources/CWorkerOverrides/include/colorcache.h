// SPDX-License-Identifier: GPL-3.0-or-later
// Poppler rebuilds the color transforms of an ICC profile on every page, which takes half as long as drawing a page of
// text. The worker program replaces the lcms2 functions that poppler calls: symbols of the executable take precedence
// over those of libraries. The replacements cache profiles and transforms by content. Until the cache is enabled, they
// only forward calls.
#pragma once

/// Enables the cache permanently. The cache is not thread-safe, so call this only if just one thread draws, as in a
/// worker.
void colorcache_enable(void);
