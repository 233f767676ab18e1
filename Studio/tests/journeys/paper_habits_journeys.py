# SPDX-License-Identifier: GPL-3.0-or-later
"""What people expect of paper: to stretch, to carry to another page, to cross out, to point at."""
import io

from PIL import Image, ImageStat
from playwright.sync_api import expect

import browser as b
from drawing_journeys import HEIGHT, WIDTH, color_of, corners, line, near, opened, stroke
from journeys import journey, saved, written


@journey
def a_selection_is_stretched_in_one_direction_and_takes_any_color_and_width(chromium, double):
    character, page = opened(chromium, double, "Stretch")
    double.control(character=character["id"], page=1, edit={"add": [stroke(200, 300, 300), stroke(200, 300, 400)]})
    written(page, 1, 2)
    page.keyboard.press("Control+a")
    pen = b.Pen(page)
    pixel = WIDTH / pen.box()["width"]
    margin = 6 * pixel + 1
    # The handle in the middle of the right side goes to twice its distance from the left one.
    x0, x1, y = 200 - margin, 300 + margin, 350
    pen.draw([(x1 / WIDTH, y / HEIGHT), (1.01 * x1 / WIDTH, (y + 30) / HEIGHT), ((2 * x1 - x0) / WIDTH, (y + 60) / HEIGHT)])
    saved(page)
    made = double.strokes()
    near([made[0]["xy"][4] - made[0]["xy"][0], made[1]["xy"][1] - made[0]["xy"][1]], [200, 100], 0.5)
    page.get_by_role("button", name="Give what is selected").click()
    page.get_by_test_id("selection-width").fill("7.5")
    page.get_by_test_id("selection-width").press("Enter")
    b.until(page, lambda: [round(one["brush"]["width"], 3) for one in double.strokes()] == [7.5, 7.5], lambda: str(double.strokes()))
    page.get_by_role("button", name="Give what is selected").click()
    page.get_by_test_id("selection-color").fill("#12ab34")
    b.until(page, lambda: [color_of(one) for one in double.strokes()] == ["#12ab34"] * 2, lambda: str(double.strokes()))
    b.shoot(page, "selection-stretched")
    for _ in range(3):
        page.keyboard.press("Control+z")
    b.until(page, lambda: [one["xy"][4] for one in double.strokes()] == [300, 300], lambda: str(double.strokes()))
    assert page.complaints == [], page.complaints


@journey
def what_is_selected_is_dragged_to_another_page_and_one_undo_brings_it_back(chromium, double):
    character, page = opened(chromium, double, "Carry", viewport={"width": 700, "height": 1100})
    double.control(character=character["id"], page=1, edit={"add": [stroke(200, 300, 780), stroke(200, 300, 300)]})
    written(page, 1, 2)
    written(page, 2, 0)
    page.evaluate("document.querySelector('.pages').scrollTop = 300")
    page.keyboard.press("l")
    first, second = b.Pen(page), b.Pen(page, 2)
    first.draw([(0.3, 0.9), (0.55, 0.9), (0.55, 0.95), (0.3, 0.95)])
    expect(page.locator(".selection-bar")).to_have_attribute("data-count", "1")
    # Down by a tenth of the page's height below the top of the second one.
    above, below = first.box(), second.box()
    target = (below["y"] + 0.1 * below["height"] - above["y"]) / above["height"]
    way = [(250 / WIDTH, 780 / HEIGHT), (250 / WIDTH, 800 / HEIGHT), (250 / WIDTH, target)]
    first.draw(way, lifts=False)
    b.settle(page)
    expect(page.locator('[data-page="2"] .carried')).to_have_count(1)
    b.shoot(page, "carried")
    first.send("mouseReleased", above["x"] + way[-1][0] * above["width"], above["y"] + way[-1][1] * above["height"], 0)
    written(page, 1, 1)
    written(page, 2, 1)
    saved(page)
    near(double.strokes(2)[0]["xy"], [200, 84.2, 250, 84.2, 300, 84.2], 2)
    expect(page.locator(".carried")).to_have_count(0)
    page.keyboard.press("Control+z")
    written(page, 1, 2)
    written(page, 2, 0)
    page.keyboard.press("Control+Shift+z")
    written(page, 1, 1)
    written(page, 2, 1)
    saved(page)
    assert page.complaints == [], page.complaints


