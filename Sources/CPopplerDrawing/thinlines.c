// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "thinlines.h"

#include <dlfcn.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

// A type of cairo (cairo.h): an opaque structure.
typedef struct _cairo cairo_t;

void cairo_user_to_device_distance(cairo_t *context, double *dx, double *dy);

static _Thread_local bool are_kept;

void thinlines_keep(int kept) { are_kept = kept; }

void cairo_user_to_device_distance(cairo_t *context, double *dx, double *dy) {
    static __typeof__(&cairo_user_to_device_distance) function;
    if (!function) function = dlsym(RTLD_NEXT, "cairo_user_to_device_distance");
    if (!function) abort();
    function(context, dx, dy);
    if (!are_kept) return;
    // Poppler widens lines that are not longer than a pixel in both directions. Lines without width need that.
    double longest = fmax(fabs(*dx), fabs(*dy));
    if (longest > 0 && longest <= 1) *dx = copysign(nextafter(1, 2), *dx);
}
