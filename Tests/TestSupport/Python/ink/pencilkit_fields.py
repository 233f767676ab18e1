# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads a PencilKit drawing with a protobuf reader of its own: FILE POINTS.

POINTS has a line a stroke, `x y x y …`. Fails when a spline passes one of its stroke's points by more than 0.001.
Prints `version canvas-width canvas-height`, the inks, and a line a stroke: the ink's number, points, both masks, the largest
distance of a point from the spline, and the largest distance of the spline from the lines between the points.
"""
import math
import struct
import sys


def fields(data):
    at = 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    found = {}
    while at < len(data):
        key = varint()
        if key & 7 == 0:
            value = varint()
        else:
            size = {1: 8, 2: None, 5: 4}[key & 7]
            size = varint() if size is None else size
            assert at + size <= len(data), "a field is cut off"
            value = data[at : at + size]
            at += size
        found.setdefault(key >> 3, []).append(value)
    return found


def floats(message):
    parsed = fields(message)
    return [struct.unpack("<f", parsed[number][0])[0] for number in (1, 2, 3, 4)]


def knots(path):
    """The places of a path's spline where its segments meet, and more of it."""
    count, varying, constant = path[3][0], path[4][0], path[5][0]
    sizes = [8, 4, 4, 2, 2, 2, 2, 2, 2, 4, 2]
    assert varying & constant == 0 and varying | constant == 0x3FF
    record = sum(size for bit, size in enumerate(sizes) if varying >> bit & 1)
    assert len(path[7][0]) == count * record
    assert len(path[6][0]) == sum(size for bit, size in enumerate(sizes) if constant >> bit & 1)
    points = [struct.unpack_from("<ff", path[7][0], i * record) for i in range(count)]
    points = [points[0]] * 2 + points + [points[-1]] * 2
    segments = [points[i : i + 4] for i in range(len(points) - 3)]
    between = [spline(*segment, step / 6) for segment in segments for step in range(6)]
    return [spline(*segment, 0) for segment in segments] + [points[-1]], between


def spline(p, q, r, s, t):
    """A point of a segment of a uniform cubic B-spline."""
    weights = (1 - t) ** 3, 3 * t**3 - 6 * t**2 + 4, -3 * t**3 + 3 * t**2 + 3 * t + 1, t**3
    return tuple(sum(w * c for w, c in zip(weights, numbers)) / 6 for numbers in zip(p, q, r, s))


def from_line(point, a, b):
    """The distance of a point from the line between two others."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    t = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length if length else 0
    t = min(max(t, 0), 1)
    return math.dist(point, (a[0] + t * dx, a[1] + t * dy))


with open(sys.argv[1], "rb") as file:
    content = file.read()
assert content[:6] == b"wrd\xf0\x01\x00"
top = fields(content[6:])
assert [len(replica) for replica in top[2]] == [16, 16] and top[2][0] == bytes(16)
identities = [top[8][0], top[2][1]]
print(top[1][0], *floats(top[6][0])[2:])
for ink in map(fields, top.get(4, [])):
    print(ink[2][0].decode(), *[round(part, 3) for part in floats(ink[1][0])])
with open(sys.argv[2]) as file:
    lines = [[float(word) for word in line.split()] for line in file]
strokes = [fields(stroke) for stroke in top.get(5, [])]
assert len(strokes) == len(lines)
for number, (stroke, line) in enumerate(zip(strokes, lines)):
    path = fields(stroke[5][0])
    identities += [stroke[1][0], path[1][0]]
    triple = fields(stroke[2][0])
    assert [triple[1][0], triple[2][0], triple[3][0]] == [number, 1, number + 1]
    assert stroke[8][0] & 1 == 0
    (places, between), start, worst = knots(path), 0, 0.0
    points = list(zip(line[0::2], line[1::2]))
    strays = max(min(from_line(p, a, b) for a, b in zip(points, points[1:])) for p in between)
    for point in points:
        # The points follow one another along the spline.
        near = next((i for i in range(start, len(places)) if math.dist(places[i], point) < 1e-3), None)
        assert near is not None, f"stroke {number} does not pass through {point}"
        start, worst = near, max(worst, math.dist(places[near], point))
    print(stroke.get(4, [0])[0], path[3][0], hex(path[4][0]), hex(path[5][0]), worst, strays)
assert len(set(identities)) == len(identities), "identities repeat"
