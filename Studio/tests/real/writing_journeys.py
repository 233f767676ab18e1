# SPDX-License-Identifier: GPL-3.0-or-later
"""What people put on pages, in Chromium at the real server. After each journey, run.py compares the screen with the
exported PDF as mutool draws it."""
import io
import subprocess

from PIL import Image
from playwright.sync_api import expect

import browser as b
from compare import difference, distance, drawn
from server import ROOT, SAMPLE, line, programs
from visit import Pen, open_at, owner, saved, sheet, wave, written

PORTRAIT = SAMPLE.parent / "portrait.png"
TALL = {"width": 1280, "height": 1500}


def _opened(chromium, server, name: str, **options):
    """A new character's first page, without shapes that snap."""
    character = server.character(name)
    context = owner(chromium, server, viewport=TALL, **options)
    context.add_init_script("""try {
        localStorage.getItem('limn:settings') ?? localStorage.setItem('limn:settings', '{"snapsShapes":false}');
    } catch { /* The empty page before the first one has no store. */ }""")
    page = open_at(context, server, f"c/{character}/1")
    written(page, 1, 0)
    return character, page


def _around(x0, y0, x1, y1):
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def _objects(server, character: str) -> list:
    """The texts and pictures on the first page, as the server has them."""
    return server.ask("GET", f"/characters/{character}/pages/1/ink", headers={"Accept": "application/json"})["pages"][0].get("objects", [])


def _at(page, x: float, y: float):
    box = Pen(page).box()
    return box["x"] + x * box["width"], box["y"] + y * box["height"]


def every_kind_of_pen_is_exported_as_it_is_seen(chromium, server):
    _, page = _opened(chromium, server, "Pens")
    page.get_by_test_id("tool-pen").click()
    kinds = page.get_by_label("Kind of pen")
    names = kinds.evaluate("(select) => [...select.options].map((option) => option.value)")
    assert len(names) >= 8, names
    for count, name in enumerate(names, 1):
        if kinds.is_hidden():
            page.get_by_test_id("tool-pen").click()
        kinds.select_option(name)
        page.keyboard.press("Escape")
        Pen(page).draw(wave(0.1, 0.85, 0.08 + 0.08 * count, turns=4))
        written(page, 1, count)
    saved(page)
    assert page.complaints == [], page.complaints


def dashes_and_dots_of_any_width_are_exported_as_they_are_seen(chromium, server):
    _, page = _opened(chromium, server, "Dashes")
    count = 0
    for kind in ("Dashed", "Dotted"):
        for width in ("0.6", "2.5", "7"):
            page.get_by_test_id("tool-pen").click()
            if page.get_by_label("Kind of pen").is_hidden():
                page.get_by_test_id("tool-pen").click()
            page.get_by_label("Width in points").fill(width)
            page.get_by_label("Width in points").press("Enter")
            page.get_by_role("button", name=kind, exact=True).click()
            page.keyboard.press("Escape")
            count += 1
            Pen(page).draw(wave(0.1, 0.85, 0.1 + 0.1 * count, turns=2))
            written(page, 1, count)
    saved(page)


def a_shape_that_snapped_is_exported_as_it_is_seen(chromium, server):
    character = server.character("Shapes")
    page = open_at(owner(chromium, server, viewport=TALL), server, f"c/{character}/1")
    written(page, 1, 0)
    pen = Pen(page)
    for number, y in enumerate((0.2, 0.5)):
        pen.draw([(0.2 + 0.5 * i / 20, y + (0.004 if i % 2 else 0)) for i in range(21)], lifts=False)
        # The pen rests until the shape has snapped.
        b.until(page, lambda: any(len(one["stroke"]["xy"]) == 4 for one in b.unfinished(page)))
        pen.send("mouseReleased", *_at(page, 0.7, y), 0)
        written(page, 1, number + 1)
        b.until(page, lambda: b.unfinished(page) == [])
    written(page, 1, 2)
    saved(page)
    for stroke in server.strokes(character, 1):
        ys = stroke["xy"][1::2]
        assert max(ys) - min(ys) < 0.8, "a line that was drawn by hand is straight"


