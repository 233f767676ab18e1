# SPDX-License-Identifier: GPL-3.0-or-later
"""What people do with the editor's panels: layers, outline, pages, zoom, keys."""
from playwright.sync_api import expect

import browser as b
from drawing_journeys import line, near, opened
from journeys import fresh, saved, written

JOURNEYS = []
OUTLINE = [{"level": 0, "title": "The hero", "page": 1}, {"level": 1, "title": "Skills", "page": 2},
           {"level": 0, "title": "Belongings", "page": 4}, {"level": 0, "title": "Nowhere"}]


def journey(function):
    JOURNEYS.append(function)
    return function


def layers_of(double, page=1):
    return next(entry["layers"] for entry in double.control()["pages"] if entry["page"] == page)


@journey
def layers_are_added_named_written_on_moved_hidden_and_locked(chromium, double):
    _, page = opened(chromium, double, "Layers")
    pen = b.Pen(page)
    pen.draw(line(0.2, 0.5, 0.2))
    page.get_by_test_id("layers").click()
    page.get_by_test_id("layer-add").click()
    layers = page.get_by_test_id("layer")
    expect(layers).to_have_count(2)
    expect(layers.first).to_contain_text("0 items")
    expect(layers.first.get_by_test_id("layer-take")).to_be_checked()
    name = layers.first.get_by_test_id("layer-name")
    name.fill("Map")
    name.press("Enter")
    pen.draw(line(0.2, 0.5, 0.3))
    written(page, 1, 2)
    saved(page)
    assert [item.get("layer", 0) for item in double.strokes()] == [0, 1]
    assert [layer.get("name") for layer in layers_of(double)] == [None, "Map"]
    layers.first.get_by_test_id("layer-down").click()
    expect(layers.nth(1).get_by_test_id("layer-name")).to_have_value("Map")
    expect(layers.nth(1).get_by_test_id("layer-take")).to_be_checked()
    saved(page)
    assert [(item.get("layer", 0), round(item["xy"][1] / 842, 1)) for item in double.strokes()] == [(0, 0.3), (1, 0.2)]
    b.shoot(page, "layers")
    layers.nth(1).get_by_test_id("layer-lock").click()
    pen.draw(line(0.2, 0.5, 0.4))
    expect(page.get_by_text("The layer that you write on is hidden or locked.")).to_be_visible()
    written(page, 1, 2)
    layers.nth(1).get_by_test_id("layer-lock").click()
    layers.nth(1).get_by_test_id("layer-hide").click()
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    pen.draw([(0.3, 0.25), (0.3, 0.35)])
    saved(page)
    assert len(double.strokes()) == 2, "what is hidden is not erased"
    page.keyboard.press("y")
    layers.nth(1).get_by_test_id("layer-remove").click()
    written(page, 1, 1)
    saved(page)
    assert len(layers_of(double)) == 1 and "layer" not in double.strokes()[0]
    page.get_by_test_id("undo").click()
    written(page, 1, 2)
    expect(layers).to_have_count(2)
    saved(page)
    assert page.complaints == [], page.complaints


@journey
def a_game_masters_layer_is_marked_and_a_player_cannot_change_it(chromium, double):
    character, page = opened(chromium, double, "Secret")
    page.get_by_test_id("layers").click()
    page.get_by_test_id("layer-add").click()
    page.get_by_test_id("layer").first.get_by_test_id("layer-secret").click()
    saved(page)
    assert layers_of(double)[1]["audience"] == "gameMaster"
    page.context.close()
    double.control(role="player")
    page = b.open_page(chromium, double, f"c/{character['id']}/1")
    written(page, 1, 0)
    page.get_by_test_id("layers").click()
    expect(page.get_by_test_id("layer")).to_have_count(1)
    expect(page.get_by_test_id("layer-add")).to_be_disabled()
    expect(page.get_by_test_id("layer-secret")).to_have_count(0)
    expect(page.get_by_text("only the game master changes the layers")).to_be_visible()
    b.Pen(page).draw(line(0.2, 0.5, 0.2))
    written(page, 1, 1)
    saved(page)


@journey
def layers_that_two_people_change_are_told_and_nothing_is_lost(chromium, double):
    character, page = opened(chromium, double, "Both")
    double.control(deaf=True)
    page.get_by_test_id("layers").click()
    page.get_by_test_id("layer-add").click()
    expect(page.get_by_test_id("layer")).to_have_count(2)
    double.control(deaf=False, character=character["id"], page=1, edit={"layers": [{"name": "Theirs"}]}, match='"0"')
    expect(page.get_by_text("The page has changed meanwhile, and its layers are for how it was. Change them again.").first).to_be_visible()
    expect(page.get_by_test_id("layer")).to_have_count(1)
    expect(page.get_by_test_id("layer-name")).to_have_value("Theirs")


