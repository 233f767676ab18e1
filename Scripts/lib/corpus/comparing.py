# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the first pages of the corpora with pdfium and mupdf, and lists those that differ from both where these agree:
LIMN [--report FILE] [--keep FOLDER]. Beside a report it puts `pictures/pages.png`, with both engines' pictures. Run it in the project."""
import argparse
import json
import os
import subprocess
import tempfile
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

from corpus import peers
from corpus.files import ROOTS, distinct
from foreign import foreign

SIDE = 300
# Mean differences of two pictures' channels, of 1: below the first two engines agree, from the second on Limn differs.
ALIKE, APART = 0.01, 0.02


def difference(path: str, other: str) -> float:
    with Image.open(path) as first, Image.open(other) as second:
        first, second = first.convert("RGB"), second.convert("RGB")
        if max(abs(first.width - second.width), abs(first.height - second.height)) > 3:
            return 1
        second = second.resize(first.size)
    return sum(ImageStat.Stat(ImageChops.difference(first, second)).mean) / 3 / 255


def beside(target: Path, rows: list[list[str]]) -> None:
    """Writes a picture with a row of small pictures for each page."""
    side, gap = 150, 4
    sheet = Image.new("RGB", (len(rows[0]) * (side + gap) + gap, len(rows) * (side + gap) + gap), "gray")
    for row, files in enumerate(rows):
        for column, file in enumerate(files):
            with Image.open(file) as picture:
                small = picture.convert("RGB")
                small.thumbnail((side, side))
                sheet.paste(small, (gap + column * (side + gap), gap + row * (side + gap)))
    target.parent.mkdir(exist_ok=True)
    sheet.quantize(64).save(target, optimize=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("limn")
    parser.add_argument("--report", type=Path)
    parser.add_argument("--keep", type=Path, help="keep the pictures in a folder")
    parser.add_argument("--every", type=int, default=1, help="compare only every Nth file")
    options = parser.parse_args()
    files = [str(file) for file in distinct(*ROOTS, *foreign.further("forms"), *foreign.further("found"))][::options.every]
    with tempfile.TemporaryDirectory() as made:
        folder = str(options.keep or made)
        os.makedirs(folder, exist_ok=True)
        given = Path(folder) / "files.txt"
        given.write_bytes(b"".join(os.fsencode(file) + b"\0" for file in files))
        seen = subprocess.run(
            [os.path.realpath(options.limn), "render", "--files-from", str(given), "-0", "--keep-folders", "-o",
             f"{folder}/limn", "--pages", "1", "--scale-to", str(SIDE), "--json", "--quality", "best"],
            capture_output=True, text=True).stdout
        results = {result["input"]: result for result in map(json.loads, seen.splitlines())}
        counts = peers.draw_all(files, f"{folder}/peers", SIDE)
        agreed, apart, missing = 0, [], []
        for index, file in enumerate(files):
            pair = [f"{folder}/peers/{index}.{engine}.png" for engine in peers.ENGINES]
            if not all(counts[engine][file] for engine in peers.ENGINES) or not all(map(os.path.exists, pair)):
                continue
            if difference(*pair) >= ALIKE:
                continue
            agreed += 1
            result = results.get(file) or {"status": "missing", "messages": [], "output": None}
            if not result["output"]:
                missing.append((file, result["status"], " ".join(result["messages"])))
                continue
            off = min(difference(result["output"], other) for other in pair)
            if off >= APART:
                apart.append((off, file, " ".join(result["messages"]), [result["output"], *pair]))
        apart.sort(reverse=True)
        lines = [
            "# Pages that look different", "",
            f"Of {len(files)} first pages, pdfium and mupdf draw {agreed} alike (the mean difference of a channel is below "
            f"{ALIKE:.0%}). Limn draws {agreed - len(apart) - len(missing)} of them like these, {len(apart)} differently "
            f"(from {APART:.0%} on), and {len(missing)} not at all. `Scripts/pages --report` writes this file.", "",
            "| difference | file | what Limn says |", "| ---: | --- | --- |"]
        lines += [f"| {off:.1%} | `{file}` | {said} |" for off, file, said, _ in apart]
        lines += [f"| no picture: {status} | `{file}` | {said} |" for file, status, said in missing]
        text = "\n".join(lines) + "\n"
        print(text)
        if options.report:
            if apart:
                beside(options.report.parent / "pictures" / "pages.png", [pictures for *_, pictures in apart])
                text += "\nThe pages in the order of the table, by Limn, pdfium and mupdf:\n\n![pages](pictures/pages.png)\n"
            options.report.write_text(text)


if __name__ == "__main__":
    main()
