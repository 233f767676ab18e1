# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the text of every page of FILE, with that of its annotations, as MuPDF extracts it, as a JSON list."""
import json
import sys

import pymupdf

print(json.dumps([page.get_text() for page in pymupdf.open(sys.argv[1])]))
