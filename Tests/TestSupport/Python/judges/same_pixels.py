# SPDX-License-Identifier: GPL-3.0-or-later
"""Says whether two picture files have the same format, size, mode and pixels: FIRST SECOND."""
import sys

from PIL import Image

first, second = (Image.open(path) for path in sys.argv[1:])
same = [getattr(first, name) == getattr(second, name) for name in ("format", "size", "mode")]
print("same" if all(same) and first.tobytes() == second.tobytes() else f"{first} {second}")
