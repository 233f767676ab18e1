# SPDX-License-Identifier: GPL-3.0-or-later
"""Decodes a picture of any format with Pillow: FILE OUT.raw; prints format, mode, width, height and the dpi it states (or -)."""
import sys

from PIL import Image

with Image.open(sys.argv[1]) as picture:
    picture.load()
    dpi = picture.info.get("dpi")
    print(picture.format, picture.mode, picture.width, picture.height, round(dpi[0], 2) if dpi else "-")
    with open(sys.argv[2], "wb") as out:
        out.write(picture.tobytes())
