# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs Swift tests that are built: swift_tests.py BUNDLE EVENTS [--filter REGEX]… [--limit SECONDS]

BUNDLE is the program with the tests, EVENTS where the stream of its events is written. A test that began and did not end
has failed. With CI set nothing may be skipped. The last line is `N passed, N failed, N skipped`; the exit code is 0 when all
is well. Tests whose only cases are files of LIMN_FOREIGN are no tests where that names no folder: they are listed, and not
counted.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path


def records(path: Path):
    """The records of a stream of events; a process that died may have left half a line."""
    for line in path.read_text(errors="replace").splitlines() if path.exists() else []:
        try:
            record = json.loads(line)
        except json.JSONDecodeError:
            continue
        yield record["kind"], record["payload"]


class Results:
    """What the events of a run say, by the test functions' identifiers."""

    def __init__(self, stream: Path):
        self.functions, self.counts, self.failed, self.reasons, self.stray = {}, defaultdict(Counter), set(), {}, 0
        self.sources: dict[str, Path] = {}
        self.causes, self.seconds, begun = defaultdict(list), Counter(), {}
        for record, payload in records(stream):
            kind, test = payload.get("kind"), payload.get("testID")
            if record == "test" and kind == "function":
                self.functions[payload["id"]] = payload["name"]
                self.sources[payload["id"]] = Path(payload["sourceLocation"]["filePath"])
                continue
            if record != "event":
                continue
            fails = kind == "issueRecorded" and payload["issue"].get("isFailure", True)
            if test not in self.functions:
                self.stray += fails
                continue
            self.counts[test][kind] += 1
            messages = payload.get("messages", [])
            if fails:
                self.failed.add(test)
                self.causes[test] += [message["text"] for message in messages]
            if kind in ("testSkipped", "testCancelled"):
                self.reasons.setdefault(test, self.functions[test])
            for message in messages:
                if message["symbol"] == "skip":
                    self.reasons[test] = message["text"]
            # Cases of one function may run beside each other; the sum is close enough to find what is slow.
            case = (test, json.dumps(payload.get("_testCase", {}).get("id", ""), sort_keys=True))
            if kind == "testCaseStarted":
                begun[case] = payload["instant"]["absolute"]
            elif kind == "testCaseEnded" and case in begun:
                self.seconds[test] += payload["instant"]["absolute"] - begun.pop(case)
        self.unfinished = {test for test, seen in self.counts.items() if seen["testStarted"] > seen["testEnded"]}
        self.failed |= self.unfinished
        self.skipped = {
            test for test, seen in self.counts.items()
            if test not in self.failed
            and (test in self.reasons or 0 < seen["testCaseStarted"] <= seen["testCaseCancelled"])}
        self.without_files = {test for test in self.skipped if self._lacks_files(test)}
        self.skipped -= self.without_files
        for test in self.without_files:
            self.reasons.pop(test, None)
        ended = {test for test, seen in self.counts.items() if seen["testEnded"]}
        self.passed = ended - self.failed - self.skipped - self.without_files
        chosen = {test for test in self.functions if self.counts[test]}
        self.unrun = len(chosen - self.failed - self.skipped - self.passed - self.without_files)

    def _lacks_files(self, test: str) -> bool:
        """Whether a test has no case because its cases are files of LIMN_FOREIGN, and there is no such folder."""
        if os.environ.get("LIMN_FOREIGN") or "No test cases found" not in self.reasons.get(test, ""):
            return False
        return "ForeignFile.further(" in self.sources[test].read_text()


def tell(results: Results, skips: list[str], status: int) -> int:
    """Prints what failed and was skipped, and the sum. Returns the exit code."""
    failures = len(results.failed) + results.stray
    if status != 0 and failures == 0:
        failures = 1
    skips = skips + [f"SKIPPED {text}" for text in results.reasons.values()
                     if not any(line.partition(": ")[2] in text for line in skips)]
    print()
    for test in sorted(results.unfinished):
        print(f"NOT FINISHED: {results.functions[test]}")
    for test in sorted(results.failed - results.unfinished):
        print(f"FAILED: {results.functions[test]}")
        for cause in results.causes[test][:8]:
            print(f"  {cause[:400]}")
    print(*skips, sep="\n", end="\n" if skips else "")
    for test in sorted(results.without_files):
        print(f"Without LIMN_FOREIGN there are no files for {results.functions[test]}")
    wrong = bool(skips) and "CI" in os.environ
    if wrong:
        print(f"With CI set nothing may be skipped; {len(skips)} were.")
    if status != 0:
        print(f"The tests ended with exit code {status}.")
    if not results.passed and not failures:
        print("No test ran.")
    print(f"{len(results.passed)} passed, {failures} failed, {len(results.skipped)} skipped")
    return int(bool(failures or wrong or results.unrun or status or not results.passed))


def main() -> int:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("bundle", type=Path)
    reader.add_argument("events", type=Path)
    reader.add_argument("--filter", action="append", default=[])
    reader.add_argument("--skip", action="append", default=[])
    reader.add_argument("--limit", type=float, default=2400, help="seconds after which the run is ended as hanging")
    options = reader.parse_args()
    options.events.parent.mkdir(parents=True, exist_ok=True)
    options.events.unlink(missing_ok=True)
    with tempfile.NamedTemporaryFile("r", prefix="limn-skips-") as log:
        command = [options.bundle, "--testing-library", "swift-testing", "--event-stream-version", "6.3",
                   "--event-stream-output-path", options.events]
        for name, patterns in (("--filter", options.filter), ("--skip", options.skip)):
            for pattern in patterns:
                command += [name, pattern]
        try:
            status = subprocess.run(
                command, stdin=subprocess.DEVNULL, timeout=options.limit,
                env={**os.environ, "LIMN_SKIP_LOG": log.name, "SWIFT_BACKTRACE": "enable=no"}).returncode
        except subprocess.TimeoutExpired:
            print(f"The tests were ended after {options.limit:.0f} seconds.")
            status = 124
        skips = log.read().splitlines()
    return tell(Results(options.events), skips, status)


if __name__ == "__main__":
    sys.exit(main())
