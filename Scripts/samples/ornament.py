# SPDX-License-Identifier: GPL-3.0-or-later
"""Ornaments of the sheet: page frame, panels, plates, cartouche, medallions."""

import math

from layout import Box
from surface import (BRONZE, BRONZE_PALE, PAPER, PARCHMENT, RED, RED_DARK, TEAL, TEAL_PALE,
                     TEAL_SOFT, TINT, diamond, ellipse, scooped, shield, star)
from typefaces import CAPITALS, LABEL


def mapped(ops, x, y, a=1, b=0, c=0, d=1):
    """The path under the matrix (a b c d) and then moved to x, y."""
    out = []
    for op, *n in ops:
        m = []
        for i in range(0, len(n), 2):
            m += [x + a * n[i] + c * n[i + 1], y + b * n[i] + d * n[i + 1]]
        out.append((op, *m))
    return out


def leaf(x, y, angle, length, girth):
    """A teardrop leaf growing from x, y."""
    t = math.radians(angle)
    ops = [("M", 0, 0), ("C", length * .25, -girth, length * .7, -girth * .8, length, 0),
           ("C", length * .7, girth * .35, length * .3, girth * .5, 0, 0), ("Z",)]
    return mapped(ops, x, y, math.cos(t), math.sin(t), -math.sin(t), math.cos(t))


# A vine growing right from the origin, along the top edge, curling back.
VINE = [("M", 0, 0), ("C", 16, -1, 26, 9, 40, 7), ("C", 51, 5, 53, -3, 47, -4.5),
        ("C", 42.5, -5, 41.5, .5, 45.5, 1)]
VINE_LEAVES = [leaf(11, .8, 28, 11, 3), leaf(20, 4, -28, 10, -2.6), leaf(27, 6.4, 40, 9.5, 2.6),
               leaf(35, 7.5, -32, 8.5, -2.2), leaf(42, 6.4, 38, 8, 2.2)]


def vine(s, x, y, a, b, c, d, colour=TEAL):
    s.path(mapped(VINE, x, y, a, b, c, d), stroke=colour, width=.8)
    for ops in VINE_LEAVES:
        s.path(mapped(ops, x, y, a, b, c, d), fill=colour)


def page_frame(s, width, height):
    s.rect(Box(0, 0, width, height), fill=PARCHMENT)
    s.path(scooped(Box(17, 17, width - 34, height - 34), 15), stroke=TEAL, width=1.7)
    s.path(scooped(Box(20.5, 20.5, width - 41, height - 41), 15), stroke=BRONZE, width=.5)
    s.path(scooped(Box(25, 25, width - 50, height - 50), 15), fill=None, stroke=TEAL, width=.5)
    for x, sx in ((17, 1), (width - 17, -1)):
        for y, sy in ((17, 1), (height - 17, -1)):
            cx, cy = x + sx * 4.5, y + sy * 4.5
            s.path(star(cx, cy, 8, 7, 3.2), fill=RED)
            s.circle(cx, cy, 2, fill=PARCHMENT)
            s.circle(cx, cy, 1, fill=BRONZE)
    for x in (17, width - 17):
        mid_gem(s, x + (1.75 if x < 99 else -1.75), height / 2, upright=True)
    mid_gem(s, width / 2, 18.75)


def mid_gem(s, x, y, upright=False):
    s.path(diamond(x, y, 5.5, 9) if upright else diamond(x, y, 9, 5.5), fill=PARCHMENT, stroke=TEAL, width=.8)
    s.path(diamond(x, y, 2.6, 5) if upright else diamond(x, y, 5, 2.6), fill=RED)


