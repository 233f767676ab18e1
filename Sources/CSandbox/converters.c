// SPDX-License-Identifier: GPL-3.0-or-later
#include "CSandbox.h"

#include <errno.h>
#include <iconv.h>

int csandbox_load_converter(const char *encoding) {
    // Left open on purpose: glibc unloads the code with the last use.
    return iconv_open(encoding, "UTF-8") == (iconv_t)-1 ? errno : 0;
}
