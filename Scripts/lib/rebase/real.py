# SPDX-License-Identifier: GPL-3.0-or-later
"""Revisions of real documents: their pages are taken apart at gaps between lines, and put together again elsewhere."""
import os
import random

import pymupdf

from . import ink

DOCUMENTS = [
    ".corpus-more/debian/libpdfbox2-java/pdfbox/src/test/resources/input/cweb.pdf",
    ".corpus-more/debian/libpdfbox2-java/pdfbox/src/test/resources/input/eu-001.pdf",
    ".corpus-more/debian/qpdf/qpdf/qtest/qpdf/deterministic-id-in.pdf",
    ".corpus-more/manuals/octave-doc/usr/share/doc/octave/liboctave.pdf",
    ".corpus-more/manuals/octave-doc/usr/share/doc/octave/refcard-a4.pdf",
    ".corpus-more/manuals/r-doc-pdf/usr/share/R/doc/manual/R-intro.pdf",
    ".corpus-more/pdfjs/pdf.js/test/pdfs/prefilled_f1040.pdf",
    ".corpus-more/pdfjs/pdf.js/test/pdfs/issue12963.pdf",
    ".corpus-more/python/rst2pdf/tests/reference/sphinx-toc-depth.pdf",
    ".corpus-more/python/rst2pdf/tests/reference/test_transitions.pdf",
    ".corpus-more/python/pymupdf/tests/resources/test_3842.pdf",
    ".corpus-more/python/pymupdf/tests/resources/test_4026.pdf",
    ".corpus-more/python/pymupdf/tests/resources/test_natural.pdf",
    ".corpus-more/python/pymupdf/tests/resources/v110-changes.pdf",
    ".corpus/pikepdf/tests/resources/form_210966.pdf",
    ".corpus/pikepdf/tests/resources/form_dd0293.pdf",
    ".corpus/pymupdf/tests/resources/mupdf_explored.pdf",
    ".corpus/pymupdf/tests/resources/test_2548.pdf",
    ".corpus/pypdf/resources/pdflatex-outline.pdf",
    ".corpus/pypdf/resources/Seige_of_Vicksburg_Sample_OCR.pdf",
]
KINDS = ("same", "moved", "swapped", "scaled", "removed", "renamed", "font", "margins", "inserted", "page removed",
         "turned", "paper")
# Revisions of the first page alone, by parts of it.
PARTS = ("moved", "swapped", "scaled", "removed")
STROKES_A_PAGE = 12


def load(path):
    """The first pages of a document that hold text, as a document of their own without links and notes."""
    found = pymupdf.open()
    with pymupdf.open(path) as source:
        for page in source:
            if page.rotation == 0 and len(page.get_text("words")) >= 40:
                copy = found.new_page(width=page.rect.width, height=page.rect.height)
                copy.show_pdf_page(copy.rect, source, page.number)
            if len(found) == 3:
                break
    return pymupdf.open("pdf", found.tobytes())


def lines(page):
    """The boxes of the lines of text."""
    return [pymupdf.Rect(line["bbox"]) for block in page.get_text("dict")["blocks"] for line in block.get("lines", [])
            if line["dir"] == (1.0, 0.0) and line["bbox"][2] > line["bbox"][0]]


def gaps(page):
    """Heights at which no line of text is cut, at least 2 pt away from each, top to bottom."""
    boxes = sorted(lines(page), key=lambda box: box.y0)
    found, bottom = [], None
    for box in boxes:
        if bottom is not None and box.y0 - bottom >= 4:
            found.append((box.y0 + bottom) / 2)
        bottom = max(bottom or box.y1, box.y1)
    return found


def part(document, top, bottom):
    """A document of the first page with only what lies between two heights."""
    copy = pymupdf.open()
    copy.insert_pdf(document, from_page=0, to_page=0)
    page, (width, height) = copy[0], document[0].rect.br
    for band in ((-10, -10, width + 10, top), (-10, bottom, width + 10, height + 10)):
        if band[3] > band[1] + 1:
            page.add_redact_annot(pymupdf.Rect(band), fill=False)
    page.apply_redactions(images=pymupdf.PDF_REDACT_IMAGE_PIXELS, graphics=pymupdf.PDF_REDACT_LINE_ART_REMOVE_IF_TOUCHED)
    return copy


def assemble(parts, size):
    """A page of parts, each with its scale and shift."""
    document = pymupdf.open()
    page = document.new_page(width=size[0], height=size[1])
    for source, (scale, dx, dy) in parts:
        box = source[0].rect
        page.show_pdf_page(pymupdf.Rect(dx, dy, dx + scale * box.width, dy + scale * box.height), source, 0)
    return document


