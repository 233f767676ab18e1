# SPDX-License-Identifier: GPL-3.0-or-later
"""A writing hand: single-stroke glyphs turned into ink.

Glyphs are Dr. A. V. Hershey's script (Debian's hershey-fonts-data). Each stroke
is rounded with Catmull-Rom curves, walked at an even pace, swayed by slow noise
and given the width a flexible nib would leave: thin at both ends and on the way
up, broad on the way down and in tight turns.
"""

import math
import random

from xopp import Stroke

FOLDER = "/usr/share/hershey-fonts/"
_faces = {}


def face(name):
    """Glyphs by character: (left, right, strokes)."""
    if name not in _faces:
        lines = open(f"{FOLDER}{name}.jhf", encoding="ascii").read().split("\n")
        glyphs = {}
        for i, line in enumerate(l for l in lines if l):
            pairs = line[8:]
            xy = [(ord(pairs[k]) - 82, ord(pairs[k + 1]) - 82) for k in range(0, len(pairs) - 1, 2)]
            left, right = xy[0]
            strokes, current = [], []
            for k in range(1, len(xy)):
                if pairs[2 * k:2 * k + 2] == " R":
                    strokes.append(current)
                    current = []
                else:
                    current.append(xy[k])
            strokes.append(current)
            glyphs[chr(32 + i)] = (left, right, [s for s in strokes if s])
        _faces[name] = glyphs
    return _faces[name]


class Sway:
    """Smooth noise in one dimension, about -1 to 1."""

    def __init__(self, rng):
        self.waves = [(rng.uniform(.6, 1.7), rng.uniform(0, 6.283), rng.uniform(.3, .6)) for _ in range(4)]

    def __call__(self, t):
        return sum(a * math.sin(f * t + p) for f, p, a in self.waves) / 1.4


def round_off(points, sharp=100):
    """Catmull-Rom through the points, leaving true corners as corners."""
    points = [p for i, p in enumerate(points) if i == 0 or p != points[i - 1]]
    if len(points) < 3:
        return points
    runs, run = [], [points[0]]
    for a, b, c in zip(points, points[1:], points[2:]):
        run.append(b)
        turn = abs((math.degrees(math.atan2(c[1] - b[1], c[0] - b[0]) - math.atan2(b[1] - a[1], b[0] - a[0])) + 180) % 360 - 180)
        if turn > sharp:
            runs.append(run)
            run = [b]
    runs.append(run + [points[-1]])
    out = [points[0]]
    for run in runs:
        for i in range(len(run) - 1):
            p1, p2 = run[i], run[i + 1]
            p0 = run[i - 1] if i else p1
            p3 = run[i + 2] if i + 2 < len(run) else p2
            for k in range(1, 9):
                t = k / 8
                out.append(tuple(.5 * (2 * p1[d] + (p2[d] - p0[d]) * t + (2 * p0[d] - 5 * p1[d] + 4 * p2[d] - p3[d]) * t * t
                                       + (3 * p1[d] - p0[d] - 3 * p2[d] + p3[d]) * t ** 3) for d in (0, 1)))
    return out


def walk(points, step):
    """Points an even distance apart along the line."""
    lengths = [0.0]
    for a, b in zip(points, points[1:]):
        lengths.append(lengths[-1] + math.dist(a, b))
    total = lengths[-1]
    if total < 1e-6:
        x, y = points[0]
        return [(x, y), (x + .35, y + .25)]
    count = max(2, round(total / step))
    out, j = [], 0
    for i in range(count + 1):
        s = total * i / count
        while j < len(lengths) - 2 and lengths[j + 1] < s:
            j += 1
        span = lengths[j + 1] - lengths[j]
        t = (s - lengths[j]) / span if span else 0
        a, b = points[j], points[j + 1]
        out.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
    return out


def nib(points, width, rng, contrast=.34, taper=True):
    """Width of each segment, from its direction, its bend and its place in the stroke."""
    n = len(points) - 1
    raw = []
    sway = Sway(rng)
    for i in range(n):
        (x0, y0), (x1, y1) = points[i], points[i + 1]
        d = math.hypot(x1 - x0, y1 - y0) or 1
        w = 1 + contrast * (y1 - y0) / d + .06 * sway(i * .22)
        if 0 < i:
            px, py = points[i - 1]
            bend = abs((math.atan2(y1 - y0, x1 - x0) - math.atan2(y0 - py, x0 - px) + math.pi) % (2 * math.pi) - math.pi)
            w += .1 * min(1, bend)
        raw.append(w)
    smooth = [sum(raw[max(0, i - 2):i + 3]) / len(raw[max(0, i - 2):i + 3]) for i in range(n)]
    if taper and n > 4:
        for i in range(n):
            start, end = (i + 1) / 3, (n - i) / 4
            smooth[i] *= min(1, .62 + .38 * min(1, start)) * min(1, .48 + .52 * min(1, end))
    widths = []
    for w in smooth:
        w = max(.16, width * w)
        # a change too small to see is left out; it would only make the file longer
        widths.append(widths[-1] if widths and abs(w - widths[-1]) < .06 else w)
    return widths


