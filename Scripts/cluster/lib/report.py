# SPDX-License-Identifier: GPL-3.0-or-later
"""report.py FOLDER NAMES [--report FILE] [--tasks N] [--rounds N] [PART…]: measures batches on many machines, and writes sections of a report.

NAMES is a file with the path of a document on each line. Parts: speed, cores, killed, slurm, scale, simulated, pages.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys

import measured
import pages_compared
import simulated

HERE = pathlib.Path(__file__).resolve().parent
PARTS = ("speed", "cores", "killed", "slurm", "scale", "simulated", "pages")
HEAD = """# Batches on many machines

Made by `Scripts/cluster/report`, all on one machine with {cores} cores: nodes are processes of Ray and of Slurm in a network of their own.
`Scripts/cluster/test faults` tries a shared folder that fails, a full disk, kills, two runs at once, and another version.
"""


class Report:
    def __init__(self, options):
        self.folder, self.names, self.count = pathlib.Path(options.folder), options.names, options.tasks
        self.rounds = options.rounds
        self.file = pathlib.Path(options.report) if options.report else None
        self._documents = None

    @property
    def documents(self):
        if self._documents is None:
            self._documents = measured.List(self.folder / "list", self.names, self.count)
        return self._documents

    def about(self):
        d = self.documents
        return (f"{d.count:,} tasks of {d.documents:,} real documents: thumbnails of 128 and 256 pixels and first pages of 512 pixels. "
                f"{d.slow} tasks of more than a second are left out, so that no run meets its limit of time.")

    def speed(self):
        return "The same list, by one run and in parts", [self.about(), "", *measured.speed(self.documents, self.rounds, 4)]

    def cores(self):
        return "The same, in as many parts as there are cores", [
            self.about(), "", *measured.speed(self.documents, self.rounds, self.documents.cores)]

    def killed(self):
        return "Raylets that are killed", [self.about(), "", *measured.killed_raylets(self.documents)]

    def slurm(self):
        return "A node of Slurm that is killed", [self.about(), "", *measured.slurm(self.documents)]

    def scale(self):
        made = subprocess.run([sys.executable, HERE / "scale.py"], capture_output=True, text=True, check=False)
        if made.returncode:
            sys.exit(made.stderr)
        import json
        told = json.loads(made.stdout.splitlines()[-1])
        return "A million tasks", [
            f"Four nodes with a program that answers at once: {told['tasks']:,} tasks in {told['shards']:,} shards, {told['seconds']:.0f} s; "
            f"the driver takes {told['driverBytes'] / 1e6:.0f} MB (wanted: less than 500) and {told['driverProcessorSeconds']} s of a processor, "
            f"{told['shareOfWork']:.2%} of the time that the tasks would take with 30 ms each (wanted: less than 5 %)."]

    def simulated(self):
        lines, costs = simulated.agreement(self.documents)
        return "The simulator", [
            self.about(), "", "Measured runs and the simulator, which knows what each task costs alone, but no sums. This machine has too few processors for four nodes that "
            "draw, so a program that sleeps as long as each task took stands in.", "", *lines, "",
            simulated.tail(costs) + " With these costs, nodes of 32 cores, a repair of five minutes, and "
            f"{simulated.ON_DEMAND} and {simulated.SPOT} US dollars for an hour of a core:", "", *simulated.large(costs)]

    def pages(self):
        return "Pages as arrays, through Ray Data", pages_compared.compare(self.folder / "pages", self.documents, self.rounds)

    def write(self, title, lines):
        text = f"## {title}\n\n" + "\n".join(lines) + "\n"
        print("\n" + text, flush=True)
        if self.file is None:
            return
        head = HEAD.format(cores=len(os.sched_getaffinity(0)))
        old = self.file.read_text() if self.file.exists() else head
        sections = {part.split("\n", 1)[0]: part for part in re.split(r"^(?=## )", old, flags=re.M)[1:]}
        sections[f"## {title}"] = text
        self.file.write_text(head + "\n" + "\n".join(part.rstrip("\n") + "\n" for part in sections.values()))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("names")
    parser.add_argument("--report")
    parser.add_argument("--tasks", type=int, default=0, help="how many tasks; 0: all")
    parser.add_argument("--rounds", type=int, default=3, help="how often speeds are measured")
    parser.add_argument("parts", nargs="*")
    options = parser.parse_intermixed_args()
    report = Report(options)
    for part in options.parts or PARTS:
        if part not in PARTS:
            sys.exit(f"there is no part {part}; the parts are {', '.join(PARTS)}.")
        report.write(*getattr(report, part)())


main()
