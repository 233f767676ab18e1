// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <hb.h>
#include <hb-ot.h>
#include <hb-subset.h>
