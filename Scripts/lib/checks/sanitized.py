# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what a sanitizer found in the tests into a report: sanitized.py KIND TESTS LOG REPORT.

The part of the other sanitizer stays as it is.
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SECTIONS = {"address": "## Address sanitizer", "thread": "## Thread sanitizer"}


def lock(stack: str) -> str | None:
    """The Mutex that a stack holds: the file and the name before `withLock`, in one of the three innermost frames."""
    for name, line in re.findall(r"^ *#[0-2] .*?(/\S+\.swift):(\d+)", stack, re.M):
        path = Path(name)
        if path.is_relative_to(ROOT) and path.exists():
            source = path.read_text().splitlines()[int(line) - 1]
            if match := re.search(r"(\w+)\.withLock\b", source):
                return f"{path.relative_to(ROOT)}: {match[1]}"
    return None


def is_known(report: str) -> bool:
    """Whether both accesses of a race hold the same Mutex. Swift's Mutex is part of a library that is not instrumented,
    so the sanitizer does not see the order of threads that had to wait for it."""
    stacks = re.split(r"\n\s*\n", report)[:2]
    locks = [lock(stack) for stack in stacks]
    return len(locks) == 2 and locks[0] is not None and locks[0] == locks[1]


def main(kind: str, tests: str, log: Path, report: Path) -> None:
    text = re.sub(r"\x1b\[[0-9;]*m", "", log.read_text(errors="replace"))
    reports = re.split(r"(?=(?:WARNING|ERROR): \w+Sanitizer: )", text)[1:]
    known = [report for report in reports if is_known(report)]
    found = [report.splitlines()[0] for report in reports if report not in known]
    ended = re.search(r"Test run with (\d+) tests?\b.* (passed|failed) after ([\d.]+) seconds", text)
    failed = sorted(set(re.findall(r"Test (.*?) recorded an issue", text)))
    outcome = "the tests did not come to their end"
    if ended:
        outcome = f"{int(ended[1]):,} tests ran for {float(ended[3]) / 60:.0f} minutes"
    part = [
        f"`Scripts/sanitize {kind}`: {outcome}.", "", f"- Reports of the sanitizer: {len(found)}.",
        *(f"  - `{line}`" for line in sorted(set(found))),
        *([f"- Races between accesses that hold the same Mutex, whose waiting the sanitizer does not see: {len(known)}."]
          if known else []), f"- Tests that failed: {len(failed)}.",
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
