# SPDX-License-Identifier: GPL-3.0-or-later
"""Has rmscene write pages of reMarkable tablets into a folder: FOLDER.

The pages cover layers, every pen, size and colour, both forms of points, deleted items, an order that differs from
the order in the file, typed text with ink that moves with it, highlights of printed text, the larger paper of newer
tablets, ink beyond the page, and handwriting. Two runs give the same bytes.
"""
import math
import random
import struct
import sys
from pathlib import Path
from uuid import UUID

from rmscene import (
    AuthorIdsBlock, CrdtId, CrdtSequenceItem, LwwValue, MigrationInfoBlock, PageInfoBlock, RootTextBlock,
    SceneGlyphItemBlock, SceneGroupItemBlock, SceneInfo, SceneLineItemBlock, SceneTreeBlock, TreeNodeBlock, write_blocks)
from rmscene import scene_items as si
from rmscene.crdt_sequence import CrdtSequence
from rmscene.scene_stream import SceneTombstoneItemBlock

from foreign import handwriting

NONE, ROOT = CrdtId(0, 0), CrdtId(0, 1)
PENS = [pen for pen in si.Pen if pen not in (si.Pen.ERASER, si.Pen.ERASER_AREA)]
COLORS = [color for color in si.PenColor if color != si.PenColor.HIGHLIGHT]


class Page:
    """Collects the blocks of one page."""

    def __init__(self):
        self.trees, self.groups, self.items, self.extra = [], [TreeNodeBlock(si.Group(ROOT))], [], []
        self.last, self.number = {}, 10

    def id(self) -> CrdtId:
        self.number += 1
        return CrdtId(1, self.number)

    def group(self, parent: CrdtId = ROOT, label: str = "", visible: bool = True, anchor: tuple = ()) -> CrdtId:
        """A layer, or a group that moves with the character of an ANCHOR: its id and the group's x."""
        node = self.id()
        group = si.Group(node, label=LwwValue(self.id(), label), visible=LwwValue(NONE, visible))
        if anchor:
            group.anchor_id, group.anchor_type = LwwValue(NONE, anchor[0]), LwwValue(NONE, 2)
            group.anchor_threshold, group.anchor_origin_x = LwwValue(NONE, 0.0), LwwValue(NONE, anchor[1])
        self.trees.append(SceneTreeBlock(node, NONE, True, parent))
        self.groups.append(TreeNodeBlock(group))
        self.add(SceneGroupItemBlock, parent, node)
        return node

    def add(self, kind, parent: CrdtId, value, extra: bytes = b"") -> None:
        """Adds an item behind the one before it; without a value it is deleted."""
        item = self.id()
        entry = CrdtSequenceItem(item, self.last.get(parent, NONE), NONE, 0 if value is not None else 1, value)
        self.items.append(kind(parent, entry, extra_value_data=extra))
        self.last[parent] = item

    def line(self, parent: CrdtId, points: list, pen=si.Pen.FINELINER_2, color=si.PenColor.BLACK, size=2.0, rgba=None):
        extra = b"" if rgba is None else b"\x84\x01" + struct.pack("<I", rgba)
        self.add(SceneLineItemBlock, parent, si.Line(color, pen, points, size, 0.0), extra)

    def write(self, path: Path, version: str = "3.14") -> None:
        start = [
            AuthorIdsBlock({1: UUID("495ba59f-c943-4b5c-b455-3682f6948906")}), MigrationInfoBlock(CrdtId(1, 1), True),
            PageInfoBlock(1, 0, 0, 0)]
        groups = [item for item in self.items if isinstance(item, SceneGroupItemBlock)]
        rest = [item for item in self.items if not isinstance(item, SceneGroupItemBlock)]
        with open(path, "wb") as file:
            write_blocks(file, [*start, *self.extra, *self.trees, *self.groups, *groups, *rest], {"version": version})


