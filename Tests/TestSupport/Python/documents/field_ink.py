# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws every page of FILE, each of which shows one widget and nothing else, with poppler, mutool, pdfium and PyMuPDF.

Prints a line for each page where an engine paints nothing inside the widget's rectangle, or something outside of it.
"""
import subprocess
import sys
import tempfile
from pathlib import Path

import pikepdf
import pymupdf
import pypdfium2
from PIL import Image, ImageDraw

FILE = sys.argv[1]
DPI = 72


def with_tool(*command: str) -> list[Image.Image]:
    """The pages as a tool writes them into a folder."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([part.replace("OUT", folder) for part in command], check=True, capture_output=True)
        pictures = sorted(Path(folder).iterdir(), key=lambda path: int(path.stem.split("-")[-1]))
        return [Image.open(path).convert("L") for path in pictures]


def with_pdfium() -> list[Image.Image]:
    document = pypdfium2.PdfDocument(FILE)
    document.init_forms()
    return [page.render(scale=DPI / 72, may_draw_forms=True).to_pil().convert("L") for page in document]


def with_pymupdf() -> list[Image.Image]:
    pixmaps = (page.get_pixmap(dpi=DPI) for page in pymupdf.open(FILE))
    return [Image.frombytes("RGB", (map.width, map.height), map.samples).convert("L") for map in pixmaps]


ENGINES = {
    "poppler": with_tool("pdftoppm", "-r", str(DPI), "-png", FILE, "OUT/p"),
    "mutool": with_tool("mutool", "draw", "-q", "-r", str(DPI), "-o", "OUT/p-%d.png", FILE),
    "pdfium": with_pdfium(),
    "PyMuPDF": with_pymupdf(),
}

with pikepdf.open(FILE) as document:
    for number, page in enumerate(document.pages):
        height = float(page.MediaBox[3])
        left, bottom, right, top = (float(value) for value in page.Annots[0].Rect)
        box = (int(left) - 1, int(height - top) - 1, int(right) + 1, int(height - bottom) + 1)
        for name, pictures in ENGINES.items():
            picture = pictures[number].point(lambda value: 255 if value < 230 else 0)
            inside = picture.crop(box).getbbox()
            ImageDraw.Draw(picture).rectangle(box, fill=0)
            if inside is None:
                print(f"page {number + 1}: {name} paints nothing")
            if picture.getbbox() is not None:
                print(f"page {number + 1}: {name} paints outside of the field")
