# SPDX-License-Identifier: GPL-3.0-or-later
"""The Amber Coast: a landscape map drawn by rule and by dice, the same dice each time."""

import io
import math
import random

from reportlab.pdfgen.canvas import Canvas

from hand import round_off
from layout import Box
from mapframe import COLUMNS, FRAME, HEIGHT, LAND, RIVER, ROWS, SEA, SHORE, WATERLINE, WIDTH, border, furniture
from surface import PAPER, PARCHMENT, RED, TEAL, Surface
from typefaces import BOOK, CAPITALS, ITALIC, register

TREE, TREE_DARK, ROCK, ROCK_DARK = "#B9C49B", "#55663F", "#E4D6B6", "#6A5843"

TOWNS = {
    "Tern Harbour": (279, 338, "town", (10, 4, "left")),
    "Hollowmere": (497, 352, "town", (9, 8, "left")),
    "High Ember": (662, 262, "city", (0, 21, "centre")),
    "Oldbarrow": (398, 184, "village", (8, 3, "left")),
    "Saltreach": (237, 172, "town", (10, -3, "left")),
    "Widow\u2019s Toll": (545, 432, "village", (-8, 4, "right")),
    "Candlewick": (700, 372, "village", (8, 3, "left")),
    "Northgate": (610, 92, "town", (10, 3, "left")),
    "The Bell": (176, 214, "tower", (8, 5, "left")),
    "Pell": (662, 486, "village", (8, 3, "left")),
}
ROADS = [((285, 336), (330, 330), (388, 318), (440, 352), (497, 352)),
         ((497, 352), (540, 330), (560, 392), (545, 432)),
         ((545, 432), (600, 452), (662, 486)),
         ((545, 432), (630, 410), (700, 372), (690, 320), (662, 268)),
         ((237, 172), (300, 196), (398, 184)),
         ((662, 262), (690, 190), (652, 120), (610, 92))]
COAST = [(300, 10), (262, 36), (240, 74), (272, 118), (232, 166), (172, 186), (152, 226), (196, 256), (258, 252),
         (304, 288), (268, 336), (278, 384), (332, 398), (376, 372), (420, 394), (430, 446), (482, 478), (548, 468),
         (590, 508), (604, 590)]
ISLES = [(116, 322, 26, 17), (84, 352, 12, 9), (148, 356, 10, 7), (346, 488, 30, 18), (392, 512, 11, 8)]
MERE = (466, 328, 25, 13)


def rough(points, rng, sway=.17, depth=4):
    """A line broken again and again at its middles."""
    for _ in range(depth):
        out = [points[0]]
        for a, b in zip(points, points[1:]):
            d = math.dist(a, b)
            t = rng.gauss(0, sway) * d
            nx, ny = -(b[1] - a[1]) / (d or 1), (b[0] - a[0]) / (d or 1)
            out += [((a[0] + b[0]) / 2 + nx * t, (a[1] + b[1]) / 2 + ny * t), b]
        points, sway = out, sway * .86
    return points


def isle(x, y, rx, ry, rng):
    ring = [(x + rx * math.cos(t * 6.2832 / 8) * rng.uniform(.8, 1.15), y + ry * math.sin(t * 6.2832 / 8) * rng.uniform(.8, 1.15)) for t in range(8)]
    return rough(ring + ring[:1], rng, .16, 3)


def draw():
    register()
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(WIDTH, HEIGHT), invariant=1, pageCompression=1)
    s = Surface(canvas, HEIGHT)
    rng = random.Random(1729)
    s.rect(Box(0, 0, WIDTH, HEIGHT), fill=PARCHMENT)
    coast = rough(COAST, rng, .15)
    isles = [isle(*i, rng) for i in ISLES]
    land = coast + [(WIDTH, HEIGHT), (WIDTH, 0)]

    canvas.saveState()
    clip(s, [corners(FRAME)])
    water(s, coast, isles)
    ground(s, coast, isles, land)
    rivers(s, rng)
    grid(s)
    roads(s)
    features(s, rng)
    canvas.restoreState()
    border(s)
    names(s)
    furniture(s)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def corners(box):
    return [(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)]


