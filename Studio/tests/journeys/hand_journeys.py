# SPDX-License-Identifier: GPL-3.0-or-later
"""Hands: fingers that read, palms that rest, pens with buttons and ends, on a phone and on a tablet."""
from playwright.sync_api import expect

import browser as b
from item_journeys import field, objects, opened, place, values
from journeys import fresh, saved, written
from panel_journeys import OUTLINE

JOURNEYS = []
PHONE, TABLET = {"width": 390, "height": 844}, {"width": 820, "height": 1180}


def journey(function):
    JOURNEYS.append(function)
    return function


class Fingers:
    """Touches through CDP: each is (x, y), with a radius where it has one."""

    def __init__(self, page):
        self.page, self.session = page, page.context.new_cdp_session(page)

    def send(self, kind, *points, radius=6):
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [
            {"x": point[0], "y": point[1], "id": i, "radiusX": radius, "radiusY": radius} for i, point in enumerate(points)]})

    def tap(self, *points):
        self.send("touchStart", *points)
        self.send("touchEnd")

    def drag(self, start, end, steps=8):
        self.send("touchStart", start)
        for i in range(1, steps + 1):
            self.send("touchMove", (start[0] + (end[0] - start[0]) * i / steps, start[1] + (end[1] - start[1]) * i / steps))
        self.send("touchEnd")

    def pinch(self, middle, before, after, steps=8):
        def at(reach):
            return (middle[0] - reach, middle[1]), (middle[0] + reach, middle[1])
        self.send("touchStart", *at(before))
        for i in range(1, steps + 1):
            self.send("touchMove", *at(before + (after - before) * i / steps))
        self.send("touchEnd")


def scrolled(page):
    return page.evaluate("document.querySelector('.pages').scrollTop")


def width(page):
    return b.box(page.locator('[data-testid=page]').first)["width"]


def rest(page):
    """Until the pages no longer glide."""
    before = None
    while (now := scrolled(page)) != before:
        before = now
        page.wait_for_timeout(100)


def away(page):
    """Until a pen that was lifted is no longer near."""
    page.wait_for_timeout(600)


@journey
def fingers_alone_read_a_book_to_its_end_zoom_and_open_another_character(chromium, double):
    for size, role in ((PHONE, "owner"), (PHONE, "viewer"), (TABLET, "player"), (TABLET, "viewer")):
        first, second = fresh(chromium, double, template="Book", pages=20, characters=["Reader", "Another"], role=role)
        page = b.open_page(chromium, double, f"c/{first['id']}/1", has_touch=True, is_mobile=True, viewport=size)
        written(page, 1, 0)
        fingers = Fingers(page)
        middle = size["width"] / 2
        for _ in range(120):
            if scrolled(page) + page.evaluate("document.querySelector('.pages').clientHeight") \
                    >= page.evaluate("document.querySelector('.pages').scrollHeight") - 2:
                break
            fingers.drag((middle, size["height"] * 0.75), (middle, size["height"] * 0.2), steps=4)
        b.at(page, f"c/{first['id']}/20")
        before = width(page)
        fingers.pinch((middle, size["height"] / 2), 40, 120)
        b.until(page, lambda: width(page) > 1.8 * before, lambda: (before, width(page)))
        # Two fingers that go the same way move the page as one does.
        top = scrolled(page)
        fingers.send("touchStart", (middle - 40, 300), (middle + 40, 300))
        for y in range(310, 420, 10):
            fingers.send("touchMove", (middle - 40, y), (middle + 40, y))
        fingers.send("touchEnd")
        b.until(page, lambda: scrolled(page) < top - 60, lambda: (top, scrolled(page)))
        assert all(not entry["items"] for entry in double.control()["pages"]), "nothing was drawn"
        page.get_by_test_id("back").tap()
        page.get_by_test_id("character-card").filter(has_text="Another").get_by_role("link").first.tap()
        b.at(page, f"c/{second['id']}/\\d+")
        b.shoot(page, f"fingers-{role}-{size['width']}")
        assert page.complaints == [], page.complaints
        page.context.close()
    double.control(role="owner")


