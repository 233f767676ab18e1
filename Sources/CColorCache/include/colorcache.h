// SPDX-License-Identifier: GPL-3.0-or-later
// Poppler builds the colour transforms of an ICC profile anew on every page, at the price of drawing half a page of
// text. The functions of lcms2 that it calls are defined here a second time: symbols of the executable come before
// those of libraries, so poppler calls these, which remember profiles and transforms by content. Until the cache is
// turned on, and where lcms2 is not the one expected, they only pass calls on.
#pragma once

/// Turns the cache on, for good and for one thread: to be called where only one thread draws, as in a worker.
void colorcache_enable(void);
