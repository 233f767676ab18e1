# SPDX-License-Identifier: GPL-3.0-or-later
"""The artwork of the two-page character sheet."""

import io

from reportlab.pdfgen.canvas import Canvas

import layout as L
import ornament as O
from layout import Box
from surface import (BRONZE, BRONZE_PALE, PAPER, RED, TEAL, TEAL_SOFT, TEXT, TINT, Surface, diamond, shield)
from typefaces import BOOK, CAPITALS, HINT, INITIALS, ITALIC, LABEL, register

SMALL = "#6E5B40"


def draw():
    """The sheet as PDF bytes, artwork only."""
    register()
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(L.WIDTH, L.HEIGHT), invariant=1, pageCompression=1)
    s = Surface(canvas, L.HEIGHT)
    front(s)
    canvas.showPage()
    back(s)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def label(s, x, y, words, align="left", size=5.6, fill=SMALL):
    s.text(x, y, words.upper(), LABEL, size, fill=fill, align=align, track=.55)


def band(s, x, y, w, h):
    s.rect(Box(x, y, w, h), fill=TINT)


def column_heads(s, columns, y):
    for words, x, w in columns:
        label(s, x + 2, y, words, size=5.8, fill=RED)


def front(s):
    O.page_frame(s, L.WIDTH, L.HEIGHT)
    header(s)
    O.panel(s, L.ABILITIES_PANEL, "Abilities")
    for i, words in enumerate(L.ABILITIES):
        O.ability(s, L.ability_frame(i), words)
    O.panel(s, L.TONGUES_PANEL, "Tongues & Senses")
    for y in L.TONGUES_LINES:
        O.rule(s, 48, y, 132)
    vitals(s)
    skills(s)
    O.panel(s, L.PORTRAIT_PANEL, "Likeness")
    O.portrait(s, L.PORTRAIT)
    arms(s)
    coins(s)
    attacks(s)
    O.panel(s, L.BURDEN_PANEL, "Armour & Burden")
    for words, box in L.BURDENS.values():
        O.rule(s, box.x, box.bottom, box.w)
        label(s, box.x, box.bottom + 7, words)
    O.divider(s, 205, 390, 802)
    s.text(L.TURN_LINK.right, 805, "Turn the leaf for tale and satchel \u00bb", HINT, 8.5, fill=RED, align="right")
    s.text(L.HOME_LINK.x, 805, "More ledgers at example.org", HINT, 8.5, fill=TEAL)


def header(s):
    c = L.CARTOUCHE
    s.text(c.cx, 49, L.TITLE, CAPITALS, 15, fill=RED, align="centre", track=2.2)
    O.vine(s, c.cx - 121, 45, -.86, 0, 0, .86)
    O.vine(s, c.cx + 121, 45, .86, 0, 0, .86)
    O.cartouche(s, c)
    O.lantern(s, *L.EMBLEM)
    O.seal(s, *L.SEAL)
    plate_y = L.SEAL[1] + 25
    O.plate(s, L.SEAL[0], plate_y, "Level", size=8.2, gems=False)
    for words, box in L.PARTICULARS.values():
        O.rule(s, box.x, box.bottom, box.w)
        s.path(diamond(box.x, box.bottom, 1.5), fill=BRONZE)
        s.path(diamond(box.right, box.bottom, 1.5), fill=BRONZE)
        label(s, box.x, box.bottom + 8, words)


def vitals(s):
    O.panel(s, L.VITAL_PANEL, "Life & Limb")
    for key, (words, (x, y)) in L.VITALS.items():
        O.medallion(s, key, x, y)
        s.text(x + .3, 254, words, CAPITALS, 9, fill=TEAL, align="centre", track=.6)
    s.text(209, 272, "Wounds", CAPITALS, 9, fill=RED, track=.5)
    for box in L.WOUNDS:
        O.tick_box(s, box)


def skills(s):
    O.panel(s, L.SKILLS_PANEL, "Skills")
    for i, (words, ability) in enumerate(L.SKILLS):
        y = L.skill_baseline(i)
        if i % 2 == 0:
            band(s, 207, y - 13.4, 182, L.SKILL_PITCH)
    for i, (words, ability) in enumerate(L.SKILLS):
        y = L.skill_baseline(i)
        O.tick_box(s, L.skill_tick(i))
        s.text(229, y - .4, words, BOOK, 10.8)
        s.text(318, y - .4, ability, ITALIC, 8.6, fill=SMALL, align="left")
        bonus = L.skill_bonus(i)
        O.rule(s, bonus.x, bonus.bottom, bonus.w)


def arms(s):
    O.panel(s, L.ARMS_PANEL, "Arms & Motto")
    b = L.SHIELD
    s.path(shield(Box(b.x - 4, b.y - 3, b.w + 8, b.h + 8)), fill=TEAL)
    s.path(shield(Box(b.x - 2, b.y - 1.2, b.w + 4, b.h + 4)), stroke=BRONZE_PALE, width=.5)
    s.path(shield(b), fill=PAPER, stroke=BRONZE, width=.6)
    s.line(b.cx, b.y + 4, b.cx, b.bottom - 6, stroke=BRONZE_PALE, width=.6, dash=([1.5, 2.5], 0))
    s.line(b.x + 3, b.y + b.h * .42, b.right - 3, b.y + b.h * .42, stroke=BRONZE_PALE, width=.6, dash=([1.5, 2.5], 0))
    O.vine(s, b.x - 8, b.y + 76, -.42, 0, 0, -.8, colour=TEAL_SOFT)
    O.vine(s, b.right + 8, b.y + 76, .42, 0, 0, -.8, colour=TEAL_SOFT)
    O.rule(s, L.MOTTO.x, L.MOTTO.bottom, L.MOTTO.w)
    label(s, L.MOTTO.cx, L.MOTTO.bottom + 7.5, "Motto", align="centre")


