// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of the C library, lcms2 and fontconfig that the worker program replaces, and a setting of poppler. No other program
// links this.
#pragma once

#include "allocations.h"
#include "colorcache.h"
#include "encodingtables.h"
#include "fontsearch.h"
