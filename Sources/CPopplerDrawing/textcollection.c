// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "textcollection.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>

static _Thread_local bool is_ignored;

void textcollection_ignore(int ignored) { is_ignored = ignored; }

// ActualText::addChar and TextPage::updateFont, through which poppler-glib tells a page its text. Versions of poppler in which
// they have other parameters do not call these.
void textcollection_add(void *text, const void *state, double x, double y, double dx, double dy, unsigned code, int bytes,
                        const unsigned *characters, int count) __asm__("_ZN10ActualText7addCharEPK8GfxStateddddjiPKji");
void textcollection_update_font(void *page, const void *state) __asm__("_ZN8TextPage10updateFontEPK8GfxState");

static void *next(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (!function) abort();
    return function;
}

void textcollection_add(void *text, const void *state, double x, double y, double dx, double dy, unsigned code, int bytes,
                        const unsigned *characters, int count) {
    static __typeof__(&textcollection_add) function;
    if (is_ignored) return;
    if (!function) function = next("_ZN10ActualText7addCharEPK8GfxStateddddjiPKji");
    function(text, state, x, y, dx, dy, code, bytes, characters, count);
}

void textcollection_update_font(void *page, const void *state) {
    static __typeof__(&textcollection_update_font) function;
    if (is_ignored) return;
    if (!function) function = next("_ZN8TextPage10updateFontEPK8GfxState");
    function(page, state);
}
