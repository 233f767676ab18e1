# SPDX-License-Identifier: GPL-3.0-or-later
"""Two people write on one character and take back what they did themselves, at the real server."""
import subprocess

from playwright.sync_api import expect

from server import programs
from visit import Pen, again, open_at, owner, saved, sign_in, wave, written

ROUNDS = 10


def _pair(chromium, server, name: str, path: str = "1"):
    """The owner's and a player's tab with a new character."""
    character = server.character(name)
    told = subprocess.run(
        [programs() / "limn", "access", "add", "Pia", "--role", "player", "--character", character, "--library", server.library],
        check=True, capture_output=True, text=True).stdout
    link = f"{server.address}sign-in?code={told.split('code=')[1].split()[0]}"
    mine = open_at(owner(chromium, server), server, f"c/{character}/{path}")
    context = chromium.new_context(locale="en-GB", viewport={"width": 1280, "height": 860})
    page = context.new_page()
    sign_in(page, link)
    # Who has one character is led to it.
    written(page, 1, 0)
    page.close()
    yours = open_at(context, server, f"c/{character}/{path}")
    for tab in (mine, yours):
        written(tab, int(path), 0)
    return character, mine, yours


def _row(number: int) -> float:
    return 0.06 + 0.035 * number


def _heights(strokes: list) -> set:
    """Where strokes begin, in points, rounded: no two of a journey begin at the same place."""
    return {(round(one["xy"][0]), round(one["xy"][1])) for one in strokes}


def _undo(page, deed: str = "undo"):
    page.get_by_test_id(deed).click()


def _alternate(pens, page_number: int, tabs):
    """Both write line by line; neither waits for the other."""
    for number in range(ROUNDS):
        for pen, (x0, x1) in zip(pens, ((0.1, 0.4), (0.55, 0.9))):
            pen.draw(wave(x0, x1, _row(number), count=16))
    for tab in tabs:
        written(tab, page_number, 2 * ROUNDS)
        saved(tab)


def two_people_who_alternate_strokes_undo_their_own(chromium, server):
    character, mine, yours = _pair(chromium, server, "Alternate")
    _alternate([Pen(mine), Pen(yours)], 1, (mine, yours))
    whole = _heights(server.strokes(character, 1))
    assert len(whole) == 2 * ROUNDS, whole
    wide, _ = server.size(character, 1)
    left = {one for one in whole if one[0] < wide / 2}
    for _ in range(ROUNDS):
        _undo(mine)
    for tab in (mine, yours):
        written(tab, 1, ROUNDS)
    saved(mine)
    assert _heights(server.strokes(character, 1)) == whole - left
    expect(mine.get_by_test_id("undo")).to_be_disabled()
    for _ in range(ROUNDS):
        _undo(mine, "redo")
        _undo(yours)
    for tab in (mine, yours):
        written(tab, 1, ROUNDS)
        saved(tab)
    assert _heights(server.strokes(character, 1)) == left
    for _ in range(ROUNDS):
        _undo(yours, "redo")
    for tab in (mine, yours):
        written(tab, 1, 2 * ROUNDS)
        saved(tab)
    assert _heights(server.strokes(character, 1)) == whole
    assert mine.complaints == [] and yours.complaints == [], (mine.complaints, yours.complaints)


def strokes_and_undos_of_two_people_at_the_same_time(chromium, server):
    character, mine, yours = _pair(chromium, server, "Mixed")
    pens = [Pen(mine), Pen(yours)]
    for number in range(ROUNDS):
        for tab, pen, (x0, x1) in zip((mine, yours), pens, ((0.1, 0.4), (0.55, 0.9))):
            pen.draw(wave(x0, x1, _row(number), count=16))
            # Every second stroke is taken back at once, while the other one writes.
            if number % 2:
                _undo(tab)
    for tab in (mine, yours):
        written(tab, 1, ROUNDS)
        saved(tab)
    assert len(_heights(server.strokes(character, 1))) == ROUNDS
    for _ in range(ROUNDS // 2):
        _undo(yours)
        _undo(mine)
    for tab in (mine, yours):
        written(tab, 1, 0)
        saved(tab)
    assert server.strokes(character, 1) == []


def another_browser_of_the_same_person_undoes_what_the_person_did(chromium, server):
    character, mine, yours = _pair(chromium, server, "Browsers")
    Pen(mine).draw(wave(0.1, 0.4, 0.2))
    written(yours, 1, 1)
    Pen(yours).draw(wave(0.55, 0.9, 0.3))
    Pen(mine).draw(wave(0.1, 0.4, 0.4))
    for tab in (mine, yours):
        written(tab, 1, 3)
        saved(tab)
    _undo(mine)
    written(mine, 1, 2)
    saved(mine)
    other = open_at(again(chromium, server), server, f"c/{character}/1")
    written(other, 1, 2)
    expect(other.get_by_test_id("undo")).to_be_enabled()
    _undo(other)
    for tab in (mine, yours, other):
        written(tab, 1, 1)
    wide, _ = server.size(character, 1)
    assert [one["xy"][0] > wide / 2 for one in server.strokes(character, 1)] == [True], "the other person's stroke stays"
    expect(other.get_by_test_id("undo")).to_be_disabled()
    _undo(other, "redo")
    written(mine, 1, 2)
    _undo(other, "redo")
    for tab in (mine, yours, other):
        written(tab, 1, 3)
    assert other.complaints == [], other.complaints
