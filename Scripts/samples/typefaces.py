# SPDX-License-Identifier: GPL-3.0-or-later
"""The typefaces: EB Garamond is embedded as subsets, the base fourteen are not."""

import io

from fontTools.ttLib import TTFont as Font
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

FOLDER = "/usr/share/fonts/truetype/ebgaramond/"  # Debian: fonts-ebgaramond-extra

BOOK, ITALIC, CAPITALS, INITIALS = "Garamond", "Garamond-Italic", "Garamond-SC", "Garamond-Initials"
LABEL, LABEL_BOLD, HINT = "Helvetica", "Helvetica-Bold", "Times-Italic"

_FILES = {
    BOOK: "EBGaramond12-Regular.ttf",
    ITALIC: "EBGaramond12-Italic.ttf",
    CAPITALS: "EBGaramondSC12-Regular.ttf",
    INITIALS: "EBGaramond-Initials.ttf",
}


def register():
    """Make the embedded typefaces known to reportlab."""
    for name, file in _FILES.items():
        if name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(name, _lean(FOLDER + file)))


def _lean(path):
    """The font without hinting programs and long licence records, to keep the subset small."""
    font = Font(path, recalcTimestamp=False, recalcBBoxes=False)
    for table in ("fpgm", "prep", "cvt ", "gasp", "FFTM", "GSUB", "GPOS", "GDEF"):
        if table in font:
            del font[table]
    for glyph in font["glyf"].keys():
        font["glyf"][glyph].removeHinting()
    font["name"].names = [n for n in font["name"].names if n.nameID < 7]
    out = io.BytesIO()
    font.save(out, reorderTables=None)
    out.seek(0)
    return out
