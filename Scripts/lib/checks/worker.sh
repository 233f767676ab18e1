#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Names what the worker needs of Foundation beside FoundationEssentials, by the build of the tests. Linked statically, a single
# such thing brings the tables of ICU, which are twice as large as the rest of the worker.
source "$(dirname "${BASH_SOURCE[0]}")/../common.sh"
find_swift
objects=$programs/limn-worker.product/Objects.LinkFileList
[[ -s $objects ]] || die "$objects is missing."
needed=$(xargs nm --undefined-only --print-file-name <"$objects")
found=$(grep -E '10Foundation|29FoundationInternationalization' <<<"$needed" | sed 's|.*/release/||' | sort -u) || true
[[ -z $found ]] || die "the worker needs more than FoundationEssentials:
$(swift demangle --simplified <<<"$found")"
