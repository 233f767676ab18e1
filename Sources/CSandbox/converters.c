// SPDX-License-Identifier: GPL-3.0-or-later
#include "CSandbox.h"

#include <errno.h>
#include <iconv.h>

int csandbox_load_converter(const char *encoding) {
    // The converter stays open intentionally: glibc would unload its code after the last use.
    return iconv_open(encoding, "UTF-8") == (iconv_t)-1 ? errno : 0;
}
