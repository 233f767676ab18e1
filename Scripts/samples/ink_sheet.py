# SPDX-License-Identifier: GPL-3.0-or-later
"""What a player wrote on the character sheet."""

import math

import layout as L
from hand import Hand
from xopp import Page

INK, RED, PENCIL, BROWN = "#20306aff", "#9c2430ff", "#4a4a52ff", "#6b4423ff"

SCORES = {"Might": ("12", "+1"), "Grace": ("15", "+2"), "Vigour": ("13", "+1"),
          "Wit": ("14", "+2"), "Insight": ("17", "+3"), "Presence": ("9", "-1")}
BONUSES = {"Beastcraft": "+5", "Healing": "+5", "Hearth-lore": "+2", "Letters": "+2", "Listening": "+5",
           "Navigation": "+4", "Sea-lore": "+4", "Stealth": "+2", "Climbing": "+1", "Song": "-1"}
TRAINED = ["Beastcraft", "Healing", "Listening", "Navigation", "Sea-lore"]
ATTACKS = [("Grey-ash staff", "+3", "1d6+1", "near", "two hands"),
           ("Gutting knife", "+4", "1d4+2", "close", "hidden"),
           ("Sling", "+4", "1d4", "30 yd", "12 stones"),
           ("Lantern flare", "+5", "2d6", "20 yd", "once a day")]
TONGUES = ["Coast-talk, Old Fen", "a little Gull", "hears storms coming", "never lost at night"]
STORY = ["Tern Harbour, the winter the", "ice took the boats. My mother kept the light",
         "and I kept her company, and when she died", "the light was mine. I kept it nine years.",
         "Then one night it burned green, and a voice", "under the water said my name.",
         "I have walked inland ever since.",
         "", "Owed: one lantern, to Pell."]
SATCHEL = [("Storm lantern", "1", "3"), ("Flask of oil", "4", "2"), ("Rope, 50 ft", "1", "5"),
           ("Dried herring", "6", "1"), ("Mother's letters", "9", "-"), 
           ("Healer's roll", "1", "2")]
CHARMS = [("Kindle", "I", "1", "light where no light was", True),
          ("Salt circle", "I", "2", "the drowned may not cross", True),
          ("Gullspeak", "II", "2", "one question, one rude answer", False),
          ("Quiet water", "II", "3", "ten breaths of calm sea", True),
          ("The green flame", "III", "all", "do not. not again.", False)]
NOTES = ["The toll bridge is watched.", "Ask Brannoch about the bell!", "3 nights to Hollowmere.", "Who lit the tower?"]


def make():
    return [front(), back()]