@journey
def the_first_finger_that_may_want_to_draw_asks_once_and_draws_when_it_may(chromium, double):
    character, = fresh(chromium, double, template="Sheet", characters=["Fingers"])
    for size in (PHONE, TABLET):
        page = b.open_page(chromium, double, f"c/{character['id']}/1", has_touch=True, is_mobile=True, viewport=size)
        page.wait_for_selector("[data-ready=true]")
        before = len(double.strokes())
        fingers = Fingers(page)
        middle = size["width"] / 2
        fingers.drag((middle, 500), (middle, 420))
        asked = page.get_by_role("status").get_by_role("button", name="Draw with fingers")
        expect(asked).to_be_visible()
        b.shoot(page, f"fingers-ask-{size['width']}")
        assert len(double.strokes()) == before
        switch = page.get_by_test_id("draw-with-fingers")
        expect(switch).to_have_attribute("aria-checked", "false")
        asked.tap()
        expect(switch).to_have_attribute("aria-checked", "true")
        # How far the pages glide depends on the machine's speed.
        rest(page)
        page.evaluate("document.querySelector('.pages').scrollTo(0, 0)")
        rest(page)
        top = scrolled(page)
        fingers.drag((middle - 80, 400), (middle + 80, 430))
        written(page, 1, before + 1)
        assert scrolled(page) == top
        was = width(page)
        fingers.pinch((middle, 400), 30, 90)
        b.until(page, lambda: width(page) > 1.5 * was)
        written(page, 1, before + 1)
        saved(page)
        switch.tap()
        expect(switch).to_have_attribute("aria-checked", "false")
        fingers.drag((middle, 500), (middle, 400))
        expect(page.get_by_role("status").get_by_role("button", name="Draw with fingers")).to_have_count(0)
        written(page, 1, before + 1)
        page.context.close()


@journey
def a_resting_palm_of_any_size_does_nothing_while_a_pen_writes(chromium, double):
    for radius in (6, 15, 40):
        for draws in (False, True):
            character, = fresh(chromium, double, template="Sheet", characters=["Palm"])
            page = b.open_page(chromium, double, f"c/{character['id']}/1", has_touch=True, viewport=TABLET, snaps=False)
            written(page, 1, 0)
            if draws:
                page.get_by_test_id("draw-with-fingers").click()
            palm, pen = Fingers(page), b.Pen(page)
            before, was = scrolled(page), width(page)
            # The palm and the ball of the thumb lie down first.
            palm.send("touchStart", (560, 700), (610, 760), radius=radius)
            pen.draw(b.wave(0.2, 0.4, 0.4), lifts=False)
            palm.send("touchMove", (540, 640), (640, 820), radius=radius)
            pen.send("mouseMoved", 340, 420, 0.5)
            palm.send("touchMove", (500, 560), (660, 880), radius=radius)
            pen.send("mouseReleased", 340, 420, 0)
            palm.send("touchMove", (480, 500), (680, 900), radius=radius)
            palm.send("touchEnd")
            written(page, 1, 1)
            saved(page)
            page.wait_for_timeout(300)
            assert len(double.strokes()) == 1, (radius, draws)
            assert (scrolled(page), width(page)) == (before, was), (radius, draws, before, scrolled(page))
            page.context.close()


