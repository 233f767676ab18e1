# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures which lines of Sources the Swift tests run: coverage.py FOLDER [--report FILE] [TARGET…]

FOLDER holds a build with `--enable-code-coverage`. Programs that tests start are counted, too, unless they are killed or may
write no files, as the worker may not while it has a job. Swift's coverage has regions, such as the branches of a condition,
but no count of branches.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from itertools import groupby
from pathlib import Path

from suite.steps import GROUPS
from suite.times import table

ROOT = Path(__file__).parents[3]
# Other versions of these programs do not read what Swift writes.
TOOLS = Path(shutil.which("swift") or "swift").parent
# As many uncovered places are named.
PLACES = 10
KINDS = ("lines", "regions")
DECLARATION = re.compile(r"\b(func|init|deinit|subscript|var|let|case|struct|enum|extension|class|actor)\b")


def row(name: str, sums: Counter) -> tuple:
    return *(cell for kind in KINDS for cell in (
        f"{100 * sums[kind, 'covered'] / max(sums[kind, 'count'], 1):.1f}", sums[kind, "count"])), name


def export(programs: list[Path], profile: Path, *options: str) -> str:
    first, *others = programs
    command = [TOOLS / "llvm-cov", "export", first, *(part for one in others for part in ("-object", one)),
               f"-instr-profile={profile}", *options, ROOT / "Sources"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def modules(summary: dict) -> dict[str, Counter]:
    """How many lines and regions each module has, and how many of them were run."""
    found: dict[str, Counter] = defaultdict(Counter)
    for file in summary["data"][0]["files"]:
        sums = found[Path(file["filename"]).relative_to(ROOT / "Sources").parts[0]]
        for kind in KINDS:
            for part in ("covered", "count"):
                sums[kind, part] += file["summary"][kind][part]
    return dict(sorted(found.items()))


def uncovered(lcov: str) -> list[tuple[int, str, int]]:
    """Runs of lines that nothing ran, the longest first: how many lines of code, the file, the first line."""
    found, file, lines = [], "", []
    for record in lcov.splitlines():
        kind, _, value = record.partition(":")
        if kind == "SF":
            file, lines = value, []
        elif kind == "DA":
            number, count = value.split(",")[:2]
            lines.append((int(number), int(count)))
        elif record == "end_of_record":
            for is_missing, run in groupby(sorted(lines), key=lambda line: line[1] == 0):
                if is_missing:
                    run = list(run)
                    found.append((len(run), file, run[0][0]))
    return sorted(found, key=lambda one: -one[0])


def declaration(file: str, line: int) -> str:
    """What is declared at a line or before it."""
    text = Path(file).read_text().splitlines()
    near = next((one for one in reversed(text[:line]) if DECLARATION.search(one) and not one.strip().startswith("//")), "")
    return near.strip().rstrip("{").strip().replace("|", "\\|")


def run(folder: Path, targets: list[str], profiles: Path) -> list[str]:
    """Runs the tests. Returns the last line of each group, which counts them."""
    shutil.rmtree(profiles, ignore_errors=True)
    counts = []
    for name, group in GROUPS.items():
        chosen = [f"{target}Tests" for target in group if not targets or f"{target}Tests" in targets]
        if not chosen:
            continue
        command = [sys.executable, "-m", "suite.swift_tests", folder / "limnPackageTests.xctest", profiles / f"{name}.jsonl",
                   "--limit", "7200", "--filter", rf"^({'|'.join(chosen)})\."]
        ended = subprocess.run(command, capture_output=True, text=True, env={
            **os.environ, "LLVM_PROFILE_FILE": str(profiles / "%2m.profraw")})
        counts.append(f"{name}: {ended.stdout.splitlines()[-1]}")
        print(ended.stdout, file=sys.stderr, flush=True)
    # A program whose environment a test has emptied leaves its counts where it was started.
    (ROOT / "default.profraw").unlink(missing_ok=True)
    return counts


def main() -> int:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("folder", type=Path)
    reader.add_argument("--report", type=Path)
    reader.add_argument("targets", nargs="*")
    options = reader.parse_args()
    profiles = options.folder / "profiles"
    counts = run(options.folder, options.targets, profiles)
    merged = profiles / "all.profdata"
    subprocess.run([TOOLS / "llvm-profdata", "merge", "-sparse", "--failure-mode=all", "-o", merged,
                    *profiles.glob("*.profraw")], check=True)
    programs = [options.folder / name for name in ("limnPackageTests.xctest", "limn", "limn-server", "limn-worker")]
    found = modules(json.loads(export(programs, merged, "-summary-only")))
    places = uncovered(export(programs, merged, "-format=lcov"))[:PLACES]
    lines = [
        "# What the tests run", "",
        "Written by `Scripts/coverage --report`: the lines of code, and the regions of them, that all Swift tests run.",
        "Programs that tests start are counted, but a worker writes no files while it has a job, and a killed program",
        "writes none at all: the share of LimnWorkerService is larger than here. The studio's code and what journeys,",
        "Python and fuzzers run is not in it.",
        "", *(f"- {count}" for count in counts),
        *table("Modules", ("% of lines", "lines", "% of regions", "regions", "module"),
               [row(name, sums) for name, sums in found.items()] + [row("all", sum(found.values(), Counter()))]),
        *table("The largest places that no test runs", ("lines", "file", "where"), [
            (count, f"{Path(file).relative_to(ROOT)}:{line}", f"`{declaration(file, line)}`") for count, file, line in places])]
    text = "\n".join(lines) + "\n"
    print(text)
    if options.report:
        options.report.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