def front():
    page = Page(L.WIDTH, L.HEIGHT, 1)
    pen, quick = Hand(11, INK, .95), Hand(12, INK, 1.0)
    ink = []
    ink += pen.write(L.NAME.cx, L.NAME.bottom - 9.5, "Maren Ashwick", 21, width=1.35, align="centre", fit=L.NAME.w - 16)
    flourish = [(L.NAME.cx - 92, L.NAME.bottom - 2.2), (L.NAME.cx - 30, L.NAME.bottom - 4.2), (L.NAME.cx + 40, L.NAME.bottom - 2.4),
                (L.NAME.cx + 98, L.NAME.bottom - 4.5), (L.NAME.cx + 112, L.NAME.bottom - 7), (L.NAME.cx + 104, L.NAME.bottom - 8.4),
                (L.NAME.cx + 98, L.NAME.bottom - 5.4), (L.NAME.cx + 118, L.NAME.bottom - 3.2)]
    ink.append(pen.ink(flourish, 1.0, contrast=.6))
    for key, words in (("calling", "Lantern-keeper"), ("lineage", "Fenfolk"), ("homeland", "Tern Harbour")):
        box = L.PARTICULARS[key][1]
        ink += pen.write(box.x + 5, box.bottom - 4, words, 12, fit=box.w - 10)
    for i, ability in enumerate(L.ABILITIES):
        score, modifier = SCORES[ability]
        box, small = L.ability_score(i), L.ability_modifier(i)
        ink += quick.write(box.cx, box.cy + 9, score, 18, width=1.5, align="centre")
        ink += quick.write(small.cx, small.cy + 4.2, modifier, 9, width=1.05, align="centre")
    for y, words in zip(L.TONGUES_LINES, TONGUES):
        ink += pen.write(51, y - 4, words, 10, fit=126)
    for key, value in (("vitality", "21"), ("defence", "14"), ("initiative", "+3")):
        box = L.vital_box(key)
        ink += quick.write(box.cx, box.cy + 7.5, value, 14.5, width=1.35, align="centre")
    for i, (skill, _) in enumerate(L.SKILLS):
        if skill in TRAINED:
            ink.append(quick.tick(L.skill_tick(i)))
        if skill in BONUSES:
            box = L.skill_bonus(i)
            ink += quick.write(box.cx, box.bottom - 3, BONUSES[skill], 10, width=1.05, align="centre")
    for i in range(3):
        ink.append(quick.tick(L.WOUNDS[i], RED))
    for r, row in enumerate(ATTACKS):
        for c, words in enumerate(row):
            box = L.attack_cell(r, c)
            ink += pen.write(box.x + 4, box.bottom - 4.6, words, 10, fit=box.w - 6)
    for key, words in (("armour", "Oilskin coat  2"), ("guard", "none yet"), ("load", "light"), ("stride", "30 ft")):
        box = L.BURDENS[key][1]
        ink += pen.write(box.x + 4, box.bottom - 3.6, words, 10.5, fit=box.w - 8)
    for key, words in (("gold", "7"), ("silver", "23"), ("copper", "50")):
        box = L.coin_box(key)
        ink += quick.write(box.cx, box.cy + 5.4, words, 11, width=1.2, align="centre")
    ink += pen.write(L.MOTTO.cx, L.MOTTO.bottom - 4.2, "Keep the light", 10.5, align="centre", fit=L.MOTTO.w - 8)
    sketch = portrait(Hand(21, PENCIL, .7), L.PORTRAIT) + arms(Hand(22, BROWN, .95), L.SHIELD)
    glow = Hand(31)
    marks = [glow.highlight(53, row.cy + .6, 381, row.cy + .2, 13) for row in (L.attack_cell(3, 0),)]
    i = [s for s, _ in L.SKILLS].index("Listening")
    marks.append(glow.highlight(228, L.skill_baseline(i) - 3.6, 340, L.skill_baseline(i) - 3.9, 12, "#7fd6a87f"))
    page.layers = [marks, ink, sketch]
    return page


