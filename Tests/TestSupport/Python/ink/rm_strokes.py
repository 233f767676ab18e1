# SPDX-License-Identifier: GPL-3.0-or-later
"""What rmscene reads in a page of a reMarkable tablet, and the centre lines that rmc draws of it, as JSON.

Usage: rm_strokes.py FILE.rm

"scene": for each stroke in painting order its layer, pen, colour and points [x, y, width, direction, pressure], in pixels from
the top middle of the page, moved with the typed text as rmc does; "svg": rmc's polylines, in points from there; "text": for
each line of typed text that rmc draws its words, the x coordinate of its left edge and the y coordinate of its baseline.
"""
import io
import json
import logging
import sys
import xml.etree.ElementTree as ElementTree

from rmc.exporters import svg, writing_tools
from rmscene import read_tree
from rmscene import scene_items as si

logging.disable(logging.CRITICAL)
# rmc stops at the color that a stroke tells itself; places do not depend on it.
writing_tools.RM_PALETTE.setdefault(si.PenColor.HIGHLIGHT, (255, 255, 0))


def scene(tree):
    anchors = svg.build_anchor_pos(tree.root_text)
    strokes = []

    def walk(group, dx, dy, layer):
        x, y = svg.get_anchor(group, anchors)
        dx, dy = dx + x, dy + y
        for index, child in enumerate(group.children.values()):
            if isinstance(child, si.Group):
                walk(child, dx, dy, index if layer is None else layer)
            elif isinstance(child, si.Line):
                points = [[p.x + dx, p.y + dy, p.width, p.direction, p.pressure] for p in child.points]
                strokes.append({"pen": int(child.tool), "color": int(child.color), "points": points})

    walk(tree.root, 0, 0, None)
    return strokes


def polylines(text):
    """Polylines that begin where the one before ended are pieces of one stroke."""
    lines = []
    last = None

    def walk(element, dx, dy):
        nonlocal last
        move = element.get("transform")
        if move:
            x, y = move.removeprefix("translate(").removesuffix(")").split(",")
            dx, dy = dx + float(x), dy + float(y)
        for child in element:
            if child.tag.endswith("polyline"):
                pairs = child.get("points").split()
                new = pairs if last is None or pairs[0] != last else pairs[1:]
                if new is pairs:
                    lines.append([])
                lines[-1] += [[float(a) + b for a, b in zip(pair.split(","), (dx, dy))] for pair in new]
                last = pairs[-1]
            else:
                last = None
                walk(child, dx, dy)

    walk(ElementTree.fromstring(text), 0, 0)
    return lines


def texts(text):
    return [
        {"words": element.text or "", "x": float(element.get("x")), "y": float(element.get("y"))}
        for element in ElementTree.fromstring(text).iter()
        if element.tag.endswith("}text")
    ]


with open(sys.argv[1], "rb") as file:
    tree = read_tree(file)
picture = io.StringIO()
svg.tree_to_svg(tree, picture)
drawn = picture.getvalue()
print(json.dumps({"scene": scene(tree), "svg": polylines(drawn), "text": texts(drawn)}))