def clip(s, shapes):
    path = s.canvas.beginPath()
    for shape in shapes:
        for i, (x, y) in enumerate(shape):
            (path.lineTo if i else path.moveTo)(round(x, 2), round(HEIGHT - y, 2))
        path.close()
    s.canvas.clipPath(path, stroke=0, fill=0)


def water(s, coast, isles):
    s.rect(FRAME, fill=SEA)
    cx, cy = 122, 474
    for i in range(32):
        a = math.radians(i * 11.25)
        s.line(cx, cy, cx + 900 * math.cos(a), cy + 900 * math.sin(a), stroke="#BFD5D0", width=.35 if i % 2 else .6)
    lines = [coast] + isles
    for reach, tone in ((40, "#B7CFCB"), (27, "#A3C3C0"), (16, WATERLINE), (7.5, "#6FA1A3")):
        for line in lines:
            s.polyline(line, stroke=tone, width=reach)
        for line in lines:
            s.polyline(line, stroke=SEA, width=reach - 1.3)


def ground(s, coast, isles, land):
    for shape in [land] + isles:
        s.polyline(shape, close=True, fill=LAND)
    s.canvas.saveState()
    clip(s, [land] + isles)
    for reach, tone in ((26, "#F4E8CB"), (16, "#EFE0BE"), (8, "#E6D3AA")):
        for line in [coast] + isles:
            s.polyline(line, stroke=tone, width=reach)
    s.canvas.restoreState()
    for line in [coast] + isles:
        s.polyline(line, stroke=SHORE, width=1.15)


