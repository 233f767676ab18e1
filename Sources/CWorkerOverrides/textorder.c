// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "textorder.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>

static bool is_ignored;

void textorder_ignore(int ignored) { is_ignored = ignored; }

// TextPage::coalesce(bool, double, bool). Versions of poppler in which it has other parameters do not call this.
void textorder_coalesce(void *page, bool physical, double pitch, bool html) __asm__("_ZN8TextPage8coalesceEbdb");

void textorder_coalesce(void *page, bool physical, double pitch, bool html) {
    if (is_ignored) return;
    void (*function)(void *, bool, double, bool) = dlsym(RTLD_NEXT, "_ZN8TextPage8coalesceEbdb");
    if (!function) abort();
    function(page, physical, pitch, html);
}
