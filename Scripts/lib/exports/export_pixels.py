# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares pages of an export with those of its original as other engines draw them."""
import pikepdf
import pypdfium2
from PIL import ImageChops

from exports import export_ink
import judging
from compare_objects import leaves
from corpus.guarding import Lost, guarded

# Half a pixel a point, and no more than so many pixels a side.
SCALE, SIDE = 0.5, 800
SECONDS = 60


def user_units(file, pages):
    with pikepdf.open(file) as pdf:
        found = leaves(pdf.Root)
        return {n: float(found[n - 1][0].get("/UserUnit", 1)) for n in pages}


def drawn(file, pages):
    """Pages as pdfium draws them with annotations and forms: size, pixels and the pixels of a unit."""
    document = pypdfium2.PdfDocument(file)
    try:
        document.init_forms()
    except Exception:
        pass
    found = {}
    for number in pages:
        page = document[number - 1]
        scale = min(SCALE, SIDE / max(1, *page.get_size()))
        found[number] = (page.render(scale=scale).to_pil().convert("RGB"), scale)
    return found


def drawn_by_poppler(file, pages):
    """The same by pdftoppm, for what pdfium cannot open."""
    return {n: (picture, SCALE) for n, picture in judging.draw("splash", file, pages, 72 * SCALE).items()}


def strongest(difference):
    return max(high for _, high in difference.getextrema())


def compare(before, after, pixels, boxed=()):
    """What differs between two pictures beyond what ink explains, and the share of the ink that shows.

    `pixels` is how many of them the ink's unit has; None for a page without ink, which must be identical. Ink of the
    kinds that are boxed may change all of its bounding box.
    """
    if before.size != after.size:
        return f"is {after.size} instead of {before.size} pixels", None
    difference = ImageChops.difference(before, after)
    if pixels is None:
        levels = strongest(difference)
        return f"has no ink and differs by {levels} levels" if levels else None, None
    shown = export_ink.share(difference, pixels)
    difference.paste((0, 0, 0), mask=export_ink.mask(difference.size, pixels, boxed))
    levels = strongest(difference)
    return f"differs by {levels} levels away from the ink" if levels > 1 else None, shown


class Pages:
    """The pages of an original that are compared with its exports."""

    def __init__(self, file, inked, count):
        self.file, self.inked = file, inked
        others = [n for n in range(1, count + 1) if n not in inked]
        # The neighbours, the ends, and one between.
        wanted = {n + step for n in inked for step in (-1, 1)} | {1, count, (count + 1) // 2}
        self.numbers = sorted([*inked, *[n for n in others if n in wanted][:4]])
        try:
            self.units = guarded(SECONDS, user_units, file, self.numbers)
        except Lost:
            self.units = dict.fromkeys(self.numbers, 1.0)
        self.engine, self.draw = "pdfium", drawn
        try:
            self.pictures = guarded(SECONDS, drawn, file, self.numbers)
        except Lost:
            self.engine, self.draw = "splash", drawn_by_poppler
            self.pictures = guarded(SECONDS, drawn_by_poppler, file, self.numbers)

    def scale(self, number, pixels, honours_units=False):
        if number not in self.inked:
            return None
        return self.inked[number] * pixels / (1 if honours_units else self.units[number])

    def judge(self, export):
        """What is wrong with an export, a line each, and the least share of the ink that shows on a page."""
        wrong, shares = [], []
        try:
            pictures = guarded(SECONDS, self.draw, export, self.numbers)
        except Lost as error:
            return [f"{self.engine} draws the original, but not the export: {error}"], None
        for number in self.numbers:
            (before, pixels), (after, _) = self.pictures[number], pictures[number]
            # Within the box of what multiplies, pdfium draws what is below once more: smooth edges become harder.
            found, shown = compare(before, after, self.scale(number, pixels), ["highlighter"])
            if found:
                wrong.append(f"page {number} {found} ({self.engine}; {self.others(export, number)})")
            if shown is not None:
                shares.append(shown)
        return wrong, min(shares, default=None)

    def others(self, export, number):
        """What other engines say of a page."""
        said = []
        for engine in ("mupdf", "splash"):
            dpi = 72 * self.pictures[number][1]
            try:
                before, after = [guarded(SECONDS, judging.draw, engine, f, [number], dpi)[number]
                                 for f in (self.file, export)]
                found, _ = compare(before, after, self.scale(number, dpi / 72, engine == "mupdf"))
                said.append(f"{engine}: {found or 'does not'}")
            except Lost as error:
                said.append(f"{engine}: {error}")
        return "; ".join(said)
