#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Shows what the build refuses, in a copy of the project: an import that Package.swift does not declare, where a module of
# parents imports the one that reads objects of PDFs, which workers alone may; and a job that does not say which answers it
# accepts.
source "$(dirname "${BASH_SOURCE[0]}")/../common.sh"
find_swift
copy=$(mktemp -d "$root/.build-suite/imports-XXXXXX")
trap 'rm -rf "$copy"' EXIT
cp -al Package.swift Package.resolved Sources Tests Benchmarks "$copy/"
mkdir "$copy/.build"
for folder in checkouts repositories workspace-state.json; do cp -al ".build-suite/$folder" "$copy/.build/"; done

printf 'internal import LimnPDFObjects\n' >"$copy/Sources/LimnPipeline/Undeclared.swift"
# The build ends with what it says of the import.
told=$(swift build --package-path "$copy" "${suite[@]}" --scratch-path "$copy/.build" --product limn 2>&1 |
    grep -m 1 "without declaring it a dependency" || true)
[[ $told == *"LimnPipeline imports another target (LimnPDFObjects)"* ]] ||
    die "a module of parents could import LimnPDFObjects: ${told:-nothing was said}."
find_release_options
[[ " ${release[*]} " == *" ${declared[*]} "* ]] || die "releases are built without ${declared[*]}."
printf 'A module of parents cannot import LimnPDFObjects.\n'

rm "$copy/Sources/LimnPipeline/Undeclared.swift"
cat >"$copy/Sources/LimnJobs/Jobs/UnjudgedJob.swift" <<'SWIFT'
struct UnjudgedJob: Job {
    struct Answer: Codable, Sendable { var count: Int }
    static let name = "unjudged"
    static let task = WorkerTask.makes
    var files: JobFiles<Answer> { .reading(0) }
}
SWIFT
told=$(swift build --package-path "$copy" "${suite[@]}" --scratch-path "$copy/.build" --target LimnJobs 2>&1 |
    grep -m 1 "error: type 'UnjudgedJob'" || true)
[[ $told == *"does not conform to protocol 'Job'"* ]] || die "a job could be without a judge: ${told:-nothing was said}."
printf 'A job says which answers it accepts.\n'
