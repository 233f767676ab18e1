// SPDX-License-Identifier: GPL-3.0-or-later
// Work that poppler-glib does while it draws for the screen, and that nobody asked for. A program that links this takes over
// functions of poppler and cairo: symbols of the executable take precedence over those of libraries. Each thread decides for
// itself; until it does, the functions only forward calls.
#pragma once

#include "textcollection.h"
#include "thinlines.h"
