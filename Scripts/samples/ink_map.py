# SPDX-License-Identifier: GPL-3.0-or-later
"""What the table scribbled on the map: the way so far, and warnings."""

import math

from hand import Hand, round_off, walk
from worldmap import HEIGHT, TOWNS, WIDTH
from xopp import Page, Stroke

INK, RED, GREEN = "#20306aff", "#b3202cff", "#2f6b3fff"

ROUTE = [(286, 345), (318, 351), (358, 347), (392, 340), (430, 360), (470, 374), (510, 374), (540, 385),
         (543, 407), (554, 426), (592, 424), (640, 420), (684, 392), (706, 356), (700, 318), (676, 284), (664, 272)]


def make():
    page = Page(WIDTH, HEIGHT, 1)
    pen, bold, glow = Hand(71, INK, .95), Hand(72, RED, 1.6), Hand(73)
    way = Stroke(walk(round_off(ROUTE), 2.4), 2.2, RED, style="dash")

    # a flag at each night's camp
    camps = []
    for x, y in ((392, 340), (540, 385), (640, 420)):
        camps.append(pen.ink([(x, y), (x + .6, y - 6), (x + .3, y - 13)], 1.1))
        camps.append(Stroke(walk([(x + .3, y - 13), (x + 8, y - 10.4), (x + .5, y - 7.6), (x + .3, y - 13)], 1.2), .8, INK, fill=120))
    x, y = TOWNS["High Ember"][:2]
    ring = [(x + (33 + 2.5 * math.sin(t * 1.3)) * math.cos(t - 2.2), y - 3 + (29 + 2 * math.cos(t)) * math.sin(t - 2.2))
            for t in [i * .33 for i in range(22)]]
    circle = bold.ink(ring, 1.5, contrast=.25)
    cross = [bold.ink([(178 + 6 * k, 231), (178 - 6 * k, 243)], 1.8) for k in (-1, 1)]

    notes = []
    notes += pen.write(296, 366, "night 1: rain", 8.5, width=.85)
    notes += pen.write(551, 393, "night 2", 8.5, width=.85)
    notes += pen.write(600, 440, "night 3, wolves!", 8.5, width=.85)
    notes += pen.write(190, 242, "it rang by itself", 8.5, width=.85, color=RED)
    notes += pen.write(614, 518, "pay the widow", 9.5, width=.9)
    notes += pen.write(614, 533, "or swim", 9.5, width=.9)
    notes.append(pen.ink([(608, 512), (584, 494), (562, 470), (548, 444)], 1))
    notes.append(pen.ink([(544, 452), (547.6, 443), (554, 449)], 1))
    notes += pen.write(706, 248, "the tower", 10, width=.95, color=RED)
    notes += pen.write(711, 263, "is lit again", 10, width=.95, color=RED)
    notes += pen.write(62, 388, "here be Maren's uncle", 8.5, width=.85)
    notes.append(pen.ink([(116, 377), (108, 374), (99, 369), (92, 363)], .95))
    notes.append(pen.ink([(92.4, 370), (91.6, 362.6), (99, 363.6)], .95))

    fen = [glow.highlight(384, y0, 448 - d, y0 - 1, 13, "#8fdc6f7f") for y0, d in ((288, 0), (299, 0), (310, 6), (321, 14))]
    fen.append(glow.highlight(524, 430, 560, 430, 22, "#ffe04a7f"))
    pen.color = GREEN
    notes += pen.write(372, 312, "lights?", 9, width=.9, align="right")
    page.layers = [fen, [way] + camps + [circle] + cross, notes]
    return [page]
