# SPDX-License-Identifier: GPL-3.0-or-later
"""What people do with the drawing tools: pens of their own, shapes, the ruler, the eraser, the lasso."""
import math

from playwright.sync_api import expect

import browser as b
from journeys import fresh, saved, written

JOURNEYS = []
WIDTH, HEIGHT = 595, 842


def journey(function):
    JOURNEYS.append(function)
    return function


def opened(chromium, double, name, pages=2, **options):
    """A new character's first page, ready to be written on."""
    character, = fresh(chromium, double, template="Sheet", pages=pages, characters=[name])
    page = b.open_page(chromium, double, f"c/{character['id']}/1", **options)
    written(page, 1, 0)
    return character, page


def line(x0, x1, y, count=12):
    return [(x0 + (x1 - x0) * i / count, y) for i in range(count + 1)]


def corners(*places, count=12):
    """A path along straight lines between corners."""
    return [(ax + (bx - ax) * i / count, ay + (by - ay) * i / count)
            for (ax, ay), (bx, by) in zip(places, places[1:]) for i in range(count)] + [places[-1]]


def stroke(x0, x1, y, width=2, **more):
    return {"brush": {"kind": "pen", "color": {"red": 0, "green": 0, "blue": 0, "alpha": 1}, "width": width, "cap": "round", "dash": []},
            "width": width, "xy": [x0, y, (x0 + x1) / 2, y, x1, y], **more}


def near(got, wanted, tolerance=1.0):
    assert len(got) == len(wanted) and all(abs(g - w) <= tolerance for g, w in zip(got, wanted)), (got, wanted)


def color_of(item):
    return "#" + "".join(f"{round(item['brush']['color'][part] * 255):02x}" for part in ("red", "green", "blue"))


@journey
def pens_of_ones_own_are_taken_by_keys_changed_added_moved_and_removed(chromium, double):
    _, page = opened(chromium, double, "Palette")
    own = page.get_by_test_id("own-pen")
    expect(own).to_have_count(4)
    pen = b.Pen(page)
    page.keyboard.press("2")
    pen.draw(line(0.2, 0.5, 0.2))
    page.keyboard.press("4")
    pen.draw(line(0.2, 0.5, 0.25))
    written(page, 1, 2)
    saved(page)
    red, marker = double.strokes()
    assert color_of(red) == "#b3261e" and red["brush"]["tool"] == "fineliner", red["brush"]
    assert marker["brush"]["kind"] == "highlighter" and marker["brush"]["width"] == 12
    page.keyboard.press("2")
    page.get_by_test_id("tool-pen").click()
    page.get_by_role("button", name="Dashed").click()
    page.get_by_label("Width in points").fill("3.3")
    page.get_by_label("Width in points").press("Enter")
    page.get_by_test_id("pen-copy").click()
    expect(own).to_have_count(5)
    page.get_by_role("button", name="Colour #2e7d4f").click()
    page.get_by_test_id("pen-earlier").click()
    expect(own.nth(3)).to_have_attribute("aria-pressed", "true")
    page.reload()
    written(page, 1, 2)
    expect(own).to_have_count(5)
    expect(own.nth(3)).to_have_attribute("aria-label", "Pen 4: Fineliner, 3.3 pt, #2e7d4f, Dashed")
    expect(own.nth(1)).to_have_attribute("aria-label", "Pen 2: Fineliner, 3.3 pt, #b3261e, Dashed")
    page.keyboard.press("4")
    pen.draw(line(0.2, 0.5, 0.3))
    written(page, 1, 3)
    saved(page)
    green = double.strokes()[2]
    assert color_of(green) == "#2e7d4f"
    near(green["brush"]["dash"], [13.2, 9.9], 0.001)
    page.get_by_test_id("tool-pen").click()
    page.get_by_test_id("pen-remove").click()
    expect(own).to_have_count(4)
    expect(page.get_by_test_id("add-pen")).to_be_visible()
    assert page.complaints == [], page.complaints


