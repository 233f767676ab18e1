# SPDX-License-Identifier: GPL-3.0-or-later
"""What people do with the drawing tools: pens of their own, shapes, the ruler, the eraser, the lasso."""
import io
import math

from PIL import Image, ImageChops, ImageStat
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
    page.get_by_role("button", name="Color #2e7d4f").click()
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
    _, page = opened(chromium, double, "Dashes", snaps=False)
    page.get_by_test_id("tool-pen").click()
    page.get_by_label("Width in points").fill("4")
    page.get_by_label("Width in points").press("Enter")
    page.get_by_label("Kind of pen").select_option("fineliner")
    page.get_by_role("button", name="Dashed").click()
    page.keyboard.press("Escape")
    pen = b.Pen(page)
    pen.draw(line(0.2, 0.7, 0.4, count=60), lifts=False)
    page.wait_for_timeout(200)
    b.settle(page)
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


def seen(page, where, region):
    """The red, green and blue of what is seen of a layer of the page in a region, as rows of pixels; the other layers are hidden."""
    page.evaluate("""(where) => {
        for (const layer of document.querySelector('[data-page="1"]').children) {
            layer.dataset.before = layer.style.visibility;
            layer.style.visibility = layer.matches(where) ? 'visible' : 'hidden';
        }
    }""", where)
    picture = Image.open(io.BytesIO(page.screenshot(clip=region))).convert("RGB")
    page.evaluate("""() => {
        for (const layer of document.querySelector('[data-page="1"]').children) layer.style.visibility = layer.dataset.before;
    }""")
    return picture


