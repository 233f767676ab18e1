# SPDX-License-Identifier: GPL-3.0-or-later
"""A thin drawing surface over a reportlab canvas, with y growing downwards."""

import math

from reportlab.lib.colors import HexColor
from reportlab.pdfbase import pdfmetrics

PARCHMENT = "#FAF4E6"
PAPER = "#FFFCF4"
TINT = "#F0E5CC"
TEAL = "#1E4A50"
TEAL_SOFT = "#9DB6B1"
TEAL_PALE = "#DFE7DE"
RED = "#7C2226"
RED_DARK = "#541418"
BRONZE = "#A98652"
BRONZE_PALE = "#DCC9A3"
TEXT = "#2C2622"


class Surface:
    """Draws paths and text on one canvas; paths are lists of (op, *numbers)."""

    def __init__(self, canvas, height):
        self.canvas, self.height = canvas, height

    def path(self, ops, fill=None, stroke=None, width=0.6, dash=None, cap=1, join=1):
        c, h = self.canvas, self.height
        p = c.beginPath()
        for op, *n in ops:
            n = [round(h - v if i % 2 else v, 3) for i, v in enumerate(n)]
            if op == "M":
                p.moveTo(*n)
            elif op == "L":
                p.lineTo(*n)
            elif op == "C":
                p.curveTo(*n)
            else:
                p.close()
        if fill:
            c.setFillColor(HexColor(fill))
        if stroke:
            c.setStrokeColor(HexColor(stroke))
            c.setLineWidth(width)
            c.setLineCap(cap)
            c.setLineJoin(join)
            c.setDash(*(dash if dash else ([], 0)))
        c.drawPath(p, stroke=1 if stroke else 0, fill=1 if fill else 0, fillMode=1)

    def line(self, x0, y0, x1, y1, stroke=BRONZE, width=0.5, dash=None):
        self.path([("M", x0, y0), ("L", x1, y1)], stroke=stroke, width=width, dash=dash)

    def polyline(self, points, close=False, **style):
        ops = [("M" if i == 0 else "L", *p) for i, p in enumerate(points)]
        self.path(ops + ([("Z",)] if close else []), **style)

    def rect(self, box, **style):
        self.path([("M", box[0], box[1]), ("L", box[0] + box[2], box[1]),
                   ("L", box[0] + box[2], box[1] + box[3]), ("L", box[0], box[1] + box[3]), ("Z",)],
                  **{"join": 0, **style})

    def circle(self, x, y, r, **style):
        self.path(ellipse(x, y, r, r), **style)

    def text(self, x, y, words, font, size, fill=TEXT, align="left", track=0.0, halo=None):
        c = self.canvas
        width = pdfmetrics.stringWidth(words, font, size) + track * max(0, len(words) - 1)
        x -= {"left": 0, "centre": width / 2, "right": width}[align]
        modes = [(2, halo), (0, None)] if halo else [(0, None)]
        for mode, colour in modes:
            t = c.beginText()
            t.setTextOrigin(round(x, 3), round(self.height - y, 3))
            t.setFont(font, size)
            t.setCharSpace(track)
            t.setTextRenderMode(mode)
            if colour:
                c.setStrokeColor(HexColor(colour))
                c.setLineWidth(2.2)
                c.setLineJoin(1)
                c.setDash([], 0)
            t.setFillColor(HexColor(colour or fill))
            t.textOut(words)
            t.setTextRenderMode(0)
            t.setCharSpace(0)
            c.drawText(t)
        return width


K = 0.5522847498


def ellipse(x, y, rx, ry):
    return [("M", x + rx, y),
            ("C", x + rx, y + K * ry, x + K * rx, y + ry, x, y + ry),
            ("C", x - K * rx, y + ry, x - rx, y + K * ry, x - rx, y),
            ("C", x - rx, y - K * ry, x - K * rx, y - ry, x, y - ry),
            ("C", x + K * rx, y - ry, x + rx, y - K * ry, x + rx, y), ("Z",)]


def star(x, y, points, outer, inner, turn=-90):
    ring = []
    for i in range(points * 2):
        r = outer if i % 2 == 0 else inner
        a = math.radians(turn + 180 * i / points)
        ring.append((x + r * math.cos(a), y + r * math.sin(a)))
    return [("M" if i == 0 else "L", *p) for i, p in enumerate(ring)] + [("Z",)]


def diamond(x, y, rx, ry=None):
    ry = rx if ry is None else ry
    return [("M", x, y - ry), ("L", x + rx, y), ("L", x, y + ry), ("L", x - rx, y), ("Z",)]


def scooped(box, r):
    """A rectangle whose corners are bitten out by quarter circles."""
    x, y, w, h = box
    k = r * K
    return [("M", x + r, y), ("L", x + w - r, y),
            ("C", x + w - r, y + k, x + w - k, y + r, x + w, y + r),
            ("L", x + w, y + h - r),
            ("C", x + w - k, y + h - r, x + w - r, y + h - k, x + w - r, y + h),
            ("L", x + r, y + h),
            ("C", x + r, y + h - k, x + k, y + h - r, x, y + h - r),
            ("L", x, y + r),
            ("C", x + k, y + r, x + r, y + k, x + r, y), ("Z",)]


def shield(box):
    """A heater shield filling the box."""
    x, y, w, h = box
    m = x + w / 2
    return [("M", x, y), ("C", x + w * .18, y + h * .045, x + w * .36, y + h * .03, m, y - h * .02),
            ("C", x + w * .64, y + h * .03, x + w * .82, y + h * .045, x + w, y),
            ("L", x + w, y + h * .42),
            ("C", x + w, y + h * .72, x + w * .74, y + h * .9, m, y + h),
            ("C", x + w * .26, y + h * .9, x, y + h * .72, x, y + h * .42), ("Z",)]
