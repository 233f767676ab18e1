#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds and runs Tests/InkAlone where no headers and no pkg-config files but zlib's can be found: behind mounts of its own
# where these are allowed, else by hiding pkg-config files alone, which it says.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
find_swift
set_outside InkAlone
# Modules of other packages would hide that the ink asks for them.
rm -rf "$outside"/*-linux-gnu* "$outside/debug" "$outside/build.db"
hidden=$(mktemp -d)
trap 'rm -rf "$hidden"' EXIT
# A program of an earlier run would hide that this one could not be built.
rm -f "$outside/debug/InkAlone"
run() {
    # shellcheck disable=SC2086 # Several words.
    PKG_CONFIG_LIBDIR=$hidden swift build $whole_modules --package-path "$beside/InkAlone" --scratch-path "$outside" 2>&1 |
        grep -E "error|Build of" || true
}
export -f run
export hidden outside beside whole_modules
if unshare -m true 2>/dev/null && unshare -m mount --bind "$hidden" "$hidden" 2>/dev/null; then
    unshare -m bash -c '
        for folder in /usr/include/{poppler,cairo,qpdf,glib-2.0,webp} /usr/include/*/qpdf; do
            [[ ! -d $folder ]] || mount --bind "$hidden" "$folder"
        done
        run'
else
    say "WARNING: mounts are not allowed here; only pkg-config files are hidden."
    run
fi
[[ -x $outside/debug/InkAlone ]] || die "the ink modules could not be built alone, above."
told=$("$outside/debug/InkAlone" Samples/character-sheet.xopp)
[[ $told == "1282 strokes, gzip: true, tolerance: 0.1" ]] || die "the ink alone gave: $told"
if ldd "$outside/debug/InkAlone" | grep -E 'poppler|cairo|qpdf'; then die "the ink alone links what it must not."; fi
say "the ink modules build and run alone."
