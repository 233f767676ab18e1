# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes pages that lie in every way, with a yellow square around (100, 80) of their user space: OUT.pdf [BEFORE].

The order is rotation (0, 90, 180, 270) × CropBox (none, offset) × UserUnit (1, 2) × content (balanced, with q left open,
with a Q too many). The MediaBox is [-20 10 280 210], the CropBox [-10 20 250 190].
BEFORE stands before the content of each page.
"""
import sys

import pikepdf
from pikepdf import Dictionary, Name

CONTENTS = [
    b"q 1 1 0 rg 94 74 12 12 re f Q",
    b"q 0.5 0 0 0.5 30 30 cm 1 1 0 rg 128 88 24 24 re f",
    b"1 1 0 rg 94 74 12 12 re f Q Q 2 0 0 2 7 7 cm",
]
before = sys.argv[2].encode() + b" " if len(sys.argv) > 2 else b""
pdf = pikepdf.new()
for rotate in [0, 90, 180, 270]:
    for crop in [None, [-10, 20, 250, 190]]:
        for unit in [1, 2]:
            for content in CONTENTS:
                page = Dictionary(
                    Type=Name.Page, MediaBox=[-20, 10, 280, 210], Rotate=rotate, UserUnit=unit,
                    Contents=pdf.make_stream(before + content),
                )
                if crop:
                    page.CropBox = crop
                pdf.pages.append(pikepdf.Page(pdf.make_indirect(page)))
pdf.save(sys.argv[1], deterministic_id=True)
