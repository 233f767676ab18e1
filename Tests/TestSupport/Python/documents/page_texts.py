# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the text of every page of FILE as pdfium extracts it, as a JSON list."""
import json
import sys

import pypdfium2

pages = pypdfium2.PdfDocument(sys.argv[1])
print(json.dumps([page.get_textpage().get_text_range() for page in pages]))