@journey
def a_dashed_stroke_looks_the_same_while_it_is_written_and_afterwards(chromium, double):
    _, page = opened(chromium, double, "Dashes")
    page.get_by_test_id("tool-pen").click()
    page.get_by_label("Width in points").fill("4")
    page.get_by_label("Width in points").press("Enter")
    page.get_by_label("Kind of pen").select_option("fineliner")
    page.get_by_role("button", name="Dashed").click()
    page.keyboard.press("Escape")
    pen = b.Pen(page)
    pen.draw(line(0.2, 0.7, 0.4, count=60), lifts=False)
    page.wait_for_timeout(200)
    count = """(where) => {
        let lit = 0;
        for (const canvas of document.querySelectorAll(`[data-page="1"] ${where}`)) {
            const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
            for (let i = 3; i < data.length; i += 4) lit += data[i] > 127;
        }
        return lit;
    }"""
    wet = page.evaluate(count, ".wet canvas")
    pen.send("mouseReleased", pen.box()["x"] + 0.7 * pen.box()["width"], pen.box()["y"] + 0.4 * pen.box()["height"], 0)
    written(page, 1, 1)
    dry = page.evaluate(count, "canvas.dry")
    assert dry > 500 and abs(wet - dry) < 0.12 * dry, (wet, dry)


@journey
def the_pressure_is_set_where_one_tries_it(chromium, double):
    _, page = opened(chromium, double, "Feel")
    page.get_by_test_id("tool-pen").click()
    page.get_by_test_id("feel").click()
    field = page.get_by_test_id("trial")
    box = field.bounding_box()
    pen = b.Pen(page)
    for i in range(30):
        pen.send("mousePressed" if i == 0 else "mouseMoved", box["x"] + 30 + 10 * i, box["y"] + 60, 0.3)
    pen.send("mouseReleased", box["x"] + 320, box["y"] + 60, 0)
    page.wait_for_timeout(100)
    before = float(field.get_attribute("data-widest"))
    near([before], [1.6 * (0.4 + 1.2 * 0.3)], 0.02)
    slider = page.get_by_test_id("feel-pressure")
    slider.focus()
    for _ in range(10):
        slider.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "Firm")
    after = float(field.get_attribute("data-widest"))
    near([after], [1.6 * (0.4 + 1.2 * 0.3 ** 2)], 0.02)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.reload()
    written(page, 1, 0)
    box = pen.box()
    for i in range(30):
        pen.send("mousePressed" if i == 0 else "mouseMoved", box["x"] + 100 + 10 * i, box["y"] + 300, 0.3)
    pen.send("mouseReleased", box["x"] + 400, box["y"] + 300, 0)
    written(page, 1, 1)
    saved(page)
    near([max(double.strokes()[0].get("widths", [double.strokes()[0].get("width")]))], [after], 0.02)


@journey
def a_mouse_and_a_pen_without_pressure_write_at_the_nominal_width(chromium, double):
    _, page = opened(chromium, double, "Mouse")
    b.Pen(page, kind="mouse").draw(b.wave(0.2, 0.6, 0.3))
    written(page, 1, 1)
    pen = b.Pen(page)
    box = pen.box()
    for i in range(30):
        pen.send("mousePressed" if i == 0 else "mouseMoved", box["x"] + 100 + 10 * i, box["y"] + 400 + 9 * math.sin(i), 0)
    pen.send("mouseReleased", box["x"] + 400, box["y"] + 400, 0)
    written(page, 1, 2)
    saved(page)
    for item in double.strokes():
        assert item.get("width") == 1.6 and "pressure" not in item, sorted(item)


@journey
def shapes_snap_when_the_pen_rests_and_go_with_one_undo(chromium, double):
    _, page = opened(chromium, double, "Shapes")
    pen = b.Pen(page)
    drawings = {
        5: corners((0.2, 0.2), (0.5, 0.203), (0.497, 0.3), (0.203, 0.298), (0.201, 0.204)),
        4: corners((0.2, 0.5), (0.4, 0.42), (0.45, 0.52), (0.205, 0.501)),
        73: [(0.7 + 0.1 * math.cos(i / 8), 0.25 + 0.05 * math.sin(i / 8)) for i in range(51)],
        2: [(0.2 + 0.4 * i / 20, 0.6 + 0.002 * math.sin(i)) for i in range(21)],
    }
    for number, (points, drawing) in enumerate(drawings.items(), 1):
        pen.draw(drawing, lifts=False)
        page.wait_for_timeout(900)
        end = pen.box()
        pen.send("mouseReleased", end["x"] + drawing[-1][0] * end["width"], end["y"] + drawing[-1][1] * end["height"], 0)
        written(page, 1, number)
        saved(page)
        made = double.strokes()[-1]
        assert len(made["xy"]) == 2 * points and made["width"] == 1.6, (points, len(made["xy"]) / 2)
    assert double.strokes()[3]["xy"][1] == double.strokes()[3]["xy"][3], "the line is level"
    b.shoot(page, "shapes")
    page.keyboard.press("Control+z")
    written(page, 1, 3)
    saved(page)
    assert len(double.strokes()) == 3
    # Whoever goes on after the pause pulls at the line.
    pen.draw(drawings[2], lifts=False)
    page.wait_for_timeout(900)
    for x, y in [(0.58, 0.65), (0.55, 0.7), (0.5, 0.75)]:
        pen.send("mouseMoved", end["x"] + x * end["width"], end["y"] + y * end["height"], 0.5)
    pen.send("mouseReleased", end["x"] + 0.5 * end["width"], end["y"] + 0.75 * end["height"], 0)
    written(page, 1, 4)
    saved(page)
    near(double.strokes()[3]["xy"], [0.2 * WIDTH, 0.6 * HEIGHT, 0.5 * WIDTH, 0.75 * HEIGHT], 1.5)
    page.keyboard.press("Control+z")
    written(page, 1, 3)
    pen.draw(drawings[5])
    written(page, 1, 4)
    saved(page)
    assert len(double.strokes()[3]["xy"]) > 80, "without a pause, it stays as it was drawn"


