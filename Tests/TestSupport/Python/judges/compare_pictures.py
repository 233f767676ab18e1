# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares pages as pictures: JOBS.json, a list of {"a": {"file", "page", "dpi"}, "b", "engine", "slack", "crop", "mask"}.

A result has the mean difference of all channels (0…255), the share of pixels in which a channel differs by more than
"slack" levels, the share of those that remain when every edge may lie a pixel off (a channel of one picture is outside
what the other shows within a pixel, by more than "slack"), and the share of pixels that are not white in picture a.
"""
import functools
import json
import sys

from PIL import Image, ImageChops, ImageFilter, ImageStat

import judging


def over(difference, slack):
    mask = Image.new("L", difference.size)
    for channel in difference.split():
        mask = ImageChops.lighter(mask, channel.point(lambda value: 255 if value > slack else 0))
    return mask


def share(mask):
    return ImageStat.Stat(mask).mean[0] / 255


def outside(a, b):
    """How far each channel of a lies outside the range of b within a pixel."""
    high = ImageChops.subtract(a, b.filter(ImageFilter.MaxFilter(3)))
    low = ImageChops.subtract(b.filter(ImageFilter.MinFilter(3)), a)
    return ImageChops.lighter(high, low)


@functools.lru_cache(maxsize=8)
def drawn(engine, file, page, dpi):
    return judging.draw(engine, file, [page], dpi)[page]


def picture(engine, file, page, dpi):
    return drawn(engine, file, page, dpi).copy()


def main():
    with open(sys.argv[1]) as file:
        jobs = json.load(file)
    results = []
    for job in jobs:
        a, b = [picture(job["engine"], **job[side]) for side in "ab"]
        if a.size != b.size:
            sys.exit(f"{job['a']} is {a.size}, {job['b']} is {b.size}")
        for box in job["mask"]:
            for side in (a, b):
                side.paste((255, 255, 255), box)
        if job.get("crop"):
            a, b = a.crop(job["crop"]), b.crop(job["crop"])
        slack = job["slack"]
        difference = ImageChops.difference(a, b)
        beyond = over(ImageChops.lighter(outside(a, b), outside(b, a)), slack)
        results.append({
            "mean": sum(ImageStat.Stat(difference).mean) / 3, "differing": share(over(difference, slack)),
            "beyond": share(beyond), "inked": share(over(ImageChops.invert(a), 10)),
            "box": over(difference, slack).getbbox(), "beyondBox": beyond.getbbox(),
        })
    json.dump(results, sys.stdout)


main()
