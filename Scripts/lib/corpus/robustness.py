# SPDX-License-Identifier: GPL-3.0-or-later
"""Renders every file of the corpora once and says what became of it: LIMN [--report FILE]. Run it in the project."""
import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from PIL import Image

from foreign import foreign
from corpus import watch
from corpus.files import ROOTS, distinct

LIMIT, GRACE, SIDE, PATIENCE = 5, 1, 400, 20
# pdftocairo makes every line at least a pixel wide; drawn larger and averaged, its lines have their width, as Limn's have. Its
# letters and enlarged pictures are those of the size that is asked for. A pixel may be as in either picture.
FACTORS = (1, 4)
# Differences of a page's mean channel, of 1. Fine print at this size differs by up to 1.6 % where its letters lie elsewhere
# within a pixel.
ALIKE = 0.02
# What was looked into: pdftocairo is wrong, and other engines agree with Limn.
PEERS_FAULT = {
    ".corpus-more/pdfjs/pdf.js/test/pdfs/calrgb.pdf":
        "pdftocairo paints CalRGB's red and blue black; poppler-glib, pdftoppm and mutool agree with Limn",
    ".corpus-more/pdfjs/pdf.js/test/pdfs/issue12705.pdf": "pdftocairo shows nothing; mutool agrees with Limn",
    ".corpus-more/pdfjs/pdf.js/test/pdfs/bug1743245.pdf":
        "pdftocairo draws the hairlines of squared paper a pixel wide, also four times larger; mutool agrees with Limn",
    **{
        f".corpus-more/python/pymupdf/tests/resources/test_4388_{name}.pdf":
            "pdftocairo draws the hairlines of a plot a pixel wide, also four times larger; mutool agrees with Limn"
        for name in ("BOZ1", "BUL1")
    },
}
KNOWN = PEERS_FAULT | {
    ".corpus-more/pdfjs/pdf.js/test/pdfs/transparency_group.pdf":
        "Limn's fault: it lets a blend mode act on the white paper, where the page is to be blended alone first",
}
STATUSES = ("ok", "warnings", "refused", "limit", "locked", "failed")


def names(files: list) -> bytes:
    return b"".join(os.fsencode(file) + b"\0" for file in files)


def render(limn: str, files: list, out: str, jobs: int) -> list:
    return [
        limn, "render", "--files-from", "-", "-0", "--keep-folders", "-o", out, "--pages", "1",
        "--scale-to", str(SIDE), "--timeout", str(LIMIT), "--jobs", str(jobs), "--json",
    ]