@journey
def a_pen_goes_along_the_ruler_which_keys_and_two_fingers_turn(chromium, double):
    _, page = opened(chromium, double, "Ruler", has_touch=True)
    page.keyboard.press("r")
    ruler = page.get_by_test_id("ruler")
    expect(ruler).to_be_focused()
    pen = b.Pen(page)
    body, box = page.locator(".editor-body").bounding_box(), pen.box()
    edge = body["y"] + 0.4 * body["height"] - 36
    x = body["x"] + body["width"] / 2 - 150
    for i in range(31):
        pen.send("mousePressed" if i == 0 else "mouseMoved", x + 10 * i, edge - 10 + 8 * math.sin(i), 0.5)
    pen.send("mouseReleased", x + 300, edge - 10, 0)
    written(page, 1, 1)
    saved(page)
    heights = double.strokes()[0]["xy"][1::2]
    assert max(heights) - min(heights) < 0.01, "straight along the ruler"
    near([heights[0]], [(edge - box["y"]) / box["height"] * HEIGHT - 0.8], 0.5)
    page.keyboard.press("Shift+ArrowRight")
    expect(ruler).to_have_attribute("aria-valuenow", "-15")

    def touch(kind, *points):
        pen.session.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": px, "y": py, "id": i} for i, (px, py) in enumerate(points)]})

    middle = (body["x"] + body["width"] / 2, body["y"] + 0.4 * body["height"])
    touch("touchStart", middle, (middle[0] + 100, middle[1] + 27))
    for i in range(1, 11):
        turn = math.radians(15 + 3 * i)
        touch("touchMove", middle, (middle[0] + 103 * math.cos(turn), middle[1] + 103 * math.sin(turn)))
    touch("touchEnd")
    expect(ruler).to_have_attribute("aria-valuenow", "-45")
    b.shoot(page, "ruler")
    page.get_by_test_id("tool-ruler").click()
    expect(ruler).to_be_hidden()
    written(page, 1, 1)


@journey
def an_eraser_of_any_size_takes_whole_strokes_or_what_it_touches(chromium, double):
    character, page = opened(chromium, double, "Eraser")
    double.control(character=character["id"], page=1, edit={"add": [stroke(100, 500, 200), stroke(100, 500, 300)]})
    written(page, 1, 2)
    pen = b.Pen(page)
    page.keyboard.press("e")
    page.get_by_test_id("tool-eraser").click()
    page.get_by_label("Erase whole strokes").uncheck()
    page.get_by_role("button", name="Width 36 px").click()
    pen.draw([(300 / WIDTH, 190 / HEIGHT), (300 / WIDTH, 210 / HEIGHT)])
    written(page, 1, 3)
    saved(page)
    reach = 18 / pen.box()["width"] * WIDTH + 1
    left, right, whole = double.strokes()
    near([left["xy"][-2], right["xy"][0], whole["xy"][0]], [300 - reach, 300 + reach, 100], 1)
    page.reload()
    written(page, 1, 3)
    page.get_by_test_id("tool-eraser").click()
    page.get_by_label("Erase whole strokes").check()
    pen.draw([(300 / WIDTH, 290 / HEIGHT), (300 / WIDTH, 310 / HEIGHT)])
    written(page, 1, 2)
    saved(page)
    assert all(item["xy"][1] == 200 for item in double.strokes())