def cut(document, kind, chance):
    """The first page in parts: for each the heights it lies between, and its map; None if it is gone."""
    page = document[0]
    height, places = page.rect.height, gaps(page)
    inner = [y for y in places if 0.2 * height < y < 0.8 * height]
    if not inner:
        return None
    if kind == "moved":
        y = chance.choice(inner)
        return [(0, y, (1, chance.uniform(-6, 6), chance.uniform(-8, 0))),
                (y, height, (1, chance.uniform(-6, 6), chance.uniform(0, 8)))]
    if kind == "swapped":
        below = [y for y in inner if y > inner[0] + 40]
        last = [y for y in places if below and y > below[0] + 40]
        if not last:
            return None
        a, b, c = inner[0], below[0], chance.choice(last)
        return [(0, a, (1, 0, 0)), (a, b, (1, 0, c - b)), (b, c, (1, 0, a - b)), (c, height, (1, 0, 0))]
    y = chance.choice(inner)
    if kind == "removed":
        return [(0, y, (1, 0, 0)), (y, height, None)]
    scale = chance.choice([0.8, 0.85, 0.9])
    return [(0, y, (1, 0, 0)), (y, height, (scale, 30.0, y * (1 - scale)))]


def draw_strokes(document, chance, mapping):
    """Marks on lines of text of each page; `mapping(page, points)` tells where they belong."""
    strokes = []
    for page in document:
        boxes = [box for box in lines(page) if box.width > 40 and 10 < box.y0 < page.rect.height - 20]
        for box in chance.sample(boxes, min(STROKES_A_PAGE, len(boxes))):
            points = ink.zigzag(box.x0 + chance.uniform(0, box.width - 30), box.y0 + 2)
            if points[2][0] < page.rect.width - 20:
                strokes.append(ink.Stroke(page.number, points, mapping(page.number, points)))
    return strokes


def retyped(document, rename):
    """The document with its text set anew in another font; with `rename` only its topmost line, with other words."""
    copy = pymupdf.open("pdf", document.tobytes())
    for page in copy:
        spans = [span for block in page.get_text("dict")["blocks"] for line in block.get("lines", [])
                 if line["dir"] == (1.0, 0.0) for span in line["spans"] if span["text"].strip()]
        if rename:
            spans = sorted(spans, key=lambda span: span["bbox"][1])[:1] if page.number == 0 else []
        for span in spans:
            page.add_redact_annot(pymupdf.Rect(span["bbox"]), fill=False)
        page.apply_redactions(images=0, graphics=0)
        for span in spans:
            text = "Entirely different heading" if rename else span["text"]
            page.insert_text(span["origin"], text, fontsize=span["size"], fontname="tiro")
    return copy


def shifted(document, size, shift):
    """The pages moved, on paper of another size unless it is None."""
    new = pymupdf.open()
    for page in document:
        width, height = size or page.rect.br
        target = page.rect + (*shift, *shift)
        new.new_page(width=width, height=height).show_pdf_page(target, document, page.number)
    return new


def revise(document, kind, chance):
    """The new edition, and the map of an old page's points; None where this document does not allow this kind."""
    def stay(page, points):
        return page, points

    if kind in PARTS:
        pieces = cut(document, kind, chance)
        if pieces is None:
            return None
        page = assemble([(part(document, top, bottom), place) for top, bottom, place in pieces if place],
                        document[0].rect.br)
        new = pymupdf.open("pdf", document.tobytes())
        new.insert_pdf(page, start_at=0)
        new.delete_page(1)

        def by_part(number, points):
            if number:
                return number, points
            place = next(place for top, bottom, place in pieces if top <= points[0][1] < bottom)
            return place and (0, [(place[0] * x + place[1], place[0] * y + place[2]) for x, y in points])
        return new, by_part
    if kind in ("renamed", "font"):
        return retyped(document, kind == "renamed"), stay
    if kind in ("margins", "paper"):
        size = None
        if kind == "paper":
            size = (612, 792) if document[0].rect.width < 611 else (595, 842)
        shift = (8.5, -10.0) if kind == "paper" else (chance.uniform(-15, 15), chance.uniform(-15, 15))
        new = shifted(document, size, shift)
        return new, lambda page, points: (page, [(x + shift[0], y + shift[1]) for x, y in points])
    new = pymupdf.open("pdf", document.tobytes())
    if kind == "inserted":
        page = new.new_page(pno=1, width=document[0].rect.width, height=document[0].rect.height)
        page.insert_text((72, 100), "A page that no edition had before, with news of its own", fontsize=14)
        return new, lambda page, points: (page + (page > 0), points)
    if kind == "page removed":
        if len(document) < 2:
            return None
        new.delete_page(1)
        return new, lambda page, points: None if page == 1 else (page - (page > 1), points)
    if kind == "turned":
        new[0].set_rotation(90)
        height = document[0].rect.height
        return new, lambda page, points: (page, points if page else [(height - y, x) for x, y in points])
    return new, stay


def make(path, kind, seed, folder):
    """A case of this kind; None where the document does not allow it."""
    chance = random.Random(seed)
    with load(path) as document:
        revision = revise(document, kind, chance)
        if revision is None:
            return None
        new, mapping = revision
        paths = [os.path.join(folder, name) for name in ("old.pdf", "new.pdf")]
        document.save(paths[0])
        new.save(paths[1], garbage=3)
        sizes = [tuple(page.rect.br) for page in document]
        return ink.Case(*paths, sizes, draw_strokes(document, chance, mapping))
