# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the tests of kills, faults and hostile workers on their full sets, and writes what they saw.

The tests print their figures (`printFigure` in TestSupport); what holds is decided by the tests alone.
"""
import argparse
import os
import re
import subprocess
import sys
import time
from pathlib import Path

# A section, its heading, its tests, and the settings that make them complete. Numbers are divided by --part.
SECTIONS = {
    "library": ("The library", "LimnLibraryTests",
                {"LIMN_LIBRARY_FAULTS": "1", "LIMN_LIBRARY_KILLS": 300, "LIMN_LIBRARY_SECONDS": 60}),
    "commands": ("The commands", "LibraryKilledTests", {"LIMN_COMMAND_KILLS": 1000}),
    "forms": ("Forms by the hundred", "FormBatchKilledTests", {"LIMN_PARTY": 500}),
    "worker": ("Hostile workers", "HostileWorkerTests", {"LIMN_HOSTILE_SESSIONS": 10000}),
    "engine": ("The engine", "Memory and descriptors", {"LIMN_ENGINE_REQUESTS": 10000}),
    "ink": ("Ink that was made to be slow", "SlowInkTests", {"LIMN_SLOW_INK": 200}),
    "server": ("The server", "KilledServerTests", {"LIMN_SERVER_KILLS": 300}),
}
# What Scripts/faults has built.
BUNDLE = Path(__file__).resolve().parents[3] / ".build-suite/release/limnPackageTests.xctest"
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def run(name: str, part: int) -> list[str]:
    """Runs the tests of a section; returns its lines of the report. The last line tells how it ended."""
    heading, chosen, settings = SECTIONS[name]
    values = {key: str(max(1, value // part)) if isinstance(value, int) else value for key, value in settings.items()}
    if part > 1:
        values.pop("LIMN_LIBRARY_FAULTS", None)
    command = " ".join(f"{key}={value}" for key, value in values.items()) + f" Scripts/test --filter '{chosen}'"
    print(f"\n== {heading}: {command}", flush=True)
    start = time.monotonic()
    process = subprocess.Popen(
        [BUNDLE, "--testing-library", "swift-testing", "--filter", chosen], text=True, errors="replace",
        env={**os.environ, **values, "LIMN_FIGURES": "1"}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    figures, faults, ended = [], [], None
    for line in process.stdout:
        line = COLOURS.sub("", line.rstrip("\n"))
        if "figure\t" in line:
            # A test framework's own line may share it.
            figures.append(line[line.index("figure\t"):].split("\t")[1:])
            print("  " + ", ".join(word for word in figures[-1] if word), flush=True)
        elif "recorded an issue" in line:
            faults.append(line)
            print("  " + line, flush=True)
        elif match := re.search(r"Test run with (\d+) tests?\b.* (passed|failed) after", line):
            ended = match
    code = process.wait()
    minutes = (time.monotonic() - start) / 60
    if ended is None or int(ended[1]) == 0:
        faults.append(f"no test came to its end (exit code {code})")
    lines = [f"## {heading}", "", f"`{command}`, {minutes:.1f} minutes", "", "| What goes wrong | Times | Seen |",
             "| --- | ---: | --- |"]
    for fault, count, *seen in sorted(figures):
        lines.append(f"| {fault} | {int(count):,} | {' '.join(seen).strip() or 'nothing lost'} |")
    count = ended[1] if ended else "0"
    holds = not faults and code == 0
    tests = "1 test" if count == "1" else f"{count} tests"
    lines += ["", f"{tests}, all passed." if holds else f"{tests}. **Not all passed:**", ""]
    lines += [f"- {fault}" for fault in faults[:20]] + ([""] if faults else [])
    return lines


def merge(path: Path, made: dict[str, list[str]]) -> None:
    """Writes the report; sections that were not run stay as they are."""
    kept = {}
    if path.exists():
        for text in re.split(r"(?m)^(?=## )", path.read_text())[1:]:
            kept[text.splitlines()[0].removeprefix("## ")] = text.rstrip("\n").splitlines() + [""]
    lines = [
        "# Faults and kills", "",
        "What the tests do on their full sets. Made by `Scripts/faults --report`; the tests decide what holds, and the "
        "table tells how often each fault was made.", "",
    ]
    for name, (heading, _, _) in SECTIONS.items():
        lines += made.get(name) or kept.get(heading, [])
    path.write_text("\n".join(lines).rstrip("\n") + "\n")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", nargs="+", choices=list(SECTIONS), default=list(SECTIONS))
    parser.add_argument("--part", type=int, default=1)
    parser.add_argument("--report", type=Path)
    arguments = parser.parse_args()
    made = {}
    for name in arguments.only:
        made[name] = run(name, arguments.part)
        print("\n".join(made[name]), flush=True)
        if arguments.report:
            merge(arguments.report, made)
    if any("**Not all passed:**" in line for lines in made.values() for line in lines):
        sys.exit("faults: not all tests passed.")


main()