@journey
def pencils_crayons_and_watercolors_look_the_same_while_they_are_written_and_afterwards(chromium, double):
    _, page = opened(chromium, double, "Brushes", snaps=False, device_scale_factor=2)
    pen = b.Pen(page)
    for count, brush in enumerate(("pencil", "crayon", "watercolor"), 1):
        page.get_by_test_id("tool-pen").click()
        page.get_by_label("Kind of pen").select_option(brush)
        page.get_by_label("Width in points").fill("12")
        page.get_by_label("Width in points").press("Enter")
        page.keyboard.press("Escape")
        y = 0.15 + 0.08 * count
        box = pen.box()
        for i in range(61):
            pen.send("mouseMoved" if i else "mousePressed", box["x"] + (0.2 + i / 120) * box["width"], box["y"] + y * box["height"], 0.4)
        page.wait_for_timeout(200)
        b.settle(page)
        region = {"x": round(box["x"] + 0.25 * box["width"]), "y": round(box["y"] + (y - 0.02) * box["height"]),
                  "width": round(0.35 * box["width"]), "height": round(0.04 * box["height"])}
        wet = seen(page, ".wet", region)
        pen.send("mouseReleased", box["x"] + 0.7 * box["width"], box["y"] + y * box["height"], 0)
        written(page, 1, count)
        b.settle(page)
        dry = seen(page, ".dry", region)
        apart = ImageStat.Stat(ImageChops.difference(wet, dry)).mean
        assert max(apart) < 2.5, (brush, apart)
        across = page.evaluate("""([x, y]) => {
            const canvas = document.querySelector('[data-page="1"] canvas.dry');
            const high = Math.round(0.04 * canvas.height);
            const { data } = canvas.getContext('2d').getImageData(Math.round(x * canvas.width), Math.round((y - 0.02) * canvas.height), 1, high);
            return [...data].filter((_, i) => i % 4 === 3);
        }""", [0.45, y])
        inked = [value for value in across if value > 0]
        if brush == "watercolor":
            # From the edge to the middle it grows darker, in steps, and there it is even.
            half = inked[:len(inked) // 2]
            assert half == sorted(half) and len({round(value / 8) for value in half}) >= 3, inked
        else:
            assert max(inked) - min(inked[3:-3]) > 100, inked
    assert page.complaints == [], page.complaints


@journey
def the_nib_of_a_calligraphy_pen_has_an_angle(chromium, double):
    _, page = opened(chromium, double, "Nibs", snaps=False)
    pen = b.Pen(page, kind="mouse")

    def widths(number):
        stroke = double.strokes()[number]
        middle = stroke.get("widths") or [stroke["width"]]
        return middle[len(middle) // 2]

    page.get_by_test_id("tool-pen").click()
    expect(page.get_by_test_id("nib-angle")).to_have_count(0)
    page.get_by_label("Kind of pen").select_option("calligraphy")
    page.get_by_label("Width in points").fill("10")
    page.get_by_label("Width in points").press("Enter")
    expect(page.get_by_test_id("nib-angle")).to_have_value("45")
    page.keyboard.press("Escape")
    pen.draw(line(0.2, 0.6, 0.2, count=30))
    written(page, 1, 1)
    page.get_by_test_id("tool-pen").click()
    page.get_by_test_id("nib-angle").fill("0")
    page.get_by_test_id("nib-angle").press("Enter")
    page.keyboard.press("Escape")
    pen.draw(line(0.2, 0.6, 0.3, count=30))
    written(page, 1, 2)
    page.reload()
    written(page, 1, 2)
    pen.draw([(0.4, 0.4 + 0.01 * i) for i in range(31)])
    written(page, 1, 3)
    saved(page)
    near([widths(0), widths(1), widths(2)], [10 * math.sqrt(0.5), 1.5, 10], 0.1)
    assert page.complaints == [], page.complaints


@journey
def ink_is_sharp_where_a_page_has_more_pixels_than_a_canvas(chromium, double):
    _, page = opened(chromium, double, "Large", snaps=False, device_scale_factor=2)
    sheet = page.locator('[data-testid=page][data-page="1"]')
    page.get_by_test_id("tool-pen").click()
    page.get_by_label("Kind of pen").select_option("fineliner")
    page.keyboard.press("Escape")
    pen = b.Pen(page)

    def blur(where):
        """The pixels from light to dark at both edges of a line, where an edge of the canvas has one."""
        box = pen.box()
        x, y = box["x"] + where[0] * box["width"], box["y"] + where[1] * box["height"]
        picture = Image.open(io.BytesIO(page.screenshot(clip={"x": x, "y": y - 8, "width": 1, "height": 16}))).convert("L")
        column = [picture.getpixel((0, at)) for at in range(picture.height)]
        dark, light = min(column), max(column)
        assert light - dark > 100, column
        return sum(dark + 0.1 * (light - dark) < value < light - 0.1 * (light - dark) for value in column)

    for _ in range(6):
        page.keyboard.press("+")
    b.until(page, lambda: b.box(sheet)["width"] > 5.33 * WIDTH)
    expect(sheet).to_have_attribute("data-detail", "true")
    box = pen.box()
    x, y = (640 - box["x"]) / box["width"], (430 - box["y"]) / box["height"]
    pen.draw([(x - 0.02 + 0.04 * i / 60, y) for i in range(61)], lifts=False)
    page.wait_for_timeout(200)
    b.settle(page)
    assert blur((x, y)) <= 4, "wet ink"
    pen.send("mouseReleased", box["x"] + (x + 0.02) * box["width"], 430, 0)
    written(page, 1, 1)
    b.settle(page)
    assert blur((x, y)) <= 4, "dry ink"
    page.keyboard.press("Control+z")
    written(page, 1, 0)
    page.keyboard.press("Control+Shift+z")
    written(page, 1, 1)
    b.settle(page)
    assert blur((x, y)) <= 4, "ink that was drawn again"
    page.mouse.move(640, 430)
    page.mouse.wheel(0, 300)
    page.wait_for_timeout(300)
    expect(sheet).to_have_attribute("data-detail", "true")
    assert blur((x, y)) <= 4, "after scrolling"
    page.keyboard.press("0")
    expect(sheet).not_to_have_attribute("data-detail", "true")
    expect(page.locator(".detail canvas")).to_have_count(0)
    assert page.complaints == [], page.complaints


@journey
def the_pressure_is_set_where_one_tries_it(chromium, double):
    _, page = opened(chromium, double, "Feel", snaps=False)
    page.get_by_test_id("tool-pen").click()
    page.get_by_test_id("feel").click()
    field = page.get_by_test_id("trial")
    box = b.box(field)
    pen = b.Pen(page)
    for i in range(30):
        pen.send("mousePressed" if i == 0 else "mouseMoved", box["x"] + 30 + 10 * i, box["y"] + 60, 0.3)
    pen.send("mouseReleased", box["x"] + 320, box["y"] + 60, 0)

    def widest():
        return [float(field.get_attribute("data-widest") or 0)]

    b.until(page, lambda: near(widest(), [1.6 * (0.4 + 1.2 * 0.3)], 0.02) is None)
    slider = page.get_by_test_id("feel-pressure")
    slider.focus()
    for _ in range(10):
        slider.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "Firm")
    b.until(page, lambda: near(widest(), [1.6 * (0.4 + 1.2 * 0.3 ** 2)], 0.02) is None)
    after, = widest()
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

    def draw_until_it_snaps(points, drawing):
        earlier = {one["id"] for one in b.unfinished(page)}
        pen.draw(drawing, lifts=False)
        b.until(page, lambda: any(
            one["id"] not in earlier and len(one["stroke"]["xy"]) == 2 * points for one in b.unfinished(page)))

    for number, (points, drawing) in enumerate(drawings.items(), 1):
        draw_until_it_snaps(points, drawing)
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
    draw_until_it_snaps(2, drawings[2])
    for x, y in [(0.58, 0.65), (0.55, 0.7), (0.5, 0.75)]:
        pen.send("mouseMoved", end["x"] + x * end["width"], end["y"] + y * end["height"], 0.5)
    pen.send("mouseReleased", end["x"] + 0.5 * end["width"], end["y"] + 0.75 * end["height"], 0)
    written(page, 1, 4)
    saved(page)
    near(double.strokes()[3]["xy"], [0.2 * WIDTH, 0.6 * HEIGHT, 0.5 * WIDTH, 0.75 * HEIGHT], 1.5)
    page.evaluate("""() => {
        window.heard = [];
        for (const type of ['pointerdown', 'pointermove', 'pointerup']) addEventListener(type, () => heard.push(performance.now()), true);
    }""")
    longest_pause = """() => {
        const times = heard.splice(0);
        return Math.max(...times.slice(1).map((time, i) => time - times[i]));
    }"""
    for _ in range(20):
        page.keyboard.press("Control+z")
        written(page, 1, 3)
        pen.draw(drawings[5])
        written(page, 1, 4)
        # Where the machine itself has paused, it is drawn again.
        if page.evaluate(longest_pause) < 500:
            break
    saved(page)
    assert len(double.strokes()[3]["xy"]) > 80, "without a pause, it stays as it was drawn"


@journey
def a_pen_goes_along_the_ruler_which_keys_and_two_fingers_turn(chromium, double):
    _, page = opened(chromium, double, "Ruler", has_touch=True)
    page.keyboard.press("r")
    ruler = page.get_by_test_id("ruler")
    expect(ruler).to_be_focused()
    pen = b.Pen(page)
    body, box = b.box(page.locator(".editor-body")), pen.box()
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
