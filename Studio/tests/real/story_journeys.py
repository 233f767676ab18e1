# SPDX-License-Identifier: GPL-3.0-or-later
"""The whole story: from a file on the desktop to a PDF that holds everything."""
import base64
import io
import math

from playwright.sync_api import expect
from PIL import Image

import pikepdf
import pymupdf

import browser as b
from compare import assert_alike
from server import SAMPLE
from visit import Pen, again, open_at, owner, saved, sharp, sheet, wave, written

#: Large enough that a whole page is seen.
TALL = {"width": 1280, "height": 1500}


def _drop(page, file):
    """Drops a file onto the library, as a person's hand does."""
    page.evaluate("""([name, bytes]) => {
        const transfer = new DataTransfer();
        const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([content], name, { type: 'application/pdf' }));
        const place = document.querySelector('main');
        for (const type of ['dragenter', 'dragover', 'drop']) {
            place.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
        }
    }""", [file.name, base64.b64encode(file.read_bytes()).decode()])


def _exported(page) -> bytes:
    page.get_by_test_id("export").click()
    page.get_by_test_id("export-start").click()
    link = page.get_by_test_id("export-link")
    expect(link).to_be_visible(timeout=60000)
    with page.expect_download() as download:
        link.click()
    with open(download.value.path(), "rb") as file:
        return file.read()


def the_whole_story_from_a_dropped_file_to_an_exported_pdf(chromium, server):
    context = owner(chromium, server, viewport=TALL, accept_downloads=True)
    page = open_at(context, server)
    expect(page.get_by_text("An empty desk")).to_be_visible()
    _drop(page, SAMPLE)
    expect(page.get_by_test_id("template-card")).to_have_count(1)
    page.get_by_test_id("new-character").click()
    page.get_by_test_id("character-name").fill("Maren Ashwick")
    page.get_by_test_id("create").click()
    written(page, 1, 0)
    character = page.url.split("/c/")[1].split("/")[0]
    # Page 2, with a pen.
    page.goto(f"{server.address}c/{character}/2")
    written(page, 2, 0)
    pen = Pen(page, 2)
    for i in range(3):
        pen.draw(wave(0.2, 0.7, 0.3 + 0.1 * i))
    written(page, 2, 3)
    page.get_by_test_id("undo").click()
    written(page, 2, 2)
    page.get_by_test_id("redo").click()
    written(page, 2, 3)
    page.get_by_test_id("tool-eraser").click()
    pen.draw([(0.45, 0.37), (0.45, 0.43)])
    written(page, 2, 2)
    saved(page)
    # Words are typed on the page, and a field of the form is filled.
    page.get_by_test_id("tool-text").click()
    box = pen.box()
    page.mouse.click(box["x"] + 0.62 * box["width"], box["y"] + 0.8 * box["height"])
    page.keyboard.type("Sworn at the lantern feast")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("typing")).to_have_count(0)
    saved(page)
    page.goto(f"{server.address}c/{character}/1")
    name = page.locator('[data-page="1"] [data-testid=field][data-name="identity.name"]')
    name.focus()
    page.keyboard.type("Maren Ashwick")
    page.keyboard.press("Tab")
    saved(page)
    page.goto(f"{server.address}c/{character}/2")
    written(page, 2, 2)
    page.get_by_test_id("tool-pen").click()
    # The tab is closed in the middle of a stroke.
    pen.draw(wave(0.2, 0.7, 0.75, count=60), lifts=False)
    page.wait_for_timeout(300)
    pen.draw([(0.7, 0.76)], lifts=False)
    page.wait_for_timeout(250)
    assert page.complaints == [], page.complaints
    page.close()
    # It is opened again at another address, and the page is turned to.
    page = open_at(context, server)
    page.get_by_test_id("character-card").locator("a").click()
    expect(page.get_by_text("A stroke that was not finished has been kept.")).to_be_visible()
    page.goto(f"{server.address}c/{character}/2")
    written(page, 2, 3)
    Pen(page, 2).draw(wave(0.3, 0.8, 0.85))
    written(page, 2, 4)
    saved(page)
    assert len(server.strokes(character, 2)) == 4, "every stroke once"
    sharp(page, 2)
    export = _exported(page)
    page.keyboard.press("Escape")
    # The form adds up a weight when it is filled, so the page without ink is that of a filled form, too.
    blank = server.character("Blank", server.ask("GET", f"/characters/{character}")["template"])
    server.ask("PUT", f"/characters/{blank}/form", {"values": {"identity.name": "Maren Ashwick"}}, {"If-Match": '"0"'})
    assert_alike(page, 2, export, server.export(blank), name="story")
    with pikepdf.open(io.BytesIO(export)) as document:
        assert len(document.pages) == 2
        identity = next(field for field in document.Root.AcroForm.Fields if field.get("/T") == "identity")
        found = [str(field.V) for field in identity.Kids if field.get("/T") == "name"]
        assert found == ["Maren Ashwick"], found
    with pymupdf.open("pdf", export) as document:
        assert "Maren Ashwick" in document[0].get_text(), "the field shows its value"
        assert "Sworn at the lantern feast" in document[1].get_text(), "the words are text in the file"
    assert page.complaints == [], page.complaints
    # Another device shows the same.
    other = open_at(again(chromium, server, viewport=TALL), server, f"c/{character}/2")
    written(other, 2, 4)


