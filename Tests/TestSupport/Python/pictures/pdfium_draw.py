# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws one page with pdfium: FILE PAGE DPI OUT.ppm [PASSWORD]."""
import sys

import pypdfium2

file, page, dpi, out = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), sys.argv[4]
document = pypdfium2.PdfDocument(file, password=sys.argv[5] if len(sys.argv) > 5 else None)
try:
    document.init_forms()
except Exception:
    pass
picture = document[page - 1].render(scale=dpi / 72).to_pil().convert("RGB")
picture.save(out)
