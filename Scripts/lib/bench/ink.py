# SPDX-License-Identifier: GPL-3.0-or-later
"""What ink costs inside one process: reading it against rmscene, its size against other formats, and editing it."""
import json
import subprocess
import sys

from foreign import foreign

# Reads every file as rmscene does, and prints the seconds of the median of seven rounds.
PEER = """
import io, logging, statistics, sys, time
from rmscene import read_tree
logging.disable(logging.CRITICAL)
files = [open(name, "rb").read() for name in sys.argv[1:]]
times = []
for _ in range(7):
    start = time.perf_counter()
    for data in files:
        read_tree(io.BytesIO(data))
    times.append(time.perf_counter() - start)
print(statistics.median(times))
"""


def measured(measure: str, name: str, files: list) -> dict:
    done = subprocess.run([measure, "--ink", name, *map(str, files)], stdout=subprocess.PIPE, check=True, text=True)
    return {row["job"]: row for row in map(json.loads, done.stdout.splitlines())}


def rmscene(files: list) -> float:
    command = [sys.executable, "-W", "ignore", "-c", PEER, *map(str, files)]
    return float(subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout)


def speed(row: dict) -> float:
    return row["points"] / row["seconds"] / 1e6


def measure(report, program: str) -> None:
    sets = {}
    for folder in [foreign.made("ink"), *foreign.further("ink")]:
        note = "" if folder == foreign.made("ink") else ", LIMN_FOREIGN"
        sets |= {f"reMarkable{note}": sorted(folder.glob("*.rm")), f"Xournal++{note}": sorted(folder.glob("*.xopp"))}
    sets = {name: files for name, files in sets.items() if files}
    rows = {name: measured(program, name, files) for name, files in sets.items()}
    report.say("", "### ink inside one process", "", "| job | ink | median | bytes | M points/s | bytes/point |",
               "| --- | --- | ---: | ---: | ---: | ---: |")
    for name, jobs in rows.items():
        for job, row in jobs.items():
            rate = f"{speed(row):.1f}" if row.get("points") and row["seconds"] else ""
            size = f"{row['bytes'] / row['points']:.2f}" if row.get("bytes") and row.get("points") else ""
            median = f"{row['seconds'] * 1000:.3f} ms" if row["seconds"] else ""
            report.say(f"| {job} | {name} | {median} | {row.get('bytes', '')} | {rate} | {size} |")
    for name, files in sets.items():
        if name.startswith("reMarkable"):
            quotient = rmscene(files) / rows[name]["read"]["seconds"]
            report.target(f"{name} ink read faster than rmscene reads it", 50, quotient)
    for name, jobs in rows.items():
        native = jobs["size limn"]["bytes"]
        report.target(f"{name}: bytes a point with width and pressure", 4.5, native / jobs["size limn"]["points"], "", most=True)
        report.target(f"{name}: smaller than .xopp", 2.5, jobs["size xopp"]["bytes"] / native)
        report.target(f"{name}: smaller than PencilKit's bytes", 2.5, jobs["size pencilkit"]["bytes"] / native)
        report.target(f"{name}: simplification, million points a second", 10, speed(jobs["simplify"]), "")
        report.target(f"{name}: decoding, million points a second", 30, speed(jobs["decode"]), "")
        report.target(f"{name}: 50 strokes encoded and decoded", 1,
                      (jobs["encode 50 strokes"]["seconds"] + jobs["decode 50 strokes"]["seconds"]) * 1000, " ms", most=True)
        report.target(f"{name}: a hit among 10,000 strokes", 1, jobs["hit among 10,000"]["seconds"] * 1000, " ms", most=True)
