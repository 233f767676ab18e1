# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what a sanitizer found in the tests into a report: sanitized.py KIND TESTS LOG REPORT.

The part of the other sanitizer stays as it is.
"""
import re
import sys
from pathlib import Path

SECTIONS = {"address": "## Address sanitizer", "thread": "## Thread sanitizer"}


def main(kind: str, tests: str, log: Path, report: Path) -> None:
    text = re.sub(r"\x1b\[[0-9;]*m", "", log.read_text(errors="replace"))
    found = re.findall(r"(?:WARNING|ERROR): \w+Sanitizer: .*", text)
    ended = re.search(r"Test run with (\d+) tests?\b.* (passed|failed) after ([\d.]+) seconds", text)
    failed = sorted(set(re.findall(r"Test (.*?) recorded an issue", text)))
    outcome = "the tests did not come to their end"
    if ended:
        outcome = f"{int(ended[1]):,} tests ran for {float(ended[3]) / 60:.0f} minutes"
    part = [
        f"`Scripts/sanitize {kind}`: {outcome}.", "", f"- Reports of the sanitizer: {len(found)}.",
        *(f"  - `{line}`" for line in sorted(set(found))), f"- Tests that failed: {len(failed)}.",
        *(f"  - {name}" for name in failed), "",
    ]
    old = report.read_text() if report.exists() else ""
    parts = {heading: body for heading, body in re.findall(r"(?ms)^(## .*?)\n\n(.*?)(?=^## |\Z)", old)}
    parts[SECTIONS[kind]] = "\n".join(part)
    lines = ["# Sanitizers", "", f"The tests that `{tests}` chooses, built with each sanitizer.", ""]
    for heading in SECTIONS.values():
        if heading in parts:
            lines += [heading, "", parts[heading].rstrip("\n"), ""]
    report.write_text("\n".join(lines).rstrip("\n") + "\n")


main(sys.argv[1], sys.argv[2], Path(sys.argv[3]), Path(sys.argv[4]))