@journey
def what_is_dragged_to_the_edge_gets_to_a_page_that_is_not_seen(chromium, double):
    character, page = opened(chromium, double, "Edge", pages=4)
    double.control(character=character["id"], page=1, edit={"add": [stroke(200, 300, 100)]})
    written(page, 1, 1)
    page.keyboard.press("Control+a")
    expect(page.locator(".selection-bar")).to_have_attribute("data-count", "1")
    first, view = b.Pen(page), b.box(page.locator(".pages"))
    # What lies at the edge is dragged along it, and the pages stay.
    page.evaluate("document.querySelector('.pages').scrollTop = 140")
    b.settle(page)
    box, low = first.box(), view["y"] + view["height"] - 20
    assert view["y"] + 10 < box["y"] + 100 / HEIGHT * box["height"] < view["y"] + 45, (box, view)
    for start, end in ((250, 350), (350, 250)):
        first.draw([(x / WIDTH, 100 / HEIGHT) for x in range(start, end, 10 if end > start else -10)] + [(end / WIDTH, 100 / HEIGHT)])
        b.until(page, lambda: abs(double.strokes(1)[0]["xy"][2] - end) < 3, lambda: str(double.strokes(1)[0]["xy"]))
    assert page.evaluate("document.querySelector('.pages').scrollTop") == 140
    page.evaluate("document.querySelector('.pages').scrollTop = 0")
    b.settle(page)
    box = first.box()
    way = [(250 / WIDTH, 100 / HEIGHT), (250 / WIDTH, 130 / HEIGHT), (250 / WIDTH, (low - box["y"]) / box["height"])]
    first.draw(way, lifts=False)
    # The pages go on below the pen that rests at the edge, past all of the second page.
    third = page.locator('[data-testid=page][data-page="3"]')
    b.until(page, lambda: third.count() == 1 and b.box(third)["y"] < low - 200)
    expect(third.locator(".carried")).to_have_count(1)
    x = box["x"] + 250 / WIDTH * box["width"]
    first.send("mouseMoved", x, low - 80, 0.5)
    b.settle(page)
    first.send("mouseReleased", x, low - 80, 0)
    written(page, 3, 1)
    saved(page)
    assert double.strokes(1) == [] and double.strokes(2) == []
    near([double.strokes(3)[0]["xy"][2]], [250], 2)
    page.keyboard.press("Control+z")
    b.until(page, lambda: len(double.strokes(1)) == 1 and double.strokes(3) == [])
    assert page.complaints == [], page.complaints


@journey
def a_scribble_crosses_out_where_a_person_wants_that(chromium, double):
    character, page = opened(chromium, double, "Scribble", snaps=False)
    double.control(character=character["id"], page=1, edit={"add": [stroke(200, 300, 300), stroke(200, 300, 600)]})
    written(page, 1, 2)
    pen = b.Pen(page)
    scribble = corners((0.3, 0.34), (0.53, 0.345), (0.3, 0.35), (0.53, 0.355), (0.3, 0.36), (0.53, 0.365), (0.3, 0.37))
    pen.draw(scribble)
    written(page, 1, 3)
    page.keyboard.press("Control+z")
    written(page, 1, 2)
    page.get_by_test_id("tool-pen").click()
    page.get_by_test_id("scribbles").check()
    page.keyboard.press("Escape")
    pen.draw(scribble)
    written(page, 1, 1)
    saved(page)
    assert [one["xy"][1] for one in double.strokes()] == [600]
    assert b.unfinished(page) == []
    # Over nothing it is ink, and so is what a hand writes.
    pen.draw(scribble)
    written(page, 1, 2)
    pen.draw(b.wave(0.2, 0.7, 0.5))
    written(page, 1, 3)
    for count in (2, 1, 2):
        page.keyboard.press("Control+z")
        written(page, 1, count)
    assert page.complaints == [], page.complaints


@journey
def paper_is_dark_on_the_screen_alone(chromium, double):
    character, page = opened(chromium, double, "Night", viewport={"width": 1280, "height": 860})
    expect(page.locator(".strip img").first).to_have_js_property("complete", True)

    def brightness(locator):
        with Image.open(io.BytesIO(locator.screenshot())) as shot:
            return ImageStat.Stat(shot.convert("L")).mean[0]

    sheet, small = page.locator('[data-testid=page][data-page="1"]'), page.locator(".strip img").first
    b.until(page, lambda: brightness(sheet) > 180 and brightness(small) > 180)
    page.keyboard.press("g")
    page.get_by_label("Dark paper").check()
    page.keyboard.press("Escape")
    b.until(page, lambda: brightness(sheet) < 130 and brightness(small) < 130, lambda: str((brightness(sheet), brightness(small))))
    b.Pen(page).draw(line(0.2, 0.5, 0.3))
    saved(page)
    assert color_of(double.strokes()[0]) == "#1b2a4a", "what is kept has its own color"
    page.reload()
    written(page, 1, 1)
    b.until(page, lambda: brightness(sheet) < 130)
    assert page.complaints == [], page.complaints


