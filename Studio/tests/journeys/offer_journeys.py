# SPDX-License-Identifier: GPL-3.0-or-later
"""Taking what was read from handwriting in fields."""
from playwright.sync_api import expect

import browser as b
from journeys import fresh, journey, saved, written

NAME, ALIVE, WAY = "hero.name", "hero.alive", "hero.way"
OFFERS = [
    {"field": NAME, "type": "text", "box": [60, 60, 300, 84], "value": "Maren", "certainty": 0.97, "certain": True, "alternatives": []},
    {"field": ALIVE, "type": "check", "box": [320, 100, 336, 116], "value": "Yes", "certainty": 1, "certain": True, "alternatives": []},
    {"field": "hero.code", "type": "text", "box": [320, 60, 440, 84], "value": "17", "certainty": 0.4, "certain": False, "alternatives": []},
    {"field": WAY, "type": "combo", "box": [320, 130, 440, 150], "value": "s", "certainty": 0.98, "certain": True, "alternatives": []},
]


def _opened(chromium, double, offers=OFFERS, **options):
    character, = fresh(chromium, double, template="Sheet", form=True, characters=["Maren"])
    double.control(offers={"1": offers})
    page = b.open_page(chromium, double, f"c/{character['id']}/1", **options)
    written(page, 1, 0)
    return character, page


def _chip(page, field): return page.locator(f'[data-testid=offer][data-field="{field}"]')


def _value(double, character, field): return (double.control()["values"].get(character["id"]) or {}).get(field)


@journey
def what_was_written_in_a_field_is_filled_in_by_a_tap_and_never_by_itself(chromium, double):
    for width, scheme, language, touch in ((1280, "light", "en-GB", False), (390, "dark", "de-DE", True)):
        character, page = _opened(chromium, double, viewport={"width": width, "height": 844}, color_scheme=scheme, locale=language, has_touch=touch)
        chips = page.get_by_test_id("offer")
        expect(chips).to_have_count(3)
        take = _chip(page, NAME).get_by_test_id("offer-take")
        expect(take).to_have_attribute("aria-label", {"en-GB": "Fill in “Maren” for Name of the hero", "de-DE": "„Maren“ bei Name of the hero eintragen"}[language])
        expect(_chip(page, WAY).get_by_test_id("offer-take")).to_have_text("South")
        b.shoot(page, f"offers-{width}-{scheme}")
        assert _value(double, character, NAME) is None
        place = b.box(take)
        if touch:
            # On a small page it is a dot, which the first tap opens.
            expect(_chip(page, NAME)).to_have_class("offer small")
            page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
            expect(_chip(page, NAME)).to_have_class("offer open")
            b.shoot(page, "offers-open")
            assert _value(double, character, NAME) is None
            place = b.box(take)
            page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
        else:
            page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
        saved(page)
        b.until(page, lambda: _value(double, character, NAME) == "Maren", lambda: str(double.control()["values"]))
        expect(chips).to_have_count(2)
        written(page, 1, 0)
        # One step takes it back, and it is not offered again.
        page.get_by_test_id("undo").click()
        b.until(page, lambda: not _value(double, character, NAME), lambda: str(double.control()["values"]))
        expect(_chip(page, NAME)).to_have_count(0)
        assert page.complaints == [], page.complaints
        page.context.close()


@journey
def a_pen_takes_an_offer_by_a_tap_and_writes_over_it(chromium, double):
    character, page = _opened(chromium, double)
    take = _chip(page, NAME).get_by_test_id("offer-take")
    place, sheet = b.box(take), b.box(page.locator('[data-testid=page][data-page="1"]'))
    x, y = ((place["x"] + place["width"] / 2 - sheet["x"]) / sheet["width"], (place["y"] + place["height"] / 2 - sheet["y"]) / sheet["height"])
    pen = b.Pen(page)
    pen.draw([(x + 0.01 * step, y + 0.004 * step) for step in range(12)])
    written(page, 1, 1)
    assert _value(double, character, NAME) is None
    # New ink ends what was read before; it is offered once the page was read again.
    assert take.count() == 0
    take.wait_for()
    pen.draw([(x, y)])
    b.until(page, lambda: _value(double, character, NAME) == "Maren", lambda: str(double.control()["values"]))
    written(page, 1, 1)
    assert page.complaints == [], page.complaints