@journey
def the_outline_and_the_small_pages_lead_to_places(chromium, double):
    character, = fresh(chromium, double, template="Book", pages=6, characters=["Outline"], outline=OUTLINE)
    page = b.open_page(chromium, double, f"c/{character['id']}/1", viewport={"width": 1440, "height": 900})
    written(page, 1, 0)
    page.get_by_test_id("tab-outline").click()
    outline = page.get_by_test_id("outline")
    expect(outline.get_by_role("button", name="Nowhere")).to_be_disabled()
    outline.get_by_role("button", name="Belongings").click()
    expect(page).to_have_url(f"{double.address}c/{character['id']}/4")
    expect(outline.get_by_role("button", name="Belongings")).to_have_attribute("aria-current", "page")
    b.shoot(page, "outline")
    page.get_by_test_id("tab-pages").click()
    page.locator(".strip-pages [data-page='2']").click()
    expect(page).to_have_url(f"{double.address}c/{character['id']}/2")
    page.get_by_test_id("tab-outline").click()
    expect(outline.get_by_role("button", name="Skills")).to_have_attribute("aria-current", "page")


@journey
def one_page_at_a_time_is_turned_by_keys_wheel_and_swipe_and_remembered(chromium, double):
    character, = fresh(chromium, double, template="Book", pages=6, characters=["Turner"])
    page = b.open_page(chromium, double, f"c/{character['id']}/2", has_touch=True)
    written(page, 2, 0)
    page.keyboard.press("s")
    expect(page.get_by_test_id("page")).to_have_count(1)
    page.keyboard.press("Shift+)")
    shown = page.get_by_test_id("page")

    def is_whole_in_the_middle():
        box, view = b.box(shown), b.box(page.locator(".pages"))
        assert box["y"] >= view["y"] and box["y"] + box["height"] <= view["y"] + view["height"], (box, view)
        return abs(box["x"] + box["width"] / 2 - view["x"] - view["width"] / 2) < 2

    b.until(page, is_whole_in_the_middle)
    view = b.box(page.locator(".pages"))
    page.keyboard.press("ArrowRight")
    expect(shown).to_have_attribute("data-page", "3")
    expect(shown).to_have_attribute("data-ready", "true")
    b.until(page, is_whole_in_the_middle)
    b.Pen(page, 3).draw(line(0.2, 0.5, 0.5))
    written(page, 3, 1)
    page.mouse.move(view["x"] + 200, view["y"] + 200)
    page.mouse.wheel(0, 150)
    expect(shown).to_have_attribute("data-page", "4")
    # A pen counts as near for half a second, and touches do nothing meanwhile.
    page.wait_for_timeout(600)
    session = page.context.new_cdp_session(page)
    for kind, x in [("touchStart", 800), ("touchMove", 750), ("touchMove", 650), ("touchMove", 560)]:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": 500, "id": 1}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(shown).to_have_attribute("data-page", "5")
    expect(page).to_have_url(f"{double.address}c/{character['id']}/5")
    page.keyboard.press("g")
    page.get_by_test_id("go-to").fill("6")
    page.get_by_test_id("go-to").press("Enter")
    expect(shown).to_have_attribute("data-page", "6")
    zoom = page.get_by_test_id("view").inner_text()
    b.until(page, lambda: double.control()["characters"][0]["lastPage"] == 6)
    page.goto(double.address)
    page.goto(f"{double.address}c/{character['id']}")
    expect(shown).to_have_attribute("data-page", "6")
    expect(page.get_by_test_id("view")).to_have_text(zoom)
    page.keyboard.press("s")
    expect(shown).not_to_have_count(1)
    assert page.complaints == [], page.complaints


@journey
def another_device_opens_where_one_was(chromium, double):
    character, = fresh(chromium, double, template="Book", pages=6, characters=["Mover"])
    page = b.open_page(chromium, double, f"c/{character['id']}")
    written(page, 1, 0)
    page.keyboard.press("End")
    expect(page).to_have_url(f"{double.address}c/{character['id']}/6")
    b.until(page, lambda: double.control()["characters"][0]["lastPage"] == 6)
    other = b.open_page(chromium, double, f"c/{character['id']}", viewport={"width": 390, "height": 844})
    expect(other).to_have_url(f"{double.address}c/{character['id']}/6")


@journey
def two_fingers_a_wheel_and_keys_zoom_about_their_place(chromium, double):
    _, page = opened(chromium, double, "Zoomer", has_touch=True)
    b.Pen(page).draw(line(0.2, 0.3, 0.2))
    written(page, 1, 1)
    sheet = page.locator('[data-testid=page][data-page="1"]')
    before = b.box(sheet)
    place = (before["x"] + 0.4 * before["width"], before["y"] + 0.3 * before["height"])
    page.mouse.move(*place)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -60)
    page.keyboard.up("Control")
    page.wait_for_timeout(400)

    def is_larger():
        after = b.box(sheet)
        assert after["width"] > 1.3 * before["width"], (before, after)
        near([(place[0] - after["x"]) / after["width"], (place[1] - after["y"]) / after["height"]], [0.4, 0.3], 0.004)
        return True

    b.until(page, is_larger)
    after = b.box(sheet)
    session = page.context.new_cdp_session(page)
    session.send("Input.synthesizePinchGesture", {"x": 600, "y": 450, "scaleFactor": 0.6, "relativeSpeed": 800, "gestureSourceType": "touch"})
    b.until(page, lambda: b.box(sheet)["width"] < 0.8 * after["width"], lambda: str(b.box(sheet)))
    page.wait_for_timeout(500)
    written(page, 1, 1)
    page.keyboard.press("0")
    b.until(page, lambda: near([b.box(sheet)["width"]], [before["width"]], 1.5) is None)
    page.keyboard.press("+")
    b.until(page, lambda: near([b.box(sheet)["width"]], [1.25 * before["width"]], 1.5) is None)
