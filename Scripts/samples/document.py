# SPDX-License-Identifier: GPL-3.0-or-later
"""What turns artwork into a document: metadata, bookmarks, links, saving."""

import io

import pikepdf
from pikepdf import Array, Dictionary, Name, OutlineItem, String

import fields
import layout as L

DATE, XMP_DATE = "D:20240501120000Z", "2024-05-01T12:00:00Z"

BOOKMARKS = [
    ("Front of the ledger", 0, 0, [
        ("Name and calling", 0, 50, []), ("Abilities", 0, 160, []), ("Life and limb", 0, 160, []),
        ("Skills", 0, 286, []), ("Likeness and arms", 0, 160, []), ("Attacks", 0, 626, [])]),
    ("Tale, satchel and charms", 1, 0, [
        ("The tale so far", 1, 92, []), ("Satchel", 1, 92, []), ("Charms and spells", 1, 406, []),
        ("Notes and sketches", 1, 600, [("Notes", 1, 600, []), ("Map or sketch", 1, 600, [])])]),
]


def finish_sheet(artwork):
    """The complete character sheet from its artwork."""
    pdf = pikepdf.open(io.BytesIO(artwork))
    describe(pdf, "The Wayfarer\u2019s Ledger", "A two-page character sheet to write on")
    bookmark(pdf, BOOKMARKS, L.HEIGHT)
    link(pdf, 0, L.TURN_LINK, Dictionary(A=Dictionary(S=Name.GoTo, D=_top(pdf, 1))))
    link(pdf, 0, L.HOME_LINK, Dictionary(A=Dictionary(S=Name.URI, URI=String("https://example.org/"))))
    link(pdf, 1, L.BACK_LINK, Dictionary(Dest=_top(pdf, 0)))
    fields.install(pdf)
    for page in pdf.pages:
        page.obj.Tabs = Name.R
    pdf.Root.PageMode = Name.UseOutlines
    return pdf


def describe(pdf, title, subject, keywords="character sheet, ink, sample"):
    """Info dictionary and XMP packet that agree."""
    pdf.Root.Lang = String("en-GB")
    pdf.Root.ViewerPreferences = Dictionary(DisplayDocTitle=True)
    for key in list(pdf.docinfo.keys()):
        del pdf.docinfo[key]
    for key, value in (("/Title", title), ("/Author", "Limn"), ("/Subject", subject),
                       ("/Keywords", keywords), ("/Creator", "Limn samples"),
                       ("/Producer", "Limn samples"), ("/CreationDate", DATE), ("/ModDate", DATE)):
        pdf.docinfo[key] = value
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as meta:
        meta["dc:title"] = title
        meta["dc:creator"] = ["Limn"]
        meta["dc:description"] = subject
        meta["dc:rights"] = "CC0-1.0"
        meta["pdf:Keywords"] = keywords
        meta["pdf:Producer"] = "Limn samples"
        meta["xmp:CreatorTool"] = "Limn samples"
        meta["xmp:CreateDate"] = XMP_DATE
        meta["xmp:ModifyDate"] = XMP_DATE


def bookmark(pdf, tree, height):
    def item(row):
        title, page, y, children = row
        made = OutlineItem(title, destination=Array([pdf.pages[page].obj, Name.XYZ, 0, round(height - y, 2), 0]))
        made.children.extend(item(child) for child in children)
        return made
    with pdf.open_outline() as outline:
        outline.root.clear()
        outline.root.extend(item(row) for row in tree)


def link(pdf, page, box, what):
    obj = pdf.pages[page].obj
    annotation = Dictionary(Type=Name.Annot, Subtype=Name.Link, Border=Array([0, 0, 0]), F=4,
                            Rect=Array([round(v, 3) for v in (box.x, L.HEIGHT - box.bottom, box.right, L.HEIGHT - box.y)]))
    for key, value in what.items():
        annotation[key] = value
    if Name.Annots not in obj:
        obj.Annots = Array()
    obj.Annots.append(pdf.make_indirect(annotation))


def _top(pdf, page):
    return Array([pdf.pages[page].obj, Name.XYZ, 0, round(L.HEIGHT, 2), 0])


def save(pdf, path, **options):
    """Write the same bytes every time."""
    pdf.remove_unreferenced_resources()
    pdf.save(path, deterministic_id=True, fix_metadata_version=False, compress_streams=True,
             recompress_flate=True, **{"object_stream_mode": pikepdf.ObjectStreamMode.generate, **options})
