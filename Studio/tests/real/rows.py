# SPDX-License-Identifier: GPL-3.0-or-later
"""Strokes that tell one another apart by their places, and whether each is on the page once."""


def rows_of(count: int) -> list:
    """Places of strokes that tell them apart: no two begin at the same."""
    return [(0.1 + 0.2 * (i % 4), 0.05 + 0.9 * (i // 4) / (count // 4 + 1)) for i in range(count)]


def stroke_at(x: float, y: float) -> list:
    return [(x + 0.012 * i, y + 0.002 * (i % 3)) for i in range(12)]


def assert_once(server, character: str, page: int, rows: list):
    """Every stroke is on the page once."""
    size = server.size(character, page)
    found = [(stroke["xy"][0] / size[0], stroke["xy"][1] / size[1]) for stroke in server.strokes(character, page)]
    assert len(found) == len(rows), f"{len(rows)} strokes were written, {len(found)} are on the page"
    for x, y in rows:
        near = [one for one in found if abs(one[0] - x) < 0.004 and abs(one[1] - y) < 0.004]
        assert len(near) == 1, f"the stroke at {x:.3f} {y:.3f} is there {len(near)} times"
