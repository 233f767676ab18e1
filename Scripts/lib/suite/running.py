# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs steps beside each other, each as soon as what it needs has passed. All of them run, whatever fails."""
import os
import re
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

# What is told at once, while a step still runs.
TOLD = re.compile(r"^(FAILED: |not ok |✘ .* recorded an issue|error: |.*: error: )")
COLOR = re.compile(r"\x1b\[[0-9;]*m")
# How much of a failed step's output is shown at the end.
LAST = 60


@dataclass(frozen=True)
class Step:
    """One part of the suite: a command and the names of the steps that must have passed before it."""

    name: str
    command: tuple[str, ...]
    after: tuple[str, ...] = ()
    #: Steps that use all processors run one at a time, or two where a processor would be idle. Others run beside them.
    uses_all_processors: bool = False
    #: A step that mostly waits runs beside as many others as there are processors.
    waits: bool = False
    #: Variables of the environment, besides those of the suite.
    environment: dict = field(default_factory=dict)


@dataclass
class Ended:
    """How a step ended. `code` is None if it did not run; `passed`, `failed` and `skipped` count its tests."""

    step: Step
    code: int | None
    #: When it began, in seconds since the suite did.
    begin: float = 0
    seconds: float = 0
    #: Processor time of its programs that ended before it.
    processor: float = 0
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    #: The step that failed before it, so that it could not run.
    missing: str = ""

    @property
    def is_good(self) -> bool:
        return self.code == 0


def clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def counts(log: Path) -> tuple[int, int, int]:
    """The tests of a step by the last line of its output that counts them; without such a line, the step is one test."""
    text = log.read_text(errors="replace") if log.exists() else ""
    found = re.findall(r"^(\d+)(?: journeys)? passed, (\d+) failed(?:, (\d+) skipped)?", text, re.M)
    if found:
        passed, failed, skipped = found[-1]
        return int(passed), int(failed), int(skipped or 0)
    pytest = re.findall(r"^(?:(\d+) failed)?(?:, )?(?:(\d+) passed)?(?:, (\d+) skipped)?.* in [\d.]+s", text, re.M)
    if pytest:
        failed, passed, skipped = pytest[-1]
        return int(passed or 0), int(failed or 0), int(skipped or 0)
    node = [re.findall(rf"^(?:#|ℹ) {word} (\d+)$", text, re.M) for word in ("pass", "fail", "skipped")]
    if all(node):
        return tuple(int(numbers[-1]) for numbers in node)
    return 0, 0, 0


