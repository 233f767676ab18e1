# SPDX-License-Identifier: GPL-3.0-or-later
"""What people see: every view, on every screen, with few and with many characters."""
from playwright.sync_api import expect

import browser as b
from journeys import fresh, journey, saved, written


@journey
def fingers_pan_and_palms_do_nothing_once_a_pen_was_seen(chromium, double):
    character, = fresh(chromium, double, template="Sheet", characters=["Fingers"])
    page = b.open_page(chromium, double, f"c/{character['id']}/1", has_touch=True, viewport={"width": 820, "height": 1180})
    written(page, 1, 0)
    pen = b.Pen(page)
    pen.draw(b.wave(0.2, 0.6, 0.2))
    written(page, 1, 1)
    before = page.evaluate("document.querySelector('.pages').scrollTop")
    # The pen is no longer near.
    page.wait_for_timeout(600)

    def touch(kind, points):
        pen.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", [{"x": 400, "y": 700, "id": 1}])
    for y in (650, 600, 550):
        touch("touchMove", [{"x": 400, "y": y, "id": 1}])
    touch("touchEnd", [])
    b.until(page, lambda: page.evaluate("document.querySelector('.pages').scrollTop") > before + 100)
    page.wait_for_timeout(200)
    touch("touchStart", [{"x": 400, "y": 700, "id": 2, "radiusX": 40, "radiusY": 40}])
    touch("touchMove", [{"x": 440, "y": 700, "id": 2, "radiusX": 40, "radiusY": 40}])
    touch("touchEnd", [])
    page.wait_for_timeout(200)
    written(page, 1, 1)


@journey
def a_lasso_moves_and_deletes(chromium, double):
    character, = fresh(chromium, double, template="Sheet", characters=["Lasso"])
    page = b.open_page(chromium, double, f"c/{character['id']}/1")
    written(page, 1, 0)
    pen = b.Pen(page)
    pen.draw(b.wave(0.3, 0.5, 0.3))
    page.get_by_test_id("tool-lasso").click()
    pen.draw([(0.25, 0.25), (0.55, 0.25), (0.55, 0.35), (0.25, 0.35)])
    saved(page)
    before = double.strokes()[0]["xy"]
    pen.draw([(0.4, 0.3), (0.45, 0.32), (0.5, 0.34)])
    saved(page)
    after = double.strokes()[0]["xy"]
    assert abs(after[0] - before[0] - 59.5) < 1 and abs(after[1] - before[1] - 33.7) < 1, (before[:2], after[:2])
    b.shoot(page, "lasso")
    page.keyboard.press("Delete")
    written(page, 1, 0)
    saved(page)
    assert double.strokes() == []


@journey
def texts_and_notes_are_seen_and_hidden_layers_are_not(chromium, double):
    character, = fresh(chromium, double, template="Sheet", characters=["Items"])
    style = {"family": "serif", "size": 18, "weight": 700, "isItalic": False, "isUnderlined": False, "isStruck": False,
             "color": {"red": 0.5, "green": 0.1, "blue": 0.1, "alpha": 1}}
    stroke = {"brush": {"kind": "pen", "color": {"red": 0, "green": 0, "blue": 0, "alpha": 1}, "width": 2, "cap": "round",
                        "dash": []}, "width": 2, "xy": [60, 250, 300, 250]}
    double.control(character=character["id"], page=1, edit={"add": [stroke, {**stroke, "layer": 1}]}, extras={
        "layers": [{"name": "Ink"}, {"name": "Secret", "hidden": True}],
        "objects": [{"strokesBelow": 0, "text": {"runs": [{"text": "<b>Ranger</b>", "style": style}], "width": 200,
                                                 "transform": [1, 0, 0, 1, 200, 90]}},
                    {"strokesBelow": 0, "note": {"at": [100, 300], "title": "Lantern",
                                                 "color": {"red": 1, "green": 0.8, "blue": 0, "alpha": 1}}}]})
    page = b.open_page(chromium, double, f"c/{character['id']}/1")
    written(page, 1, 2)
    text = page.get_by_text("<b>Ranger</b>")
    expect(text).to_be_visible()
    sheet = b.box(page.locator('[data-page="1"][data-testid=page]'))

    def is_in_place() -> bool:
        # The text has no box at the moment when its page is shown anew.
        box = b.box(text)
        return box is not None and abs((box["x"] - sheet["x"]) / sheet["width"] * 595 - 200) < 1

    b.until(page, is_in_place, lambda: str((b.box(text), sheet)))
    expect(page.locator(".pin")).to_have_count(1)
    page.get_by_test_id("tool-eraser").click()
    b.Pen(page).draw([(0.3, 0.27), (0.3, 0.32)])
    saved(page)
    assert [item.get("layer", 0) for item in double.strokes()] == [1], "what is hidden is not erased"


