# SPDX-License-Identifier: GPL-3.0-or-later
"""Decodes a picture of any format with Pillow: FILE OUT.raw; prints format, mode, width, height and the dpi it
states (or -). Pixels that are numbers of colours are written as those colours."""
import sys

from PIL import Image

with Image.open(sys.argv[1]) as picture:
    picture.load()
    dpi = picture.info.get("dpi")
    print(picture.format, picture.mode, picture.width, picture.height, round(dpi[0], 2) if dpi else "-")
    with open(sys.argv[2], "wb") as out:
        plain = {"1": "L", "P": "RGBA" if "transparency" in picture.info else "RGB"}.get(picture.mode, picture.mode)
        out.write(picture.convert(plain).tobytes())
