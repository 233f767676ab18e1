# SPDX-License-Identifier: GPL-3.0-or-later
"""Exports pages with random fine ink in every mode: LIMN. Run it in the project.

An export may be refused for its ink only where neither pdfium nor mupdf shows any of it.
"""
import argparse
import json
import math
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import pikepdf
import pypdfium2
from PIL import ImageChops

sys.path.insert(0, str(Path("Tests/TestSupport/Python/judges").resolve()))

import judging  # noqa: E402
from corpus.files import ROOTS, distinct  # noqa: E402
from corpus.guarding import Lost, each, guarded  # noqa: E402

MODES = ("overlay", "annotate", "burn", "redraw", "raster")
WIDTHS = (0.1, 3.0)
# Of documents with more pages, only the first ones are looked at; redrawing long ones takes too long.
PAGES, LARGEST = 40, 4_000_000
WORKERS, SECONDS, PATIENCE = 2, 300, 120
# The share of exports on pages that were made here.
MADE = 0.35
CHANGED = 6
# The words of a refusal that the comparison of pages causes.
INK, ELSEWHERE = "of the ink would show", "something else than the ink"


def kinds(rng: random.Random, width: float, height: float) -> list:
    """Lines of one kind, each a list of points, at a random place of a page."""
    short = min(width, height)
    size = min(short * 0.8, rng.choice((8, 20, 60, 200)))
    x, y = rng.uniform(0, max(0.01, width - size)), rng.uniform(0, max(0.01, height - size))
    half = size / 2
    kind = rng.choice(("level", "upright", "slanted", "rectangle", "plus", "writing", "dots", "hairline"))
    if kind == "level":
        return [[(x, y), (x + size, y)]]
    if kind == "upright":
        return [[(x, y), (x, y + size)]]
    if kind == "slanted":
        return [[(x, y), (x + size, y + size * rng.random())]]
    if kind == "rectangle":
        low = y + size * rng.uniform(0.1, 1)
        return [[(x, y), (x + size, y), (x + size, low), (x, low), (x, y)]]
    if kind == "plus":
        return [[(x, y + half), (x + size, y + half)], [(x + half, y), (x + half, y + size)]]
    if kind == "dots":
        return [[(x + rng.random() * size, y + rng.random() * size)] * 2 for _ in range(rng.randint(1, 12))]
    if kind == "hairline":
        long = min(200, width * 0.9)
        x = rng.uniform(0, width - long)
        return [[(x, y), (x + long, y)]]
    lines = []
    for _ in range(rng.randint(1, 40)):
        left, base, phase = x + rng.random() * size, y + rng.random() * size, rng.uniform(0, math.tau)
        step = size / rng.uniform(40, 200)
        lines.append([(left + i * step + 2 * step * math.cos(phase + i * 0.8), base + 3 * step * math.sin(phase + i))
                      for i in range(rng.randint(2, 30))])
    return lines


def ink(rng: random.Random, width: float, height: float) -> tuple:
    """An ink file, and its lines with their widths."""
    lines = kinds(rng, width, height)
    strokes = []
    constant = rng.random() < 0.8
    # A page of a few points gets ink that leaves most of it free.
    top = max(WIDTHS[0] * 1.5, min(WIDTHS[1], min(width, height) / 8))
    pen = rng.uniform(WIDTHS[0], top)
    color = rng.choice(((0, 0, 0, 1), (0, 0, 0, 1), (0.2, 0.3, 0.9, 1), (0.9, 0.1, 0.1, 1), (0.3, 0.3, 0.3, 0.6)))
    for line in lines:
        widths = [pen if constant else rng.uniform(WIDTHS[0], pen) for _ in line]
        brush = {
            "kind": "pen", "color": dict(zip(("red", "green", "blue", "alpha"), color)), "width": max(widths),
            "cap": rng.choice(("round", "round", "butt")), "dash": [],
        }
        strokes.append({"brush": brush, "xy": [n for point in line for n in point], "widths": widths})
    return json.dumps({"limnInk": 1, "pages": [{"strokes": strokes}]}), lines


def made(rng: random.Random, path: str) -> tuple:
    """A page of an odd size, turn and origin; its number and displayed size."""
    def side():
        return min(14_400, 3 * 4800 ** (rng.random() ** 1.3)) if rng.random() < 0.5 else rng.uniform(100, 1200)

    width, height = round(side(), rng.randint(0, 3)), round(side(), rng.randint(0, 3))
    if rng.random() < 0.2:
        height = width
    left, low = (rng.uniform(-50, 50), rng.uniform(-50, 50)) if rng.random() < 0.3 else (0, 0)
    turn = rng.choice((0, 0, 90, 180, 270))
    with pikepdf.new() as pdf:
        pdf.add_blank_page(page_size=(width, height))
        page = pdf.pages[0].obj
        page.MediaBox = pikepdf.Array([left, low, left + width, low + height])
        page.Rotate = turn
        if rng.random() < 0.5:
            page.Contents = pdf.make_stream(
                f"0.9 g {left} {low} {width / 2:.4f} {height / 2:.4f} re f 0.4 w {left} {low} m "
                f"{left + width} {low + height} l S".encode())
        pdf.save(path)
    return 1, (height, width) if turn in (90, 270) else (width, height)


def size_of(file: str, rng: random.Random) -> tuple:
    """A random page of a document and its displayed size in points."""
    document = pypdfium2.PdfDocument(file)
    count = len(document)
    if not 0 < count <= PAGES:
        raise ValueError("too many pages")
    number = rng.randint(1, count)
    size = document[number - 1].get_size()
    with pikepdf.open(file) as pdf:
        unit = float(pdf.pages[number - 1].obj.get("/UserUnit", 1))
    return number, (size[0] * unit, size[1] * unit)


