// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "fontsearch.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>

// Types of fontconfig (fontconfig.h): structures are opaque, and FcBool and FcResult have the size of int.
typedef struct FcConfig FcConfig;
typedef struct FcPattern FcPattern;
typedef struct FcCharSet FcCharSet;
typedef struct FcFontSet FcFontSet;

static atomic_long searches;

long fontsearch_count(void) { return atomic_load(&searches); }

FcFontSet *FcFontSort(FcConfig *configuration, FcPattern *pattern, int trims, FcCharSet **characters, int *result) {
    FcFontSet *(*function)(FcConfig *, FcPattern *, int, FcCharSet **, int *) = dlsym(RTLD_NEXT, "FcFontSort");
    if (!function) abort();
    atomic_fetch_add(&searches, 1);
    return function(configuration, pattern, trims, characters, result);
}
