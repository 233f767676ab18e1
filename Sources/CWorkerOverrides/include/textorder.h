// SPDX-License-Identifier: GPL-3.0-or-later
// When poppler-glib draws a page for the screen, it also puts the words of the page in order, for selections. On a map
// with many thousand scattered words, that takes ten times as long as drawing. The worker program replaces the function
// that does so.
#pragma once

/// Sets whether the words of pages are left without order from now on. A page that was drawn meanwhile must not be asked
/// for its text. Not thread-safe: call this only if just one thread draws, as in a worker.
void textorder_ignore(int ignored);
