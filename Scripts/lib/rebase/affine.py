# SPDX-License-Identifier: GPL-3.0-or-later
"""The plain alternative: one affine transform a page, fitted by least squares to words that both pages hold once."""
import pymupdf


def unique_words(page):
    """The centres of the words that occur once on a page, as it is shown."""
    found = {}
    for x0, y0, x1, y1, word, *_ in page.get_text("words"):
        found.setdefault(word, []).append(pymupdf.Point((x0 + x1) / 2, (y0 + y1) / 2) * page.rotation_matrix)
    return {word: places[0] for word, places in found.items() if len(places) == 1}


def solve(matrix, values):
    """Solves three linear equations by Gaussian elimination; None if they have no single solution."""
    rows = [list(row) + [value] for row, value in zip(matrix, values)]
    for column in range(3):
        pivot = max(range(column, 3), key=lambda row: abs(rows[row][column]))
        if abs(rows[pivot][column]) < 1e-6:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(3):
            if row != column:
                factor = rows[row][column] / rows[column][column]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column])]
    return [rows[row][3] / rows[row][row] for row in range(3)]


def fit(old, new):
    """The transform ((a, b, c), (d, e, f)) with x' = ax + by + c; the identity if too few words agree."""
    a, b = unique_words(old), unique_words(new)
    pairs = [(a[word], b[word]) for word in a if word in b]
    rows = [(p.x, p.y, 1.0) for p, _ in pairs]
    normal = [[sum(row[i] * row[j] for row in rows) for j in range(3)] for i in range(3)]
    fitted = [solve(normal, [sum(row[i] * q[axis] for row, (_, q) in zip(rows, pairs)) for i in range(3)])
              for axis in range(2)]
    return fitted if len(pairs) >= 3 and all(fitted) else [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0)]


def move(transform, points):
    return [tuple(a * x + b * y + c for a, b, c in transform) for x, y in points]
