# SPDX-License-Identifier: GPL-3.0-or-later
"""What somebody sees whose pages another person moves, turns and removes."""
import re

from playwright.sync_api import expect

import browser as b
from journeys import fresh, journey, saved, written
from places_journeys import stroke, write


def _shown(page, numbers: list):
    shown = "[...document.querySelectorAll('.strip-pages button')].map((one) => Number(one.dataset.page))"
    b.until(page, lambda: page.evaluate(shown) == numbers, lambda: f"shown: {page.evaluate(shown)}, wanted: {numbers}")


def _arrange(double, character, *pages):
    double.control(character=character["id"], arrange=[{"page": number, "rotation": rotation} for number, rotation in pages])


@journey
def pages_that_somebody_else_moves_wait_for_the_end_of_a_stroke(chromium, double):
    character, = fresh(chromium, double, template="Sheet", characters=["Drawn"])
    page = b.open_page(chromium, double, f"c/{character['id']}/1", snaps=False)
    written(page, 1, 0)
    b.followed(page, double)
    pen = b.Pen(page)
    line = b.wave(0.2, 0.7, 0.3)
    pen.draw(line[:10], lifts=False)
    _arrange(double, character, (2, 0), (1, 0))
    page.wait_for_timeout(800)
    _shown(page, [1, 2])
    # The pen goes on where it is.
    box = pen.box()
    for x, y in line[10:]:
        pen.send("mouseMoved", box["x"] + x * box["width"], box["y"] + y * box["height"], 0.5)
    pen.send("mouseReleased", box["x"] + line[-1][0] * box["width"], box["y"] + line[-1][1] * box["height"], 0)
    _shown(page, [2, 1])
    saved(page)
    written(page, 1, 1)
    width = lambda one: max(one["xy"][0::2]) - min(one["xy"][0::2])
    assert width(double.strokes(1)[0]) > 0.45 * 595, "the whole stroke is kept"
    assert page.complaints == [], page.complaints


@journey
def pages_that_somebody_else_moves_wait_while_somebody_types_or_is_asked(chromium, double):
    character, = fresh(chromium, double, template="Sheet", characters=["Asked"])
    page = b.open_page(chromium, double, f"c/{character['id']}/1")
    written(page, 1, 0)
    b.followed(page, double)
    page.keyboard.press("Control+p")
    expect(page.locator("dialog[open]")).to_have_count(1)
    _arrange(double, character, (2, 0), (1, 0))
    page.wait_for_timeout(800)
    expect(page.locator("dialog[open]")).to_have_count(1)
    _shown(page, [1, 2])
    page.keyboard.press("Escape")
    _shown(page, [2, 1])
    expect(page.locator(".where")).to_have_text("Page 2 of 2")
    page.keyboard.press("t")
    box = b.box(page.locator('[data-testid=page][data-page="1"]'))
    page.mouse.click(box["x"] + 0.3 * box["width"], max(box["y"], 0) + 0.3 * box["height"])
    page.keyboard.type("Half a word")
    _arrange(double, character, (1, 0), (2, 0))
    page.wait_for_timeout(800)
    page.keyboard.type(" and the rest")
    _shown(page, [2, 1])
    page.keyboard.press("Escape")
    _shown(page, [1, 2])
    saved(page)
    texts = [run["text"] for one in double.control()["pages"] for item in one["objects"] for run in item["text"]["runs"]]
    assert texts == ["Half a word and the rest"], texts
    assert page.complaints == [], page.complaints


@journey
def what_was_drawn_before_somebody_turned_the_page_lies_where_it_was_drawn(chromium, double):
    character, = fresh(chromium, double, template="Sheet", characters=["Turned"])
    page = b.open_page(chromium, double, f"c/{character['id']}/1", snaps=False)
    written(page, 1, 0)
    b.followed(page, double)
    b.Pen(page).draw(b.wave(0.2, 0.7, 0.1))
    saved(page)
    double.control(deaf=True)
    b.Pen(page).draw(b.wave(0.2, 0.7, 0.2))
    written(page, 1, 2)
    _arrange(double, character, (1, 90), (2, 0))
    double.control(deaf=False)
    box = {}
    sheet = page.locator('[data-testid=page][data-page="1"]')
    b.until(page, lambda: box.update(b.box(sheet)) or box.get("width", 0) > box.get("height", 1), lambda: str(box))
    saved(page)
    written(page, 1, 2)
    # What was near the top is near the right side now.
    found = [sum(one["xy"][0::2]) / len(one["xy"][0::2]) / 842 for one in double.strokes(1)]
    assert all(abs(place - wanted) < 0.02 for place, wanted in zip(found, [0.9, 0.8])), found
    # The steps of the page as it was are not taken back on the page as it is.
    expect(page.get_by_test_id("undo")).to_be_disabled()
    page.reload()
    written(page, 1, 2)
    expect(page.get_by_test_id("undo")).to_be_disabled()
    assert page.complaints == [], page.complaints


