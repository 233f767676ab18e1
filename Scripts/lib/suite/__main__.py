# SPDX-License-Identifier: GPL-3.0-or-later
"""What `Scripts/test` runs. See there for its options."""
import argparse
import os
import shutil
import sys
from pathlib import Path

from suite.modules import Modules, changed
from suite.running import Suite, summary
from suite.steps import Steps
from suite.times import report

ROOT = Path(__file__).resolve().parents[3]
BUILD = ROOT / ".build-suite/release"
#: What is tested besides modules, and where it lies.
PARTS = {"studio": "Studio/", "python": "Packaging/python/"}


def chosen(options, steps: Steps) -> list:
    if not (options.modules or options.changed is not None or options.filter):
        return steps.rest() if options.rest else steps.default() + (
            [step for step in steps.rest() if step.name not in {one.name for one in steps.default()}] if options.all else [])
    modules, tests, parts = Modules(ROOT), set(), set()
    names = list(options.modules)
    if options.changed is not None:
        try:
            files = changed(ROOT, options.changed or None)
        except KeyError:
            sys.exit(f"Scripts/test: git knows no commit {options.changed}.")
        found = {modules.of(file) for file in files} - {None}
        names += sorted(found)
        parts = {part for part, folder in PARTS.items() if any(file.startswith(folder) for file in files)}
        if not found and not parts:
            print("No module has changed, nor the studio, nor the Python package.")
    for name in names:
        if name.lower() in PARTS:
            parts.add(name.lower())
            continue
        try:
            tests |= modules.tests_of(name if name in modules.needs else f"Limn{name}")
        except KeyError:
            sys.exit(f"Scripts/test: there is no module {name}. The modules are: "
                     f"{', '.join(sorted(set(modules.needs) - modules.tests))}, and {' and '.join(PARTS)}.")
    if options.filter and not tests:
        tests = modules.tests
    return steps.some(sorted(tests), parts, options.filter)


def main() -> int:
    reader = argparse.ArgumentParser(prog="Scripts/test", description="Runs what protects a change.")
    reader.add_argument("modules", nargs="*", metavar="MODULE", help="tests of these modules only, such as LimnInk; or studio, python")
    reader.add_argument("--all", action="store_true", help="also what protects a release")
    reader.add_argument("--rest", action="store_true", help="only what --all adds")
    reader.add_argument("--changed", nargs="?", const="", metavar="COMMIT",
                        help="the tests of what differs from a commit; without one, of what no remote has yet")
    reader.add_argument("--filter", action="append", default=[], metavar="REGEX", help="Swift tests with such a name only")
    reader.add_argument("--times", action="store_true", help="write Benchmarks/TESTS.md: how long steps, tests and files take")
    reader.add_argument("--list", action="store_true", help="name the steps and run nothing")
    options = reader.parse_args()
    steps = chosen(options, Steps(ROOT, BUILD, ROOT / ".venv/bin/python"))
    if options.list:
        print(*(step.name for step in steps), sep="\n")
        return 0
    logs = BUILD.parent / "logs"
    shutil.rmtree(logs, ignore_errors=True)
    statistics = BUILD.parent / "statistics"
    if options.times:
        shutil.rmtree(statistics, ignore_errors=True)
        statistics.mkdir(parents=True)
        os.environ["SUITE_STATISTICS"] = str(statistics)
    # Programs do not change while they are tested. These names do not begin with LIMN: the server takes those for settings.
    os.environ["SUITE_BUILT"] = "1"
    suite = Suite(steps, logs)
    ended = suite.run()
    code = summary(suite, ended)
    if options.times:
        report(ROOT, suite, ended, statistics)
    return code


if __name__ == "__main__":
    sys.exit(main())
