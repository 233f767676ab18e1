// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of the C library and of lcms2 that the worker program replaces. No other program links this.
#pragma once

#include "allocations.h"
#include "colorcache.h"
#include "fontsearch.h"
#include "textorder.h"