def what_an_eraser_leaves_is_exported_as_it_is_seen(chromium, server):
    character, page = _opened(chromium, server, "Erased")
    server.draw(character, 1, [line(200, width=6), line(300, width=3), line(400)])
    written(page, 1, 3)
    page.get_by_test_id("tool-eraser").click()
    page.get_by_test_id("tool-eraser").click()
    page.get_by_label("Erase whole strokes").uncheck()
    page.keyboard.press("Escape")
    _, tall = server.size(character, 1)
    Pen(page).draw([(0.5, 150 / tall), (0.5, 250 / tall), (0.52, 330 / tall)])
    # Two strokes are cut in two.
    written(page, 1, 5)
    saved(page)


def what_a_lasso_has_moved_turned_and_recoloured_is_exported_as_it_is_seen(chromium, server):
    character, page = _opened(chromium, server, "Moved")
    server.draw(character, 1, [line(200, 100, 250, 4), line(240, 100, 250, 4)])
    written(page, 1, 2)
    wide, tall = server.size(character, 1)
    page.keyboard.press("l")
    pen = Pen(page)
    pen.draw(_around(80 / wide, 170 / tall, 280 / wide, 270 / tall))
    pen.draw([(170 / wide, 220 / tall), (0.5, 0.4), (0.55, 0.5)])
    saved(page)
    page.get_by_role("button", name="Give what is selected").click()
    page.locator(".selection-colors button").nth(3).click()
    page.keyboard.press("Control+d")
    written(page, 1, 4)
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Escape")
    saved(page)


def a_text_is_shown_while_one_types_where_the_export_has_it(chromium, server):
    """The words are the server's while one types; the exported page has them at the same place."""
    character, page = _opened(chromium, server, "Typed")
    page.get_by_test_id("tool-text").click()
    page.get_by_test_id("text-size").select_option("24")
    page.keyboard.press("Escape")
    page.mouse.click(*_at(page, 0.3, 0.45))
    # The last picture is that of all words.
    with page.expect_response(lambda answer: answer.url.endswith("/items/picture") and "feast" in (answer.request.post_data or "")):
        page.keyboard.type("Sworn at the lantern feast")
    expect(page.locator(".text-box.is-set")).to_have_count(1)
    page.wait_for_selector('[data-page="1"][data-sharp=true]')
    clip = Pen(page).box()
    # The frame of the box is no ink.
    page.evaluate("""() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('.text-box::before, .text-grip { visibility: hidden } textarea.typing { caret-color: transparent !important } '
            + '.tool-bar, .typing-bar, header { visibility: hidden } .without .text-box { opacity: 0 !important }'
            + '.without .typed-picture { opacity: 0 !important }');
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    }""")
    shots = []
    for without in (False, True):
        page.evaluate("(without) => document.body.classList.toggle('without', without)", without)
        shots.append(Image.open(io.BytesIO(page.screenshot(clip=clip, animations="disabled"))))
    page.evaluate("document.body.classList.remove('without')")
    page.keyboard.press("Escape")
    b.until(page, lambda: _objects(server, character) != [])
    screen = difference(*shots)
    file = difference(drawn(server.export(character), 1, shots[0].size), drawn(SAMPLE.read_bytes(), 1, shots[0].size))
    assert sum(screen.histogram()[100:]) > 200, "nothing is seen while one types"
    found = distance(screen, file), distance(file, screen)
    assert max(found) <= 1, f"while one types, words are {found} px from the exported ones"


