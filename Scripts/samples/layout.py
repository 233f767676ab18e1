# SPDX-License-Identifier: GPL-3.0-or-later
"""Where everything stands on the character sheet.

One table of boxes in points, origin at the top left of the page and y growing
downwards. The artwork, the form fields and the handwriting all read it, so a
pen stroke falls into the box that was printed for it.
"""

from collections import namedtuple

WIDTH, HEIGHT = 595.2756, 841.8898  # A4


class Box(namedtuple("Box", "x y w h")):
    """A rectangle: left, top, width, height."""

    __slots__ = ()

    @property
    def right(self):
        return self.x + self.w

    @property
    def bottom(self):
        return self.y + self.h

    @property
    def cx(self):
        return self.x + self.w / 2

    @property
    def cy(self):
        return self.y + self.h / 2

    def inset(self, dx, dy=None):
        dy = dx if dy is None else dy
        return Box(self.x + dx, self.y + dy, self.w - 2 * dx, self.h - 2 * dy)


TITLE = "The Wayfarer\u2019s Ledger"

# --- page 1 -----------------------------------------------------------------

CARTOUCHE = Box(138, 58, 319, 46)
NAME = Box(156, 64, 283, 34)
EMBLEM = (82, 80)
SEAL = (513, 80)
LEVEL = Box(497, 66, 32, 28)

PARTICULARS = {
    "calling": ("Calling", Box(44, 118, 122, 21)),
    "lineage": ("Lineage", Box(178, 118, 112, 21)),
    "homeland": ("Homeland", Box(302, 118, 122, 21)),
    "campaign": ("Campaign", Box(436, 118, 115, 21)),
}

ABILITIES_PANEL = Box(38, 172, 152, 296)
ABILITIES = ["Might", "Grace", "Vigour", "Wit", "Insight", "Presence"]


def ability_frame(index):
    column, row = index % 2, index // 2
    return Box(47 + column * 71, 187 + row * 93, 63, 66)


def ability_score(index):
    frame = ability_frame(index)
    return Box(frame.x + 7, frame.y + 17, frame.w - 14, 32)


def ability_modifier(index):
    frame = ability_frame(index)
    return Box(frame.cx - 14, frame.bottom - 9, 28, 22)


TONGUES_PANEL = Box(38, 484, 152, 138)
TONGUES_LINES = [518 + 19 * i for i in range(6)]

VITAL_PANEL = Box(202, 172, 192, 110)
VITALS = {
    "vitality": ("Vitality", (236, 214)),
    "defence": ("Defence", (298, 214)),
    "initiative": ("Initiative", (360, 214)),
}


def vital_box(key):
    x, y = VITALS[key][1]
    return Box(x - 17, y - 14, 34, 26)


WOUNDS = [Box(257 + 12.4 * i + (4 if i > 4 else 0), 264.5, 9, 9) for i in range(10)]

SKILLS_PANEL = Box(202, 298, 192, 324)
SKILLS = [
    ("Bargaining", "Pre"), ("Beastcraft", "Ins"), ("Bladework", "Mig"),
    ("Climbing", "Mig"), ("Disguise", "Pre"), ("Healing", "Ins"),
    ("Hearth-lore", "Wit"), ("Letters", "Wit"), ("Listening", "Ins"),
    ("Lockwork", "Gra"), ("Navigation", "Wit"), ("Riding", "Gra"),
    ("Sea-lore", "Wit"), ("Song", "Pre"), ("Stealth", "Gra"),
    ("Woodcraft", "Vig"),
]
SKILL_PITCH = 18.6


def skill_baseline(index):
    return 329 + SKILL_PITCH * index


def skill_tick(index):
    return Box(213, skill_baseline(index) - 9, 10, 10)


def skill_bonus(index):
    return Box(352, skill_baseline(index) - 13.5, 32, 16)


PORTRAIT_PANEL = Box(406, 172, 151, 204)
PORTRAIT = Box(418, 186, 127, 178)
ARMS_PANEL = Box(406, 392, 151, 150)
SHIELD = Box(441, 409, 81, 94)
MOTTO = Box(416, 511, 131, 17)
COIN_PANEL = Box(406, 558, 151, 64)
COINS = {"gold": ("Gold", (433, 589)), "silver": ("Silver", (481.5, 589)),
         "copper": ("Copper", (530, 589))}


def coin_box(key):
    x, y = COINS[key][1]
    return Box(x - 14, y - 10, 28, 20)


ATTACKS_PANEL = Box(38, 638, 356, 150)
ATTACK_COLUMNS = [("Weapon", 46, 116), ("To hit", 166, 42), ("Harm", 212, 56),
                  ("Reach", 272, 42), ("Notes", 318, 68)]
ATTACK_TOP, ATTACK_PITCH, ATTACK_ROWS = 665, 23.2, 5


def attack_cell(row, column):
    _, x, w = ATTACK_COLUMNS[column]
    return Box(x, ATTACK_TOP + ATTACK_PITCH * row + 2, w, ATTACK_PITCH - 4)


BURDEN_PANEL = Box(406, 638, 151, 150)
BURDENS = {"armour": ("Armour", Box(416, 656, 131, 18)),
           "guard": ("Guard", Box(416, 686, 131, 18)),
           "load": ("Load", Box(416, 716, 131, 18)),
           "stride": ("Stride", Box(416, 746, 131, 18))}

TURN_LINK = Box(406, 795, 151, 13)
HOME_LINK = Box(38, 795, 150, 13)

# --- page 2 -----------------------------------------------------------------

RIBBON = Box(150, 46, 295, 34)
STORY_PANEL = Box(38, 104, 300, 296)
STORY_LINES = [146 + 19 * i for i in range(13)]
SATCHEL_PANEL = Box(350, 104, 207, 296)
SATCHEL_COLUMNS = [("Item", 360, 125), ("No.", 489, 26), ("Weight", 519, 30)]
SATCHEL_LINES = [146 + 19 * i for i in range(13)]
CHARMS_PANEL = Box(38, 418, 519, 176)
CHARM_COLUMNS = [("Ready", 48, 26), ("Charm", 82, 130), ("Circle", 218, 36),
                 ("Cost", 260, 46), ("What it does", 312, 236)]
CHARM_TOP, CHARM_PITCH, CHARM_ROWS = 445, 20, 7


def charm_cell(row, column):
    _, x, w = CHARM_COLUMNS[column]
    return Box(x, CHARM_TOP + CHARM_PITCH * row + 1.5, w, CHARM_PITCH - 3)


def charm_tick(row):
    return Box(56, CHARM_TOP + CHARM_PITCH * row + 5, 10, 10)


NOTES_PANEL = Box(38, 612, 240, 176)
NOTES_LINES = [642 + 19 * i for i in range(8)]
SKETCH_PANEL = Box(290, 612, 267, 176)
SKETCH = Box(300, 626, 247, 152)
BACK_LINK = Box(38, 795, 150, 13)
