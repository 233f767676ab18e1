# SPDX-License-Identifier: GPL-3.0-or-later
# Names every source file that lacks an SPDX line; fails when there is one.
# shellcheck shell=bash

is_source() {
    case $1 in
        *.swift | *.py | *.sh | *.h | *.c | *.modulemap | *.js | *.css | *.html | *.ts) return 0 ;;
        Scripts/* | .ci/*) [[ $(head -c 2 "$1") == '#!' ]] ;;
        *) return 1 ;;
    esac
}

check_spdx() {
    local file missing=0
    while IFS= read -r -d '' file; do
        [[ -f $file ]] && is_source "$file" || continue
        head -n 3 "$file" | grep -q 'SPDX-[L]icense-Identifier: ' && continue
        say "no SPDX line in $file"
        missing=$((missing + 1))
    done < <(git ls-files -z --cached --others --exclude-standard)
    ((missing == 0))
}
