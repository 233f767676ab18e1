// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of the C library, lcms2 and fontconfig that the worker program replaces. No other program links this.
#pragma once

#include "allocations.h"
#include "colorcache.h"
#include "fontsearch.h"
