# SPDX-License-Identifier: GPL-3.0-or-later
"""What is written by hand on a sheet that a table has filled: notes, a sketched way, and wounds."""

import layout as L
from hand import Hand
from ink_sheet import INK, PENCIL, RED, fen
from xopp import Page

NOTES = ["The toll bridge is watched.", "Met at the ferry, in rain.", "Owes Maren a lantern."]


def make():
    front = Page(L.WIDTH, L.HEIGHT, 1)
    quick = Hand(71, INK, .95)
    front.layers = [[quick.tick(box, RED) for box in L.WOUNDS[1:4]]]
    back = Page(L.WIDTH, L.HEIGHT, 2)
    pen = Hand(72, INK, .92)
    ink = []
    for y, words in zip(L.NOTES_LINES, NOTES):
        ink += pen.write(51, y - 4.2, words, 10.5, fit=214)
    back.layers = [ink, fen(Hand(61, PENCIL, .8), L.SKETCH)]
    return [front, back]
