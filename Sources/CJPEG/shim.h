// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// TurboJPEG has no function that returns its version, but a header of libjpeg-turbo contains it.
#include <jconfig.h>
#include <turbojpeg.h>
