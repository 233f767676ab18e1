# SPDX-License-Identifier: GPL-3.0-or-later
"""Regenerate every sample: make.py FOLDER."""

import io
import sys
from pathlib import Path

import pikepdf

import document
import ink_map
import ink_party
import ink_sheet
import party
import sheet
import variants
import worldmap
import xopp


def main(folder):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    ledger = folder / "character-sheet.pdf"
    document.save(document.finish_sheet(sheet.draw()), ledger)
    variants.make(ledger, folder)
    with pikepdf.open(io.BytesIO(worldmap.draw())) as pdf:
        document.describe(pdf, "The Amber Coast", "A map to draw journeys on", "map, ink, sample")
        document.bookmark(pdf, [("The Amber Coast", 0, 0, [])], worldmap.HEIGHT)
        document.save(pdf, folder / "map-landscape.pdf")
    xopp.write(folder / "character-sheet.xopp", "The Wayfarer\u2019s Ledger", "character-sheet.pdf", ink_sheet.make())
    xopp.write(folder / "party-notes.xopp", "Notes on a companion", "character-sheet.pdf", ink_party.make())
    party.write(folder / "party.csv")
    xopp.write(folder / "map-landscape.xopp", "The Amber Coast", "map-landscape.pdf", ink_map.make())


if __name__ == "__main__":
    main(sys.argv[1])
