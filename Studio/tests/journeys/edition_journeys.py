# SPDX-License-Identifier: GPL-3.0-or-later
"""A character moves to a new edition of its template: a person sees where everything goes, and corrects it."""
from playwright.sync_api import expect

import browser as b
from journeys import fresh, journey
from library_journeys import menu


def editions(chromium, double, **wishes):
    """A character with three strokes and a note on its first page, and another edition of its template."""
    character, = fresh(chromium, double, template="Sheet 2025", characters=["Maren"], **wishes)
    def stroke(y):
        return {"brush": {"kind": "pen", "color": {"red": 0, "green": 0, "blue": 0.5, "alpha": 1}, "width": 3, "dash": []},
                "xy": [100, y, 160, y + 8, 220, y, 280, y + 8]}
    double.control(edit={"add": [stroke(100), stroke(300), stroke(312)]}, character=character["id"], page=1, match='"0"')
    double.control(extras={"objects": [
        {"note": {"at": [400, 500], "title": "", "text": "Owes me", "color": {"red": 1, "green": 0.8, "blue": 0, "alpha": 1}}, "strokesBelow": 0}]},
        character=character["id"], page=1)
    double.control(template="Sheet 2026", pages=3)
    double.control(template="Other", pages=1)
    return character


@journey
def a_character_moves_to_a_new_edition_as_a_person_corrects_it(chromium, double):
    editions(chromium, double)
    page = b.open_page(chromium, double)
    menu(page, "Maren", "edition")
    expect(page.get_by_test_id("edition-template").locator("option").first).to_have_text("Sheet 2026")
    page.get_by_test_id("edition-template").select_option(label="Other")
    page.get_by_test_id("edition-compare").click()
    expect(page.get_by_text("The documents have nothing in common.")).to_be_visible()
    page.get_by_test_id("edition-template").select_option(label="Sheet 2026")
    page.get_by_test_id("edition-compare").click()
    expect(page.get_by_test_id("edition-summary")).to_have_text("2 certain1 likely1 without a place")
    expect(page.get_by_text("no fields for these values, which are kept: Luck")).to_be_visible()
    b.shoot(page, "edition-compared")
    groups = page.get_by_test_id("edition-new").get_by_test_id("edition-group")
    # Two strokes that are near each other are one group.
    expect(groups).to_have_count(3)
    doubt = page.get_by_test_id("edition-doubt")
    expect(doubt).to_have_text(["Page 1, no place, items: 1", "Page 1, items: 1"])
    doubt.last.click()
    for key in ("ArrowDown", "Shift+ArrowLeft"):
        page.keyboard.press(key)
    expect(page.get_by_test_id("edition-summary")).to_have_text("3 certain1 without a place")
    page.get_by_test_id("edition-reset").click()
    expect(doubt.last.locator(".icon")).to_have_count(0)
    page.get_by_test_id("edition-right").click()
    expect(doubt.last.locator(".icon")).to_have_count(1)
    pair = groups.filter(has=page.locator("path:nth-of-type(2)"))
    expect(pair).to_have_count(1)
    box, paper = b.box(pair), b.box(page.get_by_test_id("edition-new"))
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + paper["width"] / 10, y + paper["height"] / 10, steps=5)
    page.mouse.up()
    b.shoot(page, "edition-corrected")
    page.get_by_test_id("edition-move").click()
    expect(page.get_by_text("Maren is on Sheet 2026.")).to_be_visible()
    maren, = double.control()["characters"]
    assert maren["templateName"] == "Sheet 2026", maren
    found = {each["item"]: (each["page"], each["newPage"], each["dx"], each["dy"]) for each in maren["corrections"]}
    assert sorted(found) == [2, 3, 4] and found[2] == (1, 1, 0, 0) and found[3] == found[4], found
    assert abs(found[3][2] - 59.5) < 2 and abs(found[3][3] - 84.2) < 2, found
    page.get_by_role("button", name="Undo").click()
    b.until(page, lambda: double.control()["characters"][0]["templateName"] == "Sheet 2025")
    assert page.complaints == [], page.complaints


@journey
def a_group_of_ink_goes_to_another_page_of_the_new_edition(chromium, double):
    editions(chromium, double)
    page = b.open_page(chromium, double, viewport={"width": 420, "height": 800}, locale="de")
    page.get_by_label("Mehr für Maren", exact=True).click()
    page.get_by_test_id("menu-edition").click()
    page.get_by_test_id("edition-compare").click()
    page.get_by_test_id("edition-doubt").first.click()
    page.get_by_label("Auf Seite").select_option("3")
    expect(page.get_by_label("Neue Seite")).to_have_value("3")
    expect(page.get_by_test_id("edition-new").get_by_test_id("edition-group")).to_have_count(1)
    b.shoot(page, "edition-narrow")
    page.get_by_test_id("edition-move").click()
    b.until(page, lambda: [each["newPage"] for each in double.control()["characters"][0].get("corrections", [])] == [3])
    assert page.complaints == [], page.complaints


