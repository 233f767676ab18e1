# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs whole commands by turns and takes the medians."""
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from corpus import watch

SCRATCH = Path(".build-bench/out")


class Failed(Exception):
    pass


@dataclass
class Way:
    """One program's way to do a job: commands in which OUT stands for a fresh folder."""
    name: str
    commands: list
    # Whether a command may fail, as on files that are locked or damaged.
    lenient: bool = False


@dataclass
class Outcome:
    name: str
    seconds: float
    bytes: int
    files: int
    times: list = field(default_factory=list)
    peak: int = 0
    child_peak: int = 0
    parts: dict = field(default_factory=dict)


def work(way: Way, out: str, observe: bool) -> tuple:
    """The seconds that a way took, and the highest memory in KiB of its processes and of their children."""
    peaks = [0, 0]
    start = time.perf_counter()
    for command in way.commands:
        process = subprocess.Popen(
            [part.replace("OUT", out) for part in command], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        if observe:
            observed = watch.Watch(process.pid, 0.01)
        code = process.wait()
        if observe:
            observed.stop()
            peaks = [max(peaks[0], observed.peak), max(peaks[1], observed.child_peak)]
        # 3 is Limn's word for "done, with warnings".
        if code not in (0, 3) and not way.lenient:
            raise Failed(f"{' '.join(command)[:200]} ended with {code}")
    return time.perf_counter() - start, *peaks


def once(way: Way, observe: bool = False) -> Outcome:
    """Does the job in a fresh folder, and counts what lies there."""
    SCRATCH.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=SCRATCH) as out:
        seconds, peak, child_peak = work(way, out, observe)
        sizes = [path.stat().st_size for path in Path(out).rglob("*") if path.is_file()]
    if not sizes:
        raise Failed(f"{way.name} made nothing")
    return Outcome(way.name, seconds, sum(sizes), len(sizes), peak=peak, child_peak=child_peak)


def show(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def by_turns(ways: list, runs: int) -> list:
    """Every way has its turn in every round, so that whatever else the machine does falls on all of them."""
    outcomes = {}
    for turn in range(runs):
        for way in ways:
            show(f"{way.name}, {turn + 1} of {runs} …")
            done = once(way)
            outcome = outcomes.setdefault(way.name, done)
            outcome.times.append(done.seconds)
            outcome.seconds = statistics.median(outcome.times)
    show("")
    return list(outcomes.values())


class Processors:
    """How much of the processors other programs took while this one and its children worked."""

    def __init__(self):
        self.before = self.now()

    @staticmethod
    def now() -> tuple:
        numbers = [int(text) for text in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
        idle = numbers[3] + numbers[4]
        own = sum(os.times()[:4]) * os.sysconf("SC_CLK_TCK")
        return sum(numbers), sum(numbers) - idle, own

    def taken_by_others(self) -> float:
        whole, busy, own = (now - before for now, before in zip(self.now(), self.before))
        return max(0, busy - own) / max(1, whole)
