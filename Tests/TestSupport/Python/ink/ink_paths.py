# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads what the overlay of a page paints from its content stream: FILE PAGE (from 0).

Prints a list with an object for each `f` and `S`: "stroke" (the number of `cm` before it), "width" (of the line in page space; null for a fill), "dash", and
"lines": lists of points in page space, with curves cut into 32 lines each. The page must lie upright, unscaled, with its
top at the MediaBox's, so that page space follows from /Matrix alone.
"""
import json
import sys

import pikepdf


def curve(a, b, c, d):
    for step in range(1, 33):
        t = step / 32
        p, q, r, s = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3
        yield tuple(p * a[n] + q * b[n] + r * c[n] + s * d[n] for n in (0, 1))


def marks(form, top):
    scale = [float(x) for x in form.Matrix]

    origin, stroke = [0.0, 0.0], 0

    def place(x, y):
        x, y = x + origin[0], y + origin[1]
        u = scale[0] * x + scale[2] * y + scale[4]
        v = scale[1] * x + scale[3] * y + scale[5]
        return u, top - v

    width, dash, lines = 1.0, [], []
    for instruction in pikepdf.parse_content_stream(form):
        name = str(instruction.operator)
        if name == "d":
            dash = [float(x) * scale[0] for x in instruction.operands[0]]
            continue
        if name in {"gs", "g", "rg", "G", "RG", "j", "J"}:
            continue
        numbers = [float(x) for x in instruction.operands]
        if name == "cm":
            if numbers[:4] != [1, 0, 0, 1]:
                sys.exit("ink is only moved")
            origin = [origin[0] + numbers[4], origin[1] + numbers[5]]
            stroke += 1
            continue
        points = [place(*numbers[n:n + 2]) for n in range(0, len(numbers) - 1, 2)]
        if name == "m":
            lines.append([points[0]])
        elif name == "l":
            lines[-1].append(points[0])
        elif name == "c":
            lines[-1] += curve(lines[-1][-1], *points)
        elif name == "h":
            lines[-1].append(lines[-1][0])
        elif name == "w":
            width = numbers[0] * scale[0]
        elif name in {"f", "S"}:
            is_line = name == "S"
            yield {
                "stroke": stroke, "width": width if is_line else None, "dash": dash if is_line else [], "lines": lines}
            lines = []
        else:
            sys.exit(f"{name} is not expected in ink")


pdf = pikepdf.open(sys.argv[1])
page = pdf.pages[int(sys.argv[2])]
form = page.obj.Resources.XObject["/LimnInk0"]
json.dump(list(marks(form, float(page.mediabox[3]))), sys.stdout)
