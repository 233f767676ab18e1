# SPDX-License-Identifier: GPL-3.0-or-later
"""Turns a picture into binary PPM: PNG PPM."""
import sys

from PIL import Image

Image.open(sys.argv[1]).convert("RGB").save(sys.argv[2])