@journey
def names_that_hold_script_stay_text(chromium, double):
    name = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    character, = fresh(chromium, double, template="\"><script>alert(3)</script>", characters=[name])
    page = b.open_page(chromium, double)
    page.on("dialog", lambda dialog: page.complaints.append(dialog.message))
    expect(page.get_by_text(name)).to_be_visible()
    page.get_by_test_id("character-card").locator("a").click()
    written(page, 1, 0)
    expect(page.locator("h1")).to_have_text(name)
    assert page.complaints == [], page.complaints


@journey
def every_view_passes_axe_in_light_and_dark(chromium, double):
    from axe_playwright_python.sync_playwright import Axe
    character, *_ = fresh(chromium, double, template="Sheet", characters=["Axe", "Brann"])
    for scheme in ("light", "dark"):
        page = b.open_page(chromium, double, color_scheme=scheme, bypass_csp=True, reduced_motion="reduce")
        expect(page.get_by_test_id("character-card")).to_have_count(2)
        found = {"library": Axe().run(page)}
        page.get_by_test_id("new-character").click()
        found["dialog"] = Axe().run(page)
        page.goto(f"{double.address}c/{character['id']}/1")
        written(page, 1, 0)
        page.get_by_test_id("tool-pen").click()
        found["editor"] = Axe().run(page)
        for view, result in found.items():
            assert result.violations_count == 0, f"{scheme} {view}\n{result.generate_report()}"


@journey
def the_studio_looks_as_it_should_on_every_screen(chromium, double):
    names = ["Maren Ashwick", "Brann Holt", "Ysolde of the Reeds", "Tam", "Old Corvin", "Perrin Vale", "Sister Agnes", "Quill"]
    characters = fresh(chromium, double, template="The lantern keepers", characters=names, tags=["Tuesday table"])
    screens = {"wide": (1440, 900), "tablet": (820, 1180), "tablet-side": (1180, 820), "phone": (390, 844), "phone-side": (844, 390)}
    for name, (width, height) in screens.items():
        for scheme in ("light", "dark"):
            if scheme == "dark" and name not in ("wide", "phone"):
                continue
            page = b.open_page(chromium, double, viewport={"width": width, "height": height}, color_scheme=scheme)
            expect(page.get_by_test_id("character-card")).to_have_count(8)
            page.wait_for_timeout(700)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name}: the library is too wide"
            b.shoot(page, f"library-{name}-{scheme}")
            page.goto(f"{double.address}c/{characters[0]['id']}/1")
            expect(page.locator('[data-testid=page][data-page="1"]')).to_have_attribute("data-sharp", "true")
            if len(double.strokes()) < 6:
                pen = b.Pen(page)
                for i in range(4):
                    pen.draw(b.wave(0.2, 0.5 + 0.08 * (i % 3), 0.2 + 0.05 * i, turns=7, count=70))
                page.get_by_test_id("tool-highlighter").click()
                pen.draw([(0.2 + 0.02 * i, 0.25) for i in range(18)])
                page.get_by_test_id("tool-pen").click()
                saved(page)
            page.get_by_test_id("tool-pen").click()
            page.wait_for_timeout(500)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name}: the editor is too wide"
            b.shoot(page, f"editor-{name}-{scheme}")
            page.context.close()


@journey
def three_hundred_characters_are_found_as_one_types(chromium, double):
    fresh(chromium, double, template="Sheet", characters=[f"Character {i}" for i in range(299)] + ["Élodie"])
    page = b.open_page(chromium, double)
    expect(page.get_by_test_id("character-card")).to_have_count(300)
    page.get_by_test_id("search").fill("elod")
    expect(page.get_by_test_id("character-card")).to_have_count(1)


@journey
def a_book_of_a_thousand_pages_opens_at_its_address(chromium, double):
    character, = fresh(chromium, double, template="Book", pages=1158, characters=["Reader"])
    page = b.open_page(chromium, double, f"c/{character['id']}/1000")
    written(page, 1000, 0)
    assert page.locator("[data-testid=page]").count() < 6
    b.at(page, f"c/{character['id']}/1000")
