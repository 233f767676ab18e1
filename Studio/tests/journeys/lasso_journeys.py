# SPDX-License-Identifier: GPL-3.0-or-later
"""What people do with the lasso: move, scale, turn, copy and paste."""
from playwright.sync_api import expect

import browser as b
from drawing_journeys import HEIGHT, WIDTH, color_of, near, opened, stroke
from journeys import fresh, journey, saved, written


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
    b.until(page, lambda: near(double.strokes()[0]["xy"], [251, 260, 251, 310, 251, 360], 0.2) is None)
    saved(page)
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
    lit = """() => {
        const canvas = document.querySelector('[data-page="1"] canvas.dry');
        return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value > 0);
    }"""
    b.until(page, lambda: not page.evaluate(lit), lambda: "the ink has left its place")
    box = pen.box()

    def follows():
        ghost = b.box(page.locator(".ghost path"))
        return ghost and abs(ghost["y"] + ghost["height"] / 2 - box["y"] - 0.5 * box["height"]) < 2

    b.until(page, follows, lambda: b.box(page.locator(".ghost path")))
    pen.send("mouseReleased", box["x"] + 0.55 * box["width"], box["y"] + 0.5 * box["height"], 0)
    saved(page)
    b.until(page, lambda: page.evaluate(lit) and page.locator(".ghost path").count() == 0)


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
    # The double tells the first page's objects in painting order.
    b.until(page, lambda: near(
        double.control()["pages"][0]["objects"][0]["text"]["transform"], [1, 0, 0, 1, 110, 100]) is None)
    saved(page)
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
    expect(page.get_by_test_id("save-state")).to_have_attribute("data-state", "offline")
    double.control(deaf=False, character=character["id"], page=1, edit={"add": [stroke(200, 300, 300)]})
    saved(page)
    written(page, 1, 1)
    objects = double.control()["pages"][0]["objects"]
    near(objects[0]["note"]["at"], [110, 300])
    assert len(objects) == 1 and page.complaints == [], page.complaints
