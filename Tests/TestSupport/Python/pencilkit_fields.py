# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads a PencilKit drawing with a protobuf reader of its own: FILE POINTS.

POINTS has a line a stroke, `x y x y …`. Fails when a spline passes one of its stroke's points by more than 0.001.
Prints `version canvas-width canvas-height`, the inks, and a line a stroke: the ink's number, points, both masks and the largest
distance between a point and the spline.
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
    """The places of a path's spline where its segments meet."""
    count, varying, constant = path[3][0], path[4][0], path[5][0]
    sizes = [8, 4, 4, 2, 2, 2, 2, 2, 2, 4, 2]
    assert varying & constant == 0 and varying | constant == 0x3FF
    record = sum(size for bit, size in enumerate(sizes) if varying >> bit & 1)
    assert len(path[7][0]) == count * record
    assert len(path[6][0]) == sum(size for bit, size in enumerate(sizes) if constant >> bit & 1)
    points = [struct.unpack_from("<ff", path[7][0], i * record) for i in range(count)]
    points = [points[0]] * 2 + points + [points[-1]] * 2
    return [tuple((a + 4 * b + c) / 6 for a, b, c in zip(*points[i : i + 3])) for i in range(len(points) - 2)]


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
    places, start, worst = knots(path), 0, 0.0
    for point in zip(line[0::2], line[1::2]):
        # The points follow one another along the spline.
        near = next((i for i in range(start, len(places)) if math.dist(places[i], point) < 1e-3), None)
        assert near is not None, f"stroke {number} does not pass through {point}"
        start, worst = near, max(worst, math.dist(places[near], point))
    print(stroke.get(4, [0])[0], path[3][0], hex(path[4][0]), hex(path[5][0]), worst)
assert len(set(identities)) == len(identities), "identities repeat"
