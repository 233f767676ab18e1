#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Names the sources that turn numbers into integers unchecked, by the build of the tests, and those that calculate with
# decoded numbers unchecked.
source "$(dirname "${BASH_SOURCE[0]}")/../common.sh"
"$venv/bin/python" "$root/Scripts/lib/checks/integers.py" "$programs" || die "these could end the program with a number from a file."
"$venv/bin/python" "$root/Scripts/lib/checks/decoded_numbers.py" || die "these could end the program with a number from outside."
