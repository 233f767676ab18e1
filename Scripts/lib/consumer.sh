#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds Tests/Consumer, a package outside the project, and runs the five programs of the documentation. They must keep
# their own malloc and fopen, link no library that reads documents, and take all memory from another allocator where the
# user preloads one. Then does what the manual's tutorial for developers says.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
find_swift
set_outside Consumer
programs=(PageAsPicture InkInMemory AskingFirst FiftyRequests DrawnCharacter OwnAllocator)
samples=$root/Samples
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
page=$root/Sources/LimnEngine/Limn.docc/Programs.md
[[ -f $page ]] || die "the documentation has no page ${page#"$root/"}."
"$venv/bin/python" Scripts/lib/checks/consumer.py listings "$page" Tests/Consumer/Sources
"$venv/bin/python" Scripts/lib/checks/consumer.py documents "$samples" "$folder"

# Programs of an earlier run would hide that these could not be built.
for program in "${programs[@]}"; do rm -f "$outside/debug/$program"; done
# The programs and the tutorial below, which works beside a clone, build with the same options; the tutorial types none.
export whole_modules
swift() {
    local verb=$1
    shift
    # shellcheck disable=SC2086 # Several words.
    command swift "$verb" $whole_modules "$@"
}
export -f swift
swift build --package-path "$beside/Consumer" --scratch-path "$outside" >"$folder/log" 2>&1 ||
    { tail -30 "$folder/log" >&2; die "the programs of the documentation could not be built, above."; }
# The worker is the same program wherever it is built; here it lies where programs look for it.
cp "$root/.build-suite/release/limn-worker" "$outside/debug/limn-worker"
unset LIMN_WORKER

for program in "${programs[@]}"; do
    if nm --defined-only "$outside/debug/$program" |
        grep -E ' [TtWw] (malloc|calloc|realloc|free|fopen|fopen64|cms[A-Z][A-Za-z0-9]*)$'; then
        die "$program replaces functions of the C library or colour functions, above."
    fi
    if ldd "$outside/debug/$program" | grep -E 'libpoppler|libcairo|libqpdf'; then
        die "$program links what workers alone may link, above."
    fi
done

# Runs a program; what it prints must be as expected.
expect() {
    local expected=$1 program=$2 told
    shift 2
    told=$("$outside/debug/$program" "$@") || die "$program ended with code $?: $told"
    [[ $told == $expected ]] || die "$program printed: $told"
}
expect "124[01] × 175[45] pixels, *[0-9] bytes of PNG" PageAsPicture "$folder/long.pdf" </dev/null
expect "1 stroke on pages [[]1[]]" InkInMemory "$samples/character-sheet.pdf" "$folder/line.pdf" </dev/null
expect "This document is signed*" AskingFirst "$folder/signed.pdf" "$samples/character-sheet.xopp" "$folder/forced.pdf" <<<yes
if "$outside/debug/AskingFirst" "$folder/signed.pdf" "$samples/character-sheet.xopp" "$folder/refused.pdf" <<<no &>/dev/null; then
    die "AskingFirst broke a signature although the answer was no."
fi
[[ ! -e $folder/refused.pdf ]] || die "AskingFirst wrote a file although the answer was no."
lines=$("$outside/debug/FiftyRequests" "$samples/map-landscape.pdf" |
    awk '/pixels$/ { drawn++ } /^cancelled$/ { cancelled++ } END { print drawn, cancelled }')
[[ $lines == "49 1" ]] || die "of fifty requests so many were answered and cancelled: $lines"
expect "1 stroke on pages [[]1[]]" DrawnCharacter "$folder/library" "$samples/character-sheet.pdf" "$folder/maren.pdf" </dev/null
for made in line forced maren; do
    qpdf --check "$folder/$made.pdf" >/dev/null || die "$made.pdf is not sound."
done

# The loader finds mimalloc by its name. Where it serves all memory, the C library's own heap does not even exist.
expect "drawn own heap" OwnAllocator "$samples/map-landscape.pdf" </dev/null
allocator=libmimalloc.so.2
LD_PRELOAD=$allocator expect "drawn no heap" OwnAllocator "$samples/map-landscape.pdf" </dev/null
MIMALLOC_SHOW_STATS=1 LD_PRELOAD=$allocator "$outside/debug/OwnAllocator" "$samples/map-landscape.pdf" 2>"$folder/stats" >/dev/null
grep -qE 'committed: +[1-9]' "$folder/stats" || die "mimalloc served no memory: $(head -c 2000 "$folder/stats")"

# The tutorial for developers, by its text alone, beside a clone. What the programs above needed is not built again.
python3 -m manual.tutorial Documentation/Manual.docc/Developer.md |
    sed "s|^worker=.*|worker=$root/.build-suite/release/limn-worker|" >"$folder/tutorial"
rm -rf "$beside/sheets"
(cd "$beside" && SWIFTPM_BUILD_DIR=$outside bash "$folder/tutorial") || die "the tutorial for developers does not do what it shows."
say "the programs of the documentation build and run outside the project."
