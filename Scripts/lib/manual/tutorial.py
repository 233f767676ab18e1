# SPDX-License-Identifier: GPL-3.0-or-later
"""Turns a tutorial of the manual into a script that types its commands and compares what they print: PAGE.md

All listings run in one shell, one after the other, as a reader types them. A listing of text shows what the listing of
commands before it prints; an ellipsis stands for anything. A listing of Swift becomes the file that the paragraph before it
names last.
"""

import re
import shlex
import sys
from pathlib import Path

HEAD = """\
set -euo pipefail
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
page={page} compared=0
printed=$(mktemp)

# shows: compares what was printed with the patterns on standard input, line by line.
shows() {{
    local pattern line
    exec 8<"$printed"
    while IFS= read -r pattern; do
        IFS= read -r line <&8 || {{ echo "$page shows “$pattern”, and nothing was printed." >&2; exit 1; }}
        [[ $line == $pattern ]] || {{ echo "$page shows “$pattern”, and this was printed: $line" >&2; exit 1; }}
    done
    if IFS= read -r line <&8; then
        echo "$page does not show this, and it was printed: $line" >&2
        exit 1
    fi
    exec 8<&-
    compared=$((compared + 1))
}}
"""


def listings(page: str) -> list:
    """The paragraph before each listing, its language and its text."""
    parts = re.split(r"^```([a-z]*)\n(.*?)^```$", page, flags=re.DOTALL | re.MULTILINE)
    return [(before.strip().rpartition("\n\n")[2], language, text)
            for before, language, text in zip(parts[0::3], parts[1::3], parts[2::3])]


def pattern(line: str) -> str:
    """A line as a pattern of bash, in which nothing but an ellipsis stands for something else."""
    return "*".join(re.sub(r"([\\*?\[(])", r"\\\1", part) for part in line.split("…"))


def script(page: Path) -> str:
    made = [HEAD.format(page=shlex.quote(page.stem))]
    is_typed = False
    for before, language, text in listings(page.read_text(encoding="utf-8")):
        if language == "sh":
            made.append(f'{{\n{text}}} >"$printed"\n')
            is_typed = True
        elif language == "text":
            if not is_typed:
                sys.exit(f"{page.name} shows what no command prints.")
            shown = "".join(f"{pattern(line)}\n" for line in text.splitlines())
            made.append(f"shows <<'END OF LISTING'\n{shown}END OF LISTING\n")
        elif language == "swift":
            names = re.findall(r"`([\w/]+\.swift)`", before)
            if not names:
                sys.exit(f"{page.name} does not tell the file of a listing after: {before}")
            made.append(f"cat >{names[-1]} <<'END OF LISTING'\n{text}END OF LISTING\n")
    made.append('rm -f "$printed"\necho "$page: $compared listings are as shown."\n')
    return "\n".join(made)


if __name__ == "__main__":
    sys.stdout.write(script(Path(sys.argv[1])))