@journey
def a_laser_is_seen_by_others_on_the_page_in_its_picture_and_at_the_table(chromium, double):
    character, page = opened(chromium, double, "Laser")
    others = [b.open_page(chromium, double, path) for path in (
        f"c/{character['id']}/1", f"c/{character['id']}/1/picture", "table", f"table/template/{character['template']}/1/0,20,100,40")]
    written(others[0], 1, 0)
    expect(others[1].locator(".picture-place[data-version] > img")).to_have_count(1)
    expect(others[2].locator(".seat img")).to_have_count(1)
    expect(others[3].locator(".seat img")).to_have_count(1)
    b.followed(page, double, 5)
    page.keyboard.press("x")
    b.Pen(page).draw(line(0.2, 0.5, 0.3), lifts=False)
    dot = others[0].locator('[data-page="1"] .laser-of')
    b.until(page, lambda: dot.count() == 1 and abs(float(dot.get_attribute("cx")) / WIDTH - 0.5) < 0.01, lambda: str(dot.count()))
    assert abs(float(dot.get_attribute("cy")) / HEIGHT - 0.3) < 0.01
    for other, frame, part in ((others[1], ".picture-place > img", 0.3), (others[2], ".seat img", 0.3), (others[3], ".seat img", 0.25)):
        mark, box = other.locator(".laser-dot"), b.box(other.locator(frame))
        expect(mark).to_have_count(1)

        def is_there():
            at = b.box(mark)
            return abs(at["x"] + at["width"] / 2 - box["x"] - box["width"] / 2) < 4 and abs(at["y"] + at["height"] / 2 - box["y"] - part * box["height"]) < 4

        b.until(page, is_there, lambda: str((b.box(mark), box, part)))
    b.shoot(others[1], "laser-picture")
    b.shoot(others[2], "laser-table")
    # It rests and is seen all the same, and not twice where it points.
    page.wait_for_timeout(2000)
    expect(dot).to_have_count(1)
    expect(page.locator(".laser-of")).to_have_count(0)
    box = b.Pen(page).box()
    b.Pen(page).send("mouseReleased", box["x"] + 0.5 * box["width"], box["y"] + 0.3 * box["height"], 0)
    expect(dot).to_have_count(0)
    for other in others[1:]:
        expect(other.locator(".laser-dot")).to_have_count(0)
    assert page.complaints == [], page.complaints


@journey
def a_laser_points_and_keeps_nothing(chromium, double):
    character, page = opened(chromium, double, "Laser")
    page.keyboard.press("x")
    expect(page.get_by_test_id("tool-hand")).to_have_attribute("aria-pressed", "true")
    pen = b.Pen(page)
    top = page.evaluate("document.querySelector('.pages').scrollTop")
    pen.draw(line(0.2, 0.5, 0.3), lifts=False)
    expect(page.locator('[data-page="1"] .laser')).to_have_count(1)
    b.shoot(page, "laser")
    box = pen.box()
    pen.send("mouseReleased", box["x"] + 0.5 * box["width"], box["y"] + 0.3 * box["height"], 0)
    expect(page.locator(".laser")).to_have_count(0)
    written(page, 1, 0)
    assert page.evaluate("document.querySelector('.pages').scrollTop") == top
    page.get_by_test_id("tool-hand").click()
    expect(page.get_by_text("Whoever looks at the same page sees the dot")).to_be_visible()
    page.get_by_test_id("laser").uncheck()
    page.keyboard.press("Escape")
    pen.draw([(0.5, 0.4), (0.5, 0.35), (0.5, 0.3)])
    b.until(page, lambda: page.evaluate("document.querySelector('.pages').scrollTop") > top)
    expect(page.get_by_test_id("save-state")).to_have_attribute("data-state", "saved")
    assert double.strokes() == [] and double.strokes(2) == []
    assert page.complaints == [], page.complaints
