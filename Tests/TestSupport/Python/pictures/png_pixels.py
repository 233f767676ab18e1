# SPDX-License-Identifier: GPL-3.0-or-later
"""Decodes a PNG with Pillow: FILE OUT.raw [MODE]; prints the file's mode, bits of a pixel's part, width, height and the
dpi it states (or -). The pixels are converted to MODE where one is given."""
import sys

from PIL import Image

with Image.open(sys.argv[1]) as picture:
    picture.load()
    dpi = picture.info.get("dpi")
    with open(sys.argv[1], "rb") as file:
        depth = file.read(25)[24]
    print(picture.mode, depth, picture.width, picture.height, round(dpi[0], 2) if dpi else "-")
    with open(sys.argv[2], "wb") as out:
        out.write((picture.convert(sys.argv[3]) if len(sys.argv) > 3 else picture).tobytes())
