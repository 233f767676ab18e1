# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds marks of pure colours on white pages, to a fraction of a pixel: JOBS.json.

A job is {"file", "page", "engine", "dpi", "least", "points"}; a result has the picture's width and height, for each
pure colour that is there the covered area in pixels and its centroid (the middle of the first pixel is at 0.5), and the
colours of the pixels that hold the points. What shows less than "least" (0…255) of a colour does not count.
"""
import json
import sys
from collections import defaultdict

from PIL import Image, ImageChops

import judging


def coverages(picture):
    """How much of each pure colour a pixel holds, 0…255, where at most one of them meets white."""
    dark = [ImageChops.invert(channel) for channel in picture.split()]
    black = ImageChops.darker(ImageChops.darker(dark[0], dark[1]), dark[2])
    r, g, b = [ImageChops.subtract(channel, black) for channel in dark]
    red, green, blue = ImageChops.darker(g, b), ImageChops.darker(r, b), ImageChops.darker(r, g)
    rest = ImageChops.subtract
    return {
        "black": black, "red": red, "green": green, "blue": blue, "cyan": rest(rest(r, green), blue),
        "magenta": rest(rest(g, red), blue), "yellow": rest(rest(b, red), green),
    }


def moment(line):
    total = sum(line)
    return sum(value * (index + 0.5) for index, value in enumerate(line)) / total


def mark(coverage, least):
    coverage = coverage.point(lambda value: value if value >= least else 0)
    if coverage.getbbox() is None:
        return None
    width, height = coverage.size
    real = coverage.convert("F")
    columns = memoryview(real.resize((width, 1), Image.BOX).tobytes()).cast("f").tolist()
    rows = memoryview(real.resize((1, height), Image.BOX).tobytes()).cast("f").tolist()
    area = sum(columns) * height / 255
    return {"area": area, "x": moment(columns), "y": moment(rows)}


def main():
    with open(sys.argv[1]) as file:
        jobs = json.load(file)
    groups = defaultdict(list)
    for index, job in enumerate(jobs):
        groups[job["file"], job["engine"], job["dpi"]].append(index)
    results = [None] * len(jobs)
    for (file, engine, dpi), indices in groups.items():
        pictures = judging.draw(engine, file, [jobs[index]["page"] for index in indices], dpi)
        for index in indices:
            picture = pictures[jobs[index]["page"]]
            least = jobs[index]["least"]
            marks = {name: mark(coverage, least) for name, coverage in coverages(picture).items()}
            pixels = [picture.getpixel((int(x), int(y))) for x, y in jobs[index]["points"]]
            results[index] = {
                "width": picture.width, "height": picture.height, "pixels": pixels,
                "marks": {name: found for name, found in marks.items() if found},
            }
    json.dump(results, sys.stdout)


main()
