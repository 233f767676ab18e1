# SPDX-License-Identifier: GPL-3.0-or-later
"""Sums up a run of Swift Testing: EVENTS SKIPS STATUS.

EVENTS is the event stream of `swift test`, SKIPS the file that the tests' requirements write to, STATUS the exit
code. A test that began and did not end has failed. With CI set nothing may be skipped.
The last line is `N passed, N failed, N skipped`; the exit code is 0 when all is well.
"""
import json
import os
import sys
from collections import Counter, defaultdict
from pathlib import Path


def events(path: Path):
    """The records of the stream; a process that died may have left half a line."""
    for line in path.read_text(errors="replace").splitlines() if path.exists() else []:
        try:
            record = json.loads(line)
        except json.JSONDecodeError:
            continue
        yield record["kind"], record["payload"]


def main(stream: str, log: str, status: int) -> int:
    functions, counts, failed, reasons, stray = {}, defaultdict(Counter), set(), {}, 0
    causes = defaultdict(list)
    for record, payload in events(Path(stream)):
        kind, test = payload.get("kind"), payload.get("testID")
        if record == "test" and kind == "function":
            functions[payload["id"]] = payload["name"]
        elif record == "event" and test in functions:
            counts[test][kind] += 1
            if kind == "issueRecorded" and payload["issue"].get("isFailure", True):
                failed.add(test)
                causes[test] += [message["text"] for message in payload.get("messages", [])]
            if kind in ("testSkipped", "testCancelled"):
                reasons.setdefault(test, functions[test])
            for message in payload.get("messages", []):
                if message["symbol"] == "skip":
                    reasons[test] = message["text"]
        elif kind == "issueRecorded" and payload["issue"].get("isFailure", True):
            stray += 1

    unfinished = {test for test, seen in counts.items() if seen["testStarted"] > seen["testEnded"]}
    failed |= unfinished
    skipped = {
        test for test, seen in counts.items()
        if test not in failed
        and (test in reasons or 0 < seen["testCaseStarted"] <= seen["testCaseCancelled"])
    }
    passed = {test for test, seen in counts.items() if seen["testEnded"]} - failed - skipped
    unrun = len(functions) - len(failed) - len(skipped) - len(passed)
    failures = len(failed) + stray
    if status != 0 and failures == 0:
        failures = 1

    skips = [line.removeprefix("SKIPPED ") for line in Path(log).read_text().splitlines()]
    skips += [text for text in reasons.values() if not any(line.partition(": ")[2] in text for line in skips)]

    print()
    for test in sorted(unfinished):
        print(f"NOT FINISHED: {functions[test]}")
    for test in sorted(failed - unfinished):
        print(f"FAILED: {functions[test]}")
        for cause in causes[test][:8]:
            print(f"  {cause[:400]}")
    if unrun:
        print(f"NOT RUN: {unrun} tests, as the run ended early")
    print(f"SKIPPED: {len(skips)}")
    for line in skips:
        print(f"  {line}")
    wrong = bool(skips) and "CI" in os.environ
    if wrong:
        print(f"With CI set nothing may be skipped; {len(skips)} were.")
    if not passed and not failures:
        print("No test ran.")
    print(f"{len(passed)} passed, {failures} failed, {len(skipped)} skipped")
    return int(bool(failures or wrong or unrun or status or not passed))


sys.exit(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
