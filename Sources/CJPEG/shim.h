// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// TurboJPEG has no call that tells its version; the header of the library that it comes from does.
#include <jconfig.h>
#include <turbojpeg.h>