def plate(s, cx, y, words, width=None, size=10.5, fill=TEAL, gems=True):
    """A pointed heading plate, centred at cx, its middle line at y."""
    from reportlab.pdfbase.pdfmetrics import stringWidth
    track = .9
    w = (width or stringWidth(words, CAPITALS, size) + track * len(words) + 22) / 2
    h = 7.6
    if gems:
        s.path(diamond(cx - w - 9, y, 3.2), fill=RED)
        s.path(diamond(cx + w + 9, y, 3.2), fill=RED)

    def ogee(w, h):
        return [("M", cx - w + 4, y - h), ("L", cx + w - 4, y - h),
                ("C", cx + w - 4, y - h * .4, cx + w, y - h * .2, cx + w + 5, y),
                ("C", cx + w, y + h * .2, cx + w - 4, y + h * .4, cx + w - 4, y + h),
                ("L", cx - w + 4, y + h),
                ("C", cx - w + 4, y + h * .4, cx - w, y + h * .2, cx - w - 5, y),
                ("C", cx - w, y - h * .2, cx - w + 4, y - h * .4, cx - w + 4, y - h), ("Z",)]
    s.path(ogee(w + 1.6, h + 1.4), fill=PARCHMENT)
    s.path(ogee(w, h), fill=fill)
    s.path(ogee(w - 2.2, h - 1.7), stroke=BRONZE_PALE, width=.35)
    s.text(cx + track / 2, y + size * .31, words, CAPITALS, size, fill=PAPER, align="centre", track=track)


def panel(s, box, words, size=10.5):
    s.path(scooped(box, 7), fill=PAPER, stroke=TEAL, width=1)
    s.path(scooped(box.inset(3), 6), stroke=BRONZE_PALE, width=.5)
    for x in (box.x + 1.2, box.right - 1.2):
        for y in (box.y + 1.2, box.bottom - 1.2):
            s.path(diamond(x, y, 2), fill=BRONZE)
    plate(s, box.cx, box.y, words, size=size)


def rule(s, x, y, w):
    s.line(x, y, x + w, y, stroke=BRONZE, width=.45)


def divider(s, x0, x1, y, colour=BRONZE):
    m = (x0 + x1) / 2
    for a, b in ((x0, m - 7), (x1, m + 7)):
        s.path([("M", a, y), ("L", b, y - .7), ("L", b, y + .7), ("Z",)], fill=colour)
    s.path(diamond(m, y, 3.4), fill=colour)
    s.path(diamond(m - 6.2, y, 1.2), fill=colour)
    s.path(diamond(m + 6.2, y, 1.2), fill=colour)


def tick_box(s, box):
    s.rect(box, fill=PAPER, stroke=TEAL, width=.75)
    s.rect(box.inset(1.3), stroke=BRONZE_PALE, width=.35)


def tails(s, box, reach=30, drop=9, fold=True):
    """The ends of a ribbon behind a plate, hanging lower by a fold or level with it."""
    for side in (-1, 1):
        edge = box.x if side < 0 else box.right
        x = lambda d: edge + side * d
        y0, y1 = box.y + drop, box.bottom + (drop - 2 if fold else -drop)
        m = (y0 + y1) / 2
        i = -14 if fold else -2
        s.path([("M", x(i), y0), ("L", x(reach), y0), ("L", x(reach - 10), m), ("L", x(reach), y1),
                ("L", x(i), y1), ("Z",)], fill=RED)
        s.path([("M", x(i + 2), y0 + 2.4), ("L", x(reach - 5), y0 + 2.4), ("L", x(reach - 13), m),
                ("L", x(reach - 5), y1 - 2.4), ("L", x(i + 2), y1 - 2.4)], stroke=BRONZE_PALE, width=.45)
        if fold:
            s.path([("M", x(i), box.bottom - 1), ("L", x(-8), box.bottom - 1), ("L", x(i), y1), ("Z",)], fill=RED_DARK)


def cartouche(s, box):
    """The name plate: a framed scroll with curling ends over a ribbon."""
    tails(s, box, 24, 10.5, fold=False)
    s.path(scooped(box, 10), fill=PAPER, stroke=TEAL, width=1.6)
    s.path(scooped(box.inset(3.2), 9), stroke=BRONZE, width=.5)
    s.path(scooped(box.inset(5.2), 9), stroke=BRONZE_PALE, width=.35)
    for x in (box.x, box.right):
        s.path(diamond(x, box.cy, 4, 8), fill=PARCHMENT, stroke=TEAL, width=1)
        s.path(diamond(x, box.cy, 1.8, 4), fill=BRONZE)
    for x in (box.x + 2, box.right - 2):
        for y in (box.y + 2, box.bottom - 2):
            s.circle(x, y, 2.2, fill=RED)
            s.circle(x, y, .8, fill=PARCHMENT)