def pictures_that_are_cropped_and_turned_are_exported_as_they_are_seen(chromium, server):
    character, page = _opened(chromium, server, "Pictures")
    page.get_by_test_id("tool-insert").click()
    page.get_by_test_id("insert-picture").set_input_files(str(PORTRAIT))
    expect(page.locator(".objects image")).to_have_count(1)
    page.get_by_test_id("selection-crop").click()
    page.get_by_test_id("region-top").fill("20")
    page.get_by_test_id("region-top").press("Tab")
    page.get_by_test_id("region-height").fill("50")
    page.get_by_test_id("region-height").press("Tab")
    page.get_by_test_id("crop-show").click()
    b.until(page, lambda: "crop" in _objects(server, character)[0]["picture"])
    # The handle above the frame is dragged to its right: a quarter turn, which snaps.
    frame = b.box(page.locator(".overlay .turner"))
    box = b.box(page.locator(".overlay .selection"))
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2)
    page.mouse.down()
    page.mouse.move(middle[0] + 60, middle[1] - 60)
    page.mouse.move(middle[0] + 160, middle[1])
    page.mouse.up()
    b.until(page, lambda: "transform" in _objects(server, character)[0]["picture"])
    picture, = (one["picture"] for one in _objects(server, character))
    assert abs(picture["transform"][1] - 1) < 1e-6, picture
    assert all(abs(a - e) < 0.01 for a, e in zip(picture["crop"], [0, 0.2, 1, 0.7])), picture
    page.keyboard.press("p")
    Pen(page).draw(wave(0.2, 0.8, 0.9))
    written(page, 1, 1)
    saved(page)


def what_is_on_a_hidden_layer_is_neither_seen_nor_exported(chromium, server):
    character, page = _opened(chromium, server, "Layers")
    Pen(page).draw(wave(0.2, 0.7, 0.3))
    written(page, 1, 1)
    page.get_by_test_id("layers").click()
    page.get_by_test_id("layer-add").click()
    page.keyboard.press("Escape")
    Pen(page).draw(wave(0.2, 0.7, 0.6))
    written(page, 1, 2)
    page.get_by_test_id("layers").click()
    page.get_by_role("button", name="Hide Layer 2").click()
    page.keyboard.press("Escape")
    saved(page)
    assert len(server.strokes(character, 1)) == 2


def undo_and_redo_go_on_after_the_server_and_the_browser_were_started_anew(chromium, server):
    character, page = _opened(chromium, server, "Restarted")
    for count in range(1, 4):
        Pen(page).draw(wave(0.2, 0.7, 0.2 * count))
        written(page, 1, count)
    saved(page)
    context = page.context
    page.close()
    server.kill()
    server.start()
    page = open_at(context, server, f"c/{character}/1")
    written(page, 1, 3)
    page.get_by_test_id("undo").click()
    written(page, 1, 2)
    page.get_by_test_id("undo").click()
    written(page, 1, 1)
    page.get_by_test_id("redo").click()
    written(page, 1, 2)
    saved(page)
    assert len(server.strokes(character, 1)) == 2
    expect(page.get_by_test_id("redo")).to_be_enabled()


def a_stroke_of_many_points_is_exported_as_it_is_seen(chromium, server):
    character, page = _opened(chromium, server, "Long")
    Pen(page).draw(wave(0.1, 0.9, 0.5, height=0.3, turns=40, count=700))
    written(page, 1, 1)
    saved(page)
    assert len(server.strokes(character, 1)[0]["xy"]) > 1300


def ink_of_another_program_is_shown_as_it_is_exported(chromium, server):
    character = server.character("Notes")
    subprocess.run([programs() / "limn", "character", "draw", "Notes", ROOT / "Samples/party-notes.xopp", "--library", server.library],
                   check=True, capture_output=True)
    strokes = len(server.strokes(character, 2))
    assert strokes > 10, strokes
    page = open_at(owner(chromium, server, viewport=TALL), server, f"c/{character}/2")
    written(page, 2, strokes)
    assert page.complaints == [], page.complaints


def a_stroke_that_an_earlier_tab_did_not_finish_appears_on_the_open_page(chromium, server):
    character, page = _opened(chromium, server, "Unfinished")
    Pen(page).draw(wave(0.2, 0.7, 0.3), lifts=False)
    b.until(page, lambda: len(b.unfinished(page)) == 1)
    page.goto(server.address)
    page.goto(f"{server.address}c/{character}/1")
    expect(sheet(page, 1)).to_have_attribute("data-strokes", "1")
    assert len(server.strokes(character, 1)) == 1
