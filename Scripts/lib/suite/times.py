# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes Benchmarks/TESTS.md: how long the steps of the suite, its tests, and the compilation of modules and files take."""
import json
import os
import platform
import re
from collections import Counter
from pathlib import Path

from suite.running import Ended, Suite, clock
from suite.steps import BUILD
from suite.swift_tests import Results

# As many are listed.
LISTED = 50


def table(heading: str, columns: tuple[str, ...], rows: list[tuple]) -> list[str]:
    numbers = ["---:"] + ["---"] * (len(columns) - 1)
    return ["", f"## {heading}", "", f"| {' | '.join(columns)} |", f"| {' | '.join(numbers)} |",
            *(f"| {' | '.join(str(cell) for cell in row)} |" for row in rows)]


def slow_tests(logs: Path) -> list[tuple]:
    found = Counter()
    for stream in logs.glob("*.jsonl"):
        results = Results(stream)
        for test, seconds in results.seconds.items():
            found[test.split("/")[0], results.functions[test].split("`")[1] if "`" in results.functions[test]
                  else results.functions[test]] += seconds
    return [(f"{seconds:.1f}", suite, name.replace("|", "\\|")) for (suite, name), seconds in found.most_common(LISTED)]


def modules(folder: Path) -> list[tuple]:
    """Processor time of the compiler by module, from its statistics."""
    seconds = Counter()
    for file in folder.glob("*.json"):
        name = re.search(r"swift-frontend-(.+?)-(?:all|[^-]*\.swift)", file.name)
        for key, value in json.loads(file.read_text()).items():
            if name and key.startswith("time.swift-frontend.") and key.endswith((".user", ".sys")):
                seconds[name[1]] += value
    return [(f"{value:.1f}", name) for name, value in seconds.most_common(LISTED)]


def slow_files(root: Path, log: Path) -> list[tuple]:
    """Files by the time that the type checker takes for their expressions above a tenth of a second."""
    seconds, worst = Counter(), {}
    for path, line, took in set(re.findall(
            r"^(\S+\.swift):(\d+):\d+: warning: expression took (\d+)ms to type-check", log.read_text(errors="replace"), re.M)):
        name = path.removeprefix(f"{root}/")
        if name.startswith("."):
            continue
        seconds[name] += int(took) / 1000
        worst[name] = max(worst.get(name, (0, "")), (int(took), line))
    return [(f"{value:.1f}", name, f"line {worst[name][1]}, {worst[name][0]} ms")
            for name, value in seconds.most_common(LISTED)]


def report(root: Path, suite: Suite, ended: list[Ended], statistics: Path):
    whole = max((one.begin + one.seconds for one in ended), default=0)
    build = suite.log(next((one.step for one in ended if one.step.name == BUILD), ended[0].step))
    lines = [
        "# How long the tests take", "",
        f"Written by `Scripts/test --times` on {os.cpu_count()} processors ({platform.machine()}). All of it: {clock(whole)}. "
        "Steps run beside each other; each begins as soon as what it needs is there.",
        *table("Steps", ("minutes", "processor", "begin", "step", "tests"), [
            (clock(one.seconds), clock(one.processor), clock(one.begin), one.step.name, one.passed + one.failed + one.skipped) for one in ended]),
        *table(f"The {LISTED} slowest tests", ("seconds", "suite", "test"), slow_tests(suite.logs)),
        *table(f"The {LISTED} modules that take the compiler longest", ("processor seconds", "module"), modules(statistics)),
        *table("Files with expressions that take the type checker longer than 0.1 s", ("seconds", "file", "the slowest"),
               slow_files(root, build)),
    ]
    (root / "Benchmarks/TESTS.md").write_text("\n".join(lines) + "\n")
