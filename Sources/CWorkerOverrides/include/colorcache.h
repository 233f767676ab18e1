// SPDX-License-Identifier: GPL-3.0-or-later
// Poppler builds the colour transforms of an ICC profile anew on every page, which costs half as much as drawing a page of
// text. The worker program replaces the functions of lcms2 that poppler calls: symbols of the executable come before
// those of libraries. The replacements remember profiles and transforms by content. Until the cache is enabled, they
// only pass calls on.
#pragma once

/// Turns the cache on, for good and for one thread: to be called where only one thread draws, as in a worker.
void colorcache_enable(void);
