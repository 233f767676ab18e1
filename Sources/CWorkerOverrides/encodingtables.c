// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "encodingtables.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

// A std::string as the C++ library of GCC lays it out. The callee copies it.
struct string {
    const char *start;
    size_t length, capacity, unused;
};

int encodingtables_use(const char *folder) {
    // GlobalParamsIniter::setCustomDataDir. Versions of poppler in which it has other parameters have another name for it.
    bool (*use)(const struct string *) =
        dlsym(RTLD_DEFAULT, "_ZN18GlobalParamsIniter16setCustomDataDirERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE");
    if (!use) return 0;
    size_t length = strlen(folder);
    struct string path = {.start = folder, .length = length, .capacity = length};
    return use(&path);
}
