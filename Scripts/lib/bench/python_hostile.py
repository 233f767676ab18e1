# SPDX-License-Identifier: GPL-3.0-or-later
"""python_hostile.py [FILE…]: which files end a Python program that draws them, and which keep it forever.

Each engine has one interpreter, which draws the first pages of one file after another. An interpreter that dies, or that takes
longer than 60 s, is replaced by another, which begins with the next file. Each may take 4 GiB of memory, as a service would limit
it; Limn's own limit is 5 s for a page, which the others cannot set. Prints counts, and the files. Without files, those of the
corpora are drawn.
"""
import resource
import select
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from corpus.files import ROOTS, distinct
from foreign import foreign

PAGES, DPI, PATIENCE, MEMORY, LIMIT = 3, 72, 60, 4 << 30, 5


def by_limn():
    import limn
    engine = limn.Engine(workers=2, timeout=LIMIT)

    def draw(path):
        return sum(page.numpy().size > 0 for page in engine.pages(path, pages=f"1-{min(PAGES, engine.inspect(path).page_count)}", dpi=DPI))
    return draw


def by_pymupdf():
    import pymupdf
    pymupdf.TOOLS.mupdf_display_errors(False)

    def draw(path):
        with pymupdf.open(path) as document:
            return sum(len(document[number].get_pixmap(dpi=DPI).samples) > 0 for number in range(min(PAGES, len(document))))
    return draw


def by_pypdfium2():
    import pypdfium2

    def draw(path):
        document = pypdfium2.PdfDocument(path)
        try:
            return sum(document[number].render(scale=DPI / 72).to_numpy().size > 0 for number in range(min(PAGES, len(document))))
        finally:
            document.close()
    return draw


ENGINES = {"limn": by_limn, "PyMuPDF": by_pymupdf, "pypdfium2": by_pypdfium2}


def serve(name):
    """Draws the files that standard input names, and says for each how it went."""
    draw = ENGINES[name]()
    for line in sys.stdin:
        try:
            told = f"drawn {draw(line.rstrip(chr(10)))}"
        except Exception as problem:  # noqa: BLE001 - a failure that the program hears about is what is wanted
            told = f"refused {type(problem).__name__}"
        print(told, flush=True)


def start(name):
    return subprocess.Popen(
        [sys.executable, __file__, "--engine", name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        text=True, bufsize=1, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)))


def measured(name, files, patience=PATIENCE):
    """How the files went, those that ended or kept an interpreter, and the seconds that all took."""
    outcomes, worst, child = Counter(), [], start(name)
    begin = time.monotonic()
    for path in files:
        try:
            child.stdin.write(f"{path}\n")
        except BrokenPipeError:
            # It ended after its last answer.
            outcomes["died"] += 1
            child.wait()
            child = start(name)
            child.stdin.write(f"{path}\n")
        told = child.stdout.readline() if select.select([child.stdout], [], [], patience)[0] else None
        if told:
            outcomes[told.split()[0]] += 1
            continue
        if told is None:
            kind = "hung"
            child.kill()
        else:
            kind = "died"
        status = child.wait()
        outcomes[kind] += 1
        worst.append((kind, signal.Signals(-status).name if kind == "died" and status < 0 else "", path))
        child = start(name)
    child.stdin.close()
    child.wait()
    return outcomes, worst, time.monotonic() - begin


def main():
    if sys.argv[1:2] == ["--engine"]:
        return serve(sys.argv[2])
    folders = [*ROOTS, foreign.made("killers"), *foreign.further("killers"), *foreign.further("forms")]
    files = sys.argv[1:] or [str(path) for path in distinct(*folders)]
    results = {name: measured(name, files) for name in ENGINES}
    print(f"{len(files)} files, hostile and damaged ones among them; the first {PAGES} pages at {DPI} dpi, one interpreter for all files, "
          f"{MEMORY >> 30} GiB each.\n")
    print("| | drawn | refused with an exception | dead interpreters | hung for 60 s | time |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name, (outcomes, _, seconds) in results.items():
        print(f"| {name} | {outcomes['drawn']} | {outcomes['refused']} | {outcomes['died']} | {outcomes['hung']} | {seconds:.0f} s |")
    for name, (_, worst, _) in results.items():
        for kind, how, path in worst:
            print(f"\n{name} {kind}{f' ({how})' if how else ''}: {Path(path).name}", end="")
    print()
    if any(results["limn"][0][kind] for kind in ("died", "hung")):
        sys.exit("a file ended the interpreter that used limn.")


if __name__ == "__main__":
    main()
