# SPDX-License-Identifier: GPL-3.0-or-later
"""What was measured, beside its goal. Goals of counts and ratios decide whether a run passes; times are told, since other
programs on the machine only ever add to them."""
import os
from pathlib import Path

REPORT = Path(__file__).resolve().parents[3] / "Benchmarks/STUDIO.md"


class Figures:
    def __init__(self):
        self.failed = 0
        self.load = os.getloadavg()[0]
        self.rows: list[str] = []

    @staticmethod
    def say(words: str):
        print(f"  {words}", flush=True)

    def check(self, good: bool, what: str, measured: str, goal: str):
        """A figure that decides."""
        self.failed += not good
        self._add("passed" if good else "FAILED", good, what, measured, goal)

    def tell(self, good: bool, what: str, measured: str, goal: str):
        """A figure that is told."""
        self._add("good" if good else "missed", good, what, measured, goal)

    def _add(self, verdict: str, good: bool, what: str, measured: str, goal: str):
        print(f"{verdict}: {what}: {measured}; wanted: {goal}", flush=True)
        self.rows.append(f"| {what} | {measured if good else f'**{measured}**'} | {goal} |")

    def write(self, words: list[str]):
        """The report."""
        head = ["# The studio's speed, memory and safety", "",
                f"Written by `Scripts/studio-trace --release --report` on {os.cpu_count()} processors without a graphics card; server and "
                f"browser run on the same ones. Load of the machine before: {self.load:.1f}, so compare ratios rather than times. Goals "
                "that are missed are bold.", ""]
        REPORT.write_text("\n".join([*head, *words, "", "| What | Measured | Goal |", "| --- | --- | --- |", *self.rows, ""]))


def spread(values: list) -> str:
    """The median, and in brackets the least and the most."""
    ordered = sorted(values)
    return f"{ordered[len(ordered) // 2]:.0f} ms ({ordered[0]:.0f}…{ordered[-1]:.0f})"


def middle(values: list) -> float:
    return sorted(values)[len(values) // 2]
