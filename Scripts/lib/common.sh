# SPDX-License-Identifier: GPL-3.0-or-later
# What the scripts share: where the project is, how to say something, where Swift is.
# shellcheck shell=bash
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
venv=$root/.venv
# The Python modules in Scripts/lib import each other by room: `from bench.runs import once`.
export PYTHONPATH=$root/Scripts/lib
cd "$root"

say() { printf '%s\n' "$*"; }
# step NAME: tells what begins, and the minutes and seconds since the first script began: scripts call each other.
step() {
    # Not LIMN_…: the server takes that for a setting.
    export STEPS_SINCE=${STEPS_SINCE:-$EPOCHSECONDS}
    local seconds=$((EPOCHSECONDS - STEPS_SINCE))
    printf '\n== %s (%d:%02d)\n' "$*" $((seconds / 60)) $((seconds % 60))
}
die() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

# Names the command that failed where a script would otherwise end without a word. A subshell leaves that to its parent.
report_failure() {
    ((BASH_SUBSHELL > 0)) ||
        printf '%s: %s, line %s: "%s" failed with exit code %s.\n' "${0##*/}" "${3##*/}" "$4" "$2" "$1" >&2
}
set -o errtrace
trap 'report_failure "$?" "$BASH_COMMAND" "${BASH_SOURCE[0]:-a line}" "$LINENO"' ERR

# --help tells the comment at the head of the script that was started. Scripts whose comment says that --help tells more answer
# for themselves.
tell_help() {
    local argument
    for argument in "$@"; do
        [[ $argument != --help && $argument != -h ]] && continue
        grep -q -- '^#.*--help tells' "$0" && return
        awk 'NR > 1 && !/^#/ { exit } NR > 2 { sub(/^# ?/, ""); print }' "$0"
        exit
    done
}
tell_help "$@"

# A toolchain that is unpacked but not on the PATH is found in the usual places.
find_swift() {
    local folder
    for folder in "" /opt/swift/usr/bin "$HOME/.local/share/swiftly/bin"; do
        [[ -z $folder ]] || PATH=$PATH:$folder
        if command -v swift >/dev/null; then
            export PATH
            return
        fi
    done
    die "Swift is missing; install Swift 6.2 or later (swift.org) and put its swift on the PATH."
}

# A crashing Swift process starts a backtracer that can hang for minutes.
export SWIFT_BACKTRACE=enable=no

# Modules import what Package.swift declares for them and nothing else. SwiftPM by itself lets them import whatever is built.
declared=(--explicit-target-dependency-import-check error)

# Sets `static` to the option that puts Swift's libraries inside a program, which then starts faster and needs no
# toolchain; not every toolchain brings what it takes.
find_static_libraries() {
    local resources
    resources=$(swift -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
    static=()
    [[ ! -d ${resources}_static ]] || static=(--static-swift-stdlib)
}

# check_random_addresses PROGRAM…: whoever takes a program over finds nothing in it if it lies elsewhere each time.
check_random_addresses() {
    local program
    for program; do
        [[ $(readelf --file-header "$program") == *" DYN ("* ]] || die "${program##*/} always lies at the same addresses."
    done
}

# Sets `release` to the options of a release build. Programs without symbols start faster, and what would describe these is
# not even made. Shared libraries still find the functions that the worker takes over: the linker exports what they refer to.
# Libraries in C and C++ tell their files in messages; where the project lies says nothing about the programs.
find_release_options() {
    find_static_libraries
    release=(-c release -debug-info-format none "${static[@]}" -Xlinker --no-export-dynamic -Xlinker -s
        -Xcc "-ffile-prefix-map=$root/=" -Xcxx "-ffile-prefix-map=$root/=" "${declared[@]}")
}

# Builds the command and its worker as a person installs them, beside each other, and sets `limn` to the command's path.
build_limn() {
    find_release_options
    local product
    for product in limn-worker limn; do swift build "${release[@]}" --product "$product"; done
    limn=$(swift build "${release[@]}" --show-bin-path)/limn
    check_random_addresses "$limn" "$limn-worker"
}

# build_benchmark PROGRAM…: builds programs that are measured inside one process, and sets `measured` to their folder.
build_benchmark() {
    find_static_libraries
    local program package=(--package-path Benchmarks --scratch-path .build-bench "${static[@]}" "${declared[@]}")
    for program; do swift build -c release "${package[@]}" --product "$program"; done
    measured=$(swift build -c release "${package[@]}" --show-bin-path)
}

# The build that tests, journeys and checks share, in a folder of its own: whole modules, without debug information, which
# nobody reads here, and optimized only where it takes less time than it saves. SUITE_BUILD has Package.swift let tests in and
# say which modules those are.
suite=(-c release --scratch-path "$root/.build-suite" -debug-info-format none
    -Xswiftc -Onone -Xswiftc -no-emit-module-separately-wmo "${declared[@]}")
programs=$root/.build-suite/release

# build_tests [ARGUMENT…]: builds all programs and tests, or what arguments of swift build choose.
build_tests() {
    # Scripts/test --times asks the compiler where its time goes.
    local measuring=()
    [[ -z ${SUITE_STATISTICS:-} ]] ||
        measuring=(-Xswiftc -stats-output-dir -Xswiftc "$SUITE_STATISTICS" -Xswiftc -Xfrontend
            -Xswiftc -warn-long-expression-type-checking=100)
    (($#)) || set -- --build-tests
    SUITE_BUILD=tests swift build "${suite[@]}" "${measuring[@]}" "$@"
}

# set_outside PACKAGE: copies the package Tests/PACKAGE beside a link to the project, as a stranger's, and sets what debug builds
# of such packages share. SwiftPM builds anew what it sees at another path, so all see the project at one path. Whole modules
# take a third less of the compiler's time than SwiftPM's batches of files.
set_outside() {
    outside=$root/.build-outside
    beside=$outside/beside
    whole_modules="-debug-info-format none -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2
        -Xswiftc -no-emit-module-separately-wmo"
    mkdir -p "$beside"
    [[ $(readlink "$beside/limn") == "$root" ]] || ln -sfn "$root" "$beside/limn"
    rm -rf "${beside:?}/$1"
    cp -r "Tests/$1" "$beside/$1"
    sed -i 's|path: "../.."|path: "../limn"|' "$beside/$1/Package.swift"
}

# build_served [release]: builds the server with its worker and the command, and exports LIMN_PROGRAMS, their folder. Unless
# they shall be released, these are the programs that the tests use; Scripts/test has built them.
build_served() {
    local product
    LIMN_PROGRAMS=$programs
    if [[ ${1:-} == release ]]; then
        for product in limn limn-worker limn-server; do swift build -c release "${declared[@]}" --product "$product"; done
        LIMN_PROGRAMS=$(swift build -c release --show-bin-path)
    elif [[ -z ${SUITE_BUILT:-} ]]; then
        for product in limn limn-worker limn-server; do build_tests --product "$product"; done
    fi
    export LIMN_PROGRAMS
}
