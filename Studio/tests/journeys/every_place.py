# SPDX-License-Identifier: GPL-3.0-or-later
"""Goes through every place of the studio and opens what can be opened there, for journeys that look at all of it."""
from playwright.sync_api import expect

import browser as b
from drawing_journeys import stroke
from journeys import fresh, written
from panel_journeys import OUTLINE

#: Where people come to, and what is open there. Each opens one thing, which Escape closes again.
THINGS = {
    "library": {"new": "new-character", "more": "library-more", "menu": "card-more", "template-menu": "template-more"},
    "editor": {"export": "export", "notes": "notes", "insert": "tool-insert", "layers": "layers", "find": "find-open", "view": "view", "more": "editor-more"},
}


def things(page, double, character):
    """Goes through places and opens what can be opened; gives the name of each."""
    page.goto(double.address)
    expect(page.get_by_test_id("character-card")).to_have_count(2)
    yield "library"
    for name, testid in THINGS["library"].items():
        page.get_by_test_id(testid).first.click()
        yield f"library {name}"
        page.keyboard.press("Escape")
    for entry in ("tags", "rename", "share", "export"):
        page.get_by_test_id("card-more").first.click()
        page.get_by_test_id(f"menu-{entry}").click()
        yield f"library {entry}"
        page.keyboard.press("Escape")
    for entry in ("access", "trash"):
        page.get_by_test_id("library-more").click()
        page.get_by_test_id(f"to-{entry}").click()
        expect(page.get_by_test_id(entry).get_by_role("status")).to_have_count(0)
        yield f"library {entry}"
        page.keyboard.press("Escape")
    page.get_by_test_id("search").fill("nobody")
    expect(page.locator(".empty")).to_be_visible()
    yield "library without a find"
    page.get_by_test_id("search").fill("")
    page.get_by_test_id("favorites").click()
    expect(page.locator(".empty")).to_be_visible()
    yield "library without favourites"
    page.get_by_test_id("favorites").click()
    page.goto(f"{double.address}c/{character}/1")
    written(page, 1, 2)
    yield "editor"
    for name, testid in THINGS["editor"].items():
        # Narrow screens have some of them in a menu.
        if not page.get_by_test_id(testid).is_visible():
            continue
        page.get_by_test_id(testid).click()
        if name == "export":
            expect(page.get_by_role("dialog")).to_be_visible()
        yield f"editor {name}"
        page.keyboard.press("Escape")
    for key, name in (("t", "typing"), ("j", "pages"), ("Control+p", "printing"), ("?", "keys")):
        page.keyboard.press(key)
        if name in ("pages", "printing", "keys"):
            expect(page.get_by_role("dialog")).to_be_visible()
        yield f"editor {name}"
        page.keyboard.press("Escape")
    page.keyboard.press("Control+a")
    yield "editor selection"
    page.goto(f"{double.address}c/{character}/1/replay")
    expect(page.get_by_test_id("replay-session").first).to_be_attached()
    page.locator("input[type=date]").fill("2026-01-01")
    expect(page.locator(".legend")).not_to_be_empty()
    yield "history"
    page.goto(f"{double.address}c/{character}/2/replay")
    expect(page.locator(".replay.nothing")).to_be_attached()
    yield "history of an empty page"
    template = double.control()["templates"][0]["id"]
    page.goto(f"{double.address}design/{template}")
    expect(page.get_by_test_id("proposed-field")).to_have_count(5)
    yield "designer"
    page.get_by_test_id("proposed-field").first.click()
    yield "designer with a field"
    page.get_by_test_id("design-save").click()
    yield "designer saving"
    page.keyboard.press("Escape")
    page.get_by_test_id("design-data").click()
    expect(page.get_by_test_id("data-known")).to_have_count(5)
    yield "designer data"
    page.keyboard.press("Escape")
    double.control(form=True)
    page.goto(f"{double.address}c/{character}/1")
    page.get_by_test_id("editor-more").click()
    page.get_by_test_id("menu-data").click()
    expect(page.get_by_test_id("data-file")).to_be_visible()
    yield "editor data"
    page.keyboard.press("Escape")
    for path in ("table", "numbers", f"c/{character}/1/picture", "c/nobody/1"):
        page.goto(double.address + path)
        expect(page.locator("main, .opening").first).to_be_visible()
        b.settle(page)
        yield path.split("/")[-1]
    double.control(reset=True)
    page.goto(double.address)
    expect(page.locator(".empty")).to_be_visible()
    yield "empty library"
    double.control(template="Sheet")
    page.reload()
    expect(page.locator(".nobody")).to_be_visible()
    yield "library without characters"


def prepared(double):
    character, _ = fresh(None, double, template="Sheet", characters=["Maren", "Tam"], tags=["Lanterns"], outline=OUTLINE, now="2026-03-01T19:00:00.000Z")
    for y in (150, 250):
        double.control(character=character["id"], page=1, edit={"add": [stroke(80, 300, y)]})
    return character["id"]