def batch(limn: str, files: list, out: str, jobs: int) -> dict:
    """One run over all files: its results, the longest wait for one of them, and what became of its processes."""
    with tempfile.TemporaryFile() as given:
        given.write(names(files))
        given.seek(0)
        start = last = time.monotonic()
        process = subprocess.Popen(
            render(limn, files, out, jobs), stdin=given, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        observed = watch.Watch(process.pid)
        results, waits = [], []
        for line in process.stdout:
            now = time.monotonic()
            results.append(json.loads(line))
            waits.append((now - last, results[-1]["input"]))
            last = now
        code = process.wait()
        seconds = time.monotonic() - start
        observed.stop()
    left = watch.running(limn)
    return {
        "results": results, "code": code, "seconds": seconds, "wait": max(waits, default=(0, "")), "left": left,
        "watch": observed,
    }


def kill_parent(limn: str, files: list, out: str) -> list:
    """Kills a parent at work with a signal it cannot see: the processes it leaves behind two seconds later."""
    with tempfile.TemporaryFile() as given:
        given.write(names(files))
        given.seek(0)
        process = subprocess.Popen(
            render(limn, files, out, 2), stdin=given, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        for _ in range(50):
            process.stdout.readline()
        workers = watch.children(process.pid)
        process.send_signal(signal.SIGKILL)
        process.stdout.close()
        process.wait()
    if not workers:
        sys.exit("robustness: the parent had no workers when it was killed.")
    time.sleep(2)
    return watch.running(limn)


def reference(job: tuple) -> tuple:
    """What pdftocairo says to a file: rendered without complaint, or why not."""
    file, stem, size = job
    for factor in FACTORS:
        scale = ["-scale-to", str(SIDE * factor)]
        if size:
            scale = ["-scale-to-x", str(size[0] * factor), "-scale-to-y", str(size[1] * factor)]
        command = ["pdftocairo", "-png", "-cropbox", "-singlefile", "-f", "1", *scale, file, f"{stem}-{factor}"]
        try:
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            return file, "takes too long"
        if done.returncode < 0:
            return file, "dies by a signal"
        if done.returncode or not os.path.exists(f"{stem}-{factor}.png"):
            return file, "fails"
    return file, "complains" if done.stderr else "clean"


def difference(path: str, stem: str) -> float:
    """The mean difference of a picture's channels from the nearer one of pdftocairo's pictures, from 0 to 1. pdftocairo rounds
    a size up, at the far edges."""
    with Image.open(path) as picture:
        width, height = picture.size
        drawn = np.asarray(picture.convert("RGB"), dtype=np.int16)
    least = np.full(drawn.shape, 255, dtype=np.int16)
    for factor in FACTORS:
        with Image.open(f"{stem}-{factor}.png") as other:
            if other.width - width * factor not in (0, 1) or other.height - height * factor not in (0, 1):
                return 1
            other = other.convert("RGB").crop((0, 0, width * factor, height * factor)).reduce(factor)
            least = np.minimum(least, np.abs(np.asarray(other, dtype=np.int16) - drawn))
    return float(least.mean()) / 255


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("limn")
    parser.add_argument("--report", type=Path)
    parser.add_argument("--keep", type=Path, help="keep the pictures in a folder")
    options = parser.parse_args()
    limn = os.path.realpath(options.limn)

    files = [str(file) for file in distinct(*ROOTS, *foreign.further("forms"))]
    killers = [str(file) for file in distinct(foreign.made("killers"), *foreign.further("killers"))]
    # Hostile files between ordinary ones, in an order that is the same on every run.
    everything = files + killers
    random.Random(3).shuffle(everything)
    faults, lines = [], []

    def check(holds: bool, text: str) -> None:
        lines.append(f"| {text} | {'yes' if holds else '**no**'} |")
        print(("ok:   " if holds else "FAIL: ") + text, flush=True)
        if not holds:
            faults.append(text)

    with tempfile.TemporaryDirectory() as folder:
        folder = str(options.keep or folder)
        singly = batch(limn, everything, folder + "/limn-1", 1)
        doubly = batch(limn, everything, folder + "/limn-2", 2)
        results = {result["input"]: result for result in doubly["results"]}
        for run, jobs in ((singly, "one worker"), (doubly, "two workers")):
            told = Counter(result["input"] for result in run["results"])
            statuses = {result["status"] for result in run["results"]}
            check(
                told == Counter(everything) and statuses <= set(STATUSES),
                f"{jobs}: each of {len(everything)} files ends in exactly one status")
            check(run["code"] in (0, 1, 3), f"{jobs}: the parent lives and exits with its own code")
            wait, name = run["wait"]
            check(
                wait <= LIMIT + GRACE,
                f"{jobs}: no result waits longer than the limit of {LIMIT} s and {GRACE} s" +
                ("" if wait <= LIMIT + GRACE else f" ({wait:.1f} s, {name})"))
            seen = run["watch"]
            # How many documents are open ahead goes up and down; what is left open raises the least of them.
            quarter = len(seen.descriptors) // 4
            early, late = min(seen.descriptors[quarter:2 * quarter]), min(seen.descriptors[3 * quarter:])
            check(late <= early + 1, f"{jobs}: no descriptor stays open")
            check(seen.longest_zombie < 1, f"{jobs}: no child stays unreaped")
            check(not run["left"], f"{jobs}: no process is left")
        # What comes near the limit may be over it when the machine is busy.
        pairs = [(result, results[result["input"]]) for result in singly["results"]]
        other = [
            one["input"] for one, two in pairs
            if (one["status"], one["bytes"]) != (two["status"], two["bytes"])
            and "limit" not in (one["status"], two["status"])]
        check(not other, "one and two workers come to the same statuses and sizes")
        check(not kill_parent(limn, everything, folder + "/killed"), "a parent killed with -9 leaves no process")

        os.makedirs(folder + "/peer", exist_ok=True)
        with ThreadPoolExecutor(2) as pool:
            sizes = {file: (result["width"], result["height"]) for file, result in results.items() if result["width"]}
            jobs = [(file, f"{folder}/peer/{index}", sizes.get(file)) for index, file in enumerate(everything)]
            verdicts = dict(pool.map(reference, jobs))
        clean = [(file, stem) for file, stem, _ in jobs if verdicts[file] == "clean"]
        lost = [file for file, _ in clean if results[file]["status"] not in ("ok", "warnings")]
        apart = []
        for file, stem in clean:
            if file not in lost:
                off = difference(results[file]["output"], stem)
                if off >= ALIKE:
                    apart.append((off, file))
        check(
            len(lost) <= len(clean) / 1000,
            f"of {len(clean)} files that pdftocairo renders without complaint Limn renders at least 99.9 %")
        check(
            sum(file not in PEERS_FAULT for _, file in apart) <= len(clean) / 1000,
            f"and the pictures of at least 99.9 % differ by less than {ALIKE:.0%} on average, but for pdftocairo's own faults")

    table = Counter((results[file]["status"], verdicts[file]) for file in everything)
    columns = ("clean", "complains", "fails", "takes too long", "dies by a signal")
    counts = ["| Limn | " + " | ".join(f"pdftocairo {column}" for column in columns) + " |"]
    counts.append("| --- |" + " ---: |" * len(columns))
    for status in STATUSES:
        counts.append(f"| {status} | " + " | ".join(str(table[status, column]) for column in columns) + " |")
    details = [f"- not rendered: `{file}`: {' '.join(results[file]['messages'])}" for file in lost]
    for off, file in sorted(apart, reverse=True):
        details.append(f"- {off:.1%} apart: `{file}`" + (f": {KNOWN[file]}" if file in KNOWN else ""))
    details += [f"- not the same with one worker and with two: `{file}`" for file in other]
    print("\n".join(["", *counts, *details]))
    if options.report:
        options.report.write_text("\n".join([
            "# Robustness",
            "",
            "What becomes of every real PDF that `Scripts/corpus --all` fetches" +
            f" ({len(files)}), and of {len(killers)} hostile ones.",
            f"Made by `Scripts/robustness --report`: page 1, {SIDE} pixels, {LIMIT} s a page, files that are equal "
            f"once; pdftocairo has {PATIENCE} s and "
            "draws as large and four times as large, which is averaged; of each pixel, the nearer one counts.",
            "", "| what must hold | holds |", "| --- | --- |", *lines,
            "", *counts,
            *(["", "Exceptions:", "", *details] if details else []), ""]))
    if faults:
        sys.exit(f"robustness: {len(faults)} of {len(lines)} checks failed.")


main()
