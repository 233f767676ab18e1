# SPDX-License-Identifier: GPL-3.0-or-later
"""Moves the ink of a case by `limn rebase`, and counts the strokes that are right, beside the plain alternatives.

The ink that comes back is read from the file, not from the program's own report.
"""
import json
import os
import subprocess
import sys
from collections import Counter

import pymupdf

from . import affine, ink


def judge(limn, case, folder, name, preview=None):
    """Counts of one case."""
    before, after = os.path.join(folder, "a.xopp"), os.path.join(folder, "b.xopp")
    ink.write(before, case.sizes, case.strokes)
    if os.path.exists(after):
        os.unlink(after)
    more = ["--preview", preview] if preview else []
    done = subprocess.run([limn, "rebase", case.old, case.new, before, "-o", after, "--json", "--memory", "2000", *more],
                          capture_output=True, text=True)
    result = json.loads(done.stdout.splitlines()[0])
    tally = Counter(strokes=len(case.strokes), certain=result.get("certain", 0), left_over=result.get("leftOver", 0))
    if os.path.exists(after):
        count(case, ink.read(after), result["items"], tally, name)
    else:
        tally["lost"] = len(case.strokes)
        print(f"{name}: {result['messages']}", file=sys.stderr)
    alternatives(case, tally)
    return tally


def count(case, found, items, tally, name):
    tally["lost"] = abs(len(case.strokes) - sum(len(page) for page in found))
    # The items' numbers count within a page, in painting order, as the strokes were written.
    items = {(item["oldPage"] - 1, item["item"] - 1): item for item in items}
    places = Counter()
    for stroke in case.strokes:
        item = items[stroke.page, places[stroke.page]]
        places[stroke.page] += 1
        if stroke.target is None:
            is_right = item["certainty"] == "leftOver"
        else:
            page, points = stroke.target
            is_right = page < len(found) and any(
                len(each) == len(points) and ink.error(each, points) <= ink.TOLERANCE for each in found[page])
        tally["right"] += is_right
        tally["wrong_certain"] += not is_right and item["certainty"] == "certain"
        tally["wrong_likely"] += not is_right and item["certainty"] == "likely"
        if not is_right and os.environ.get("REBASE_TRACE"):
            print(name, stroke, item, file=sys.stderr)


def alternatives(case, tally):
    """What ink left alone gets right, and one affine transform for each page."""
    with pymupdf.open(case.old) as old, pymupdf.open(case.new) as new:
        fitted = {}
        for stroke in case.strokes:
            number = stroke.page
            if stroke.target is None or stroke.target[0] != number:
                continue
            if number not in fitted:
                fitted[number] = affine.fit(old[number], new[number])
            points = stroke.target[1]
            tally["left_alone"] += ink.error(points, stroke.points) <= ink.TOLERANCE
            tally["affine"] += ink.error(points, affine.move(fitted[number], stroke.points)) <= ink.TOLERANCE
