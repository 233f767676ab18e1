# SPDX-License-Identifier: GPL-3.0-or-later
"""Adds to the handwriting of the character sheet what is no stroke: a portrait, a typed card, a note, and what only the
game master may see. Reads and writes Limn's JSON form of ink.

Usage: items.py SHEET.json PORTRAIT.png OUT.json
"""
import base64
import json
import math
import sys

import portrait


def color(digits):
    parts = [int(digits[place:place + 2], 16) / 255 for place in range(0, len(digits), 2)]
    return dict(zip(("red", "green", "blue", "alpha"), [*parts, 1][:4]))


def stroke(points, digits, width, layer, fill=None):
    brush = {"cap": "round", "color": color(digits), "dash": [], "kind": "pen", "width": width, "lineHeight": 1.25}
    if fill:
        brush["fill"] = fill
    flat = [round(value * 256) / 256 for point in points for value in point]
    return {"brush": brush, "width": width, "xy": flat, "layer": layer}


def text(words, place, size, digits, width, **style):
    full = {"color": color(digits), "family": "P052", "isItalic": True, "isStruck": False, "isUnderlined": False,
            "size": size, "weight": 400, **style}
    return {"runs": [{"style": full, "text": words}], "transform": [1, 0, 0, 1, *place], "width": width, "lineHeight": 1.25}


def loop(center, across, high):
    """An ellipse as a hand draws it in haste: it does not quite close."""
    angles = [-2.2 + step * (2 * math.pi + 0.5) / 60 for step in range(61)]
    return [(center[0] + (across - 1.2 * step / 60) * math.cos(angle),
             center[1] + (high + 1.6 * step / 60) * math.sin(angle)) for step, angle in enumerate(angles)]


source, picture, out = sys.argv[1:]
portrait.write(picture)
with open(source, encoding="utf-8") as file:
    ink = json.load(file)
page = ink["pages"][0]
told, secret = len(page["layers"]), len(page["layers"]) + 1
page["layers"] += [{"name": "Portrait and words"}, {"name": "Behind the screen", "audience": "gameMaster"}]
with open(picture, "rb") as file:
    ink["pictures"] = [{"format": "png", "bytes": base64.b64encode(file.read()).decode()}]

left, top, right, bottom = portrait.FRAME
frame = [left, top, right, bottom]
box = [(47.5, 578), (181.5, 578), (181.5, 614.5), (47.5, 614.5), (47.5, 578)]
strokes = len(page["strokes"])
page["strokes"] += [
    stroke(box, "fff6dc", 0, told, fill=1), stroke(box, "1f4b52", 0.8, told),
    stroke(loop((511.5, 329), 25, 29), "8b1e2bd8", 1.7, secret)]
page["objects"] = [
    # Below the pencil.
    {"strokesBelow": 0, "layer": told, "picture": {"data": 0, "frame": frame, "transform": [1, 0, 0, 1, 0, 0],
                                    "alternative": "Maren with her lantern, at dusk by the sea"}},
    {"strokesBelow": strokes + 2, "layer": told, "text": text(
        "Hears the bell under the water when others hear only wind. Sleeps only where a window looks on the sea.",
        (52.5, 579.5), 8.3, "2b2b33", 125)},
    {"strokesBelow": strokes + 3, "layer": secret, "text": text(
        "Behind the screen: the voice under the water is her mother’s. When the lantern gutters, roll 2d6 for the tide.",
        (50, 758.8), 8.4, "8b1e2b", 336, weight=700)},
    {"strokesBelow": strokes + 3, "layer": told, "note": {
        "at": [531, 399], "color": color("ffd54a"), "title": "The motto",
        "text": "Brannoch swore the same oath. Ask him at the toll bridge."}},
]
with open(out, "w", encoding="utf-8") as file:
    json.dump(ink, file, ensure_ascii=False)
