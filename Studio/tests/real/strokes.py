# SPDX-License-Identifier: GPL-3.0-or-later
"""Strokes to fill pages with."""
import math
import random


def handwriting(chance: random.Random) -> dict:
    """A stroke of sixty points, as handwriting has."""
    x, y = chance.uniform(20, 540), chance.uniform(20, 800)
    return {
        "brush": {"kind": "pen", "color": {"red": 0.1, "green": 0.16, "blue": 0.29, "alpha": 1}, "width": 1.6, "cap": "round", "dash": []},
        "xy": [round(value, 3) for i in range(60) for value in (x + i * 0.4, y + 3 * math.sin(i / 4))],
        "widths": [round(1 + 0.5 * math.sin(i / 9), 3) for i in range(60)]}
