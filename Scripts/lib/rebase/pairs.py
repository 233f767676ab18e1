# SPDX-License-Identifier: GPL-3.0-or-later
"""Real documents in two editions. The truth is what both hold: lines of text that occur once in each, at the same size."""
import random
import re
from pathlib import Path

import pymupdf

from . import ink

FORMS = Path(".corpus-editions/pypi/habutax/habutax/forms")
PACKAGES = Path(".corpus-editions/debian")
SUITES = ("bullseye", "bookworm", "trixie")
DOCUMENTS = ("octave-doc/octave.pdf", "octave-doc/liboctave.pdf", "octave-doc/refcard-a4.pdf", "r-doc-pdf/R-admin.pdf",
             "r-doc-pdf/R-data.pdf", "r-doc-pdf/R-exts.pdf", "r-doc-pdf/R-FAQ.pdf", "r-doc-pdf/R-intro.pdf",
             "r-doc-pdf/R-ints.pdf", "r-doc-pdf/R-lang.pdf", "gnuplot-doc/gnuplot.pdf", "debian-policy/policy.pdf",
             "developers-reference/developers-reference.pdf", "debmake-doc/debmake-doc.en.pdf",
             "debian-refcard/refcard-en-a4.pdf", "debian-refcard/refcard-de-a4.pdf", "debian-refcard/refcard-fr-a4.pdf")
STROKES = 300


def forms():
    """The same tax forms of consecutive years: name, old, new."""
    for old, new in (("ty2021", "ty2022"), ("ty2022", "ty2023")):
        for path in sorted((FORMS / old).glob("*.pdf")):
            yield f"{path.stem} {old[2:]} to {new[2:]}", path, FORMS / new / path.name


def documents():
    """The same manuals and cards of consecutive versions: name, old, new."""
    for old, new in zip(SUITES, SUITES[1:]):
        for document in DOCUMENTS:
            package, name = document.split("/")
            paths = [next(iter((PACKAGES / f"{package}@{suite}").rglob(name)), None) for suite in (old, new)]
            if all(paths):
                yield f"{name.removesuffix('.pdf')} {old} to {new}", *paths


def unique_lines(document):
    """The lines of at least four words that occur once: by their text, the page and the box as shown."""
    found = {}
    for page in document:
        for block in page.get_text("dict", flags=pymupdf.TEXTFLAGS_TEXT)["blocks"]:
            for line in block.get("lines", []):
                text = re.sub(r"\s+", " ", "".join(span["text"] for span in line["spans"])).strip()
                if len(text.split()) >= 4 and len(text) >= 20 and line["dir"] == (1.0, 0.0):
                    box = pymupdf.Rect(line["bbox"]) * page.rotation_matrix
                    found.setdefault(text, []).append((page.number, box))
    return {text: places[0] for text, places in found.items() if len(places) == 1}


def make(old_path, new_path, seed=1):
    """A case with one stroke on each of some lines that both editions hold; None if there are none."""
    chance = random.Random(seed)
    with pymupdf.open(old_path) as old, pymupdf.open(new_path) as new:
        before, after = unique_lines(old), unique_lines(new)
        strokes = []
        for text in sorted(before.keys() & after.keys()):
            (page, box), (number, place) = before[text], after[text]
            if box.width < 40 or abs(place.width / box.width - 1) > 0.01 or abs(place.height / box.height - 1) > 0.02:
                continue
            points = ink.zigzag(box.x0 + 4, box.y0 + 2)
            dx, dy = place.x0 - box.x0, place.y0 - box.y0
            strokes.append(ink.Stroke(page, points, (number, [(x + dx, y + dy) for x, y in points])))
        sizes = [(page.rect.width, page.rect.height) for page in old]
    strokes = chance.sample(strokes, min(STROKES, len(strokes)))
    strokes.sort(key=lambda stroke: stroke.page)
    return ink.Case(str(old_path), str(new_path), sizes, strokes)