def portrait(h, box):
    """A hooded lantern-keeper, in pencil."""
    ox, oy = box.cx, box.y + 6
    P = lambda *v: [(ox + v[i], oy + v[i + 1]) for i in range(0, len(v), 2)]
    out = []
    line = lambda *v, w=.8, **k: out.append(h.ink(P(*v), w, contrast=.22, step=1.1, **k))
    # hood, outer and inner edge
    line(-33, 116, -35, 92, -33, 70, -26, 50, -14, 36, 2, 30, 16, 34, 27, 48, 32, 68, 33, 92, 31, 112, w=1.15)
    line(-20, 104, -22, 88, -20, 70, -13, 56, -1, 49, 11, 53, 19, 66, 21, 84, 18, 102, w=.9)
    # face
    line(-14, 68, -15.5, 82, -13, 94, -7, 104, 0, 108, 7, 104, 13, 94, 15, 82, 14, 68, w=.85)
    # brows, eyes, nose, mouth
    line(-11, 75.5, -7.5, 73.6, -3.5, 75.2, w=.95)
    line(4, 75.2, 8, 73.4, 11.5, 75.3, w=.95)
    line(-10.5, 80, -7, 77.9, -3.6, 80, -7, 81.4, -10.5, 80, w=.6)
    line(4.2, 80, 7.8, 77.9, 11, 80, 7.8, 81.4, 4.2, 80, w=.6)
    out += [h.dot(ox - 7, oy + 79.6, .9), h.dot(ox + 7.6, oy + 79.6, .9)]
    line(1, 78, 1.8, 85, 3.4, 90, 1, 91.4, -1.6, 90.6, w=.6)
    line(-5, 97, -1.5, 96, .5, 96.8, 3, 96, 6, 97.2, w=.85)
    line(-3, 99.8, .6, 100.7, 4, 99.7, w=.5)
    # hair strands
    line(-13, 66, -9, 58, -1, 54, 4, 57, 8, 63, 14, 68, w=.7)
    line(-12, 69, -17, 84, -15, 98, -17, 108, w=.7)
    line(-15, 72, -18.5, 86, -18, 100, w=.55)
    line(14, 70, 17.5, 84, 16, 98, 19, 108, w=.7)
    # shoulders and cloak
    line(-33, 112, -44, 122, -50, 136, -53, 164, w=1.1)
    line(31, 110, 42, 120, 49, 134, 53, 164, w=1.1)
    line(-20, 104, -12, 118, 0, 124, 12, 118, 19, 102, w=.9)
    line(0, 124, -3, 140, -1, 164, w=.8)
    line(-26, 122, -31, 142, -33, 164, w=.6)
    line(-14, 124, -17, 144, -17, 164, w=.5)
    # clasp
    line(-4, 126, 0, 122, 4, 126, 0, 130.5, -4, 126, w=.9, sharp=60)
    # lantern held up at the right
    line(24, 128, 25, 122, 30, 118, 35, 122, 36, 128, w=.9)
    line(22, 131, 38, 131, w=1)
    line(23.5, 131, 22.5, 152, w=.9)
    line(36.5, 131, 37.5, 152, w=.9)
    line(21, 152.5, 39, 152.5, w=1.1)
    flame = "#d0812aff"
    out.append(h.ink(P(30, 135, 33.6, 141.5, 32.4, 147.6, 29.8, 149, 27, 147.4, 26.4, 142, 30, 135), .9, flame))
    out.append(h.ink(P(30, 141, 31.4, 144.4, 30, 147.4, 28.7, 144.6, 30, 141), .7, "#e9b44cff"))
    for t in range(8):
        a = math.radians(-90 + (t - 3.5) * 25)
        r0, r1 = 25 if abs(t - 3.5) < 1.6 else 19, 31 if t % 2 else 28
        if abs(t - 3.5) < 1:
            continue
        out.append(h.ink([(ox + 30 + r0 * .7 * math.cos(a), oy + 138 + r0 * .7 * math.sin(a)),
                          (ox + 30 + r1 * .78 * math.cos(a), oy + 138 + r1 * .78 * math.sin(a))], .6, flame, taper=True))
    # fingers on the ring
    line(27.5, 117.5, 29, 114, 32, 114.4, 32.6, 117.6, w=.7)
    line(32, 115, 35, 115.6, 35, 118.6, w=.6)
    # hatching inside the hood
    for k in range(13):
        y = 58 + k * 3.7
        edge = -25.5 - 4.6 * math.sin(min(1, k / 7) * 1.57) if k else -22
        line(edge, y + 4, edge + 7.5 - k * .12, y - 1.5, w=.42)
    for k in range(12):
        y = 62 + k * 3.8
        edge = 22.5 + 2.4 * math.sin(min(1, k / 6) * 1.57)
        line(edge, y + 2.4, edge + 7, y - 2, w=.42)
    for k in range(9):
        line(-48 + k * 2.2, 140 + k * 2.6, -42 + k * 2.2, 133 + k * 2.1, w=.42)
    for k in range(4):
        line(7 + k * 2.6, 106.5 - k * 1.6, 10.5 + k * 2.4, 111.5 - k * 1.2, w=.42)
    return out