@journey
def a_lasso_scales_turns_recolours_duplicates_and_nudges(chromium, double):
    character, page = opened(chromium, double, "Handles")
    double.control(character=character["id"], page=1, edit={"add": [stroke(200, 300, 300)]})
    written(page, 1, 1)
    pen = b.Pen(page)
    page.keyboard.press("l")
    around = [(0.3, 0.33), (0.55, 0.33), (0.55, 0.38), (0.3, 0.38)]
    pen.draw(around)
    pixel = WIDTH / pen.box()["width"]
    margin = 6 * pixel + 1
    # The lower right corner is dragged to twice the distance from the upper left one.
    x0, y0, x1, y1 = 200 - margin, 300 - margin, 300 + margin, 300 + margin
    pen.draw([(x1 / WIDTH, y1 / HEIGHT), (1.01 * x1 / WIDTH, y1 / HEIGHT), ((2 * x1 - x0) / WIDTH, (2 * y1 - y0) / HEIGHT)])
    saved(page)
    made = double.strokes()[0]
    near([made["width"], made["xy"][4] - made["xy"][0]], [4, 200], 0.5)
    page.keyboard.press("Control+z")
    saved(page)
    pen.draw(around)
    # The handle above the frame is dragged to its right: a quarter turn, which snaps.
    away = 30 * pixel + margin
    pen.draw([(250 / WIDTH, (300 - away) / HEIGHT), (300 / WIDTH, 290 / HEIGHT), ((250 + away) / WIDTH, 301 / HEIGHT)])
    saved(page)
    near(double.strokes()[0]["xy"], [250, 250, 250, 300, 250, 350], 0.2)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    page.wait_for_timeout(600)
    saved(page)
    near(double.strokes()[0]["xy"], [251, 260, 251, 310, 251, 360], 0.2)
    page.get_by_role("button", name="Give what is selected").click()
    page.locator(".selection-colors button").nth(3).click()
    saved(page)
    assert color_of(double.strokes()[0]) == "#b3261e"
    page.keyboard.press("Control+d")
    written(page, 1, 2)
    saved(page)
    near(double.strokes()[1]["xy"][:2], [265, 274], 0.2)
    page.keyboard.press("Control+a")
    b.shoot(page, "selection")
    page.keyboard.press("Delete")
    written(page, 1, 0)
    page.keyboard.press("Control+z")
    written(page, 1, 2)
    saved(page)
    assert page.complaints == [], page.complaints


@journey
def what_is_selected_follows_the_pointer_before_it_is_let_go(chromium, double):
    character, page = opened(chromium, double, "Ghost")
    double.control(character=character["id"], page=1, edit={"add": [stroke(200, 300, 300, 6)]})
    written(page, 1, 1)
    pen = b.Pen(page)
    page.keyboard.press("l")
    pen.draw([(0.3, 0.33), (0.55, 0.33), (0.55, 0.38), (0.3, 0.38)])
    pen.draw([(0.42, 300 / HEIGHT), (0.5, 0.4), (0.55, 0.5)], lifts=False)
    page.wait_for_timeout(150)
    lit = """() => {
        const canvas = document.querySelector('[data-page="1"] canvas.dry');
        return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value > 0);
    }"""
    assert not page.evaluate(lit), "the ink has left its place"
    ghost, box = page.locator(".ghost path").bounding_box(), pen.box()
    assert abs(ghost["y"] + ghost["height"] / 2 - box["y"] - 0.5 * box["height"]) < 2, ghost
    pen.send("mouseReleased", box["x"] + 0.55 * box["width"], box["y"] + 0.5 * box["height"], 0)
    saved(page)
    assert page.evaluate(lit) and page.locator(".ghost path").count() == 0


