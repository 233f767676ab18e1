# SPDX-License-Identifier: GPL-3.0-or-later
"""Fills and renders sheets and compares them with pictures that were accepted before:

    check_sheets.py SHEETS ACCEPTED OUT [--update]

Each PDF in SHEETS is filled with the values in the JSON file of the same name, if there is one. OUT gets a picture of each
page, and where it differs from the one in ACCEPTED a picture of the difference: what is gone is red, what is new is green.
The exit code is 1 if any page differs, is new or is gone. `--update` accepts what is drawn now.

Needs the packages limn and Pillow.
"""
import argparse
import json
import shutil
import sys
from pathlib import Path

import limn
from PIL import Image, ImageChops

# A change of a pixel by less than this, of 255, is none: libraries for fonts differ a little between machines.
LEAST = 32


def difference(before: Image.Image, now: Image.Image) -> Image.Image | None:
    """A picture of what has changed; None if nothing has."""
    size = max(before.width, now.width), max(before.height, now.height)
    gray = []
    for image in (before, now):
        page = Image.new("L", size, 255)
        page.paste(image.convert("L"), (0, 0))
        gray.append(page)
    changed = ImageChops.difference(*gray).point(lambda level: 255 if level >= LEAST else 0)
    if before.size == now.size and changed.getbbox() is None:
        return None
    # Ink that is gone stays dark in `before` alone, so that only red is left of it; what is new is green.
    return Image.merge("RGB", (gray[1], gray[0], ImageChops.darker(*gray)))


def main() -> int:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("sheets", type=Path)
    reader.add_argument("accepted", type=Path)
    reader.add_argument("out", type=Path)
    reader.add_argument("--update", action="store_true")
    options = reader.parse_args()
    for folder in (options.accepted, options.out):
        folder.mkdir(parents=True, exist_ok=True)
    drawn, wrong = set(), 0
    with limn.Engine() as engine:
        for sheet in sorted(options.sheets.glob("*.pdf")):
            values = sheet.with_suffix(".json")
            filled = sheet
            if values.exists():
                filled = options.out / sheet.name
                engine.fill(sheet, json.loads(values.read_text("utf-8")), filled)
            for page in engine.pages(filled, dpi=100):
                name = f"{sheet.stem}-{page.number}.png"
                drawn.add(name)
                page.image().save(options.out / name)
                before = options.accepted / name
                if options.update:
                    shutil.copyfile(options.out / name, before)
                elif not before.exists():
                    wrong += 1
                    print(f"{name}: new")
                elif (found := difference(Image.open(before), page.image())) is not None:
                    wrong += 1
                    found.save(options.out / f"{sheet.stem}-{page.number}-difference.png")
                    print(f"{name}: differs")
    for before in sorted(options.accepted.glob("*.png")):
        if before.name not in drawn:
            if options.update:
                before.unlink()
            else:
                wrong += 1
                print(f"{before.name}: gone")
    print(f"{len(drawn)} pages, {wrong} of them or of the accepted ones differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