class Suite:
    """Runs steps and tells what happens. Logs of all steps lie in `logs`."""

    def __init__(self, steps: list[Step], logs: Path):
        self.steps, self.logs = steps, logs
        self.ended: dict[str, Ended] = {}
        self.begin = time.monotonic()
        self.lock = threading.Condition()
        self.running: dict[str, Step] = {}
        logs.mkdir(parents=True, exist_ok=True)

    def say(self, words: str):
        print(f"{clock(time.monotonic() - self.begin):>6}  {words}", flush=True)

    def log(self, step: Step) -> Path:
        return self.logs / (re.sub(r"\W+", "-", step.name.lower()).strip("-") + ".log")

    # MARK: The order

    def _next(self) -> Step | None:
        """The first step that nothing holds back. More steps run than there are processors, since tests wait for most of
        their time: one more beside a step that uses all processors, else two. Such steps run one at a time, unless a
        processor would have nothing else to do."""
        running = self.running.values()
        processors = max(1, os.cpu_count() or 1)
        waiting = any(step.waits for step in running)
        busy = sum(step.uses_all_processors for step in running)
        full = sum(not step.waits for step in running) >= processors + (1 if busy else 2)
        for shares in (False, True):
            if shares and (busy > 1 or len(running) >= processors):
                break
            for step in self.steps:
                if step.name in self.ended or step.name in self.running or (
                        busy and step.uses_all_processors and not shares):
                    continue
                if waiting if step.waits else full:
                    continue
                if all(name in self.ended and self.ended[name].is_good for name in step.after):
                    return step
        return None

    def _drop_unreachable(self):
        """Steps whose requirement failed do not run, which is told."""
        for step in self.steps:
            if step.name in self.ended:
                continue
            missing = next((name for name in step.after if name in self.ended and not self.ended[name].is_good), None)
            if missing:
                self.ended[step.name] = Ended(step, None, missing=missing)
                self.say(f"not run  {step.name}, because “{missing}” did not pass")
                self._drop_unreachable()
                return

    def run(self) -> list[Ended]:
        names = {step.name for step in self.steps}
        for step in self.steps:
            unknown = set(step.after) - names
            assert not unknown, f"{step.name} needs {unknown}, which is no step"
        with self.lock:
            while len(self.ended) < len(self.steps):
                self._drop_unreachable()
                step = self._next()
                if step is not None:
                    self.running[step.name] = step
                    threading.Thread(target=self._run, args=(step,), daemon=True).start()
                elif len(self.ended) < len(self.steps):
                    self.lock.wait()
        return [self.ended[step.name] for step in self.steps]

    # MARK: One step

    def _run(self, step: Step):
        begin, log, processor = time.monotonic(), self.log(step), 0.0
        with self.lock:
            self.say(f"begins   {step.name}")
        code = 1
        try:
            with log.open("wb") as output, subprocess.Popen(
                step.command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                env={**os.environ, **step.environment},
            ) as process:
                for line in process.stdout:
                    output.write(line)
                    output.flush()
                    words = COLOR.sub("", line.decode(errors="replace")).rstrip()
                    if TOLD.match(words):
                        with self.lock:
                            self.say(f"{step.name}: {words[:600]}")
                _, status, usage = os.wait4(process.pid, 0)
                code = process.returncode = os.waitstatus_to_exitcode(status)
                processor = usage.ru_utime + usage.ru_stime
        except OSError as error:
            log.write_text(f"{step.command[0]} cannot be started: {error}\n")
        passed, failed, skipped = counts(log)
        if passed + failed == 0:
            passed, failed = (1, 0) if code == 0 else (0, 1)
        if code != 0:
            failed = max(failed, 1)
        with self.lock:
            ended = Ended(step, code, begin - self.begin, time.monotonic() - begin, processor, passed, failed, skipped)
            self.ended[step.name] = ended
            del self.running[step.name]
            tests = f", {passed + failed + skipped} tests" if passed + failed + skipped > 1 else ""
            self.say(f"{'passed' if code == 0 else 'FAILED':8} {step.name} ({clock(ended.seconds)}, processor {clock(processor)}{tests})")
            self.lock.notify_all()


def summary(suite: Suite, ended: list[Ended]) -> int:
    """Tells all failures with the end of their output, then the sum. Returns the exit code."""
    for one in ended:
        if one.code not in (0, None):
            lines = suite.log(one.step).read_text(errors="replace").splitlines()
            print(f"\n== FAILED: {one.step.name} (all of it: {suite.log(one.step)})")
            told = [line for line in map(lambda line: COLOR.sub("", line), lines[:-LAST]) if TOLD.match(line)]
            print("\n".join(told + ["…"] * bool(told) + lines[-LAST:]))
    unrun = [one.step.name for one in ended if one.code is None]
    print()
    for one in ended:
        for line in suite.log(one.step).read_text(errors="replace").splitlines() if one.code is not None else []:
            if line.startswith("SKIPPED "):
                print(line)
    failures = [one.step.name for one in ended if one.code not in (0, None)]
    if failures:
        print("Failed:", "; ".join(failures))
    if unrun:
        print("Not run, because of these:", "; ".join(unrun))
    print(f"{sum(one.passed for one in ended)} passed, {sum(one.failed for one in ended) + len(unrun)} failed, "
          f"{sum(one.skipped for one in ended)} skipped")
    sys.stdout.flush()
    return 1 if failures or unrun else 0
