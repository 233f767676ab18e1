# SPDX-License-Identifier: GPL-3.0-or-later
"""A character moves to a new edition of its sheet, in Chromium and in WebKit: where the studio shows the ink is where it is."""
import os

from playwright.sync_api import expect

from server import SAMPLE, line
from visit import open_at, owner

#: The same sheet without its margins.
CROPPED = SAMPLE.with_name("character-sheet-cropped.pdf")


def _maren(server) -> tuple[str, str]:
    """A character with ink on both pages, and the new edition."""
    character = server.character("Maren", server.template())
    server.draw(character, 1, [line(120), line(300, 60, 200), line(312, 60, 200)])
    server.draw(character, 2, [line(400)])
    return character, server.template(CROPPED, "Sheet, cropped")


def _heights(server, character: str) -> list[int]:
    return [round(stroke["xy"][1]) for stroke in server.strokes(character, 1)]


def a_character_moves_to_a_new_edition_and_back(chromium, server):
    character, edition = _maren(server)
    before = _heights(server, character)
    page = open_at(owner(chromium, server), server)
    page.get_by_label("More for Maren", exact=True).click()
    page.get_by_test_id("menu-edition").click()
    page.get_by_test_id("edition-compare").click()
    groups = page.get_by_test_id("edition-new").get_by_test_id("edition-group")
    expect(groups.first).to_be_visible(timeout=60_000)
    expect(page.get_by_test_id("edition-summary")).to_contain_text("certain")
    pictures = page.locator(".edition-paper img")
    for number in range(2):
        expect(pictures.nth(number)).to_have_js_property("complete", True)
    if folder := os.environ.get("LIMN_STUDIO_PICTURES"):
        page.screenshot(path=f"{folder}/edition-real.png")
    # The stroke at the top goes ten points down.
    groups.evaluate_all(
        "(all) => { const y = (one) => one.getBoundingClientRect().y; all.reduce((a, b) => (y(a) < y(b) ? a : b)).focus(); }")
    page.keyboard.press("Shift+ArrowDown")
    page.get_by_test_id("edition-move").click()
    expect(page.get_by_text("Maren is on Sheet, cropped.")).to_be_visible(timeout=60_000)
    assert server.ask("GET", f"/characters/{character}")["template"] == edition
    after = _heights(server, character)
    shift = after[1] - before[1]
    assert shift != 0 and after == [before[0] + shift + 10, before[1] + shift, before[2] + shift], (before, after)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_test_id("character-card").get_by_text("Sheet, cropped")).to_have_count(0)
    assert _heights(server, character) == before


def a_character_moves_to_a_new_edition_in_webkit(window, server):
    character, edition = _maren(server)
    before = _heights(server, character)
    window.sign_in(server.link)
    window.one("character-card")
    window.click_element("[aria-label='More for Maren']")
    window.click("menu-edition")
    window.click("edition-compare")
    window.until(lambda: window.all("edition-group"), "no ink is shown", 60)
    window.click("edition-move")
    window.until(lambda: server.ask("GET", f"/characters/{character}")["template"] == edition, "it has not moved", 60)
    after = _heights(server, character)
    assert after[0] != before[0] and {b - a for a, b in zip(before, after)} == {after[0] - before[0]}, (before, after)
    assert window.complaints == [], window.complaints