def flatten(limn, file, ink_file, output, mode, number, *more):
    command = [limn, "flatten", file, ink_file, "-o", output, "--mode", mode, "--page", str(number), "--json", *more]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=PATIENCE)
        return json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        return {"status": "lost", "messages": ["takes too long"]}
    except ValueError:
        return {"status": "lost", "messages": ["says nothing"]}


def shown(engine, before, after, number, lines, size) -> float:
    """The share of the places on the lines that differ, within a pixel, as an engine draws both files."""
    dpi = 72 * min(2, 1500 / max(size), 12_000_000 ** 0.5 / max(size))
    old, new = (judging.draw(engine, file, [number], dpi)[number] for file in (before, after))
    if old.size != new.size:
        return 0.0
    # The largest of the three differences, and the largest of them in 3 x 3 pixels.
    parts = ImageChops.difference(old, new).split()
    most = ImageChops.lighter(ImageChops.lighter(parts[0], parts[1]), parts[2])
    across, down = most.size[0] / size[0], most.size[1] / size[1]
    seen = changed = 0
    for line in lines:
        for (x0, y0), (x1, y1) in zip(line, line[1:]):
            count = max(1, int(math.hypot(x1 - x0, y1 - y0) * across))
            for step in range(count + 1):
                x, y = (int((a + (b - a) * step / count) * s) for a, b, s in ((x0, x1, across), (y0, y1, down)))
                if 0 <= x < most.size[0] and 0 <= y < most.size[1]:
                    seen += 1
                    near = most.crop((max(0, x - 1), max(0, y - 1), x + 2, y + 2))
                    changed += near.getextrema()[1] >= CHANGED
    return changed / seen if seen else 0.0


def judged(limn: str, files: list, seed: str, modes: list, number: int) -> dict:
    """One export: what it was, and what became of it."""
    rng = random.Random(f"{seed} {number}")
    mode = modes[number % len(modes)]
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "made.pdf")
        if rng.random() < MADE:
            page, size = made(rng, file)
        else:
            for _ in range(20):
                file = rng.choice(files)
                try:
                    page, size = guarded(20, size_of, file, rng)
                    if min(size) >= 3:
                        break
                except Lost:
                    continue
            else:
                return {"number": number, "mode": mode, "outcome": "no page"}
        text, lines = ink(rng, *size)
        drawn = os.path.join(folder, "ink.json")
        Path(drawn).write_text(text)
        output = os.path.join(folder, "out.pdf")
        said = flatten(limn, file, drawn, output, mode, page)
        record = {"number": number, "mode": mode, "file": file, "page": page, "size": size}
        if said["status"] in ("ok", "warnings"):
            return record | {"outcome": "exported"}
        words = " ".join(said["messages"])
        record["said"] = words
        if INK not in words and ELSEWHERE not in words:
            return record | {"outcome": "refused for another reason"}
        flatten(limn, file, drawn, output, mode, page, "--no-verify")
        shares = {}
        for engine in ("pdfium", "mupdf"):
            try:
                shares[engine] = round(guarded(60, shown, engine, file, output, page, lines, size), 3)
            except Lost:
                shares[engine] = None
        record["shown"] = shares
        if INK in words and not any(shares.values()):
            return record | {"outcome": "refused, and no engine shows the ink"}
        return record | {"outcome": "wrongly refused" if INK in words else "refused for a change elsewhere"}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("limn")
    parser.add_argument("--count", type=int, default=5000, help="how many exports")
    parser.add_argument("--first", type=int, default=0, help="the number of the first one")
    parser.add_argument("--seed", default="fine")
    parser.add_argument("--modes", default=",".join(MODES))
    parser.add_argument("--workers", type=int, default=WORKERS)
    parser.add_argument("--results", type=Path, default=Path(".build-exports/fine.jsonl"))
    options = parser.parse_args()
    limn, modes = os.path.realpath(options.limn), options.modes.split(",")
    os.environ["SWIFT_BACKTRACE"] = "enable=no"
    files = [str(file) for file in distinct(*ROOTS) if file.stat().st_size <= LARGEST]
    numbers = range(options.first, options.first + options.count)
    options.results.parent.mkdir(parents=True, exist_ok=True)
    outcomes = Counter()
    with options.results.open("a") as results:
        runs = each(lambda number: judged(limn, files, options.seed, modes, number), numbers, SECONDS, options.workers)
        for done, (number, record) in enumerate(runs, 1):
            record = record or {"number": number, "mode": modes[number % len(modes)], "outcome": "lost"}
            results.write(json.dumps(record) + "\n")
            results.flush()
            outcomes[record["mode"], record["outcome"]] += 1
            if record["outcome"] not in ("exported", "refused for another reason"):
                print(json.dumps(record), flush=True)
            if done % 250 == 0:
                print(f"{done} of {options.count}", flush=True)
    for mode in modes:
        told = [f"{count} {outcome}" for (of, outcome), count in sorted(outcomes.items()) if of == mode]
        print(f"{mode}: {', '.join(told)}")
    wrong = sum(count for (_, outcome), count in outcomes.items() if outcome in ("wrongly refused", "lost"))
    if wrong:
        sys.exit(f"exports: {wrong} exports with fine ink were refused although an engine shows it, or lost.")


if __name__ == "__main__":
    main()