def lantern(s, x, y):
    """The emblem: a lit lantern in a ring."""
    s.circle(x, y, 30, fill=TEAL)
    s.circle(x, y, 27.6, stroke=BRONZE_PALE, width=.6)
    for i in range(24):
        t = math.radians(i * 15)
        r0, r1 = 18.5, 25 if i % 2 else 22.5
        s.line(x + r0 * math.cos(t), y + r0 * math.sin(t), x + r1 * math.cos(t), y + r1 * math.sin(t),
               stroke=BRONZE_PALE, width=.7)
    s.circle(x, y, 16.5, fill=PAPER, stroke=BRONZE, width=.8)
    s.path([("M", x - 4, y - 8.6), ("C", x - 4, y - 15, x + 4, y - 15, x + 4, y - 8.6)], stroke=RED, width=1)
    s.path([("M", x - 6, y - 6), ("L", x - 3, y - 9.3), ("L", x + 3, y - 9.3), ("L", x + 6, y - 6), ("Z",)], fill=RED)
    s.path([("M", x - 5, y - 5.4), ("L", x + 5, y - 5.4), ("L", x + 6, y + 8), ("L", x - 6, y + 8), ("Z",)],
           fill="#F6DFA6", stroke=RED, width=1)
    s.path([("M", x, y - 4), ("C", x + 4.2, y + 1, x + 3.2, y + 6, x, y + 6),
            ("C", x - 3.2, y + 6, x - 4.2, y + 1, x, y - 4), ("Z",)], fill="#D9892F")
    s.path([("M", x, y + .4), ("C", x + 1.9, y + 3, x + 1.4, y + 5.6, x, y + 5.6),
            ("C", x - 1.4, y + 5.6, x - 1.9, y + 3, x, y + .4), ("Z",)], fill="#FBEBC2")
    s.rect(Box(x - 7, y + 8, 14, 2.8), fill=RED)


def seal(s, x, y):
    """A sunburst medal with room for one number."""
    s.path(star(x, y, 24, 31, 27), fill=RED)
    s.circle(x, y, 25.4, stroke=BRONZE_PALE, width=.6)
    s.circle(x, y, 20, fill=PAPER, stroke=BRONZE, width=.8)
    s.circle(x, y, 18, stroke=BRONZE_PALE, width=.4)


def ability(s, frame, words):
    body = Box(frame.x, frame.y, frame.w, frame.h)
    s.path(scooped(body, 7), fill=TINT, stroke=TEAL, width=1.1)
    s.path(scooped(body.inset(2.6), 6), fill=PAPER, stroke=BRONZE, width=.45)
    # name band
    x, y, w = body.x, body.y, body.w
    s.path([("M", x + 7, y), ("L", x + w - 7, y), ("C", x + w - 7, y + 3.9, x + w - 3.9, y + 7, x + w, y + 7),
            ("L", x + w, y + 13), ("C", x + w - 12, y + 13.4, x + w * .62, y + 14, x + w / 2, y + 17.5),
            ("C", x + w * .38, y + 14, x + 12, y + 13.4, x, y + 13), ("L", x, y + 7),
            ("C", x + 3.9, y + 7, x + 7, y + 3.9, x + 7, y), ("Z",)], fill=TEAL)
    s.text(body.cx + .4, y + 10.4, words, CAPITALS, 9.6, fill=PAPER, align="centre", track=.8)
    for sx, px in ((1, x), (-1, x + w)):
        s.path(diamond(px + sx * 1, y + 1, 2.1), fill=BRONZE)
    # modifier lozenge
    cy = body.bottom + 2
    lozenge = lambda rx, ry: [("M", body.cx - rx, cy), ("C", body.cx - rx * .62, cy - ry * .25, body.cx - rx * .4, cy - ry, body.cx, cy - ry),
                              ("C", body.cx + rx * .4, cy - ry, body.cx + rx * .62, cy - ry * .25, body.cx + rx, cy),
                              ("C", body.cx + rx * .62, cy + ry * .25, body.cx + rx * .4, cy + ry, body.cx, cy + ry),
                              ("C", body.cx - rx * .4, cy + ry, body.cx - rx * .62, cy + ry * .25, body.cx - rx, cy), ("Z",)]
    s.path(lozenge(27, 15.5), fill=PAPER, stroke=TEAL, width=1)
    s.path(lozenge(24, 13.4), stroke=BRONZE, width=.4)
    s.path(diamond(body.cx - 27, cy, 2), fill=RED)
    s.path(diamond(body.cx + 27, cy, 2), fill=RED)


