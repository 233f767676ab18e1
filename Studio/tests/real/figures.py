# SPDX-License-Identifier: GPL-3.0-or-later
"""What was measured, beside its goal. Goals of counts and ratios decide whether a run passes; times are told, since other
programs on the machine only ever add to them."""
import os
from pathlib import Path

REPORT = Path(__file__).resolve().parents[3] / "Benchmarks/STUDIO.md"
#: The sections of the report, in their order, with what one has to know.
SECTIONS = {
    "Ink": "From the time stamp of a pen's event to the presentation of the frame that shows its ink, in a trace of Chromium, at 240 Hz and a "
           "device ratio of 2. The best of up to three rounds counts.",
    "Opening": "By browsers that have never been there, unless it says otherwise, at a device ratio of 2. Of several times, the median is "
               "given, with the least and the most in brackets.",
    "Turning and memory": "By the buttons of the strip, at a device ratio of 2. The memory is the tab's own, and its share of what it has in "
                          "common with other processes.",
    "Finding": "From the last key on, with the pause of 60 ms in which nothing is asked for, in tabs that have fetched no words yet. "
               "Each figure is the median of three times, with the least and the most in brackets.",
    "Together": "Two browsers on one page.",
    "Safety": "Each stroke is looked for on the server and in the reloaded page.",
}


class Figures:
    def __init__(self):
        self.failed = 0
        self.rows: dict[str, list[str]] = {}
        self.load: dict[str, float] = {}

    def begin(self, section: str):
        """What follows belongs to a section."""
        self.section = section
        self.rows.setdefault(section, [])
        self.load.setdefault(section, os.getloadavg()[0])

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
        self.rows[self.section].append(f"| {what} | {measured if good else f'**{measured}**'} | {goal} |")

    def write(self):
        """The report. What was not measured stays as it was."""
        before = REPORT.read_text().split("\n## ") if REPORT.exists() else []
        kept = {part.split("\n", 1)[0]: f"## {part.rstrip()}" for part in before[1:]}
        lines = ["# The studio's speed, memory and safety", "",
                 f"Written by `Scripts/studio-trace --release --report` on {os.cpu_count()} processors without a graphics card; server and "
                 "browser run on the same ones, so compare ratios rather than times. Bold figures miss their goals."]
        for section, words in SECTIONS.items():
            if rows := self.rows.get(section):
                lines += ["", f"## {section}", "", f"{words} Load of the machine before: {self.load[section]:.1f}.", "",
                          "| What | Measured | Goal |", "| --- | --- | --- |", *rows]
            elif section in kept:
                lines += ["", kept[section]]
        REPORT.write_text("\n".join(lines) + "\n")


def spread(values: list) -> str:
    """The median, and in brackets the least and the most."""
    ordered = sorted(values)
    return f"{ordered[len(ordered) // 2]:.0f} ms ({ordered[0]:.0f}…{ordered[-1]:.0f})"


def middle(values: list) -> float:
    return sorted(values)[len(values) // 2]
