#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Shows that the build refuses an import that Package.swift does not declare: in a copy of the project, a module of parents
# imports the one that reads objects of PDFs, which workers alone may.
source "$(dirname "${BASH_SOURCE[0]}")/../common.sh"
find_swift
copy=$(mktemp -d "$root/.build-suite/imports-XXXXXX")
trap 'rm -rf "$copy"' EXIT
cp -al Package.swift Package.resolved Sources Tests Benchmarks "$copy/"
mkdir "$copy/.build"
for folder in checkouts repositories workspace-state.json; do cp -al ".build-suite/$folder" "$copy/.build/"; done

# refused OPTION…: what a build with these options says of an undeclared import; it is ended then.
refused() {
    local told
    told=$(swift build --package-path "$copy" "$@" --scratch-path "$copy/.build" --product limn 2>&1 |
        grep -m 1 "without declaring it a dependency" || true)
    [[ $told == *"LimnPipeline imports another target (LimnPDFObjects)"* ]] ||
        die "a module of parents could import LimnPDFObjects: ${told:-nothing was said}."
}
printf 'internal import LimnPDFObjects\n' >"$copy/Sources/LimnPipeline/Undeclared.swift"
refused "${suite[@]}"
find_release_options
refused "${release[@]}"
printf 'A module of parents cannot import LimnPDFObjects, in tests and in releases.\n'
