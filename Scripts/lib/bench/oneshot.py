# SPDX-License-Identifier: GPL-3.0-or-later
"""Times commands that do one small thing, from start to end: what a person waits for, or a program that calls them."""
import os
import statistics
import tempfile
import time

from bench.runs import SCRATCH, Failed, show

SHEET, INK = "Samples/character-sheet.pdf", "Samples/character-sheet.xopp"

# Times as parts of pdftocairo's for the thumbnail, so that a machine's speed has no say: it takes 62 ms on the machine
# where flattening may take 120 ms, and 60 ms without verification.
VERIFIED, UNVERIFIED = 120 / 62, 60 / 62

COMMANDS = {
    "limn --version": ["LIMN", "--version"],
    "limn thumbnail": ["LIMN", "thumbnail", SHEET, "-o", "OUT", "--size", "256", "--quiet"],
    "pdftocairo": ["pdftocairo", "-png", "-singlefile", "-scale-to", "256", SHEET, "OUT/pdftocairo"],
    "mutool draw": ["mutool", "draw", "-q", "-w", "256", "-h", "256", "-o", "OUT/mutool.png", SHEET, "1"],
    "limn flatten": ["LIMN", "flatten", SHEET, INK, "-o", "OUT/verified.pdf", "--quiet"],
    "limn flatten --no-verify": ["LIMN", "flatten", SHEET, INK, "-o", "OUT/other.pdf", "--quiet", "--no-verify"],
}


def seconds(command: list) -> float:
    """How long a command takes; what it prints is thrown away."""
    quiet = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_RDWR, 0) for stream in (0, 1, 2)]
    start = time.perf_counter()
    process = os.posix_spawnp(command[0], command, os.environ, file_actions=quiet)
    _, status = os.waitpid(process, 0)
    end = time.perf_counter()
    # 3 is Limn's word for "done, with warnings".
    if os.waitstatus_to_exitcode(status) not in (0, 3):
        raise Failed(f"{' '.join(command)} ended with {os.waitstatus_to_exitcode(status)}")
    return end - start


def measure(report, limn: str, runs: int) -> None:
    """Times every command by turns, many times, as each takes little."""
    rounds = max(21, 7 * runs)
    times = {name: [] for name in COMMANDS}
    SCRATCH.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=SCRATCH) as out:
        for turn in range(-1, rounds):
            show(f"one-shot commands, {turn + 1} of {rounds} …")
            for name, command in COMMANDS.items():
                took = seconds([part.replace("LIMN", limn).replace("OUT", out) for part in command])
                # The first round fills the caches of files.
                if turn >= 0:
                    times[name].append(took)
    show("")
    medians = {name: statistics.median(found) for name, found in times.items()}
    yardstick = medians["pdftocairo"]
    report.say("", f"### one-shot commands: one sheet, {rounds} runs of each by turns", "",
               "| command | median | least | of pdftocairo's |", "| --- | ---: | ---: | ---: |")
    for name, median in medians.items():
        report.say(
            f"| {name} | {median * 1000:.1f} ms | {min(times[name]) * 1000:.1f} ms | {median / yardstick:.2f}× |")
    report.target("limn --version", 10, medians["limn --version"] * 1000, " ms", most=True)
    for name, most in (("thumbnail", 1.0), ("flatten", VERIFIED), ("flatten --no-verify", UNVERIFIED)):
        report.target(
            f"one sheet: limn {name}, of pdftocairo's thumbnail", round(most, 2), medians[f"limn {name}"] / yardstick,
            most=True)
