# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a PDF without the annotations of its pages.

Usage: without_annotations.py IN.pdf OUT.pdf
"""

import sys

import pikepdf

with pikepdf.open(sys.argv[1]) as document:
    for page in document.pages:
        if "/Annots" in page:
            del page["/Annots"]
    document.save(sys.argv[2])