@journey
def texts_pictures_and_notes_are_selected_moved_and_copied_to_another_page(chromium, double):
    black = {"red": 0, "green": 0, "blue": 0, "alpha": 1}
    style = {"family": "serif", "size": 18, "weight": 400, "isItalic": False, "isUnderlined": False, "isStruck": False, "color": black}
    dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    character, = fresh(chromium, double, template="Sheet", characters=["Items"])
    double.control(character=character["id"], page=1, extras={
        "pictures": [{"format": "png", "bytes": dot}],
        "objects": [{"text": {"runs": [{"text": "Ranger", "style": style}], "measured": [60, 22], "transform": [1, 0, 0, 1, 100, 100]}},
                    {"picture": {"data": 0, "frame": [100, 200, 160, 260]}},
                    {"note": {"at": [100, 300], "title": "Lantern", "color": black}}]})
    double.control(character=character["id"], page=1, edit={"add": [stroke(300, 400, 250)]})
    page = b.open_page(chromium, double, f"c/{character['id']}/1")
    written(page, 1, 1)
    pen = b.Pen(page)
    page.keyboard.press("l")
    pen.draw([(130 / WIDTH, 110 / HEIGHT)])
    expect(page.locator(".selection-bar")).to_have_attribute("data-count", "1")
    page.keyboard.press("Shift+ArrowRight")
    page.wait_for_timeout(600)
    saved(page)
    # The double tells the first page's objects in painting order.
    objects = double.control()["pages"][0]["objects"]
    near(objects[0]["text"]["transform"], [1, 0, 0, 1, 110, 100])
    page.keyboard.press("Control+a")
    expect(page.locator(".selection-bar")).to_have_attribute("data-count", "4")
    pen.draw([(0.3, 0.28), (0.32, 0.3), (0.3 + 50 / WIDTH, 0.28 + 20 / HEIGHT)])
    saved(page)
    objects = double.control()["pages"][0]["objects"]
    near(objects[0]["text"]["transform"], [1, 0, 0, 1, 160, 120])
    near(objects[1]["picture"]["transform"], [1, 0, 0, 1, 50, 20])
    near(objects[2]["note"]["at"], [150, 320])
    near(double.strokes()[0]["xy"][:2], [350, 270])
    page.keyboard.press("Control+c")
    page.keyboard.press("PageDown")
    written(page, 2, 0)
    page.keyboard.press("Control+v")
    written(page, 2, 1)
    saved(page)
    other = double.control()["pages"][1]
    near(other["objects"][0]["text"]["transform"], [1, 0, 0, 1, 160, 120])
    assert len(other["objects"]) == 3 and len(other["items"]) == 1
    expect(page.locator('[data-page="2"] image')).to_have_count(1)
    page.keyboard.press("Control+z")
    written(page, 2, 0)
    expect(page.locator('[data-page="2"] image')).to_have_count(0)
    assert page.complaints == [], page.complaints


@journey
def what_is_cut_in_one_window_is_pasted_in_another(chromium, double):
    characters = fresh(chromium, double, template="Sheet", characters=["One", "Other"])
    double.control(character=characters[0]["id"], page=1, edit={"add": [stroke(200, 300, 300), stroke(200, 300, 320)]})
    page = b.open_page(chromium, double, f"c/{characters[0]['id']}/1")
    written(page, 1, 2)
    other = page.context.new_page()
    other.goto(f"{double.address}c/{characters[1]['id']}/1")
    written(other, 1, 0)
    page.bring_to_front()
    page.keyboard.press("Control+a")
    page.get_by_test_id("selection-cut").click()
    written(page, 1, 0)
    saved(page)
    other.bring_to_front()
    other.keyboard.press("l")
    other.get_by_test_id("tool-lasso").click()
    other.get_by_test_id("paste").click()
    written(other, 1, 2)
    saved(other)
    other.get_by_test_id("tool-lasso").click()
    other.get_by_test_id("paste").click()
    written(other, 1, 4)
    saved(other)
    near(double.strokes()[2]["xy"][:2], [214, 314], 0.01)


@journey
def an_edit_of_items_that_somebody_else_overtook_is_made_anew(chromium, double):
    black = {"red": 0, "green": 0, "blue": 0, "alpha": 1}
    character, = fresh(chromium, double, template="Sheet", characters=["Overtaken"])
    double.control(character=character["id"], page=1, extras={"objects": [{"note": {"at": [100, 300], "title": "Lantern", "color": black}}]})
    page = b.open_page(chromium, double, f"c/{character['id']}/1")
    written(page, 1, 0)
    double.control(deaf=True)
    page.keyboard.press("Control+a")
    page.keyboard.press("Shift+ArrowRight")
    page.wait_for_timeout(600)
    double.control(deaf=False, character=character["id"], page=1, edit={"add": [stroke(200, 300, 300)]})
    saved(page)
    written(page, 1, 1)
    objects = double.control()["pages"][0]["objects"]
    near(objects[0]["note"]["at"], [110, 300])
    assert len(objects) == 1 and page.complaints == [], page.complaints
