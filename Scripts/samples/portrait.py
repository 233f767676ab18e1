# SPDX-License-Identifier: GPL-3.0-or-later
"""Paints the colours below the pencil portrait of the character sheet, as a wash with soft edges.

The same bytes on every run. Coordinates are those of the sheet in quarters of a point, from the window's corner.
"""
import random
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter

#: Where the picture lies on the sheet, in points.
FRAME = (415.0, 183.0, 550.0, 370.0)
SIZE = (540, 748)
#: The pixels of the file: two and a half a point.
PIXELS = (338, 468)

ARCH = [(46, 690), (46, 300), (54, 240), (78, 180), (120, 125), (180, 82), (266, 46), (352, 82), (412, 125), (454, 180),
        (478, 240), (486, 300), (486, 690)]
CLOAK = [(54, 690), (62, 600), (78, 548), (104, 508), (134, 485), (127, 400), (133, 310), (152, 250), (188, 195),
         (236, 164), (280, 156), (325, 168), (362, 206), (388, 270), (397, 350), (396, 430), (392, 476), (430, 506),
         (458, 552), (470, 610), (478, 690)]
HOOD = [(188, 455), (178, 380), (184, 310), (205, 262), (235, 240), (268, 232), (304, 240), (332, 272), (347, 320),
        (350, 380), (342, 440), (328, 482), (300, 516), (265, 530), (230, 518), (206, 490)]
HAIR = [(196, 440), (192, 380), (208, 320), (228, 266), (262, 250), (286, 262), (322, 308), (330, 370), (340, 440),
        (326, 452), (310, 440), (214, 440), (204, 464)]
FACE = [(205, 350), (212, 312), (236, 290), (266, 280), (298, 292), (320, 314), (327, 352), (320, 400), (304, 438),
        (284, 460), (266, 468), (246, 460), (224, 436), (210, 400)]


def layer(points, color, blur=2.5):
    """A soft shape on nothing."""
    mask = Image.new("L", SIZE, 0)
    ImageDraw.Draw(mask).polygon(points, fill=255)
    image = Image.new("RGBA", SIZE, (*color, 0))
    image.putalpha(mask.filter(ImageFilter.GaussianBlur(blur)))
    return image


def glow(center, radius, color, strength):
    """Light that fades with the distance from a point."""
    mask = Image.new("L", SIZE, 0)
    pixels = mask.load()
    for y in range(SIZE[1]):
        for x in range(SIZE[0]):
            distance = ((x - center[0]) ** 2 + (y - center[1]) ** 2) ** 0.5 / radius
            if distance < 1:
                pixels[x, y] = int(strength * (1 - distance) ** 2)
    image = Image.new("RGBA", SIZE, (*color, 0))
    image.putalpha(mask)
    return image


def grain(seed, cells, depth):
    """Blotches as of paper and water: grey values around the middle."""
    chance = random.Random(seed)
    small = Image.new("L", cells)
    small.putdata([128 + chance.randint(-depth, depth) for _ in range(cells[0] * cells[1])])
    return small.resize(SIZE, Image.Resampling.BICUBIC)


def sky():
    image = Image.new("RGB", SIZE)
    draw = ImageDraw.Draw(image)
    stops = [(40, (70, 104, 124)), (250, (132, 158, 160)), (430, (226, 205, 168)), (520, (238, 196, 150)),
             (560, (128, 156, 160)), (700, (96, 132, 140))]
    for (top, start), (bottom, end) in zip(stops, stops[1:]):
        for y in range(top, bottom):
            part = (y - top) / (bottom - top)
            draw.line([(0, y), (SIZE[0], y)], fill=tuple(round(a + (b - a) * part) for a, b in zip(start, end)))
    return image.convert("RGBA")


def paint():
    image = sky()
    for part in [
        glow((118, 176), 90, (250, 244, 222), 150), layer([(106 + 14 * c, 176 + 14 * s) for c, s in CIRCLE], (252, 248, 232), 1.5),
        layer(CLOAK, (62, 104, 92), 3), layer([(x * 0.5 + 70, y * 0.62 + 258) for x, y in CLOAK[:9]], (86, 132, 114), 26),
        layer([(300, 180), (352, 206), (380, 280), (388, 380), (384, 470), (356, 470), (360, 330), (340, 240)], (44, 78, 72), 12),
        layer([(262, 545), (300, 560), (330, 690), (262, 690), (254, 610)], (48, 84, 78), 12),
        layer(HOOD, (52, 56, 50), 3), layer(HAIR, (126, 78, 46), 4), layer(FACE, (232, 190, 152), 2.5),
        layer([(300, 300), (326, 340), (322, 400), (300, 445), (272, 466), (290, 420), (302, 360)], (206, 150, 116), 9),
        layer([(244, 422), (266, 416), (290, 422), (268, 436)], (192, 104, 90), 2.5),
        glow((236, 392), 34, (226, 132, 112), 90), glow((298, 392), 34, (214, 118, 98), 90),
        layer([(266, 522), (284, 540), (266, 558), (248, 540)], (214, 166, 74), 1.5),
        layer([(360, 560), (412, 560), (416, 646), (352, 646)], (250, 214, 122), 3),
        layer([(362, 556), (364, 528), (386, 508), (408, 528), (410, 556)], (150, 118, 70), 3),
        glow((386, 606), 190, (255, 204, 110), 190), glow((386, 606), 60, (255, 244, 196), 220),
    ]:
        image = Image.alpha_composite(image, part)
    # Colour gathers in blotches, and the paper's grain shows through.
    for seed, cells, depth in [(3, (9, 12), 26), (5, (40, 56), 14)]:
        blotch = grain(seed, cells, depth)
        image = Image.merge("RGBA", [
            ImageChops.overlay(band, blotch) if name != "A" else band for name, band in zip("RGBA", image.split())])
    mask = Image.new("L", SIZE, 0)
    ImageDraw.Draw(mask).polygon(ARCH, fill=225)
    mask = mask.filter(ImageFilter.GaussianBlur(4))
    edge = grain(8, (30, 42), 60).point(lambda value: min(255, value + 110))
    image.putalpha(ImageChops.multiply(mask, edge))
    return image.resize(PIXELS, Image.Resampling.LANCZOS)


CIRCLE = [(1.0, 0.0), (0.92, 0.38), (0.71, 0.71), (0.38, 0.92), (0.0, 1.0), (-0.38, 0.92), (-0.71, 0.71), (-0.92, 0.38),
          (-1.0, 0.0), (-0.92, -0.38), (-0.71, -0.71), (-0.38, -0.92), (0.0, -1.0), (0.38, -0.92), (0.71, -0.71),
          (0.92, -0.38)]


def write(path: Path) -> None:
    paint().save(path, optimize=True)