@journey
def offers_are_taken_and_declined_by_keys(chromium, double):
    character, page = _opened(chromium, double)
    chips = page.get_by_test_id("offer")
    expect(chips).to_have_count(3)
    page.get_by_test_id("field").last.focus()
    for _ in range(60):
        if page.evaluate("document.activeElement.dataset.testid") == "offer-take":
            break
        page.keyboard.press("Tab")
    expect(_chip(page, NAME).get_by_test_id("offer-take")).to_be_focused()
    b.shoot(page, "offers-focus")
    page.keyboard.press("Escape")
    expect(_chip(page, NAME)).to_have_count(0)
    take = _chip(page, ALIVE).get_by_test_id("offer-take")
    # A mark's offer is small, and shows first what it says.
    expect(_chip(page, ALIVE)).to_have_class("offer small")
    take.focus()
    page.keyboard.press("Enter")
    expect(_chip(page, ALIVE)).to_have_class("offer open")
    assert _value(double, character, ALIVE) is None
    page.keyboard.press("Enter")
    b.until(page, lambda: _value(double, character, ALIVE) == "Yes", lambda: str(double.control()["values"]))
    expect(chips).to_have_count(1)
    _chip(page, WAY).get_by_test_id("offer-decline").click()
    expect(chips).to_have_count(0)
    # What was declined stays so, also in the next visit.
    saved(page)
    page.reload()
    written(page, 1, 0)
    page.wait_for_timeout(2500)
    expect(chips).to_have_count(0)
    assert _value(double, character, NAME) is None
    assert page.complaints == [], page.complaints


@journey
def a_finger_that_scrolls_from_an_offer_takes_and_opens_nothing(chromium, double):
    for width, scheme in ((390, "light"), (1280, "dark")):
        character, page = _opened(chromium, double, viewport={"width": width, "height": 700}, color_scheme=scheme, has_touch=True)
        expect(page.get_by_test_id("offer")).to_have_count(3)
        b.shoot(page, f"offers-{width}-{scheme}")
        session = page.context.new_cdp_session(page)
        pages = page.locator(".pages")
        for field in (NAME, ALIVE):
            place, before = b.box(_chip(page, field)), pages.evaluate("(pages) => pages.scrollTop")
            x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
            session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
            for step in range(1, 9):
                session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y - 6 * step}]})
            session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
            b.until(page, lambda: pages.evaluate("(pages) => pages.scrollTop") > before + 10, lambda: f"{width}: {before}")
            assert page.locator(".offer.open").count() == 0
            assert _value(double, character, field) is None
        written(page, 1, 0)
        assert page.complaints == [], page.complaints
        page.context.close()


@journey
def a_value_that_was_typed_ends_its_offer(chromium, double):
    character, page = _opened(chromium, double)
    expect(_chip(page, NAME)).to_have_count(1)
    field = page.locator(f'[data-testid=field][data-name="{NAME}"]').first
    field.focus()
    field.fill("Marten")
    page.keyboard.press("Enter")
    b.until(page, lambda: _value(double, character, NAME) == "Marten", lambda: str(double.control()["values"]))
    expect(_chip(page, NAME)).to_have_count(0)
    assert page.complaints == [], page.complaints


@journey
def nothing_is_asked_for_while_somebody_draws(chromium, double):
    character, page = _opened(chromium, double, offers=[])
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/offers" in request.url else None)
    page.wait_for_timeout(2500)
    assert len(asked) >= 1, asked
    double.control(offers={"1": OFFERS[:1]})
    pen = b.Pen(page)
    pen.draw(b.wave(0.2, 0.5, 0.5), lifts=True)
    saved(page)
    before = len(asked)
    pen.draw(b.wave(0.2, 0.5, 0.6), lifts=False)
    page.wait_for_timeout(5500)
    assert len(asked) == before, asked
    box = pen.box()
    pen.send("mouseReleased", box["x"] + 0.5 * box["width"], box["y"] + 0.6 * box["height"], 0)
    expect(_chip(page, NAME)).to_have_count(1, timeout=15000)
    assert page.complaints == [], page.complaints