@journey
def the_table_and_the_picture_follow_pages_and_count_them_as_people_do(chromium, double):
    character, = fresh(chromium, double, template="Sheet", characters=["Mara"], tags=["Tuesday"])
    table = b.open_page(chromium, double, "table/tag/Tuesday")
    picture = b.open_page(chromium, double, f"c/{character['id']}/1/picture")
    b.followed(picture, double, 2)
    shown = table.get_by_test_id("seat").locator("img")
    expect(shown).to_have_count(1)
    write(double, character["id"], stroke(300))
    expect(table.get_by_test_id("seat")).to_have_attribute("data-revision", "1")
    before = shown.get_attribute("src")
    expect(picture.locator(".picture-tools .where")).to_have_text("Page 1 of 2")
    _arrange(double, character, (2, 0), (1, 180))
    expect(shown).not_to_have_attribute("src", before)
    expect(shown).to_have_attribute("src", re.compile(f"/{character['id']}:1/"))
    expect(picture.locator(".picture-tools .where")).to_have_text("Page 2 of 2")
    expect(picture.locator(".picture-place > img")).to_have_attribute("alt", "Mara, page 2")
    _arrange(double, character, (2, 0))
    expect(picture.locator(".picture-tools .where")).to_have_text("Page 1 of 1")
    b.at(picture, f"c/{character['id']}/2/picture")
    assert table.complaints + picture.complaints == [], table.complaints + picture.complaints


@journey
def a_replay_of_a_page_that_is_gone_shows_one_that_is_there(chromium, double):
    character, = fresh(chromium, double, template="Sheet", characters=["Gone"])
    _arrange(double, character, (2, 0))
    page = b.open_page(chromium, double, f"c/{character['id']}/1/replay")
    b.at(page, f"c/{character['id']}/2/replay")
    expect(page.locator(".place-tools select option")).to_have_text(["Page 1"])
    assert page.complaints == [], page.complaints


@journey
def the_picture_of_a_character_whose_first_page_is_gone_is_that_of_the_next(chromium, double):
    character, = fresh(chromium, double, template="Sheet", characters=["Second"])
    _arrange(double, character, (2, 0))
    page = b.open_page(chromium, double, viewport={"width": 1500, "height": 860})
    expect(page.get_by_test_id("character-card").locator("img")).to_have_attribute("src", re.compile(f"/{character['id']}:2/"))
    page.get_by_test_id("character-card").locator("a").click()
    expect(page.locator(".side-picture img")).to_have_attribute("src", re.compile(f"/{character['id']}:2/"))
    b.at(page, f"c/{character['id']}/2")
    assert page.complaints == [], page.complaints


@journey
def a_low_page_that_somebody_goes_to_is_the_current_one_until_the_pages_are_moved(chromium, double):
    character, = fresh(chromium, double, template="Sheet", pages=4, characters=["Low"])
    _arrange(double, character, (1, 0), (2, 90), (3, 90), (4, 0))
    page = b.open_page(chromium, double, f"c/{character['id']}/2", viewport={"width": 390, "height": 844})
    written(page, 2, 0)
    # The middle of the screen is in the next page.
    b.at(page, f"c/{character['id']}/2")
    page.wait_for_timeout(500)
    b.at(page, f"c/{character['id']}/2")
    page.reload()
    written(page, 2, 0)
    page.keyboard.press("j")
    expect(page.get_by_role("heading", name="Page 2")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("PageDown")
    b.at(page, f"c/{character['id']}/3")
    page.mouse.move(200, 400)
    page.mouse.wheel(0, 60)
    b.at(page, f"c/{character['id']}/4")
    # The strip stays when its pages change.
    page.keyboard.press("o")
    expect(page.locator(".strip")).to_be_visible()
    b.followed(page, double)
    _arrange(double, character, (2, 90), (1, 0), (3, 90), (4, 0))
    _shown(page, [2, 1, 3, 4])
    expect(page.locator(".strip")).to_be_visible()
    assert page.complaints == [], page.complaints


@journey
def an_offer_to_take_back_goes_when_something_else_is_done(chromium, double):
    character, = fresh(chromium, double, template="Sheet", characters=["Offered"])
    page = b.open_page(chromium, double, f"c/{character['id']}/1", snaps=False)
    written(page, 1, 0)
    b.Pen(page).draw(b.wave(0.2, 0.7, 0.4))
    written(page, 1, 1)
    offer = page.get_by_role("status").get_by_role("button", name="Undo")
    for _ in range(2):
        page.get_by_test_id("view").click()
        page.get_by_test_id("clear-page").click()
        page.keyboard.press("Escape")
        written(page, 1, 0)
        expect(offer).to_have_count(1)
        page.keyboard.press("Control+z")
        written(page, 1, 1)
        expect(offer).to_have_count(0)
    page.get_by_test_id("view").click()
    page.get_by_test_id("clear-page").click()
    page.keyboard.press("Escape")
    expect(offer).to_have_count(1)
    b.Pen(page).draw(b.wave(0.2, 0.7, 0.5))
    expect(offer).to_have_count(0)
    assert page.complaints == [], page.complaints


@journey
def fields_of_a_turned_page_are_filled_in_as_they_lie(chromium, double):
    character, = fresh(chromium, double, template="Sheet", form=True, characters=["Sideways"])
    page = b.open_page(chromium, double, f"c/{character['id']}/1")
    written(page, 1, 0)
    expect(page.locator('[data-page="1"] input.field[type=text]').first).to_be_visible()
    b.followed(page, double)
    _arrange(double, character, (1, 90), (2, 0))
    field = page.locator('[data-page="1"] input.field[type=text][style*="rotate(90deg)"]').first
    expect(field).to_be_visible()
    # It covers its place, and its line goes down the page.
    box = b.box(field)
    line = field.evaluate("one => [parseFloat(one.style.width), parseFloat(one.style.height)]")
    assert abs(line[0] - box["height"]) < 1 and abs(line[1] - box["width"]) < 1, (line, box)
    assert page.complaints == [], page.complaints
