#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks what needs no build: licences, the syntax of scripts, and ways of testing that fail by chance or are never run.
source "$(dirname "${BASH_SOURCE[0]}")/../common.sh"
source "$root/Scripts/lib/spdx.sh"

failed=0
wrong() {
    say "FAILED: $*"
    failed=$((failed + 1))
}

check_spdx || wrong "every source file needs an SPDX line near its top."
while read -r script; do
    bash -n "$script" || wrong "$script is no sound script."
done < <(grep -rlE '^#!/usr/bin/env bash' Scripts .ci Packaging; ls Scripts/lib/*.sh)
mapfile -t modules < <(find Scripts Studio/tests Tests -name '*.py' -not -path '*/.*')
python3 - "${modules[@]}" <<'PYTHON' || wrong "this Python is not sound."
import ast, pathlib, sys
for path in sys.argv[1:]:
    ast.parse(open(path, encoding="utf-8").read(), path)
    # The folder of a script that runs stands first among those that Python looks into.
    if pathlib.Path(path).stem in sys.stdlib_module_names:
        sys.exit(f"{path} is named like a module of Python, which others then cannot import.")
PYTHON
! grep -rln --include='*.swift' 'import XCTest' Tests || wrong "these would not be run; write them with Swift Testing."
# The address may be there before anybody waits for it, and a star does not pass a slash.
! grep -rn --include='*.py' 'wait_for_url' Studio/tests || wrong "wait for an address with at(page, place)."
# A thing that is drawn anew has no box for a moment.
! grep -rn --include='*.py' --exclude=browser.py '\.bounding_box' Studio/tests | grep -v 'await ' || wrong "find the place of a thing by box(thing)."
"$root/Scripts/messages" || wrong "the table of messages is old."
((failed == 0)) || die "$failed checks of the sources failed."
say "licences, scripts and tests are in order."
