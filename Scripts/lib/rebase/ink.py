# SPDX-License-Identifier: GPL-3.0-or-later
"""Strokes on the pages of a document in Xournal++'s format, and where they belong in the new edition."""
import gzip
import re
from dataclasses import dataclass, field
from pathlib import Path

# The largest distance from the truth of a stroke that counts as right, in points.
TOLERANCE = 1.5


@dataclass
class Stroke:
    """A stroke: the index of its page, its points, and the same in the new edition; None if its place is gone."""

    page: int
    points: list
    target: tuple | None


@dataclass
class Case:
    """A document with ink and its new edition; `sizes` are those of the old pages in points."""

    old: str
    new: str
    sizes: list
    strokes: list = field(default_factory=list)


def zigzag(x, y):
    """The points of a small written mark."""
    return [(x, y), (x + 8, y + 6), (x + 16, y), (x + 24, y + 5)]


def write(path, sizes, strokes):
    """Writes the strokes a page, in their order."""
    lines = ['<?xml version="1.0"?><xournal><title>t</title>']
    for number, (width, height) in enumerate(sizes):
        lines.append(f'<page width="{width:.3f}" height="{height:.3f}">'
                     '<background type="solid" color="white" style="plain"/><layer>')
        for stroke in strokes:
            if stroke.page == number:
                points = " ".join(f"{x:.3f} {y:.3f}" for x, y in stroke.points)
                lines.append(f'<stroke tool="pen" color="#d02020ff" width="1">{points}</stroke>')
        lines.append("</layer></page>")
    Path(path).write_bytes(gzip.compress("".join(lines + ["</xournal>"]).encode(), mtime=0))


def read(path):
    """The strokes a page, as lists of points."""
    text = gzip.decompress(Path(path).read_bytes()).decode()
    pages = []
    for page in text.split("<page ")[1:]:
        numbers = [[float(n) for n in found.split()] for found in re.findall(r"<stroke [^>]*>([^<]*)</stroke>", page)]
        pages.append([list(zip(each[::2], each[1::2])) for each in numbers])
    return pages


def error(a, b):
    """The largest distance of corresponding points."""
    return max(((x - u) ** 2 + (y - v) ** 2) ** 0.5 for (x, y), (u, v) in zip(a, b))
