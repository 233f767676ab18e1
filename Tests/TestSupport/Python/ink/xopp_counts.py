# SPDX-License-Identifier: Apache-2.0
"""Counts what a Xournal++ file holds, with Python's own parsers: FILE.

Prints one line a page: width, height, layers, strokes, points, and the sums of all x and y and of the widths of all
segments.
"""
import gzip
import sys
import xml.etree.ElementTree as ElementTree
import zipfile

name = sys.argv[1]
with open(name, "rb") as file:
    start = file.read(2)
if start == b"PK":
    with zipfile.ZipFile(name) as archive:
        text = archive.read("content.xml")
elif start == b"\x1f\x8b":
    with gzip.open(name) as file:
        text = file.read()
else:
    with open(name, "rb") as file:
        text = file.read()

for page in ElementTree.fromstring(text).iter("page"):
    strokes = page.findall("layer/stroke")
    points, x, y, widths = 0, 0.0, 0.0, 0.0
    for stroke in strokes:
        numbers = [float(word) for word in (stroke.text or "").split()]
        points += len(numbers) // 2
        x += sum(numbers[0::2])
        y += sum(numbers[1::2])
        nominal, *segments = [float(word) for word in stroke.get("width").split()]
        widths += sum(segments) if segments else nominal * max(0, len(numbers) // 2 - 1)
    fields = [float(page.get("width")), float(page.get("height")), len(page.findall("layer")), len(strokes), points]
    print(*fields, x, y, widths)
