# SPDX-License-Identifier: GPL-3.0-or-later
"""Says what is wrong with files that ink was appended to: JOBS.json, a list of {"original", "output", "overlaid",
"annotated", "files", "marks", "engine"}.

"overlaid" lists pages, from 0, that got an overlay, "annotated" maps pages to the number of their new annotations, "files"
is how many files were embedded. "marks" has for each page the places, in points, that must be pure red; without any, the
page must have no red at all. "engine" is splash or mupdf; "" draws nothing. Prints a list of sentences for each job.
"""
import glob
import json
import os
import subprocess
import sys
import tempfile

import pikepdf
from PIL import Image

import judge_annotated
import judge_export


def problems(file):
    with pikepdf.open(file) as pdf:
        return len(pdf.check_pdf_syntax())


def pictures(file, engine):
    """All pages at a pixel a point, in order."""
    with tempfile.TemporaryDirectory() as folder:
        if engine == "splash":
            command = ["pdftoppm", "-cropbox", "-r", "72", file, os.path.join(folder, "page")]
        else:
            command = ["mutool", "draw", "-q", "-c", "rgb", "-r", "72", "-o", os.path.join(folder, "page%04d.ppm"), file]
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=300)
        return [Image.open(name).convert("RGB") for name in sorted(glob.glob(os.path.join(folder, "*.ppm")))]


def seen(file, engine, marks):
    found = []
    pages = pictures(file, engine)
    if len(pages) != len(marks):
        return [f"{engine} shows {len(pages)} pages of {len(marks)}"]
    for number, (picture, places) in enumerate(zip(pages, marks)):
        for x, y in places:
            red, green, blue = picture.getpixel((int(x), int(y)))
            if red < 250 or green > 5 or blue > 5:
                found.append(f"{engine}: page {number} is {red}, {green}, {blue} at {x}, {y}")
        if not places and any(r > 200 and g < 60 and b < 60 for _, (r, g, b) in picture.getcolors(1 << 20)):
            found.append(f"{engine}: page {number} has ink that belongs elsewhere")
    return found


def harm(job):
    original, output = job["original"], job["output"]
    pages = {int(n): count for n, count in job["annotated"].items()}
    for n in job["overlaid"]:
        pages.setdefault(n, 0)
    found = judge_export.appended(original, output)
    found += judge_annotated.differences(original, output, pages, job["files"], overlaid=job["overlaid"])
    before, after = problems(original), problems(output)
    if after > before:
        found.append(f"libqpdf finds {after} problems, {before} in the original")
    if job["engine"]:
        found += seen(output, job["engine"], job["marks"])
    return found


with open(sys.argv[1]) as file:
    jobs = json.load(file)
results = []
for job in jobs:
    try:
        results.append(harm(job))
    except Exception as error:
        results.append([f"{type(error).__name__}: {error}"])
json.dump(results, sys.stdout)
