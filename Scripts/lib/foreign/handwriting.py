# SPDX-License-Identifier: GPL-3.0-or-later
"""Ink for measuring, the same on every run: writing with pressure, as Xournal++ stores it.

A hand that writes swings: its speed is a sine in x and one in y, whose heights change from swing to swing (Hollerbach's
model, 1981), and the pen is pressed harder on the way down. A tablet's 120 points a second are taken of that.
"""
import gzip
import math
import random
from pathlib import Path

import pypdfium2

STROKES, POINTS = 50, 60
COLUMNS, RATE, SWINGS = 5, 120, 5


def stroke(rng: random.Random, left: float, base: float, width: float) -> tuple:
    """The points of some letters in one go, and the width of the pen before each but the first."""
    step, phase, lean = 1 / RATE, rng.uniform(0, math.tau), rng.uniform(1.1, 1.5)
    across, height, forward = rng.uniform(50, 80), rng.uniform(90, 130), width / (POINTS / RATE)
    x, y, points, widths = left, base, [(left, base)], []
    pressure = 0.3
    for index in range(1, POINTS):
        angle = phase + math.tau * SWINGS * index * step
        if int(angle / math.pi) != int((angle - math.tau * SWINGS * step) / math.pi):
            across, height = rng.uniform(50, 80), rng.choice((80, 100, 120, 220))
        down = height * math.sin(angle)
        x += (forward + across * math.sin(angle + lean)) * step
        y += (down + (base - y) * 4) * step
        lift = min(1, index / 6, (POINTS - index) / 6)
        pressure += (lift * (0.65 + 0.25 * math.tanh(down / 90)) - pressure) * 0.25
        points.append((x, y))
        widths.append(1.41 * max(0.1, pressure))
    return points, widths


def page(number: int, size: tuple) -> list:
    rng = random.Random(number)
    rows = STROKES // COLUMNS
    pitch, line = (size[0] - 100) / COLUMNS, (size[1] - 140) / rows
    lines = []
    for index in range(STROKES):
        row, column = divmod(index, COLUMNS)
        points, widths = stroke(
            rng, 50 + pitch * column + rng.uniform(0, 8), 90 + line * row + rng.uniform(-3, 3), pitch * 0.3)
        width = " ".join(f"{value:.8g}" for value in [1.41, *widths])
        text = " ".join(f"{value:.8g}" for point in points for value in point)
        lines.append(f'<stroke tool="pen" color="#20306aff" width="{width}" capStyle="round">{text}</stroke>')
    return lines


def write(pdf: str, xopp: Path, step: int = 10) -> int:
    """Writes ink for the first page of every ten, or another number of them; the number of points."""
    document = pypdfium2.PdfDocument(pdf)
    lines = ['<?xml version="1.0" standalone="no"?>', '<xournal creator="Limn bench" fileversion="4">']
    count = 0
    for index in range(len(document)):
        size = document.get_page_size(index)
        # Xournal++ wants the name with the first page only.
        name = f' domain="absolute" filename="{Path(pdf).resolve()}"' if index == 0 else ""
        inked = page(index + 1, size) if index % step == 0 else []
        count += len(inked) * POINTS
        lines += [
            f'<page width="{size[0]:.8g}" height="{size[1]:.8g}">',
            f'<background type="pdf"{name} pageno="{index + 1}"/>', "<layer>", *inked, "</layer>", "</page>"]
    xopp.write_bytes(gzip.compress("\n".join([*lines, "</xournal>", ""]).encode(), mtime=0))
    return count
