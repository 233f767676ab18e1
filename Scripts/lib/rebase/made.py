# SPDX-License-Identifier: GPL-3.0-or-later
"""Revisions of made sheets. Both editions are drawn from one description, so that where each box went is known."""
import json
import os
import random

import pymupdf

from . import ink

A4 = (595.0, 842.0)
WORDS = (
    "strength dexterity wisdom charisma armour shield spell weapon arrow rope torch ration potion scroll map coin "
    "silver horse saddle tent lantern dagger sword bow helmet boots cloak ring amulet rune skill craft lore stealth "
    "tracking healing cooking singing riding climbing swimming speed initiative defence attack damage level"
).split()
KINDS = (
    "same", "moved", "swapped", "scaled", "removed", "renamed", "font", "margins", "inserted", "page removed", "turned",
    "paper",
)


def make_sheet(chance: random.Random, pages: int):
    """Pages of boxes, each with a title and a few words, and a heading above them."""
    sheet = []
    for _ in range(pages):
        boxes, y = [], 90.0
        while y < 720:
            height = chance.choice([70, 90, 110, 140])
            columns = chance.choice([1, 2, 2, 3])
            width = (495 - 15 * (columns - 1)) / columns
            for column in range(columns):
                title = " ".join(chance.sample(WORDS, 3))
                lines = [" ".join(chance.sample(WORDS, min(3, int(width / 60)))) for _ in range(height // 40)]
                boxes.append({"at": (50 + column * (width + 15), y), "size": (width, float(height)), "title": title,
                              "lines": lines})
            y += height + 20
        boxes = [box for box in boxes if box["at"][1] + box["size"][1] < 800]
        sheet.append({"size": A4, "heading": " ".join(chance.sample(WORDS, 5)), "boxes": boxes, "shift": (0.0, 0.0)})
    return sheet


def draw(sheet, path, font="helv"):
    """Draws a sheet. A box is (origin, scale); `origin` and `scale` stand in the box."""
    document = pymupdf.open()
    for page in sheet:
        canvas = document.new_page(width=page["size"][0], height=page["size"][1])
        dx, dy = page["shift"]
        canvas.insert_text((50 + dx, 50 + dy), page["heading"], fontsize=16, fontname=font)
        for box in page["boxes"]:
            (x, y), (width, height), scale = box["at"], box["size"], box.get("scale", 1.0)
            x, y = x + dx, y + dy
            canvas.draw_rect(pymupdf.Rect(x, y, x + width * scale, y + height * scale))
            canvas.insert_text((x + 5 * scale, y + 14 * scale), box["title"], fontsize=10 * scale, fontname=font)
            for number, line in enumerate(box["lines"]):
                canvas.insert_text((x + 5 * scale, y + (30 + 22 * number) * scale), line, fontsize=8 * scale,
                                   fontname=font)
        if page.get("turn"):
            canvas.set_rotation(page["turn"])
    document.save(path)


def revise(kind, sheet, chance):
    """A new edition: the sheet, the font, and for each old page and box its map (scale, dx, dy); None if it is gone."""
    new = json.loads(json.dumps(sheet))
    maps = [{"page": number, "boxes": [(1.0, 0.0, 0.0)] * len(page["boxes"])}
            for number, page in enumerate(sheet)]
    font = "tiro" if kind == "font" else "helv"
    page, truth = new[0], maps[0]

    def send(index, at, scale=1.0):
        old = sheet[0]["boxes"][index]["at"]
        page["boxes"][index].update(at=at, scale=scale)
        truth["boxes"][index] = (scale, at[0] - scale * old[0], at[1] - scale * old[1])

    last = len(page["boxes"]) - 1
    if kind == "moved":
        for index in range(last + 1):
            x, y = sheet[0]["boxes"][index]["at"]
            send(index, (x + chance.uniform(-6, 6), y + chance.uniform(-8, 8)))
    elif kind == "swapped":
        sizes = {}
        for index, box in enumerate(page["boxes"]):
            sizes.setdefault(tuple(box["size"]), []).append(index)
        pair = next((found for found in sizes.values() if len(found) > 1), None)
        if pair:
            a, b = pair[0], pair[-1]
            first, second = sheet[0]["boxes"][a]["at"], sheet[0]["boxes"][b]["at"]
            send(a, second)
            send(b, first)
    elif kind == "scaled":
        send(last, tuple(sheet[0]["boxes"][last]["at"]), chance.choice([0.7, 0.8, 0.9]))
    elif kind == "removed":
        del page["boxes"][last]
        truth["boxes"][last] = None
    elif kind == "renamed":
        page["boxes"][0]["title"] = "entirely different title"
    elif kind == "margins":
        for number, each in enumerate(new):
            each["shift"] = (chance.uniform(-15, 15), chance.uniform(-15, 15))
            maps[number]["boxes"] = [(1.0, *each["shift"])] * len(each["boxes"])
    elif kind == "inserted":
        new.insert(1, make_sheet(chance, 1)[0])
        for found in maps[1:]:
            found["page"] += 1
    elif kind == "page removed" and len(new) > 1:
        del new[1]
        maps[1]["page"] = None
        for found in maps[2:]:
            found["page"] -= 1
    elif kind == "turned":
        page["turn"] = 90
        truth["turn"] = 90
    elif kind == "paper":
        for number, each in enumerate(new):
            each["size"], each["shift"] = (612.0, 792.0), (8.5, -20.0)
            maps[number]["boxes"] = [(1.0, 8.5, -20.0)] * len(each["boxes"])
    return new, font, maps


def make_ink(sheet, maps, chance):
    """Three strokes in each box, with their places in the new edition."""
    strokes = []
    for number, page in enumerate(sheet):
        for index, box in enumerate(page["boxes"]):
            for _ in range(3):
                x = box["at"][0] + chance.uniform(8, box["size"][0] - 40)
                y = box["at"][1] + chance.uniform(20, box["size"][1] - 12)
                points = ink.zigzag(x, y)
                strokes.append(ink.Stroke(number, points, target(maps, sheet, number, index, points)))
    return strokes


def target(maps, sheet, number, index, points):
    """Where a stroke belongs: the page and its points; None if it has no place."""
    truth = maps[number]
    if truth["page"] is None or truth["boxes"][index] is None:
        return None
    scale, dx, dy = truth["boxes"][index]
    moved = [(scale * x + dx, scale * y + dy) for x, y in points]
    if truth.get("turn") == 90:
        moved = [(sheet[number]["size"][1] - y, x) for x, y in moved]
    return truth["page"], moved


def make(kind, seed, folder):
    """A case of this kind."""
    chance = random.Random(seed)
    sheet = make_sheet(chance, chance.choice([1, 2, 3]) if kind not in ("inserted", "page removed") else 3)
    new, font, maps = revise(kind, sheet, chance)
    paths = [os.path.join(folder, name) for name in ("old.pdf", "new.pdf")]
    draw(sheet, paths[0])
    draw(new, paths[1], font)
    return ink.Case(*paths, [page["size"] for page in sheet], make_ink(sheet, maps, chance))