def wave(x: float, y: float, count: int = 30, step: float = 6, width=None) -> list:
    """A wavy line of pixels from the page's top middle; width, pressure and direction change along it."""
    points = []
    for i in range(count):
        pressure = int(127 + 120 * math.sin(i / 5))
        place = (x + i * step, y + 18 * math.sin(i / 3))
        points.append(si.Point(*place, 10 + i, (i * 9) % 256, width or 8 + pressure // 12, pressure))
    return points


def pens() -> Page:
    page, number = Page(), 0
    layer = page.group(label="Layer 1")
    for row, pen in enumerate(PENS):
        for column, size in enumerate((1.0, 2.0, 3.0)):
            fine = int(8 * size) if pen in (si.Pen.FINELINER_1, si.Pen.FINELINER_2) else None
            page.line(layer, wave(-600 + 400 * column, 80 + 110 * row, width=fine), pen, COLORS[number % len(COLORS)], size)
            number += 1
    return page


def layers() -> Page:
    page = Page()
    nodes = [page.group(label=f"Layer {number}", visible=number != 4) for number in (1, 2, 3, 4)]
    for number in range(5):
        page.line(nodes[0], wave(-500, 200 + 100 * number))
        page.line(nodes[2], wave(100, 200 + 100 * number), si.Pen.MARKER_2, si.PenColor.BLUE)
    return page


def deleted() -> Page:
    """Six lines: the second and the fourth are deleted, and the first two stand last in the file."""
    page = Page()
    layer = page.group(label="Layer 1")
    for number in range(6):
        page.line(layer, wave(-500 + 30 * number, 300 + 90 * number, count=10 + number))
        if number % 2:
            page.items[-1].item.value, page.items[-1].item.deleted_length = None, 1
    page.add(SceneTombstoneItemBlock, layer, None)
    page.items = page.items[:1] + page.items[3:] + page.items[1:3]
    return page


def text() -> Page:
    """Three paragraphs of 5 characters and their ends, a line by itself and one that moves with each paragraph."""
    page = Page()
    words = CrdtSequence([CrdtSequenceItem(CrdtId(1, 1000), NONE, NONE, 0, "Title\nPlain\nEnds.")])
    styles = {
        NONE: LwwValue(CrdtId(1, 15), si.ParagraphStyle.HEADING),
        CrdtId(1, 1005): LwwValue(CrdtId(1, 16), si.ParagraphStyle.BULLET),
        CrdtId(1, 1011): LwwValue(CrdtId(1, 17), si.ParagraphStyle.PLAIN)}
    page.extra.append(RootTextBlock(NONE, si.Text(words, styles, -468.0, 234.0, 936.0)))
    layer = page.group(label="Layer 1")
    page.line(layer, wave(-300, 900))
    for index, character in enumerate((1001, 1007, 1013)):
        group = page.group(parent=layer, anchor=(CrdtId(1, character), 20.0 + index))
        page.line(group, wave(-100, 40, count=12))
    return page


def highlights() -> Page:
    """Printed text that is marked: two lines in yellow, one in a colour of its own."""
    page = Page()
    layer = page.group(label="Layer 1")
    page.add(SceneGlyphItemBlock, layer, si.GlyphRange(
        821, 11, "Put ink on.", si.PenColor.YELLOW,
        [si.Rectangle(-810.5, 660.25, 670.0, 56.5), si.Rectangle(-800.0, 720.0, 300.0, 56.5)]))
    page.add(SceneGlyphItemBlock, layer, si.GlyphRange(
        None, 5, "Pages", si.PenColor.HIGHLIGHT, [si.Rectangle(-200.0, 900.0, 120.0, 40.0)]), b"\xa4\x01\x75\xed\xff\xff")
    return page


def colors() -> Page:
    """The larger paper, and strokes that tell their colours themselves."""
    page = Page()
    page.extra.append(SceneInfo(
        LwwValue(NONE, NONE), LwwValue(NONE, True), LwwValue(NONE, True),
        extra_data=b"\x5c\x08\x00\x00\x00" + struct.pack("<II", 1620, 2160)))
    layer = page.group(label="Layer 1")
    page.line(layer, wave(-300, 300), si.Pen.SHADER, si.PenColor.HIGHLIGHT, rgba=0x40211E1C)
    page.line(layer, wave(-300, 500), si.Pen.HIGHLIGHTER_2, si.PenColor.HIGHLIGHT, rgba=0xFFFFC38C)
    page.line(layer, wave(-300, 700), si.Pen.BALLPOINT_2, si.PenColor.GREEN_2)
    page.line(layer, wave(-300, 900), si.Pen.BALLPOINT_2, si.PenColor.CYAN)
    return page


def tall() -> Page:
    """Ink from 100 pixels above the page to 700 below it."""
    page = Page()
    layer = page.group(label="Layer 1")
    steps = range(-100, 2573, 33)
    page.line(layer, [si.Point(3 * (i % 7), y, 12, 40, 16, 200) for i, y in enumerate(steps)])
    return page


def written(strokes: int = 150) -> Page:
    """Handwriting, as a tablet's 120 points a second have it."""
    page, rng, pixels = Page(), random.Random(5), 226 / 72
    layer = page.group(label="Layer 1")
    for number in range(strokes):
        row, column = divmod(number, 5)
        places, widths = handwriting.stroke(rng, 25 + 84 * column, 25 + 19 * row, 26)
        points, before = [], places[0]
        for place, width in zip(places, [widths[0], *widths]):
            dx, dy = place[0] - before[0], place[1] - before[1]
            turn = int(math.atan2(dy, dx) % math.tau / math.tau * 255)
            x = (place[0] - 223) * pixels
            points.append(si.Point(x, place[1] * pixels, min(999, int(math.hypot(dx, dy) * 90)), turn,
                                   int(width * pixels * 4), min(255, int(width / 1.41 * 255))))
            before = place
        page.line(layer, points, si.Pen.BALLPOINT_2)
    return page


def main(folder: Path) -> None:
    for make in (pens, layers, deleted, text, highlights, colors, tall):
        make().write(folder / f"rmscene-{make.__name__}.rm")
    layers().write(folder / "rmscene-floats.rm", version="3.0")
    written().write(folder / "rmscene-handwriting.rm")


main(Path(sys.argv[1]))
