# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws figures as SVG: one small graph each, with its history from left to right."""

import math
import time
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT, GAP = 300, 170, 24
COLUMNS = 2
FONT = "font-family='system-ui, sans-serif'"


@dataclass
class Colours:
    text: str
    faint: str
    line: str
    wanted: str


LIGHT = Colours("#1d1d1f", "#d2d2d7", "#0b57d0", "#b3261e")
DARK = Colours("#f5f5f7", "#48484a", "#8ab4f8", "#f2b8b5")


def written(number: float) -> str:
    """A number with three digits that count, as people read it."""
    if number >= 100:
        return f"{number:,.0f}"
    return f"{number:.3g}"


def steps(largest: float) -> list:
    """Round numbers from nought to at least the largest, three to five of them."""
    power = 10 ** math.floor(math.log10(largest))
    step = next(power * part for part in (0.2, 0.25, 0.5, 1, 2, 2.5, 5) if largest / (power * part) <= 4)
    return [step * index for index in range(math.ceil(largest / step) + 1)]


def label(x: float, y: float, text: str, colour: str, size: int = 11, anchor: str = "start", weight: str = "normal") -> str:
    return (f"<text x='{x:.1f}' y='{y:.1f}' fill='{colour}' font-size='{size}' text-anchor='{anchor}' "
            f"font-weight='{weight}' {FONT}>{escape(text)}</text>")


def graph(figure, left: float, top: float, colours: Colours) -> str:
    """One figure in a box at a place."""
    x0, x1 = left + 44, left + WIDTH - 14
    y0, y1 = top + HEIGHT - 22, top + 44
    largest = max([value for _, value in figure.values] + ([figure.wanted] if figure.wanted else [])) or 1
    marks = steps(largest)

    def across(index: int) -> float:
        # One step for each measurement: days without any would only squeeze the others together.
        return (x0 + x1) / 2 if len(figure.values) == 1 else x0 + (x1 - x0) * index / (len(figure.values) - 1)

    def up(value: float) -> float:
        return y0 - (y0 - y1) * value / marks[-1]

    last = figure.values[-1][1]
    made = [label(left, top + 14, figure.name, colours.text, 13, weight="600"),
            label(left, top + 30, f"{written(last)} {figure.unit}", colours.line, 12)]
    if figure.wanted:
        made.append(label(x1, top + 30, f"wanted {written(figure.wanted)}", colours.wanted, 11, "end"))
    for mark in marks:
        made.append(f"<line x1='{x0}' x2='{x1}' y1='{up(mark):.1f}' y2='{up(mark):.1f}' stroke='{colours.faint}'/>")
        made.append(label(x0 - 6, up(mark) + 4, written(mark) if mark else "0", colours.text, 10, "end"))
    if figure.wanted:
        y = up(figure.wanted)
        made.append(f"<line x1='{x0}' x2='{x1}' y1='{y:.1f}' y2='{y:.1f}' stroke='{colours.wanted}' stroke-dasharray='5 3'/>")
    places = [(across(index), up(value)) for index, (_, value) in enumerate(figure.values)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    made.append(f"<polyline points='{line}' fill='none' stroke='{colours.line}' stroke-width='2' stroke-linejoin='round'/>")
    made += [f"<circle cx='{x:.1f}' cy='{y:.1f}' r='3' fill='{colours.line}'/>" for x, y in places]
    day = [time.strftime("%Y-%m-%d", time.gmtime(moment)) for moment, _ in figure.values]
    if len(figure.values) == 1:
        made.append(label(places[0][0], y0 + 16, day[0], colours.text, 10, "middle"))
    else:
        made += [label(x0, y0 + 16, day[0], colours.text, 10), label(x1, y0 + 16, day[-1], colours.text, 10, "end")]
    return "\n".join(made)


def svg(group, colours: Colours) -> str:
    """All figures of a group, side by side."""
    columns = min(COLUMNS, len(group.figures))
    rows = math.ceil(len(group.figures) / columns)
    width, height = columns * (WIDTH + GAP) - GAP, rows * (HEIGHT + GAP) - GAP
    made = [f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' viewBox='0 0 {width} {height}' role='img'>",
            f"<title>{escape(group.title)}</title>"]
    for index, figure in enumerate(group.figures):
        made.append(graph(figure, index % columns * (WIDTH + GAP), index // columns * (HEIGHT + GAP), colours))
    return "\n".join(made) + "\n</svg>\n"