@journey
def a_palm_presses_nothing_that_it_lies_on_while_a_pen_is_near(chromium, double):
    character, page = opened(chromium, double, "Palm", form=True, has_touch=True, viewport=TABLET, snaps=False)
    note = {"note": {"at": [300, 700], "title": "Lantern", "color": {"red": 1, "green": 0.8, "blue": 0, "alpha": 1}}, "strokesBelow": 0}
    double.control(character=character["id"], page=1, edit={"add": []}, extras={"layers": [], "objects": [note]})
    page.reload()
    written(page, 1, 0)
    pin, box = page.get_by_test_id("note"), page.locator('[data-page="1"] [data-testid=field][type=checkbox]').first
    expect(pin).to_have_count(1)
    hand, export = page.get_by_test_id("tool-hand"), page.get_by_test_id("export")
    fingers, pen = Fingers(page), b.Pen(page)

    def lie(thing, radius):
        at = b.box(thing)
        fingers.send("touchStart", (at["x"] + at["width"] / 2, at["y"] + at["height"] / 2), radius=radius)
        fingers.send("touchEnd")

    before = values(double, character)
    for radius in (6, 15, 40):
        pen.draw(b.wave(0.3, 0.5, 0.5), lifts=False)
        for thing in (pin, box, hand, export):
            lie(thing, radius)
        at = pen.box()
        pen.send("mouseReleased", at["x"] + 0.5 * at["width"], at["y"] + 0.5 * at["height"], 0)
        page.keyboard.press("t")
        for thing in (pin, box):
            pen.session.send("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": at["x"] + 200, "y": at["y"] + 600, "pointerType": "pen", "buttons": 0})
            lie(thing, radius)
        page.keyboard.press("p")
        page.wait_for_timeout(300)
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(hand).to_have_attribute("aria-pressed", "false")
        assert values(double, character) == before
        away(page)
    written(page, 1, 3)
    # The finger of a hand without a pen presses all of them.
    lie(box, 6)
    b.until(page, lambda: values(double, character) != before)
    lie(pin, 6)
    expect(page.get_by_role("dialog")).to_have_count(1)
    page.keyboard.press("Escape")
    lie(hand, 15)
    expect(hand).to_have_attribute("aria-pressed", "true")
    assert page.complaints == [], page.complaints


@journey
def a_pen_that_comes_down_stops_the_pages_and_nothing_turns_during_a_stroke(chromium, double):
    character, = fresh(chromium, double, template="Book", pages=6, characters=["Still"])
    page = b.open_page(chromium, double, f"c/{character['id']}/2", has_touch=True, viewport=TABLET, snaps=False)
    written(page, 2, 0)
    hand, pen = Fingers(page), b.Pen(page, 2)
    hand.send("touchStart", (400, 900))
    for y in range(890, 700, -10):
        hand.send("touchMove", (400, y))
    pen.draw([(0.3, 0.5), (0.32, 0.5)], lifts=False)
    before = scrolled(page)
    hand.send("touchMove", (400, 400))
    page.keyboard.press("PageDown")
    page.mouse.wheel(0, 400)
    page.wait_for_timeout(300)
    assert abs(scrolled(page) - before) < 1, (before, scrolled(page))
    box = pen.box()
    pen.send("mouseReleased", box["x"] + 0.35 * box["width"], box["y"] + 0.5 * box["height"], 0)
    hand.send("touchEnd")
    b.at(page, f"c/{character['id']}/3")
    saved(page)
    assert [len(entry["items"]) for entry in double.control()["pages"] if entry["page"] == 2] == [1]


@journey
def a_line_has_no_kink_where_something_comes_beside_the_page(chromium, double):
    character, = fresh(chromium, double, template="Sheet", pages=3, characters=["Kink"], outline=OUTLINE)
    page = b.open_page(chromium, double, f"c/{character['id']}/1", snaps=False)
    written(page, 1, 0)
    pen, before = b.Pen(page), b.Pen(page).box()
    expect(page.get_by_test_id("tab-outline")).to_be_visible()
    assert pen.box() == before, "the strip comes, and the page stays where it was"
    pen.draw([(0.3 + 0.01 * i, 0.3) for i in range(20)], lifts=False)
    # The strip grows by as much as an outline wants.
    page.evaluate("document.querySelector('.strip').style.width = '15rem'")
    b.settle(page)
    for i in range(20, 41):
        pen.send("mouseMoved", before["x"] + (0.3 + 0.01 * i) * before["width"], before["y"] + 0.3 * before["height"], 0.5)
    assert pen.box()["width"] == before["width"], "pages become smaller when the stroke has ended"
    pen.send("mouseReleased", before["x"] + 0.7 * before["width"], before["y"] + 0.3 * before["height"], 0)
    written(page, 1, 1)
    b.until(page, lambda: pen.box()["width"] < before["width"])
    saved(page)
    xs = double.strokes()[0]["xy"][::2]
    steps = [after - one for one, after in zip(xs, xs[1:])]
    assert max(steps) < 9 and min(steps) > 3, steps
    assert page.complaints == [], page.complaints


