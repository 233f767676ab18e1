# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts the instructions of fixed jobs and compares them with a baseline: JOBS BASELINE [--update] [JOB…].

Two counts a job: those of Limn's own code, with Swift's libraries, and all, with poppler's, cairo's and the system's.
Valgrind's processor is the same everywhere, so that runs differ by far less than a percent; the libraries' share moves
with their versions and with the routines that they choose for a processor.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

LIMIT = 1.20
# Where less of it is Limn's own, that count is too small to judge; the count of all is there still.
LEAST = 1_000_000
# Counting begins and ends with this function of Benchmarks/Sources/Jobs/main.swift, whose name Swift mangles.
COUNTED = "*countedJobyyF"
OWN = re.compile(r"/(Jobs|libswift[^/]*|lib_?Foundation[^/]*|libdispatch[^/]*|libBlocksRuntime[^/]*)$")


def by_object(dump: Path) -> dict:
    """The instructions that each binary ran itself, from callgrind's file."""
    names, counts, current, skip = {}, {}, "", False
    for line in dump.read_text(errors="replace").splitlines():
        if line.startswith("ob="):
            number, _, name = line[3:].partition(" ")
            current = names.setdefault(number, name)
        elif line.startswith("cob="):
            number, _, name = line[4:].partition(" ")
            names.setdefault(number, name)
        elif line.startswith("calls="):
            # The next line is what the called function took.
            skip = True
        elif line[:1] in "+-*0123456789" and line:
            if not skip:
                counts[current] = counts.get(current, 0) + int(line.split()[1])
            skip = False
    return counts


def count(job: tuple) -> tuple:
    program, name, folder = job
    out = Path(folder, name)
    out.mkdir()
    command = [
        "valgrind", "--tool=callgrind", f"--zero-before={COUNTED}", f"--dump-after={COUNTED}",
        f"--callgrind-out-file={out}/counts", program, name, "Samples", str(out),
    ]
    # Fixed seeds, one time zone, no machine's own language: what is left is the work.
    environment = {
        **os.environ, "SWIFT_DETERMINISTIC_HASHING": "1", "SWIFT_BACKTRACE": "enable=no", "LC_ALL": "C", "TZ": "UTC"}
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment, text=True)
    dump = out / "counts.1"
    if done.returncode or not dump.exists():
        sys.exit(f"gate: {name} could not be counted:\n{done.stdout}")
    counts = by_object(dump)
    own = sum(number for binary, number in counts.items() if OWN.search(binary))
    return name, {"own": own, "all": sum(counts.values())}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("jobs", help="the program that does the jobs, without debug information")
    parser.add_argument("baseline", type=Path)
    parser.add_argument("only", nargs="*", metavar="JOB")
    parser.add_argument("--update", action="store_true", help="write the baseline anew")
    options = parser.parse_args()

    program = os.path.realpath(options.jobs)
    names = subprocess.run([program], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    names = [name for name in names if not options.only or name in options.only]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        counts = dict(pool.map(count, [(program, name, folder) for name in names]))
    baseline = json.loads(options.baseline.read_text()) if options.baseline.exists() else {}

    print(f"{'instructions in millions':26}{'own':>9}{'baseline':>10}{'':>9}{'all':>10}{'baseline':>10}")
    worse = []
    for name, now in counts.items():
        line, before = f"{name:26}", baseline.get(name)
        for kind, width in (("own", 9), ("all", 10)):
            line += f"{now[kind] / 1e6:{width}.1f}"
            if before:
                line += f"{before[kind] / 1e6:10.1f}{now[kind] / before[kind] - 1:+9.1%}"
                if now[kind] > max(before[kind], LEAST) * LIMIT:
                    worse.append(f"{name} ({kind})")
        print(line)
    unknown = [name for name in counts if name not in baseline]
    gone = [name for name in baseline if name not in counts and not options.only]
    if options.update:
        options.baseline.write_text(json.dumps({**baseline, **counts}, indent=2, sort_keys=True) + "\n")
        print(f"Wrote {options.baseline}.")
    elif unknown or gone:
        sys.exit(f"gate: the baseline does not fit the jobs ({', '.join(unknown + gone)}); Scripts/gate --update.")
    elif worse:
        sys.exit(f"gate: more than {LIMIT - 1:.0%} above the baseline: {', '.join(worse)}. If that is worth it, "
                 "Scripts/gate --update, and say why.")


main()
