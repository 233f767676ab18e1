// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "colorcache.h"
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// Names and types of lcms2 (lcms2.h): handles are opaque pointers, and numbers have 32 bits.
typedef void *cmsHPROFILE;
typedef void *cmsHTRANSFORM;
typedef uint32_t cmsUInt32Number;
typedef int cmsBool;

cmsHPROFILE cmsOpenProfileFromMem(const void *bytes, cmsUInt32Number count);
cmsBool cmsCloseProfile(cmsHPROFILE profile);
cmsHTRANSFORM cmsCreateTransform(cmsHPROFILE input, cmsUInt32Number input_format, cmsHPROFILE output,
                                 cmsUInt32Number output_format, cmsUInt32Number intent, cmsUInt32Number flags);
void cmsDeleteTransform(cmsHTRANSFORM transform);

enum { PROFILES = 16, TRANSFORMS = 64 };
// The maximum size of a cached profile in bytes. Larger profiles are rare and would take too much memory.
static const cmsUInt32Number profile_limit = 1 << 20;

struct profile {
    void *bytes;
    cmsUInt32Number count;
    cmsHPROFILE handle;
    unsigned users;
    unsigned long used;
};

struct transform {
    cmsHPROFILE input, output;
    cmsUInt32Number input_format, output_format, intent, flags;
    cmsHTRANSFORM handle;
    unsigned users;
    unsigned long used;
};

static bool is_enabled;
static unsigned long now;
static struct profile profiles[PROFILES];
static struct transform transforms[TRANSFORMS];

void colorcache_enable(void) { is_enabled = true; }

static void *next(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (!function) abort();
    return function;
}
#define NEXT(name) ((__typeof__(&name))next(#name))

/// Removes the transforms of a profile that is being closed, because a new profile may get the same address.
static void forget_transforms(cmsHPROFILE profile) {
    for (struct transform *t = transforms; t < transforms + TRANSFORMS; t++) {
        if (!t->handle || (t->input != profile && t->output != profile)) continue;
        if (t->users) {
            // The transform is still in use. Its last user deletes it, and no new user can find it.
            t->input = t->output = NULL;
        } else {
            NEXT(cmsDeleteTransform)(t->handle);
            memset(t, 0, sizeof *t);
        }
    }
}

cmsHPROFILE cmsOpenProfileFromMem(const void *bytes, cmsUInt32Number count) {
    if (!is_enabled || count > profile_limit) return NEXT(cmsOpenProfileFromMem)(bytes, count);
    struct profile *free_one = NULL;
    for (struct profile *p = profiles; p < profiles + PROFILES; p++) {
        if (p->handle && p->count == count && memcmp(p->bytes, bytes, count) == 0) {
            p->users++;
            p->used = ++now;
            return p->handle;
        }
        if (!p->users && (!free_one || p->used < free_one->used)) free_one = p;
    }
    cmsHPROFILE handle = NEXT(cmsOpenProfileFromMem)(bytes, count);
    void *copy = handle && free_one ? malloc(count) : NULL;
    if (!copy) return handle;
    if (free_one->handle) {
        forget_transforms(free_one->handle);
        NEXT(cmsCloseProfile)(free_one->handle);
        free(free_one->bytes);
    }
    memcpy(copy, bytes, count);
    *free_one = (struct profile){.bytes = copy, .count = count, .handle = handle, .users = 1, .used = ++now};
    return handle;
}

cmsBool cmsCloseProfile(cmsHPROFILE handle) {
    if (is_enabled) {
        for (struct profile *p = profiles; p < profiles + PROFILES; p++) {
            if (p->handle && p->handle == handle && p->users) return p->users--, 1;
        }
        forget_transforms(handle);
    }
    return NEXT(cmsCloseProfile)(handle);
}

cmsHTRANSFORM cmsCreateTransform(cmsHPROFILE input, cmsUInt32Number input_format, cmsHPROFILE output,
                                 cmsUInt32Number output_format, cmsUInt32Number intent, cmsUInt32Number flags) {
    if (!is_enabled || !input || !output) {
        return NEXT(cmsCreateTransform)(input, input_format, output, output_format, intent, flags);
    }
    struct transform *free_one = NULL;
    for (struct transform *t = transforms; t < transforms + TRANSFORMS; t++) {
        if (t->handle && t->input == input && t->output == output && t->input_format == input_format &&
            t->output_format == output_format && t->intent == intent && t->flags == flags) {
            t->users++;
            t->used = ++now;
            return t->handle;
        }
        if (!t->users && (!free_one || t->used < free_one->used)) free_one = t;
    }
    cmsHTRANSFORM handle = NEXT(cmsCreateTransform)(input, input_format, output, output_format, intent, flags);
    if (!handle || !free_one) return handle;
    if (free_one->handle) NEXT(cmsDeleteTransform)(free_one->handle);
    *free_one = (struct transform){.input = input, .output = output, .input_format = input_format,
                                   .output_format = output_format, .intent = intent, .flags = flags,
                                   .handle = handle, .users = 1, .used = ++now};
    return handle;
}

void cmsDeleteTransform(cmsHTRANSFORM handle) {
    if (is_enabled) {
        for (struct transform *t = transforms; t < transforms + TRANSFORMS; t++) {
            if (t->handle != handle || !t->users) continue;
            if (--t->users || t->input) return;
            memset(t, 0, sizeof *t);
            break;
        }
    }
    NEXT(cmsDeleteTransform)(handle);
}