@journey
def fingers_press_fields_place_notes_and_drag_what_is_selected_after_a_pen_was_seen(chromium, double):
    character, page = opened(chromium, double, "Both", form=True, has_touch=True, viewport=TABLET, snaps=False)
    pen = b.Pen(page)
    pen.draw(b.wave(0.3, 0.5, 0.6))
    written(page, 1, 1)
    away(page)
    fingers = Fingers(page)

    def middle(one):
        box = b.box(one)
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    boxes = page.locator('[data-page="1"] [data-testid=field][type=checkbox]')
    if boxes.count():
        fingers.tap(middle(boxes.first))
        b.until(page, lambda: any(values(double, character).values()), lambda: values(double, character))
    texts = page.locator('[data-page="1"] input.field[type=text]:not([readonly])')
    fingers.tap(middle(texts.first))
    expect(texts.first).to_be_focused()
    page.keyboard.type("by finger")
    page.keyboard.press("Enter")
    # A note may lie on a field.
    page.get_by_test_id("tool-insert").tap()
    page.get_by_test_id("insert-note").tap()
    fingers.tap(middle(texts.first))
    page.get_by_test_id("note-text").fill("On the field")
    page.get_by_test_id("note-save").tap()
    b.until(page, lambda: [note["text"] for note in objects(double, "note")] == ["On the field"])
    page.get_by_test_id("tool-lasso").tap()
    pen.draw([(0.25, 0.55), (0.55, 0.55), (0.55, 0.65), (0.25, 0.65)])
    expect(page.locator(".selection")).to_have_count(1)
    away(page)
    before, top = double.strokes()[0]["xy"][0], scrolled(page)
    fingers.drag(place(page, 230, 505), place(page, 300, 505))
    b.until(page, lambda: abs(double.strokes()[0]["xy"][0] - before - 70) < 2, lambda: (before, double.strokes()[0]["xy"][0]))
    assert scrolled(page) == top
    page.get_by_test_id("tool-text").tap()
    fingers.tap(place(page, 100, 780))
    page.keyboard.type("typed")
    page.keyboard.press("Escape")
    saved(page)
    fingers.drag(place(page, 300, 700), place(page, 300, 600))
    b.until(page, lambda: scrolled(page) != top or page.evaluate(
        "document.querySelector('.pages').scrollHeight <= document.querySelector('.pages').clientHeight + 1"))
    assert page.complaints == [], page.complaints


@journey
def two_fingers_undo_and_three_redo(chromium, double):
    _, page = opened(chromium, double, "Steps", has_touch=True, viewport=TABLET, snaps=False)
    b.Pen(page).draw(b.wave(0.3, 0.5, 0.4))
    written(page, 1, 1)
    away(page)
    fingers = Fingers(page)
    fingers.tap((300, 500), (380, 500))
    written(page, 1, 0)
    fingers.tap((300, 500), (360, 480), (420, 500))
    written(page, 1, 1)
    saved(page)
    assert len(double.strokes()) == 1


@journey
def a_palm_takes_nothing_back_where_no_pen_was_seen(chromium, double):
    _, page = opened(chromium, double, "Ball", has_touch=True, viewport=TABLET, snaps=False)
    b.Pen(page, kind="mouse").draw(b.wave(0.3, 0.5, 0.5))
    written(page, 1, 1)
    saved(page)
    fingers = Fingers(page)
    for radius in (40, 60):
        fingers.send("touchStart", (300, 500), (420, 520), radius=radius)
        fingers.send("touchEnd")
        page.wait_for_timeout(200)
        written(page, 1, 1)
    fingers.tap((300, 500), (380, 500))
    written(page, 1, 0)


