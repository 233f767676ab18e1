# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the kind of every annotation of FILE, one a line."""
import sys

import pikepdf

with pikepdf.open(sys.argv[1]) as pdf:
    for page in pdf.pages:
        for annotation in page.get("/Annots", []):
            print(annotation.Subtype)