class Hand:
    """Somebody writing: a seed, an ink, a pen."""

    def __init__(self, seed, color="#1f2f5cff", width=.95, script="scripts", figures="scripts"):
        self.rng = random.Random(seed)
        self.color, self.width, self.script, self.figures = color, width, script, figures

    def measure(self, words, size, track=0):
        total = 0
        for ch in words:
            left, right, _ = self._glyph(ch)
            total += (right - left) * self._shrink(ch) + track
        return total * size / 21

    def _glyph(self, ch):
        return face(self.figures if ch.isdigit() or ch in "+-/" else self.script).get(ch) or face(self.script)["?"]

    def _shrink(self, ch):
        return {" ": .62, "-": .58}.get(ch, .96)

    def write(self, x, y, words, size, width=None, align="left", fit=None, slant=0.0, track=0, color=None):
        """Ink of the words, baseline starting at x, y; `size` is the height of a capital."""
        rng, out = self.rng, []
        natural = self.measure(words, size, track)
        if fit and natural > fit:
            size *= fit / natural
            natural = fit
        x -= {"left": 0, "centre": natural / 2, "right": natural}[align]
        unit, pen = size / 21, (width or self.width)
        drift, swell, lean = Sway(rng), Sway(rng), Sway(rng)
        cursor = x
        joined = None
        for i, ch in enumerate(words):
            left, right, strokes = self._glyph(ch)
            shrink = self._shrink(ch)
            scale = unit * (1 + .045 * swell(i * .8) + rng.uniform(-.012, .012))
            base = y + size * .045 * drift(i * .45) + rng.uniform(-.012, .012) * size
            tilt = slant + .05 * lean(i * .6)
            nudge = rng.uniform(-.25, .25) * unit
            wobble_x, wobble_y = Sway(rng), Sway(rng)
            for s in strokes:
                pts = []
                for k, (px, py) in enumerate(s):
                    gx = (px - left) * shrink + .28 * wobble_x(k * .55)
                    gy = (py - 9) + .28 * wobble_y(k * .55)
                    pts.append((cursor + nudge + gx * scale - gy * scale * tilt, base + gy * scale))
                # a pen that has only just arrived does not lift between letters
                if joined and ch.islower() and math.dist(joined[-1], pts[0]) < 3.6 * unit:
                    joined += pts[1:] if math.dist(joined[-1], pts[0]) < unit else pts
                    continue
                joined = pts
                out.append((pts, ch))
            if not ch.isalpha():
                joined = None
            cursor += (right - left) * shrink * unit + track * unit
        return [self.ink(pts, pen, color) for pts, _ in out]

    def ink(self, points, width=None, color=None, step=1.2, contrast=.34, taper=True, sharp=100, **more):
        """One stroke along the points."""
        width = width or self.width
        pts = walk(round_off(points, sharp), step)
        return Stroke(pts, width, color or self.color, pressures=nib(pts, width, self.rng, contrast, taper), **more)

    def dot(self, x, y, r, color=None):
        ring = [(x + r * math.cos(t / 8 * 6.2832), y + r * math.sin(t / 8 * 6.2832)) for t in range(9)]
        return Stroke(ring, max(.3, r * .5), color or self.color, fill=255)

    def highlight(self, x0, y0, x1, y1, width=12, color="#ffe04a7f"):
        sway = Sway(self.rng)
        n = max(3, round(math.dist((x0, y0), (x1, y1)) / 6))
        pts = [(x0 + (x1 - x0) * i / n, y0 + (y1 - y0) * i / n + .5 * sway(i * .25)) for i in range(n + 1)]
        return Stroke(pts, width, color, tool="highlighter")

    def tick(self, box, color=None):
        """A quick tick that overshoots its box."""
        r = self.rng
        x, y, w, h = box
        pts = [(x + w * r.uniform(.05, .2), y + h * r.uniform(.45, .6)), (x + w * .38, y + h * r.uniform(.84, 1)),
               (x + w * .62, y + h * .36), (x + w * r.uniform(1.15, 1.35), y - h * r.uniform(.25, .45))]
        return self.ink(pts, self.width * 1.35, color, step=.7)