def stream(s, points, rng, start=.5, end=2.4):
    pts = round_off(rough(points, rng, .12, 3))
    n = len(pts) - 1
    parts = 10
    for k in range(parts):
        piece = pts[k * n // parts:(k + 1) * n // parts + 1]
        s.polyline(piece, stroke=RIVER, width=start + (end - start) * k / (parts - 1))


def rivers(s, rng):
    stream(s, [(538, 196), (500, 240), (452, 262), (462, 300), (466, 322)], rng, .5, 1.5)
    stream(s, [(452, 334), (424, 346), (398, 362), (374, 374)], rng, 1.6, 2.8)
    stream(s, [(622, 318), (590, 352), (572, 396), (552, 424), (546, 470)], rng)
    stream(s, [(430, 118), (380, 146), (330, 140), (292, 164), (236, 166)], rng)
    stream(s, [(672, 330), (640, 346), (606, 366), (576, 384)], rng, .5, 1.4)
    shape = round_off(isle(*MERE, random.Random(5)))
    s.polyline(shape, close=True, fill=SEA, stroke=RIVER, width=1)
    for dy, w in ((-3, 9), (1, 13), (5, 8)):
        s.line(MERE[0] - w, MERE[1] + dy, MERE[0] + w * .6, MERE[1] + dy, stroke=WATERLINE, width=.6)


def grid(s):
    for i in range(1, COLUMNS):
        x = FRAME.x + FRAME.w * i / COLUMNS
        s.line(x, FRAME.y, x, FRAME.bottom, stroke="#C9B68C", width=.3)
    for j in range(1, ROWS):
        y = FRAME.y + FRAME.h * j / ROWS
        s.line(FRAME.x, y, FRAME.right, y, stroke="#C9B68C", width=.3)


def roads(s):
    for road in ROADS:
        s.polyline(round_off(list(road)), stroke="#93633B", width=1.1, dash=([.1, 3.1], 0))


def peak(s, x, y, h, rng):
    w = h * rng.uniform(.72, .86)
    top = (x + rng.uniform(-.1, .1) * w, y - h)
    left = rough([(x - w, y), top], rng, .07, 3)
    right = rough([top, (x + w, y)], rng, .07, 3)
    ridge = rough([top, (x + w * .12, y - h * .55), (x - w * .06, y - h * .25), (x + w * .16, y)], rng, .08, 2)
    s.polyline(left + right[1:], close=True, fill=LAND)
    s.polyline(right + ridge[::-1], close=True, fill=ROCK)
    for k in range(1, 6):
        t = k / 6
        i = int(t * (len(right) - 1))
        px, py = right[i]
        s.line(px - .6, py + .6, px - h * (.12 + .16 * t) , py + h * (.16 + .1 * t) if py + h * (.16 + .1 * t) < y else y, stroke=ROCK_DARK, width=.4)
    s.polyline(left + right[1:], stroke=ROCK_DARK, width=.95)
    s.polyline(ridge[:-3], stroke=ROCK_DARK, width=.5)


def hill(s, x, y, w):
    s.path([("M", x - w, y), ("C", x - w * .6, y - w * .95, x + w * .5, y - w * .95, x + w, y)], fill=LAND, stroke=ROCK_DARK, width=.7)
    for k in range(3):
        s.line(x + w * (.3 + .18 * k), y - w * (.48 - .15 * k), x + w * (.18 + .2 * k), y - w * (.24 - .1 * k), stroke=ROCK_DARK, width=.35)


def tree(s, x, y, r, pine):
    s.line(x, y, x, y - r, stroke=TREE_DARK, width=.8)
    if pine:
        s.path([("M", x, y - r * 3.4), ("L", x + r, y - r * .7), ("L", x - r, y - r * .7), ("Z",)], fill=TREE, stroke=TREE_DARK, width=.55)
        s.path([("M", x, y - r * 3.4), ("L", x + r, y - r * .7), ("L", x + r * .1, y - r * .7), ("Z",)], fill="#97A87A")
        return
    s.circle(x, y - r * 1.7, r * 1.12, fill=TREE, stroke=TREE_DARK, width=.55)
    s.path([("M", x + r * .2, y - r * .8), ("C", x + r, y - r, x + r * 1.05, y - r * 2, x + r * .55, y - r * 2.4)], stroke=TREE_DARK, width=.45)


def tuft(s, x, y):
    for dx, dy in ((-3, -3.4), (-1, -5), (1.2, -4.8), (3.2, -3)):
        s.line(x + dx * .4, y, x + dx, y + dy, stroke="#6E8660", width=.5)
    s.line(x - 4.5, y + .6, x + 4.5, y + .6, stroke=RIVER, width=.5)


def near_name(x, y):
    return any(abs(x - tx) < 15 and -12 < y - ty < 22 for tx, ty, *_ in TOWNS.values())


def features(s, rng):
    """Mountains, hills, trees and marsh, painted from the far edge to the near one."""
    things = []

    def range_of(path, count, low, high, spread):
        pts = round_off(path)
        for k in range(count):
            x, y = pts[min(len(pts) - 1, int((k + rng.random()) / count * len(pts)))]
            middle = 1 - abs(k / count - .5)
            x, y = x + rng.gauss(0, spread), y + rng.gauss(0, spread * .6)
            things.append((y, peak, (x, y, rng.uniform(low, high) * (.6 + .5 * middle), rng)))

    range_of([(470, 84), (520, 128), (566, 190), (600, 250), (614, 306)], 30, 24, 38, 13)
    range_of([(716, 86), (752, 130), (772, 190), (778, 240)], 14, 18, 30, 10)
    range_of([(330, 76), (372, 96), (420, 108)], 9, 15, 23, 8)

    def wood(cx, cy, rx, ry, gap, pine):
        placed = []
        for _ in range(900):
            a, r = rng.random() * 6.2832, math.sqrt(rng.random())
            x, y = cx + rx * r * math.cos(a), cy + ry * r * math.sin(a)
            if all(math.hypot(x - px, (y - py) * 1.4) > gap for px, py in placed) and not near_name(x, y):
                placed.append((x, y))
        for x, y in placed:
            things.append((y, tree, (x, y, rng.uniform(2.7, 3.5), pine)))

    wood(352, 232, 62, 24, 7.6, False)
    wood(738, 456, 58, 60, 7, False)
    wood(706, 178, 20, 34, 7, True)
    wood(336, 54, 50, 9, 7.5, True)
    wood(530, 60, 70, 14, 8, True)
    for x, y in ((560, 372), (588, 400), (516, 292), (438, 206), (452, 214), (640, 372), (618, 440), (632, 450), (300, 362), (322, 374)):
        things.append((y, hill, (x, y, rng.uniform(8, 12))))
    for _ in range(15):
        x, y = rng.uniform(386, 444), rng.uniform(282, 328)
        things.append((y, tuft, (x, y)))
    for y, paint, args in sorted(things, key=lambda t: (t[0], t[2][0])):
        paint(s, *args)
    for x, y, kind, _ in TOWNS.values():
        town(s, x, y, kind)


def house(s, x, y, w, h, roof=RED):
    s.rect(Box(x - w / 2, y - h, w, h), fill=PAPER, stroke=SHORE, width=.6)
    s.path([("M", x - w / 2 - 1, y - h), ("L", x, y - h - w * .75), ("L", x + w / 2 + 1, y - h), ("Z",)], fill=roof, stroke=SHORE, width=.5)


def town(s, x, y, kind):
    if kind == "city":
        for dx in (-9, 9):
            house(s, x + dx, y, 5, 11)
        s.rect(Box(x - 10, y - 6.5, 20, 7.5), fill=PAPER, stroke=SHORE, width=.6)
        house(s, x, y - 3, 6.5, 12)
        s.path([("M", x - 2, y + 1), ("L", x - 2, y - 2.5), ("C", x - 2, y - 5, x + 2, y - 5, x + 2, y - 2.5), ("L", x + 2, y + 1), ("Z",)], fill=SHORE)
        s.line(x, y - 20, x, y - 26, stroke=SHORE, width=.6)
        s.path([("M", x, y - 26), ("L", x + 6, y - 24.4), ("L", x, y - 22.6), ("Z",)], fill=RED)
    elif kind == "town":
        house(s, x - 4.6, y, 5, 4.6)
        house(s, x + 4.4, y, 5, 5)
        house(s, x, y + 1, 4.6, 8)
    elif kind == "tower":
        house(s, x, y, 4, 11, TEAL)
    else:
        s.circle(x, y - 1, 2.8, fill=PAPER, stroke=SHORE, width=.8)
        s.circle(x, y - 1, 1.1, fill=RED)


def names(s):
    for words, (x, y, kind, (dx, dy, align)) in TOWNS.items():
        face, size = (CAPITALS, 13) if kind == "city" else (BOOK, 11.5 if kind == "town" else 10)
        s.text(x + dx, y + dy, words, face, size, align=align, halo=LAND)
    s.text(452, 160, "The Slatebacks", ITALIC, 15, align="centre", track=1.6, halo=LAND, fill=ROCK_DARK)
    s.text(353, 258, "Gullwood", ITALIC, 12, align="centre", track=.8, halo=LAND, fill=TREE_DARK)
    s.text(736, 532, "The Long Wood", ITALIC, 13, align="centre", track=1, halo=LAND, fill=TREE_DARK)
    s.text(414, 301, "Fenmarch", ITALIC, 12.5, align="centre", track=1.2, halo=LAND, fill="#4D6646")
    s.text(478, 308, "the mere", ITALIC, 8.5, align="centre", halo=LAND, fill=TEAL)
    s.text(118, 300, "Gull Isles", ITALIC, 10.5, align="centre", track=.4, halo=SEA, fill=TEAL)
    s.text(352, 466, "Drowned Man", ITALIC, 10, align="centre", halo=SEA, fill=TEAL)
    s.text(213, 404, "The", ITALIC, 14, align="centre", track=3, fill=TEAL)
    s.text(216, 425, "Quiet Sea", ITALIC, 21, align="centre", track=4, fill=TEAL)
