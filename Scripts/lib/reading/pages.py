# SPDX-License-Identifier: GPL-3.0-or-later
"""Composes pages of words that people wrote one by one."""
import math
import random
from dataclasses import dataclass, field

from reading.words import STRAY, TEXTS

POINTS = 72 / 25.4


@dataclass
class Kind:
    """How a page is composed; lengths in millimeters."""
    name: str
    columns: int = 1
    slope: float = 0.0
    pitch: float = 12.0
    gap: tuple = (3.0, 5.0)
    bullets: bool = False
    struck: float = 0.0
    ruled: bool = False


KINDS = (
    Kind("lines"), Kind("slanted lines", slope=0.1), Kind("close lines", pitch=10), Kind("wide gaps", gap=(4.0, 7.0)),
    Kind("two columns", columns=2), Kind("lists", columns=2, bullets=True), Kind("drawn rules", ruled=True, pitch=14),
    Kind("words struck out", struck=0.15),
)


@dataclass
class Page:
    strokes: list = field(default_factory=list)
    # For each word that is not struck out: its text, and its box in points.
    words: list = field(default_factory=list)


def height_of(text: str) -> float:
    """How high a word is in millimeters, where small letters are four."""
    if text.isupper():
        return 6
    rises = any(letter in "bdfhklti'" or letter.isupper() for letter in text)
    falls = any(letter in "gjpqy" for letter in text)
    return 9 if rises and falls else 7 if rises or falls else 4


def placed(strokes: list, text: str, x: float, y: float, scale: float) -> list:
    """The strokes with their left edge at x and their baseline at y."""
    left = min(point[0] for stroke in strokes for point in stroke)
    top = min(point[1] for stroke in strokes for point in stroke)
    height = max(point[1] for stroke in strokes for point in stroke) - top
    below = 0.3 if any(letter in "gjpqyf" for letter in text) else 0
    return [[((px - left) * scale + x, (py - top - height * (1 - below)) * scale + y) for px, py in stroke]
            for stroke in strokes]


def compose(words: list, kind: Kind, seed: int, count: int = 28) -> Page:
    generator = random.Random(seed)
    page = Page()
    choices = sorted(set(TEXTS) - STRAY)
    width = 170 if kind.columns == 1 else 78
    cosine, sine = math.cos(kind.slope), math.sin(kind.slope)

    def add(strokes: list) -> list:
        turned = [[((x * cosine - y * sine) * POINTS, (x * sine + y * cosine) * POINTS) for x, y in stroke]
                  for stroke in strokes]
        page.strokes += turned
        return turned

    for column in range(kind.columns):
        left, y, written = 20 + column * 95, 30.0, 0
        while written < count / kind.columns:
            x = left
            if kind.bullets:
                add([[(x, y - 2), (x + 2, y - 2)]])
                x += 6
            while True:
                index = generator.choice(choices)
                text, strokes = TEXTS[index], words[index]["strokes"]
                tall = max(p[1] for s in strokes for p in s) - min(p[1] for s in strokes for p in s)
                wide = max(p[0] for s in strokes for p in s) - min(p[0] for s in strokes for p in s)
                scale = height_of(text) / max(tall, 0.1) * generator.uniform(0.9, 1.1)
                if x + wide * scale > left + width:
                    break
                drawn = add(placed(strokes, text, x, y, scale))
                if generator.random() < kind.struck:
                    add([[(x - 1, y - 2.2), (x + wide * scale + 1, y - 1.8)]])
                else:
                    xs = [p[0] for s in drawn for p in s]
                    ys = [p[1] for s in drawn for p in s]
                    page.words.append((text, (min(xs), min(ys), max(xs), max(ys))))
                x += wide * scale + generator.uniform(*kind.gap)
                written += 1
            if kind.ruled:
                add([[(left - 5, y + 4), (left + width, y + 4)]])
            y += kind.pitch
    return page


def xopp(strokes: list) -> str:
    """A page of ink in Xournal++'s format."""
    lines = ['<?xml version="1.0"?>', '<xournal creator="measure" fileversion="4">', '<page width="612" height="1200">',
             '<background type="solid" color="#ffffffff" style="plain"/><layer>']
    for stroke in strokes:
        points = stroke if len(stroke) > 1 else stroke * 2
        told = " ".join(f"{x:.3f} {y:.3f}" for x, y in points)
        lines.append(f'<stroke tool="pen" color="#000000ff" width="1">{told}</stroke>')
    return "\n".join([*lines, "</layer></page></xournal>", ""])