def ink_on_the_screen_lies_where_the_export_has_it_at_every_device_ratio(chromium, server):
    character = server.character("Aligned")
    context = owner(chromium, server)
    first = open_at(context, server, f"c/{character}/1")
    written(first, 1, 0)
    count = 0
    for tool in ("pen", "highlighter"):
        first.get_by_test_id(f"tool-{tool}").click()
        pen = Pen(first)
        for i in range(3):
            pen.draw([(0.15 + 0.2 * i + 0.06 * math.cos(a / 8), 0.2 + 0.03 * math.sin(a / 5)) for a in range(60)])
            pen.draw(wave(0.15, 0.8, (0.28 if tool == "pen" else 0.36) + 0.02 * i))
            count += 2
    written(first, 1, count)
    saved(first)
    export, template = server.export(character), SAMPLE.read_bytes()
    for ratio in (1, 1.5, 2, 3):
        page = open_at(again(chromium, server, viewport={"width": 1000, "height": 1500}, device_scale_factor=ratio), server,
                       f"c/{character}/1")
        written(page, 1, count)
        sharp(page, 1)
        page.wait_for_timeout(300)
        assert_alike(page, 1, export, template, name=f"at ratio {ratio}")
        page.context.close()
    # And at other zooms, with what is written there.
    for zoom in range(3):
        first.keyboard.press("-")
        first.wait_for_timeout(400)
        first.get_by_test_id("tool-pen").click()
        Pen(first).draw(wave(0.2, 0.8, 0.45 + 0.05 * zoom))
        count += 1
        written(first, 1, count)
    saved(first)
    first.set_viewport_size(TALL)
    first.wait_for_timeout(1000)
    assert_alike(first, 1, server.export(character), template, name="zoomed")


def pages_of_every_rotation_and_unit_have_their_ink_where_the_pen_was(chromium, server):
    context = owner(chromium, server, viewport=TALL)
    for variant in ("cropped", "rotated-90", "rotated-180", "rotated-270", "userunit"):
        file = SAMPLE.with_name(f"character-sheet-{variant}.pdf")
        character = server.character(variant, server.template(file, variant))
        page = open_at(context, server, f"c/{character}/1")
        written(page, 1, 0)
        page.keyboard.press("-")
        page.keyboard.press("-")
        page.wait_for_timeout(400)
        Pen(page).draw(wave(0.1, 0.4, 0.1))
        Pen(page).draw(wave(0.6, 0.9, 0.5))
        written(page, 1, 2)
        saved(page)
        sharp(page, 1)
        page.wait_for_timeout(300)
        assert_alike(page, 1, server.export(character), file.read_bytes(), name=variant)
        page.close()


def a_small_picture_in_the_library_carries_the_ink(chromium, server):
    character = server.character("Pictured")
    context = owner(chromium, server)
    page = open_at(context, server, f"c/{character}/1")
    written(page, 1, 0)
    Pen(page).draw(wave(0.1, 0.9, 0.5, height=0.2, turns=12, count=200))
    written(page, 1, 1)
    saved(page)
    page.get_by_test_id("back").click()
    picture = page.get_by_test_id("character-card").locator("img")
    expect(picture).to_be_visible()
    b.until(page, lambda: picture.evaluate("(image) => image.complete && image.naturalWidth > 0"))
    answer = context.request.get(page.url.rstrip("/") + picture.get_attribute("src"))
    shown = Image.open(io.BytesIO(answer.body())).convert("RGB")
    card = context.request.get(f"{server.address}iiif/{server.ask('GET', f'/characters/{character}')['template']}:1/full/^!480,480/0/default.jpg")
    bare = Image.open(io.BytesIO(card.body())).convert("RGB")
    assert shown.size == bare.size
    changed = sum(1 for a, b in zip(shown.getdata(), bare.getdata()) if abs(a[0] - b[0]) > 60)
    assert changed > 200, f"the card shows {changed} pixels of ink"
    expect(sheet(page, 1)).to_have_count(0)
