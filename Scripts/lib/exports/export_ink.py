# SPDX-License-Identifier: GPL-3.0-or-later
"""The ink that Scripts/exports lays over pages, and where it must show."""
import json
import math

from PIL import Image, ImageDraw

# Kind, colour, width and points, for a page of 200 by 200 points.
STROKES = [
    ("pen", (1, 0, 0, 1), [3, 3, 3], [(50, 50), (100, 80), (120, 60)]),
    ("highlighter", (1, 1, 0, 0.5), [12, 12], [(60, 100), (160, 110)]),
    ("pen", (0, 0, 1, 1), [2, 1, 3], [(70, 150), (90, 170), (130, 140)]),
]
# How far from the ink, in pixels, smoothing may show.
MARGIN = 3
# A pixel that shows ink has changed by so many levels of 255.
CHANGED = 6


def scale_for(width, height):
    """How much the ink is enlarged or made smaller, so that it lies on a page and can be seen."""
    side = min(width, height)
    return side / 200 if side < 200 else max(1, side / 1000)


def ink(scales):
    """An ink file with a page for each scale."""
    pages = []
    for scale in scales:
        strokes = []
        for kind, color, widths, points in STROKES:
            brush = {
                "kind": kind, "color": dict(zip(("red", "green", "blue", "alpha"), color)),
                "width": max(widths) * scale, "cap": "round", "dash": [],
            }
            strokes.append({
                "brush": brush, "xy": [n * scale for point in points for n in point],
                "widths": [width * scale for width in widths],
            })
        pages.append({"strokes": strokes})
    return json.dumps({"limnInk": 1, "pages": pages})


def mask(size, pixels, boxed=()):
    """The pixels where ink may show; `pixels` is how many the drawing's unit has. Of the kinds that are boxed, the
    whole bounding box may differ."""
    picture = Image.new("L", size)
    pen = ImageDraw.Draw(picture)
    for kind, _, widths, points in STROKES:
        radius = max(widths) * pixels / 2 + MARGIN
        line = [(x * pixels, y * pixels) for x, y in points]
        pen.line(line, fill=255, width=math.ceil(2 * radius))
        if kind in boxed:
            columns, rows = zip(*line)
            # An engine may allow for corners that are not there.
            far = 2 * radius
            pen.rectangle((min(columns) - far, min(rows) - far, max(columns) + far, max(rows) + far), 255)
        for x, y in line:
            pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)
    return picture


def share(difference, pixels):
    """The share of places on the pens' centre lines, of those on the page, that changed; None where none is."""
    width, height = difference.size
    seen = changed = 0
    for kind, _, _, points in STROKES:
        if kind != "pen":
            continue
        for (x0, y0), (x1, y1) in zip(points, points[1:]):
            for step in range(1, 20):
                x = int((x0 + (x1 - x0) * step / 20) * pixels)
                y = int((y0 + (y1 - y0) * step / 20) * pixels)
                if 0 <= x < width and 0 <= y < height:
                    seen += 1
                    changed += max(difference.getpixel((x, y))) >= CHANGED
    return changed / seen if seen else None
