# SPDX-License-Identifier: GPL-3.0-or-later
"""What people do, in WebKit. Its driver sends pens without pressure in moves, whole pixels, and no fingers."""
import io
import time

from PIL import Image

from browser import UNFINISHED
from compare import SURE, difference, distance, drawn
from exported import canvas
from server import SAMPLE, line
from visit import wave


def _open(window, server, path: str = ""):
    window.sign_in(server.link)
    if path:
        window.goto(server.address + path)


def somebody_creates_a_character_and_writes_with_a_pen_in_webkit(window, server):
    _open(window, server)
    window.type("import-input", str(SAMPLE))
    window.one("template-card")
    window.click("new-character")
    window.type("character-name", "Maren Ashwick")
    window.click("create")
    window.written(1, 0)
    character = window.driver.current_url.split("/c/")[1].split("/")[0]
    window.draw(wave(0.2, 0.7, 0.2))
    window.draw(wave(0.2, 0.7, 0.3))
    window.written(1, 2)
    window.saved()
    strokes = server.strokes(character, 1)
    # The driver tells the place where the pen came down twice. If both have the same time, one is kept.
    counts = [len(stroke["xy"]) // 2 for stroke in strokes]
    assert len(counts) == 2 and set(counts) <= {41, 42}, f"every sample is kept: {counts}"
    assert all("widths" not in stroke and stroke["width"] > 0 for stroke in strokes), "a pen without pressure writes at its nominal width"
    window.click("undo")
    window.written(1, 1)
    window.click("redo")
    window.written(1, 2)
    window.saved()
    window.click("tool-eraser")
    window.draw([(0.45, 0.27), (0.45, 0.33)])
    window.written(1, 1)
    window.press("z", ctrlKey=True)
    window.written(1, 2)
    window.saved()
    window.goto(window.driver.current_url)
    window.written(1, 2)
    assert len(server.strokes(character, 1)) == 2
    assert window.complaints == [], window.complaints


def a_mouse_writes_in_webkit_too(window, server):
    character = server.character("Mouse")
    _open(window, server, f"c/{character}/2")
    window.written(2, 0)
    window.draw(wave(0.2, 0.7, 0.2), 2, kind="mouse")
    window.written(2, 1)
    window.saved()
    assert len(server.strokes(character, 2)) == 1
    assert window.complaints == [], window.complaints


def a_lasso_moves_and_deletes_in_webkit(window, server):
    character = server.character("Lasso")
    _open(window, server, f"c/{character}/1")
    window.written(1, 0)
    window.draw(wave(0.3, 0.5, 0.3))
    window.saved()
    before = server.strokes(character, 1)[0]["xy"]
    window.click("tool-lasso")
    window.draw([(0.25, 0.25), (0.55, 0.25), (0.55, 0.35), (0.25, 0.35)])
    window.draw([(0.4, 0.3), (0.45, 0.32), (0.5, 0.34)])
    window.saved()
    window.until(lambda: server.strokes(character, 1)[0]["xy"] != before, "the stroke has not moved")
    width, height = server.size(character, 1)
    after = server.strokes(character, 1)[0]["xy"]
    assert abs(after[0] - before[0] - 0.1 * width) < 2 and abs(after[1] - before[1] - 0.04 * height) < 2, (before[:2], after[:2])
    window.press("Delete")
    window.written(1, 0)
    window.saved()
    assert server.strokes(character, 1) == []


def ink_in_webkit_lies_where_the_export_has_it(window, server):
    character = server.character("Aligned")
    _open(window, server, f"c/{character}/1")
    window.written(1, 0)
    for i in range(3):
        window.draw(wave(0.2, 0.7, 0.1 + 0.08 * i))
    window.click("tool-highlighter")
    window.draw(wave(0.2, 0.7, 0.14))
    window.written(1, 4)
    window.saved()
    window.until(lambda: window.page(1).get_attribute("data-sharp"), "the page is not sharp")
    # The canvas holds the ink, and the picture where there is a highlighter: it is compared with one that has none.
    inked = canvas(window)
    export = difference(drawn(server.export(character), 1, inked.size), drawn(SAMPLE.read_bytes(), 1, inked.size))
    for _ in range(4):
        window.click("undo")
    window.written(1, 0)
    window.saved()
    bare = drawn(SAMPLE.read_bytes(), 1, inked.size)
    # What the canvas covers is compared with the page below it.
    screen = difference(Image.composite(inked.convert("RGB"), bare, inked.getchannel("A")), bare)
    strong = Image.eval(export, lambda value: 255 if value >= SURE else 0)
    assert strong.getbbox() is not None
    found = distance(export, screen)
    assert found <= 1, f"the export's ink is {found} px from the screen's"


def a_wheel_with_the_control_key_zooms_in_webkit(window, server):
    character = server.character("Wheel")
    _open(window, server, f"c/{character}/1")
    window.written(1, 0)
    before = window.box(1)["width"]
    window.run("arguments[0].dispatchEvent(new WheelEvent('wheel', { deltaY: -120, ctrlKey: true, bubbles: true, cancelable: true,"
               " clientX: 400, clientY: 300 }))", window.page(1))
    window.until(lambda: window.box(1)["width"] > before * 1.2, "it has not zoomed")
    time.sleep(0.4)
    window.draw(wave(0.3, 0.6, 0.1))
    window.written(1, 1)
    window.saved()


def strokes_wait_in_webkit_while_the_server_is_away(window, server):
    character = server.character("Away")
    _open(window, server, f"c/{character}/1")
    window.written(1, 0)
    server.kill()
    for i in range(3):
        window.draw(wave(0.2, 0.7, 0.1 + 0.08 * i))
    window.written(1, 3)
    window.until(lambda: window.one("save-state").get_attribute("textContent") == "Offline, 3 strokes kept here",
                 f"the state is not told in words: {window.one('save-state').get_attribute('textContent')}")
    server.start()
    window.saved()
    assert len(server.strokes(character, 1)) == 3, "every stroke once"


def strokes_of_others_come_to_webkit_by_themselves(window, server):
    character = server.character("Others")
    _open(window, server, f"c/{character}/1")
    window.written(1, 0)
    server.draw(character, 1, [{"brush": {"kind": "pen", "color": {"red": 0, "green": 0, "blue": 0, "alpha": 1}, "width": 2,
                                          "cap": "round", "dash": []}, "width": 2, "xy": [60, 250, 300, 250]}])
    window.written(1, 1)


def a_stroke_that_was_not_finished_is_kept_in_webkit(window, server):
    character = server.character("Unfinished")
    _open(window, server, f"c/{character}/1")
    window.written(1, 0)
    window.draw(wave(0.2, 0.7, 0.2), lifts=False)
    window.until(lambda: window.run_async(UNFINISHED), "the browser keeps nothing of the stroke")
    # Elsewhere and back: the page is told nothing more of the pen.
    window.goto(server.address)
    window.goto(f"{server.address}c/{character}/1")
    # A tab that gave no sign for some seconds is taken for closed.
    window.until(lambda: len(server.strokes(character, 1)) == 1, "the stroke is not sent")
    window.written(1, 1)


def a_text_is_typed_on_the_page_in_webkit(window, server):
    character = server.character("Typed")
    _open(window, server, f"c/{character}/1")
    window.written(1, 0)
    window.click("tool-text")
    window.press("Escape")
    window.draw([(0.3, 0.45)], kind="mouse")
    window.type("typing", "Sworn at the lantern feast")
    window.until(lambda: window.run("return document.querySelector('.text-box.is-set') !== null"), "the server's words are not shown")
    window.press("Enter", ctrlKey=True)
    window.until(lambda: not window.all("typing"), "the text is still open")

    def words():
        ink = server.ask("GET", f"/characters/{character}/pages/1/ink", headers={"Accept": "application/json"})["pages"][0]
        return ["".join(run["text"] for run in one["text"]["runs"]) for one in ink.get("objects", [])]

    window.until(lambda: words() == ["Sworn at the lantern feast"], f"the server has {words()}")
    assert window.complaints == [], window.complaints


def a_form_is_filled_in_webkit(window, server):
    character = server.character("Filled")
    _open(window, server, f"c/{character}/1")
    window.written(1, 0)
    name = window.element('[data-page="1"] [data-testid=field][data-name="identity.name"]')
    window.run("arguments[0].focus()", name)
    name.send_keys("Maren Ashwick")
    window.run("arguments[0].blur()", name)
    window.until(lambda: server.ask("GET", f"/characters/{character}/form")["values"].get("identity.name") == "Maren Ashwick",
                 "the value is not saved")
    window.saved()
    assert window.complaints == [], window.complaints


def the_library_is_searched_sorted_and_changed_in_webkit(window, server):
    sheet = server.template()
    for name in ("Élodie", "Brann", "Tam"):
        server.character(name, sheet)
    _open(window, server)

    def names():
        return window.run("return [...document.querySelectorAll('[data-testid=character-card] .name')].map((one) => one.textContent)")

    window.until(lambda: len(names()) == 3, "three cards are wanted")
    window.run("arguments[0].value = 'name'; arguments[0].dispatchEvent(new Event('change', { bubbles: true }))", window.one("sort"))
    window.until(lambda: names() == ["Brann", "Élodie", "Tam"], f"they are not sorted: {names()}")
    window.type("search", "elod")
    window.until(lambda: names() == ["Élodie"], f"found: {names()}")
    window.click("card-more")
    window.click("menu-favorite")
    window.until(lambda: any(one["favorite"] for one in server.ask("GET", "/characters")["items"]), "it is no favourite")
    assert window.complaints == [], window.complaints


def an_eraser_and_dashes_in_webkit_are_exported_as_they_are_seen(window, server):
    character = server.character("Erased")
    server.draw(character, 1, [line(200, width=6)])
    _open(window, server, f"c/{character}/1")
    window.written(1, 1)
    window.draw(wave(0.2, 0.7, 0.35, turns=1))
    window.written(1, 2)
    window.press("e")
    _, tall = server.size(character, 1)
    window.draw([(0.5, 190 / tall), (0.5, 200 / tall), (0.5, 210 / tall)])
    window.written(1, 1)
    window.press("z", ctrlKey=True)
    window.written(1, 2)
    window.press("2")
    window.draw(wave(0.2, 0.7, 0.45, turns=2))
    window.written(1, 3)
    window.saved()
    assert window.complaints == [], window.complaints


def the_studio_in_webkit_looks_as_it_should(window, server):
    character = server.character("Maren Ashwick")
    _open(window, server, f"c/{character}/1")
    window.written(1, 0)
    window.draw(wave(0.2, 0.7, 0.15))
    window.written(1, 1)
    window.until(lambda: window.page(1).get_attribute("data-sharp"), "the page is not sharp")
    window.saved()
    picture = Image.open(io.BytesIO(window.driver.get_screenshot_as_png())).convert("RGB")
    ratio = window.run("return devicePixelRatio")
    width, height = window.run("return [innerWidth, innerHeight]")
    assert ratio == 2 and picture.size == (width * ratio, height * ratio), (ratio, picture.size)
    box = window.box(1)
    x, y = (box["x"] + 0.2 * box["width"]) * ratio, (box["y"] + 0.15 * box["height"]) * ratio
    # The stroke begins where the pen came down, as dark as its ink.
    around = picture.crop((int(x) - 6, int(y) - 6, int(x) + 7, int(y) + 7))
    assert min(around.convert("L").getdata()) < 70, "there is no ink where the pen was"


the_studio_in_webkit_looks_as_it_should.pictures = True
the_studio_in_webkit_looks_as_it_should.ratio = 2


def printed_words_are_selected_and_marked_in_webkit(window, server):
    character = server.character("Reader")
    _open(window, server, f"c/{character}/1")
    window.written(1, 0)
    window.press("v")
    window.until(lambda: window.run("return document.querySelector('.is-selecting') !== null"), "the mouse does not select")
    # The skills of the sheet: Bargaining, Beastcraft.
    window.draw([(0.386, 0.388), (0.4, 0.4), (0.44, 0.41)], kind="mouse")
    window.until(lambda: window.run("return getSelection().toString().length > 5"), "nothing is selected")
    window.until(lambda: not window.one("text-bar").get_property("hidden"), "no bar is there")
    window.click("mark-underline")
    window.until(lambda: len(window.all("mark")) == 1, "no mark is there")
    window.saved()
    ink = server.ask("GET", f"/characters/{character}/pages/1/ink")
    mark, = [item["markup"] for item in ink["pages"][0]["objects"] if "markup" in item]
    assert mark["style"] == "underline" and mark["words"] and len(mark["quads"][0]) == 8, mark
    assert window.run("return document.querySelectorAll('[data-page=\"1\"] .objects path').length") >= 1
    window.press("z", ctrlKey=True)
    window.until(lambda: window.all("mark") == [], "the mark is still there")
    assert window.complaints == [], window.complaints
