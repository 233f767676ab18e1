# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares small pictures of real pages, engine by engine: LIMN [--count N] [--only PART…] [--report FILE].

Run it in the project's folder, with the Python that has the packages of Scripts/requirements.txt.
"""
import argparse
import platform
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from PIL import Image

from pictures import smallpictures
from corpus.files import distinct
from pictures.smallpictures import (FILTERS, Tally, grey, in_light, in_pdfium, mutool, page_size, poppler, scaled, timed,
                           truth)

SMALL, LARGE = (128, 256, 512), (1056,)
SHOWN = {"character-sheet": "Samples/character-sheet.pdf", "map": "Samples/map-landscape.pdf"}
FAILURES = (subprocess.SubprocessError, OSError, ValueError, RuntimeError)


def limn_way(limn: str, quality: str):
    def draw(file: Path, size: tuple, folder: str) -> Image.Image:
        out = f"{folder}/limn-{quality}.png"
        command = [limn, "thumbnail", "--quiet", "--jobs", "1", "--size", str(max(size)), "--quality", quality, "-o", out]
        done = subprocess.run([*command, str(file)], timeout=60, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if done.returncode not in (0, 3):
            raise ValueError(f"Limn ends with {done.returncode}")
        return grey(out, size)
    return draw


def pages(files: list, longer: int, count: int, folder: str):
    """Pages with a truth, and their truths."""
    found = 0
    for file in files:
        if found == count:
            return
        try:
            size = scaled(page_size(file), longer)
            wanted = truth(file, size, folder)
        except FAILURES:
            continue
        if wanted is not None:
            found += 1
            yield file, size, wanted


def compare(ways: dict, files: list, longer: int, count: int, folder: str) -> tuple:
    """The errors and times of each way, and the pages that all of them could draw."""
    tallies, drawn = {name: Tally() for name in ways}, []
    for file, size, wanted in pages(files, longer, count, folder):
        try:
            made = {name: timed(draw, file, size, folder) for name, draw in ways.items()}
        except FAILURES:
            continue
        drawn.append(file)
        for name, (picture, seconds) in made.items():
            tallies[name].add(picture, wanted, seconds)
    return tallies, drawn


def table(heads: list, rows: list) -> list:
    lines = ["| " + " | ".join(heads) + " |", "| --- |" + " ---: |" * (len(heads) - 1)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows] + [""]


def verdict(is_met: bool) -> str:
    return "met" if is_met else "**missed**"


def errors_table(ways: dict, files: list, sides: tuple, count: int, folder: str, targets: list) -> tuple:
    """The table of the errors, and the pages; adds to the targets whether the first way has the lowest error."""
    found = {side: compare(ways, files, side, count, folder) for side in sides}
    rows = []
    for name in ways:
        tallies = [found[side][0][name] for side in sides]
        rows.append([name] + [f"{tally.mean():.2f}" for tally in tallies] + [f"{t.worst():.1f}" for t in tallies])
    for side in sides:
        first, *others = (tally.mean() for tally in found[side][0].values())
        targets.append([f"error at {side} px, the lowest of all engines", f"less than {min(others):.2f}",
                        f"{first:.2f}", verdict(first < min(others))])
    heads = ["engine"] + [f"{side} px" for side in sides] + [f"worst, {side} px" for side in sides]
    counts = ", ".join(f"{len(found[side][1])} at {side} px" for side in sides)
    return table(heads, rows) + [f"Pages: {counts}.", ""], found[sides[0]][1]


def batch(limn: str, quality: str, side: int, files: list, folder: str) -> tuple:
    """The time of one run over all files, and the bytes of the pictures."""
    out = Path(folder, f"batch-{quality}-{side}")
    start = time.monotonic()
    subprocess.run(
        [limn, "thumbnail", "--quiet", "--keep-folders", "--jobs", "1", "--size", str(side), "--quality", quality,
         "-o", str(out), *map(str, files)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.monotonic() - start, sum(path.stat().st_size for path in out.rglob("*.png"))


def batches(limn: str, files: list, runs: int, folder: str, targets: list) -> list:
    rows = []
    for side in SMALL:
        times: dict = {"fast": [], "standard": []}
        sizes = {}
        for _ in range(runs):
            for quality in times:
                seconds, sizes[quality] = batch(limn, quality, side, files, folder)
                times[quality].append(seconds)
        # What else the machine does only adds to a time.
        fast, standard = (min(times[quality]) for quality in times)
        more = f"{100 * (standard / fast - 1):+.0f} %"
        targets.append([f"time at {side} px, more than fast", "at most +10 %", more, verdict(standard <= 1.1 * fast)])
        kilobytes = (f"{size / len(files) / 1000:.1f} kB" for size in sizes.values())
        rows.append([f"{side} px", f"{fast:.2f} s", f"{standard:.2f} s", more, *kilobytes])
    heads = ["size", "time, fast", "standard", "more"]
    return table([*heads, "bytes, fast", "standard"], rows)


def filters(files: list, count: int, folder: str) -> list:
    """What averaging does to poppler's pictures, by factor and by filter."""
    rows = []
    for side in SMALL:
        tallies: dict = {}
        for file, size, wanted in pages(files, side, count, folder):
            try:
                large = {factor: poppler(file, tuple(factor * s for s in size), folder) for factor in (1, 2, 3, 4, 6)}
            except FAILURES:
                continue
            for factor, picture in large.items():
                made = {name: picture.resize(size, way) for name, way in FILTERS.items()} if factor > 1 else {}
                made["light"] = in_light(picture, size) if factor > 1 else picture
                for name, small in made.items():
                    tallies.setdefault((factor, name), Tally()).add(small, wanted, 0)
        for factor in (1, 2, 3, 4, 6):
            cells = [f"{tallies[factor, name].mean():.2f}" if (factor, name) in tallies and factor > 1 else "–"
                     for name in [*FILTERS, "light"]]
            if factor == 1:
                cells[0] = f"{tallies[1, 'light'].mean():.2f}"
            rows.append([f"{side} px × {factor}", *cells])
    return table(["drawn at", "box", "Hamming", "bicubic", "Lanczos", "box, as light"], rows)