def heart(x, y, r):
    return [("M", x, y - r * .52), ("C", x + r * .3, y - r * 1.1, x + r * 1.12, y - r * .98, x + r * 1.08, y - r * .22),
            ("C", x + r * 1.04, y + r * .36, x + r * .35, y + r * .62, x, y + r * 1.06),
            ("C", x - r * .35, y + r * .62, x - r * 1.04, y + r * .36, x - r * 1.08, y - r * .22),
            ("C", x - r * 1.12, y - r * .98, x - r * .3, y - r * 1.1, x, y - r * .52), ("Z",)]


def medallion(s, kind, x, y):
    if kind == "vitality":
        s.path(heart(x, y + 1, 27), fill=RED)
        s.path(heart(x, y + 1, 24.6), stroke=BRONZE_PALE, width=.5)
        s.path(heart(x, y + .4, 21.5), fill=PAPER)
    elif kind == "defence":
        s.path(shield(Box(x - 25, y - 26, 50, 55)), fill=TEAL)
        s.path(shield(Box(x - 22.6, y - 23.4, 45.2, 50)), stroke=BRONZE_PALE, width=.5)
        s.path(shield(Box(x - 19.4, y - 20, 38.8, 43)), fill=PAPER)
    else:
        s.path(star(x, y, 12, 29, 21.5), fill=BRONZE)
        s.path(star(x, y, 12, 25.6, 20), stroke=PAPER, width=.5)
        s.circle(x, y, 19.6, fill=PAPER, stroke=RED, width=.7)


def arch(box, rise):
    """A pointed arch window filling the box."""
    x, y, w, h = box
    m, spring = x + w / 2, y + rise
    return [("M", x, y + h), ("L", x, spring), ("C", x + w * .02, y + rise * .45, x + w * .27, y + rise * .1, m, y),
            ("C", x + w * .73, y + rise * .1, x + w * .98, y + rise * .45, x + w, spring), ("L", x + w, y + h), ("Z",)]


def portrait(s, box):
    s.rect(box, fill=TEAL_PALE, stroke=TEAL, width=.9)
    for sx, x in ((1, box.x), (-1, box.right)):
        cx, cy = x + sx * 17, box.y + 15
        for t in range(3):
            a = math.radians(-90 + 120 * t)
            s.circle(cx + 4.6 * math.cos(a), cy + 4.6 * math.sin(a), 4.2, stroke=TEAL, width=.6, fill=PAPER)
        s.circle(cx, cy, 1.8, fill=RED)
        s.path([("M", x + sx * 4, box.y + 44), ("C", x + sx * 7, box.y + 36, x + sx * 9, box.y + 30, x + sx * 14, box.y + 25)],
               stroke=TEAL, width=.6)
    s.path(arch(box.inset(5, 4.5), 66), fill=PAPER, stroke=TEAL, width=1.2)
    s.path(arch(box.inset(8.5, 8.5), 64), stroke=BRONZE, width=.5)


def compass(s, x, y, r, faint=False, font=CAPITALS):
    dark, light = (TEAL_SOFT, PAPER) if faint else (TEAL, PAPER)
    s.circle(x, y, r * .72, stroke=BRONZE, width=.5)
    s.circle(x, y, r * .66, stroke=BRONZE, width=.35)
    for turn, reach in ((45, .62), (0, 1)):
        for i in range(4):
            a = math.radians(turn + i * 90 - 90)
            n = math.radians(turn + i * 90 - 45)
            m = math.radians(turn + i * 90 - 135)
            tip = (x + r * reach * math.cos(a), y + r * reach * math.sin(a))
            for side, tone in ((n, dark), (m, light)):
                b = (x + r * .19 * math.cos(side), y + r * .19 * math.sin(side))
                s.polyline([(x, y), tip, b], close=True, fill=tone, stroke=dark, width=.4)
    s.circle(x, y, r * .07, fill=RED)
    s.text(x, y - r * 1.08, "N", font, max(7, r * .3), fill=RED, align="centre")