@journey
def an_open_sheet_follows_its_character_to_a_new_edition(chromium, double):
    character = editions(chromium, double)
    page = b.open_page(chromium, double, f"c/{character['id']}/1")
    expect(page.get_by_test_id("page")).not_to_have_count(0)
    b.followed(page, double)
    other = b.open_page(chromium, double)
    menu(other, "Maren", "edition")
    other.get_by_test_id("edition-compare").click()
    other.get_by_test_id("edition-move").click()
    expect(page.get_by_text("The sheet has been moved to another edition.")).to_be_visible()
    expect(page.locator('[data-testid=page][data-page="1"]')).to_have_attribute("data-strokes", "3")
    # The new edition has a page more.
    expect(page.get_by_text("Page 1 of 3")).to_be_visible()
    assert page.complaints + other.complaints == []


def compared(chromium, double, **options):
    """The dialog with both pages."""
    character = editions(chromium, double)
    page = b.open_page(chromium, double, **options)
    page.locator('[data-testid=character-card] button').last.click()
    page.get_by_test_id("menu-edition").click()
    page.get_by_test_id("edition-compare").click()
    expect(page.get_by_test_id("edition-summary")).to_be_visible()
    return character, page


@journey
def a_move_that_is_cancelled_changes_nothing(chromium, double):
    _, page = compared(chromium, double)
    page.get_by_test_id("edition-right").click()
    page.get_by_role("button", name="Another edition").click()
    expect(page.get_by_test_id("edition-template")).to_be_visible()
    page.get_by_test_id("edition-compare").click()
    # What was settled before is asked again.
    expect(page.get_by_test_id("edition-doubt").locator(".icon")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    maren, = double.control()["characters"]
    assert maren["templateName"] == "Sheet 2025" and "corrections" not in maren, maren
    assert page.complaints == [], page.complaints


@journey
def ink_that_changes_while_one_looks_has_to_be_compared_again(chromium, double):
    character, page = compared(chromium, double)
    double.control(overtaken=character["id"])
    page.get_by_test_id("edition-move").click()
    expect(page.get_by_text("The ink has changed in the meantime. Compare again.")).to_be_visible()
    page.get_by_role("button", name="Another edition").click()
    page.get_by_test_id("edition-compare").click()
    page.get_by_test_id("edition-move").click()
    expect(page.get_by_text("Maren is on Sheet 2026.")).to_be_visible()
    assert page.complaints == [], page.complaints


@journey
def a_finger_drags_ink_and_does_not_scroll_the_page(chromium, double):
    _, page = compared(chromium, double, viewport={"width": 820, "height": 1180}, has_touch=True)
    group = page.get_by_test_id("edition-new").get_by_test_id("edition-group").filter(has=page.locator("path:nth-of-type(2)"))
    box = b.box(group)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 6):
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x + 10 * step, "y": y + 8 * step}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    moved = b.box(group)
    assert abs(moved["x"] - box["x"] - 50) < 2 and abs(moved["y"] - box["y"] - 40) < 2, (box, moved)
    assert page.complaints == [], page.complaints


@journey
def a_character_without_a_new_edition_is_told_to_import_it(chromium, double):
    fresh(chromium, double, template="Sheet", characters=["Maren"])
    page = b.open_page(chromium, double)
    menu(page, "Maren", "edition")
    expect(page.get_by_text("Import the new edition first.")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


@journey
def the_move_to_a_new_edition_passes_axe_and_fits_every_screen(chromium, double):
    from axe_playwright_python.sync_playwright import Axe
    screens = {"wide": (1440, 900), "tablet": (820, 1180), "phone": (390, 844), "phone-side": (844, 390)}
    for scheme in ("light", "dark"):
        for name, (width, height) in screens.items():
            _, page = compared(chromium, double, viewport={"width": width, "height": height}, color_scheme=scheme, bypass_csp=True,
                               reduced_motion="reduce")
            page.wait_for_timeout(300)
            result = Axe().run(page)
            assert result.violations_count == 0, f"{scheme} {name}\n{result.generate_report()}"
            assert page.evaluate("(() => { const one = document.querySelector('dialog'); return one.scrollWidth <= one.clientWidth; })()"), name
            b.shoot(page, f"edition-{name}-{scheme}")
            page.context.close()
