# SPDX-License-Identifier: GPL-3.0-or-later
"""The same sheet in the page geometries that real files come in."""

import io

import pikepdf
from pikepdf import Array, Name

from document import save

CROP = (30, 40, 565, 800)
PLAIN = dict(object_stream_mode=pikepdf.ObjectStreamMode.disable)


def make(sheet, folder):
    """Write every variant of the sheet at the path `sheet` into `folder`."""
    with pikepdf.open(sheet) as pdf:
        transform(pdf, 1, 1, 72, -36)
        pdf.pages[0].obj.CropBox = Array(CROP)
        pdf.pages[1].obj.CropBox = Array([CROP[0] + 72, CROP[1] - 36, CROP[2] + 72, CROP[3] - 36])
        save(pdf, folder / "character-sheet-cropped.pdf", **PLAIN)
    crops = {90: (20, 30, 560, 790), 180: (36, 24, 571, 822), 270: (12, 48, 583, 806)}
    for turn, crop in crops.items():
        with pikepdf.open(sheet) as pdf:
            for page in pdf.pages:
                page.obj.Rotate = turn
                page.obj.CropBox = Array(crop)
            options = {90: {}, 180: dict(PLAIN, linearize=True), 270: PLAIN}[turn]
            save(pdf, folder / f"character-sheet-rotated-{turn}.pdf", **options)
    with pikepdf.open(sheet) as pdf:
        for index in range(len(pdf.pages)):
            transform(pdf, index, .5, 0, 0)
            pdf.pages[index].obj.UserUnit = 2
        save(pdf, folder / "character-sheet-userunit.pdf")
    encrypt(sheet, folder / "character-sheet-encrypted.pdf")


def transform(pdf, index, scale, dx, dy):
    """Scale and move a page with everything that points at it."""
    page = pdf.pages[index]
    number = lambda v: round(float(v), 4)
    place = lambda values: Array([number(float(v) * scale + (dy if i % 2 else dx)) for i, v in enumerate(values)])
    page.obj.MediaBox = place(page.mediabox)
    page.contents_add(f"q {scale:g} 0 0 {scale:g} {dx:g} {dy:g} cm".encode(), prepend=True)
    page.contents_add(b"Q")
    for annotation in page.obj.get(Name.Annots, []):
        annotation.Rect = place(annotation.Rect)
    for target in _destinations(pdf):
        if target[0].objgen == page.obj.objgen:
            target[2] = number(float(target[2]) * scale + dx)
            target[3] = number(float(target[3]) * scale + dy)


def _destinations(pdf):
    """Each explicit destination array, of bookmarks and links."""
    def holders():
        stack = [pdf.Root.Outlines.First] if Name.First in pdf.Root.Outlines else []
        while stack:
            node = stack.pop()
            yield node
            stack += [node[key] for key in (Name.First, Name.Next) if key in node]
        for page in pdf.pages:
            yield from page.obj.get(Name.Annots, [])
    for holder in holders():
        if Name.Dest in holder:
            yield holder.Dest
        elif Name.A in holder and Name.D in holder.A:
            yield holder.A.D


def encrypt(sheet, path):
    """Encrypt with AES-256; the salt is random, so a file that still decrypts to the sheet is kept."""
    if path.exists() and _plain(sheet) == _plain(path, password="limn"):
        return
    with pikepdf.open(sheet) as pdf:
        pdf.save(path, fix_metadata_version=False, encryption=pikepdf.Encryption(user="limn", owner="limn-owner", R=6))


def _plain(path, **options):
    try:
        with pikepdf.open(path, **options) as pdf:
            if Name.ID in pdf.trailer:
                del pdf.trailer.ID
            if Name.Extensions in pdf.Root:
                del pdf.Root.Extensions
            out = io.BytesIO()
            save(pdf, out, force_version="1.7", **PLAIN)
            return out.getvalue()
    except pikepdf.PdfError:
        return None
