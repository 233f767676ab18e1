#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the programs of a release in .build-package/build, with Swift's libraries inside and without symbols.
# Scripts/lib/packaging.sh runs it.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
find_swift
find_release_options
# The hash of each module, which makes building it again faster, depends on paths.
release+=(--scratch-path .build-package/build -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen)
for product in limn-worker limn-server limn; do
    swift build "${release[@]}" --product "$product"
done
