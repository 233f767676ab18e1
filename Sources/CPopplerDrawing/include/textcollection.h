// SPDX-License-Identifier: GPL-3.0-or-later
// When poppler-glib draws a page for the screen, it also collects the characters of the page and puts its words in order, for
// selections. On pages of text that takes a fifth of the time, and on a map with many thousand scattered words ten times as
// long as drawing. These replace the functions that collect.
#pragma once

/// Sets whether this thread leaves out the text of pages from now on. A page that was drawn meanwhile must not be asked for its
/// text.
void textcollection_ignore(int ignored);