def arms(h, box):
    """A ship's tower in three quarters, waves below: the arms of Tern Harbour."""
    out = []
    x, y, w, b = box.x, box.y, box.w, box.h
    # waves across the base
    for k, half in enumerate((30, 24, 15)):
        yy = y + b * (.66 + .09 * k)
        n = int(half // 3)
        pts = [(box.cx - half + 2 * half * i / (2 * n), yy + (1.9 if i % 2 else -1.9)) for i in range(2 * n + 1)]
        out.append(h.ink(pts, 1.1, "#24607aff"))
    # the tower
    P = lambda *v: [(box.cx + v[i], y + v[i + 1]) for i in range(0, len(v), 2)]
    line = lambda *v, w=1, **k: out.append(h.ink(P(*v), w, contrast=.2, sharp=40, **k))
    line(-9, 57, -6.5, 30)
    line(9, 57, 6.5, 30)
    line(-9.5, 29.5, 9.5, 29.2, w=1.3)
    line(-5.5, 29, -5.5, 20, 5.5, 20, 5.5, 29)
    line(-8, 20, 0, 11, 8, 20, -8, 20)
    for yy, hw in ((37, 7), (46, 8)):
        line(-hw, yy, 0, yy + 1.4, hw, yy - .2, w=.7)
    line(-2, 57, -2, 51.5, 0, 50, 2, 51.5, 2, 57, w=.8)
    for s in (-1, 1):
        for dy, reach in ((-5, 25), (0, 29), (5, 25)):
            line(s * 8, 24.5 + dy * .25, s * reach, 24.5 + dy, w=.9, color="#c98a1fff")
    out.append(h.dot(box.cx, y + 24.8, 2, "#e0a52eff"))
    return out


def back():
    page = Page(L.WIDTH, L.HEIGHT, 2)
    pen, quick = Hand(41, INK, .92), Hand(42, INK, .95)
    ink = []
    for i, (y, words) in enumerate(zip(L.STORY_LINES, STORY)):
        if words:
            ink += pen.write(94 if i == 0 else 51, y - 4.4, words, 10.6, fit=(232 if i == 0 else 274))
    for y, row in zip(L.SATCHEL_LINES, SATCHEL):
        for (_, x, w), words in zip(L.SATCHEL_COLUMNS, row):
            ink += pen.write(x + (2 if w > 99 else 7), y - 4.2, words, 10, fit=w - 6)
    for r, (name, circle, cost, effect, ready) in enumerate(CHARMS):
        for c, words in enumerate((name, circle, cost, effect), 1):
            box = L.charm_cell(r, c)
            ink += pen.write(box.x + 5, box.bottom - 3.8, words, 10, fit=box.w - 8)
        if ready:
            ink.append(quick.tick(L.charm_tick(r)))
    for y, words in zip(L.NOTES_LINES, NOTES):
        ink += pen.write(51, y - 4.2, words, 10.5, fit=214)
    # second thoughts about the last charm
    box = L.charm_cell(4, 4)
    ink.append(quick.ink([(box.x + 2, box.bottom - 1), (box.x + 34, box.bottom - 2), (box.x + 62, box.bottom - .6), (box.x + 92, box.bottom - 2)], 1.2, RED))
    glow = Hand(51)
    marks = [glow.highlight(50, L.STORY_LINES[4] - 8, 326, L.STORY_LINES[4] - 8.4, 13),
             glow.highlight(50, L.STORY_LINES[5] - 8, 226, L.STORY_LINES[5] - 8.4, 13),
             glow.highlight(50, L.NOTES_LINES[1] - 8, 228, L.NOTES_LINES[1] - 8.4, 12, "#ff9bb07f")]
    page.layers = [marks, ink, fen(Hand(61, PENCIL, .8), L.SKETCH)]
    return page


def fen(h, box):
    """A scribbled way to Hollowmere."""
    out = []
    P = lambda *v: [(box.x + v[i], box.y + v[i + 1]) for i in range(0, len(v), 2)]
    shore = h.ink(P(4, 92, 22, 84, 34, 96, 52, 100, 60, 114, 78, 118, 88, 132, 92, 148), 1.2, "#24607aff", step=1.2)
    out.append(shore)
    for k in range(5):
        out.append(h.ink(P(8 + k * 9, 112 + k * 6, 13 + k * 9, 110 + k * 6, 18 + k * 9, 112.5 + k * 6, 23 + k * 9, 110.5 + k * 6), .7, "#24607aff"))
    for cx, cy in ((142, 26), (158, 20), (176, 28), (191, 22), (167, 36)):
        out.append(h.ink(P(cx - 11, cy + 14, cx - 3, cy + 3, cx, cy, cx + 4, cy + 5, cx + 11, cy + 15), 1, sharp=70))
        for k in range(3):
            out.append(h.ink(P(cx + 1 + k * 2.4, cy + 4 + k * 3, cx - .6 + k * 2, cy + 9 + k * 2.6), .5))
    for i in range(9):
        cx, cy = 96 + (i % 3) * 13 + (i // 3) * 5, 72 + (i // 3) * 11
        out.append(h.ink(P(cx, cy + 5, cx - 4, cy + 2, cx - 2.4, cy - 4, cx + 2.6, cy - 4.4, cx + 4.4, cy + 1, cx + .6, cy + 5, cx + .4, cy + 9), .75, "#3f6b3eff", step=.9))
    route = walk_points(P(36, 88, 66, 80, 90, 60, 116, 51, 140, 58, 166, 62, 190, 80, 200, 100))
    from xopp import Stroke
    out.append(Stroke(route, 1.3, RED, style="dash"))
    for sx in (-1, 1):
        out.append(h.ink(P(205 - 5 * sx, 101, 205 + 5 * sx, 111), 1.5, RED))
    out += h.write(box.x + 7, box.y + 64, "Tern Harbour", 8.5, width=.75)
    out += h.write(box.x + 136, box.y + 128, "Hollowmere", 9, width=.8)
    out += h.write(box.x + 150, box.y + 90, "fen", 8.5, width=.75)
    out += h.write(box.x + 196, box.y + 46, "no pass", 8, width=.75, color=RED)
    return out


def walk_points(points):
    from hand import round_off, walk
    return walk(round_off(points), 2)