def side_by_side(ways: dict, report: Path, folder: str) -> list:
    """One picture for each shown document: the engines from left to right, then the truth."""
    lines = [f"From left to right: {', '.join(ways)}, and the truth; 256 px.", ""]
    for name, file in SHOWN.items():
        size = scaled(page_size(Path(file)), 256)
        strip = [draw(Path(file), size, folder) for draw in ways.values()]
        fine = tuple(8 * side for side in size)
        strip.append(Image.blend(*(draw(Path(file), fine, folder).reduce(8) for draw in (mutool, in_pdfium)), 0.5))
        if size[0] > size[1]:
            sheet = Image.new("L", (3 * size[0] + 16, 2 * size[1] + 8), 128)
            places = [(column * (size[0] + 8), row * (size[1] + 8)) for row in range(2) for column in range(3)]
        else:
            sheet = Image.new("L", (len(strip) * (size[0] + 8) - 8, size[1]), 128)
            places = [(column * (size[0] + 8), 0) for column in range(len(strip))]
        for picture, place in zip(strip, places):
            sheet.paste(picture, place)
        path = report.parent / "pictures" / f"{name}.png"
        path.parent.mkdir(exist_ok=True)
        sheet.quantize(32).save(path, optimize=True)
        lines += [f"![{name}](pictures/{path.name})", ""]
    return lines


def version(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True)
    return (done.stdout + done.stderr).splitlines()[0].strip()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("limn")
    parser.add_argument("--count", type=int, default=90, help="the pages at each size")
    parser.add_argument("--runs", type=int, default=5, help="the runs of which the least counts")
    parser.add_argument("--only", nargs="+", choices=["small", "large", "time", "filters", "shown"])
    parser.add_argument("--report", type=Path)
    options = parser.parse_args()
    parts = options.only or ["small", "large", "time", "filters", "shown"]
    files = distinct()
    random.Random(1).shuffle(files)
    fast, standard, best = (limn_way(options.limn, quality) for quality in ("fast", "standard", "best"))
    ways = {"Limn": standard, "Limn, fast": fast, "pdftocairo": poppler, "mutool": mutool, "pdfium": in_pdfium}
    lines = ["# Small pictures", "", " ".join(smallpictures.__doc__.split()), "",
             f"Made by `Scripts/pictures --report` from the first pages of the PDFs that `Scripts/corpus` fetches, on "
             f"{platform.machine()}; {version('pdftocairo', '-v')}, {version('mutool', '-v')}, "
             f"{version(sys.executable, '-m', 'pypdfium2', '--version')}.", ""]
    head, lines, targets = lines, [], []
    with tempfile.TemporaryDirectory() as folder:
        drawn = files[:options.count]
        if "small" in parts:
            rows, drawn = errors_table(ways, files, SMALL, options.count, folder, targets)
            lines += ["## The error of each engine", "", *rows]
        if "time" in parts:
            lines += ["## What it costs", "",
                      f"One run of `limn thumbnail --jobs 1` over {len(drawn)} of these documents; the least of "
                      f"{options.runs} runs, by turns.", "",
                      *batches(options.limn, drawn, options.runs, folder, targets)]
        if "large" in parts:
            larger = {"Limn, best": best, **ways}
            rows, _ = errors_table(larger, files, LARGE, options.count // 6, folder, targets)
            lines += ["## Larger pictures", "", *rows]
        if "filters" in parts:
            lines += ["## Factor, filter and light", "",
                      "pdftocairo's pictures, drawn larger and made smaller by Pillow. `as light` averages amounts of "
                      "light (gamma 2.2) rather than levels.", "", *filters(files, options.count // 4, folder)]
        if "shown" in parts:
            lines += ["## Side by side", "", *side_by_side(ways, options.report or Path(folder, "x"), folder)]
    if targets:
        head += ["## Targets", "", *table(["target", "wanted", "measured", ""], targets)]
    text = "\n".join(head + lines).rstrip() + "\n"
    if options.report:
        options.report.write_text(text)
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
