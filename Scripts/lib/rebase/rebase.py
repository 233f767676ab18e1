# SPDX-License-Identifier: GPL-3.0-or-later
"""Moves ink to made revisions of sheets, whose truth is known.

Both editions are drawn from one description, so that where each box went is known. The ink that comes back is read from
the file, not from the program's own report.
"""
import argparse
import gzip
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pymupdf

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
    maps = [{"page": number, "boxes": [(1.0, 0.0, 0.0)] * len(page["boxes"]), "free": (1.0, 0.0, 0.0)}
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
            maps[number]["free"] = (1.0, *each["shift"])
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
            maps[number]["free"] = (1.0, 8.5, -20.0)
    return new, font, maps


def make_ink(sheet, chance):
    """Strokes a page, in Xournal++'s format; each with its box."""
    strokes, lines = [], ['<?xml version="1.0"?><xournal><title>t</title>']
    for number, page in enumerate(sheet):
        lines.append(f'<page width="{page["size"][0]}" height="{page["size"][1]}">'
                     '<background type="solid" color="white" style="plain"/><layer>')
        for index, box in enumerate(page["boxes"]):
            for _ in range(3):
                x = box["at"][0] + chance.uniform(8, box["size"][0] - 40)
                y = box["at"][1] + chance.uniform(20, box["size"][1] - 12)
                points = [(x, y), (x + 8, y + 6), (x + 16, y), (x + 24, y + 5)]
                strokes.append((number, index, points))
                lines.append('<stroke tool="pen" color="#000000ff" width="1">'
                             + " ".join(f"{a:.3f} {b:.3f}" for a, b in points) + "</stroke>")
        lines.append("</layer></page>")
    return strokes, gzip.compress("".join(lines + ["</xournal>"]).encode(), mtime=0)


def read_ink(path):
    """The strokes a page, as lists of points, with the names of their layers."""
    text = gzip.decompress(Path(path).read_bytes()).decode()
    return [[[float(n) for n in found.split()] for found in re.findall(r"<stroke [^>]*>([^<]*)</stroke>", page)]
            for page in text.split("<page ")[1:]]


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


def error(a, b):
    return max(((x - u) ** 2 + (y - v) ** 2) ** 0.5 for (x, y), (u, v) in zip(a, b))


def try_one(limn, kind, seed, folder):
    chance = random.Random(seed)
    sheet = make_sheet(chance, chance.choice([1, 2, 3]) if kind not in ("inserted", "page removed") else 3)
    new, font, maps = revise(kind, sheet, chance)
    old_pdf, new_pdf, ink, out = (os.path.join(folder, name) for name in ("old.pdf", "new.pdf", "a.xopp", "b.xopp"))
    draw(sheet, old_pdf)
    draw(new, new_pdf, font)
    strokes, data = make_ink(sheet, chance)
    Path(ink).write_bytes(data)
    Path(out).unlink(missing_ok=True)
    done = subprocess.run([limn, "rebase", old_pdf, new_pdf, ink, "-o", out, "--json"], capture_output=True, text=True)
    result = json.loads(done.stdout.splitlines()[0])
    tally = dict(strokes=len(strokes), right=0, wrong_certain=0, lost=0, still_right=0, certain=result.get("certain", 0))
    if not os.path.exists(out):
        tally["lost"] = len(strokes)
        print(f"{kind} {seed}: {result['messages']}", file=sys.stderr)
        return tally
    found = read_ink(out)
    tally["lost"] = abs(len(strokes) - sum(len(page) for page in found))
    # The items' numbers count within a page, in painting order, as the strokes were written.
    classes = {(item["oldPage"] - 1, item["item"] - 1): item for item in result["items"]}
    counts = {}
    for number, index, points in strokes:
        place = counts[number] = counts.get(number, -1) + 1
        item, belongs = classes[(number, place)], target(maps, sheet, number, index, points)
        if belongs is None:
            isRight = item["certainty"] == "leftOver"
        else:
            page, moved = belongs
            isRight = page < len(found) and any(
                len(each) >= 8 and error(list(zip(each[::2], each[1::2])), moved) <= 1.5 for each in found[page])
        tally["right"] += isRight
        tally["wrong_certain"] += not isRight and item["certainty"] == "certain"
        tally["still_right"] += belongs is not None and belongs[0] == number and error(belongs[1], points) <= 1.5
        if not isRight and os.environ.get("REBASE_TRACE"):
            print(kind, seed, number, place, item, belongs and (belongs[0], belongs[1][0]), points[0], file=sys.stderr)
    return tally


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("limn")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--report")
    options = parser.parse_args()
    rows = {kind: {} for kind in KINDS}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(options.count):
            kind = KINDS[number % len(KINDS)]
            for key, value in try_one(options.limn, kind, options.seed * 1000 + number, folder).items():
                rows[kind][key] = rows[kind].get(key, 0) + value
    rows = {kind: row for kind, row in rows.items() if row}
    rows["all"] = {key: sum(row[key] for row in rows.values()) for key in next(iter(rows.values()))}
    lines = ["# Ink moved to made revisions", "",
             f"By `Scripts/rebase`: {options.count} revisions of made sheets. Right: within 1.5 pt of the truth.", "",
             "| revision | strokes | right | wrong, called certain | lost or doubled | called certain | right if left alone |",
             "| --- | --- | --- | --- | --- | --- | --- |"]
    for kind, row in rows.items():
        share = [f"{100 * row[key] / row['strokes']:.1f} %" for key in ("right", "certain", "still_right")]
        lines.append(f"| {kind} | {row['strokes']} | {share[0]} | {row['wrong_certain']} | {row['lost']} | {share[1]} "
                     f"| {share[2]} |")
    text = "\n".join(lines) + "\n"
    if options.report:
        Path(options.report).write_text(text)
    print(text)
    total = rows["all"]
    sys.exit(total["right"] < 0.97 * total["strokes"] or total["wrong_certain"] > 0 or total["lost"] > 0)


if __name__ == "__main__":
    main()