def coins(s):
    O.panel(s, L.COIN_PANEL, "Purse")
    for (words, (x, y)), tone in zip(L.COINS.values(), ("#C69A3C", "#8F999B", "#A8623C")):
        s.circle(x, y, 18.5, fill=tone)
        s.circle(x, y, 17, stroke=PAPER, width=.5, dash=([.2, 2.1], 0))
        s.circle(x, y, 15.2, fill=PAPER, stroke=tone, width=.4)
        label(s, x, y + 26.4, words, align="centre", size=5.2)


def attacks(s):
    O.panel(s, L.ATTACKS_PANEL, "Attacks")
    column_heads(s, L.ATTACK_COLUMNS, 660.5)
    for r in range(L.ATTACK_ROWS):
        y = L.ATTACK_TOP + L.ATTACK_PITCH * r
        if r % 2 == 0:
            band(s, 43, y, 346, L.ATTACK_PITCH)
        O.rule(s, 43, y, 346)
    for _, x, w in L.ATTACK_COLUMNS[1:]:
        s.line(x - 2, L.ATTACK_TOP, x - 2, L.ATTACK_TOP + L.ATTACK_PITCH * L.ATTACK_ROWS, stroke=BRONZE_PALE, width=.5)
    O.rule(s, 43, L.ATTACK_TOP + L.ATTACK_PITCH * L.ATTACK_ROWS, 346)


def back(s):
    O.page_frame(s, L.WIDTH, L.HEIGHT)
    r = L.RIBBON
    O.tails(s, r, 30, 9)
    s.path(O.scooped(r, 8), fill=TEAL)
    s.path(O.scooped(r.inset(3), 7), stroke=BRONZE_PALE, width=.5)
    s.text(r.cx + .8, r.cy + 5.4, "Tale, Satchel & Charms", CAPITALS, 17, fill=PAPER, align="centre", track=1.5)
    O.vine(s, r.x - 38, 64, -.95, 0, 0, .95)
    O.vine(s, r.right + 38, 64, .95, 0, 0, .95)

    O.panel(s, L.STORY_PANEL, "The Tale So Far")
    s.text(48, 136.5, "O", INITIALS, 33, fill=RED)
    s.text(86, 125, "n what road were you born, and why did you leave it?", ITALIC, 9.8, fill=SMALL)
    for i, y in enumerate(L.STORY_LINES):
        x = 86 if i < 1 else 48
        O.rule(s, x, y, 328 - x)

    O.panel(s, L.SATCHEL_PANEL, "Satchel")
    column_heads(s, L.SATCHEL_COLUMNS, 124)
    for y in L.SATCHEL_LINES:
        O.rule(s, 358, y, 191)
    for _, x, w in L.SATCHEL_COLUMNS[1:]:
        s.line(x - 2, 128, x - 2, L.SATCHEL_LINES[-1], stroke=BRONZE_PALE, width=.5)
    s.text(358, 391, "Carry no more than you would drop at a run.", ITALIC, 8.8, fill=SMALL)
    s.text(48, 391, "One line for every winter on the road.", ITALIC, 8.8, fill=SMALL)

    O.panel(s, L.CHARMS_PANEL, "Charms & Spells")
    column_heads(s, L.CHARM_COLUMNS, 439)
    for row in range(L.CHARM_ROWS):
        y = L.CHARM_TOP + L.CHARM_PITCH * row
        if row % 2 == 0:
            band(s, 43, y, 509, L.CHARM_PITCH)
        O.rule(s, 43, y, 509)
        O.tick_box(s, L.charm_tick(row))
    for _, x, w in L.CHARM_COLUMNS[1:]:
        s.line(x - 3, L.CHARM_TOP, x - 3, L.CHARM_TOP + L.CHARM_PITCH * L.CHARM_ROWS, stroke=BRONZE_PALE, width=.5)
    O.rule(s, 43, L.CHARM_TOP + L.CHARM_PITCH * L.CHARM_ROWS, 509)

    O.panel(s, L.NOTES_PANEL, "Notes")
    for y in L.NOTES_LINES:
        O.rule(s, 48, y, 220)

    O.panel(s, L.SKETCH_PANEL, "Map or Sketch")
    k = L.SKETCH
    s.rect(k, stroke=BRONZE, width=.6)
    step = 13
    for j in range(1, int(k.h / step) + 1):
        y = k.y + j * step - 2
        s.line(k.x + step - 3, y, k.right - 3, y, stroke=BRONZE_PALE, width=.9, dash=([.01, step], 0))
    O.compass(s, k.right - 24, k.bottom - 22, 15, faint=True)

    O.divider(s, 205, 390, 802)
    s.text(L.BACK_LINK.x, 805, "\u00ab Back to the front of the ledger", HINT, 8.5, fill=RED)
    s.text(557, 805, "Copy this leaf freely for your own table.", HINT, 8.5, fill=TEAL, align="right")
