# SPDX-License-Identifier: GPL-3.0-or-later
"""python_pages.py PAGES FOLDER…: how long Python programs take to get pages of PDFs as NumPy arrays at 100 dpi.

Each engine works on two documents at a time and runs in a process of its own, by turns, three times. A document counts only if
every engine draws all of its pages. One that keeps PyMuPDF for 10 s is left out first: some keep it forever. Prints medians of wall
time, processor time and the largest memory.
"""
import json
import multiprocessing
import os
import resource
import statistics
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

WORKERS, DPI, ROUNDS = 2, 100, 3


def processor_time(pids):
    """The seconds of processes that run."""
    fields = [Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split() for pid in pids]
    return sum(int(one[11]) + int(one[12]) for one in fields) / os.sysconf("SC_CLK_TCK")


#: Processor time of processes that nobody waits for: those of workers that end with their engine.
unseen = 0


def by_limn(files):
    global unseen
    import limn
    with limn.Engine(workers=WORKERS) as engine:
        def draw(path):
            try:
                return [page.numpy().shape[:2] for page in engine.pages(path, dpi=DPI)]
            except limn.LimnError:
                return []
        # More requests than workers, so that a worker never waits for this program.
        with ThreadPoolExecutor(2 * WORKERS) as pool:
            shapes = list(pool.map(draw, files))
        tasks = Path(f"/proc/{engine.pid}/task").iterdir()
        unseen = processor_time([pid for task in tasks for pid in (task / "children").read_text().split()])
    return shapes


def _pdf2image(path):
    import numpy
    import pdf2image
    try:
        return [numpy.asarray(image).shape[:2] for image in pdf2image.convert_from_path(path, dpi=DPI)]
    except Exception:  # noqa: BLE001 - whatever it throws, it has no pages
        return []


def by_pdf2image(files):
    with ThreadPoolExecutor(WORKERS) as pool:
        return list(pool.map(_pdf2image, files))


def _pymupdf(path):
    import numpy
    import pymupdf
    pymupdf.TOOLS.mupdf_display_errors(False)
    try:
        shapes = []
        with pymupdf.open(path) as document:
            for page in document:
                pixels = page.get_pixmap(dpi=DPI)
                shapes.append(numpy.frombuffer(pixels.samples, dtype=numpy.uint8).reshape(pixels.h, pixels.w, pixels.n).shape[:2])
        return shapes
    except Exception:  # noqa: BLE001
        return []


def by_pymupdf(files):
    with ProcessPoolExecutor(WORKERS, mp_context=multiprocessing.get_context("spawn")) as pool:
        return list(pool.map(_pymupdf, files))


ENGINES = {"limn": by_limn, "pdf2image": by_pdf2image, "PyMuPDF": by_pymupdf}


def measured(name, files):
    """One engine in a process of its own."""
    done = subprocess.run([sys.executable, __file__, "--engine", name], input="\n".join(files), capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{name}: {done.stderr[-2000:]}")
    return json.loads(done.stdout)


def run_engine(name):
    files = sys.stdin.read().split("\n")
    begin = time.monotonic()
    shapes = ENGINES[name](files)
    wall = time.monotonic() - begin
    use = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    print(json.dumps({"wall": wall, "cpu": unseen + sum(one.ru_utime + one.ru_stime for one in use),
                      "memory": max(one.ru_maxrss for one in use), "pages": [len(one) for one in shapes]}))


def main():
    if sys.argv[1] == "--engine":
        return run_engine(sys.argv[2])
    wanted, folders = int(sys.argv[1]), sys.argv[2:]
    files, pages = [], 0
    import pymupdf
    pymupdf.TOOLS.mupdf_display_errors(False)
    for path in sorted(path for folder in folders if os.path.isdir(folder) for path in Path(folder).rglob("*.pdf")):
        try:
            with pymupdf.open(path) as document:
                count = 0 if document.needs_pass else len(document)
        except Exception:  # noqa: BLE001
            continue
        if 0 < count <= 40 and pages < wanted:
            files.append(str(path))
            pages += count
    from bench import python_hostile
    lost = {path for _, _, path in python_hostile.measured("PyMuPDF", files, patience=10)[1]}
    found = len(files)
    files = [path for path in files if path not in lost]
    first = {name: measured(name, files) for name in ENGINES}
    good = [path for path, *counts in zip(files, *(one["pages"] for one in first.values())) if counts[0] and len(set(counts)) == 1]
    times = {name: [] for name in ENGINES}
    for _ in range(ROUNDS):
        for name in ENGINES:
            times[name].append(measured(name, good))
    count = sum(times["limn"][0]["pages"])
    print(f"{count} pages of {len(good)} documents at {DPI} dpi as NumPy arrays, {WORKERS} workers, medians of {ROUNDS} runs by turns; "
          f"{found - len(good)} documents are left out because not every engine draws all of their pages.\n")
    print("| | wall time | pages a second | processor time | largest process | limn is faster by |")
    print("| --- | --- | --- | --- | --- | --- |")
    median = {name: {key: statistics.median(one[key] for one in runs) for key in ("wall", "cpu", "memory")} for name, runs in times.items()}
    for name, one in median.items():
        print(f"| {name} | {one['wall']:.1f} s | {count / one['wall']:.0f} | {one['cpu']:.1f} s | {one['memory'] / 1024:.0f} MiB | "
              f"{one['wall'] / median['limn']['wall']:.1f} × |")


if __name__ == "__main__":
    main()
