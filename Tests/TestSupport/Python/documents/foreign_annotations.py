# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a PDF whose page has annotations of all kinds, made by PyMuPDF.

Usage: foreign_annotations.py OUT.pdf [ROTATION]
"""

import sys

import pymupdf

out = sys.argv[1]
document = pymupdf.open()
page = document.new_page(width=400, height=500)
page.insert_text((50, 60), "Some words on the page", fontsize=16, fontname="helv")
page.insert_text((50, 90), "More words on the page", fontsize=16, fontname="helv")
words = page.search_for("words on")
page.add_highlight_annot(words[0]).update()
page.add_underline_annot(page.search_for("page")[1]).update()
page.add_strikeout_annot(page.search_for("More")[0]).update()
page.add_squiggly_annot(page.search_for("Some")[0]).update()


def shape(annotation, width=2, **colors):
    annotation.set_border(width=width)
    annotation.set_colors(**colors)
    annotation.update()
    return annotation


shape(page.add_rect_annot(pymupdf.Rect(50, 120, 150, 180)), stroke=(1, 0, 0), fill=(1, 1, 0.5))
shape(page.add_circle_annot(pymupdf.Rect(170, 120, 270, 180)), stroke=(0, 0.5, 0))
line = page.add_line_annot((50, 220), (150, 220))
line.set_line_ends(pymupdf.PDF_ANNOT_LE_NONE, pymupdf.PDF_ANNOT_LE_OPEN_ARROW)
shape(line, 2, stroke=(0, 0, 1))
shape(page.add_polygon_annot([(170, 200), (270, 200), (220, 250)]), 3, stroke=(0.5, 0, 0.5), fill=(0.9, 0.8, 1))
shape(page.add_polyline_annot([(290, 200), (320, 250), (350, 200)]), 1, stroke=(0, 0, 0))
page.add_freetext_annot(
    pymupdf.Rect(50, 270, 200, 310), "Typed in MuPDF", fontsize=14, fontname="Helv", text_color=(0, 0, 1), align=1)
note = page.add_text_annot((300, 60), "Beware of the door")
note.set_info(title="Maren")
note.update()
pixmap = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 40, 20))
pixmap.set_rect(pymupdf.IRect(0, 0, 20, 20), (255, 0, 0))
pixmap.set_rect(pymupdf.IRect(20, 0, 40, 20), (0, 128, 0))
page.add_stamp_annot(pymupdf.Rect(50, 340, 130, 380), stamp=pixmap)
page.add_stamp_annot(pymupdf.Rect(170, 340, 270, 380), stamp=0)
if len(sys.argv) > 2:
    page.set_rotation(int(sys.argv[2]))
document.save(out)
