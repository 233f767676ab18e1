// SPDX-License-Identifier: GPL-3.0-or-later
// When poppler-glib draws a page for the screen, it makes each line at least one pixel wide and moves it to whole pixels, which
// makes small pictures too dark. It asks cairo how wide a line is in pixels, and asks it nothing else in this way. This
// replaces that function of cairo: it tells that thin lines are a little wider than a pixel, so that poppler leaves them as
// they are.
#pragma once

/// Sets whether this thread draws lines with their width from now on, however thin. Lines whose width is 0 are always one pixel
/// wide.
void thinlines_keep(int kept);
