# SPDX-License-Identifier: GPL-3.0-or-later
"""The frame of the map and what lies over the land: the title, the compass, the scale, a ship and a serpent."""

import ornament as O
from layout import Box
from surface import BRONZE, PAPER, PARCHMENT, RED, TEAL, diamond, scooped
from typefaces import CAPITALS, ITALIC, LABEL

WIDTH, HEIGHT = 841.8898, 595.2756
FRAME = Box(36, 36, WIDTH - 72, HEIGHT - 72)
COLUMNS, ROWS = 10, 7

SEA, LAND, SHORE, RIVER, WATERLINE = "#D3E3DE", "#F7EED6", "#5A4630", "#4F8C95", "#8DB4B2"


def border(s):
    f = FRAME
    outer = f.inset(-14)
    s.rect(Box(outer.x - 5, outer.y - 5, outer.w + 10, outer.h + 10), stroke=TEAL, width=1.6)
    s.rect(outer, stroke=TEAL, width=.6)
    s.rect(f, stroke=TEAL, width=1.1)
    for n, length, horizontal in ((COLUMNS, f.w, True), (ROWS, f.h, False)):
        for i in range(n * 2):
            a, b = length * i / (2 * n), length * (i + 1) / (2 * n)
            for edge in (0, 1):
                fill = TEAL if (i + edge) % 2 == 0 else PAPER
                if horizontal:
                    box = Box(f.x + a, f.y - 4 if edge == 0 else f.bottom, b - a, 4)
                else:
                    box = Box(f.x - 4 if edge == 0 else f.right, f.y + a, 4, b - a)
                s.rect(box, fill=fill, stroke=TEAL, width=.4)
        for i in range(n):
            m = length * (i + .5) / n
            mark = chr(65 + i) if horizontal else str(i + 1)
            for edge in (0, 1):
                if horizontal:
                    s.text(f.x + m, f.y - 6 if edge == 0 else f.bottom + 11.4, mark, LABEL, 7, fill=TEAL, align="centre")
                else:
                    s.text(f.x - 9 if edge == 0 else f.right + 9, f.y + m + 2.5, mark, LABEL, 7, fill=TEAL, align="centre")
    for x in (outer.x - 2.5, outer.right + 2.5):
        for y in (outer.y - 2.5, outer.bottom + 2.5):
            s.path(diamond(x, y, 9), fill=PARCHMENT, stroke=TEAL, width=.9)
            s.path(diamond(x, y, 5), fill=RED)


def furniture(s):
    title = Box(58, 60, 158, 58)
    O.tails(s, title, 14, 14, fold=False)
    s.path(scooped(title, 9), fill=PAPER, stroke=TEAL, width=1.4)
    s.path(scooped(title.inset(3), 8), stroke=BRONZE, width=.5)
    s.text(title.cx + .8, title.y + 28, "The Amber Coast", CAPITALS, 15.5, fill=RED, align="centre", track=.9)
    O.divider(s, title.x + 24, title.right - 24, title.y + 36)
    s.text(title.cx, title.y + 49, "from Saltreach to the Long Wood", ITALIC, 9.4, align="centre", fill=SHORE)
    O.compass(s, 122, 474, 54)
    # leagues
    x, y, unit = 224, 536, 26
    for i in range(4):
        s.rect(Box(x + unit * i, y, unit, 4.5), fill=TEAL if i % 2 == 0 else PAPER, stroke=TEAL, width=.6)
    for i in range(5):
        s.text(x + unit * i, y - 3, str(i * 5), LABEL, 6, fill=TEAL, align="centre")
    s.text(x + unit * 2, y + 14, "leagues", ITALIC, 9.5, fill=TEAL, align="centre")
    ship(s, 104, 178)
    serpent(s, 226, 486)


def ship(s, x, y):
    s.path([("M", x - 15, y), ("C", x - 11, y + 9, x + 9, y + 9, x + 15, y - 2), ("L", x + 9, y + .5), ("L", x - 10, y + .5), ("Z",)],
           fill="#B98A55", stroke=SHORE, width=.8)
    for dx, h in ((-5, 20), (4, 24)):
        s.line(x + dx, y, x + dx, y - h, stroke=SHORE, width=.8)
        s.path([("M", x + dx + .5, y - h + 3), ("C", x + dx + 10, y - h + 6, x + dx + 10, y - 7, x + dx + .5, y - 4), ("Z",)],
               fill=PAPER, stroke=SHORE, width=.7)
        s.path([("M", x + dx, y - h), ("L", x + dx - 6, y - h - 2), ("L", x + dx, y - h - 4), ("Z",)], fill=RED)
    for k in range(3):
        wx = x - 18 + k * 13
        s.path([("M", wx, y + 9), ("C", wx + 3, y + 6, wx + 5, y + 6, wx + 7, y + 9), ("C", wx + 8, y + 10, wx + 10, y + 10, wx + 11, y + 9)], stroke=TEAL, width=.7)


def serpent(s, x, y):
    tone = "#7FA79A"
    for dx, w, h in ((28, 8, 11), (10, 9, 15)):
        s.path([("M", x + dx - w, y), ("C", x + dx - w, y - h * 1.35, x + dx + w, y - h * 1.35, x + dx + w, y),
                ("L", x + dx + w - 4.6, y), ("C", x + dx + w - 5, y - h * .8, x + dx - w + 5, y - h * .8, x + dx - w + 4.6, y), ("Z",)],
               fill=tone, stroke=SHORE, width=.7)
    s.path([("M", x - 9, y), ("C", x - 15, y - 9, x - 6, y - 15, x - 9, y - 21), ("C", x - 11, y - 25, x - 17, y - 25, x - 22, y - 21),
            ("L", x - 20, y - 18.6), ("C", x - 16, y - 19.5, x - 13.4, y - 19, x - 14, y - 15.5), ("C", x - 16, y - 11, x - 20, y - 7, x - 15, y), ("Z",)],
           fill=tone, stroke=SHORE, width=.7)
    s.circle(x - 14.6, y - 21.4, .8, fill=SHORE)
    s.path([("M", x + 40, y), ("C", x + 42, y - 6, x + 44, y - 9, x + 49, y - 11), ("L", x + 47, y - 6), ("C", x + 45, y - 4, x + 44.6, y - 2, x + 44.4, y), ("Z",)],
           fill=tone, stroke=SHORE, width=.7)
    for k in range(6):
        wx = x - 22 + k * 12
        s.path([("M", wx, y + 2), ("C", wx + 3, y - .6, wx + 5, y - .6, wx + 7, y + 2)], stroke=TEAL, width=.7)
