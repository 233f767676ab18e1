// SPDX-License-Identifier: GPL-3.0-or-later
// When poppler-glib draws a page for the screen, it also collects the characters of the page and puts its words in order, for
// selections. On pages of text that takes a fifth of the time, and on a map with many thousand scattered words ten times as
// long as drawing. The worker program replaces the functions that collect.
#pragma once

/// Sets whether the text of pages is left out from now on. A page that was drawn meanwhile must not be asked for its text.
/// Not thread-safe: call this only if just one thread draws, as in a worker.
void textcollection_ignore(int ignored);