@journey
def the_button_of_a_pen_erases_or_selects_and_its_end_erases(chromium, double):
    _, page = opened(chromium, double, "Barrel", snaps=False)
    pen = b.Pen(page)

    def draw(points, button, buttons):
        box = pen.box()
        at = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in points]
        for i, (x, y) in enumerate([*at, at[-1]]):
            kind = "mousePressed" if i == 0 else "mouseReleased" if i == len(at) else "mouseMoved"
            pen.session.send("Input.dispatchMouseEvent", {
                "type": kind, "x": x, "y": y, "button": button, "buttons": 0 if kind == "mouseReleased" else buttons,
                "clickCount": 1, "pointerType": "pen", "force": 0.5})

    for y in (0.3, 0.5):
        pen.draw(b.wave(0.3, 0.6, y))
    written(page, 1, 2)
    draw([(0.45, 0.25), (0.45, 0.3), (0.45, 0.35)], "right", 2)
    written(page, 1, 1)
    # No driver here sends the end of a pen, so the page is told of one.
    page.evaluate("""() => {
        const sheet = document.querySelector('[data-testid=page][data-page="1"]'), box = sheet.getBoundingClientRect();
        const send = (type, y, buttons) => sheet.dispatchEvent(new PointerEvent(type, { pointerId: 77, pointerType: 'pen', bubbles: true,
            cancelable: true, button: type === 'pointermove' ? -1 : 5, buttons, pressure: buttons ? 0.5 : 0,
            clientX: box.left + 0.45 * box.width, clientY: box.top + y * box.height }));
        send('pointerdown', 0.46, 32);
        for (const y of [0.48, 0.5, 0.52, 0.54]) send('pointermove', y, 32);
        send('pointerup', 0.54, 0);
    }""")
    written(page, 1, 0)
    pen.draw(b.wave(0.3, 0.6, 0.4))
    written(page, 1, 1)
    page.get_by_test_id("tool-pen").click()
    page.get_by_test_id("barrel").select_option("lasso")
    page.keyboard.press("Escape")
    draw([(0.25, 0.35), (0.65, 0.35), (0.65, 0.45), (0.25, 0.45)], "right", 2)
    expect(page.locator(".selection")).to_have_count(1)
    saved(page)


@journey
def a_mouse_moves_the_page_by_hand_space_bar_and_wheel_button(chromium, double):
    for role in ("owner", "viewer"):
        character, = fresh(chromium, double, template="Book", pages=6, characters=["Mouse"], role=role)
        page = b.open_page(chromium, double, f"c/{character['id']}/1")
        page.wait_for_selector("[data-ready=true]")

        def drag(button="left"):
            before = scrolled(page)
            page.mouse.move(600, 600)
            page.mouse.down(button=button)
            for y in (560, 500, 440):
                page.mouse.move(600, y)
            # It comes to rest before it is let go.
            page.wait_for_timeout(120)
            page.mouse.up(button=button)
            return scrolled(page) - before

        assert abs(drag("middle") - 160) < 20
        if role == "viewer":
            assert abs(drag() - 160) < 20, "who only looks has the hand from the start"
        else:
            page.keyboard.down(" ")
            assert abs(drag() - 160) < 20
            page.keyboard.up(" ")
            page.keyboard.press("h")
            expect(page.get_by_test_id("tool-hand")).to_have_attribute("aria-pressed", "true")
            assert abs(drag() - 160) < 20
            page.keyboard.press("p")
            assert drag() == 0
            saved(page)
            # What the mouse has pressed has the focus, and the space bar is for the pages all the same.
            page.get_by_test_id("tool-highlighter").click()
            page.mouse.move(600, 600)
            page.keyboard.down(" ")
            assert abs(drag() - 160) < 20
            # A key that is held repeats.
            page.keyboard.down(" ")
            page.keyboard.up(" ")
            expect(page.locator(".options")).to_be_hidden()
            # Who goes by keys presses with it, wherever the mouse lies.
            page.keyboard.press("Tab")
            expect(page.get_by_test_id("tool-eraser")).to_be_focused()
            page.keyboard.press(" ")
            expect(page.get_by_test_id("tool-eraser")).to_have_attribute("aria-pressed", "true")
        drawn = sum(len(entry["items"]) for entry in double.control()["pages"])
        assert drawn == (0 if role == "viewer" else 1), drawn
        page.context.close()
    double.control(role="owner")
