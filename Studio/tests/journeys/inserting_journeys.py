# SPDX-License-Identifier: GPL-3.0-or-later
"""What people do with pictures, notes and links."""
import base64

from playwright.sync_api import expect

import browser as b
from item_journeys import HEIGHT, PORTRAIT, WIDTH, field, objects, opened, place
from journeys import fresh, journey, SAMPLE, saved, written


@journey
def pictures_come_by_file_by_drop_and_by_paste(chromium, double):
    _, page = opened(chromium, double, "Pictures")
    page.get_by_test_id("tool-insert").click()
    b.shoot(page, "insert")
    page.get_by_test_id("insert-picture").set_input_files(str(PORTRAIT))
    expect(page.locator(".objects image")).to_have_count(1)
    give = """([kind, bytes]) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], 'portrait.png', { type: 'image/png' }));
        const page = document.querySelector('[data-testid=page]');
        const { left, top, width, height } = page.getBoundingClientRect();
        if (kind === 'drop') page.dispatchEvent(new DragEvent('drop', {
            bubbles: true, cancelable: true, dataTransfer: data, clientX: left + width * .7, clientY: top + height * .3 }));
        else document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data }));
    }"""
    bytes_ = base64.b64encode(PORTRAIT.read_bytes()).decode()
    page.evaluate(give, ["drop", bytes_])
    expect(page.locator(".objects image")).to_have_count(2)
    page.evaluate(give, ["paste", bytes_])
    expect(page.locator(".objects image")).to_have_count(3)
    saved(page)
    pictures = objects(double, "picture")
    frame = pictures[1]["frame"]
    assert abs((frame[0] + frame[2]) / 2 - 0.7 * WIDTH) < 1.5 and abs((frame[1] + frame[3]) / 2 - 0.3 * HEIGHT) < 1.5, frame
    assert all(0 <= f[0] < f[2] <= WIDTH and 0 <= f[1] < f[3] <= HEIGHT for f in (picture["frame"] for picture in pictures))
    assert pictures[0]["alternative"] == "portrait"
    # What was put there last is in the lasso's hand.
    page.keyboard.press("Delete")
    expect(page.locator(".objects image")).to_have_count(2)
    page.get_by_test_id("tool-insert").click()
    page.get_by_test_id("insert-picture").set_input_files(str(SAMPLE))
    expect(page.get_by_text("character-sheet.pdf was not inserted: it is not a picture.")).to_be_visible()
    assert page.complaints == [], page.complaints


@journey
def a_note_is_put_on_the_page_read_changed_listed_and_removed(chromium, double):
    _, page = opened(chromium, double, "Notes")
    page.get_by_test_id("tool-insert").click()
    page.get_by_test_id("insert-note").click()
    page.mouse.click(*place(page, 200, 320))
    page.get_by_test_id("note-title").fill("<b>Lantern</b>")
    page.get_by_test_id("note-text").fill("Oil for three nights")
    b.shoot(page, "note")
    page.get_by_test_id("note-save").click()
    pin = page.get_by_test_id("note")
    expect(pin).to_have_attribute("aria-label", "Note: <b>Lantern</b>")
    saved(page)
    note, = objects(double, "note")
    assert note["title"] == "<b>Lantern</b>" and abs(note["at"][0] - 197) < 2, note
    pin.click()
    page.get_by_test_id("note-text").fill("Oil for two nights")
    page.get_by_test_id("note-save").click()
    saved(page)
    assert objects(double, "note")[0]["text"] == "Oil for two nights"
    # Escape, and a press beside the dialog, keep what was typed; the button for that drops it.
    pin.click()
    page.get_by_test_id("note-text").fill("Oil for one night")
    page.keyboard.press("Escape")
    b.until(page, lambda: objects(double, "note")[0]["text"] == "Oil for one night")
    pin.click()
    page.get_by_test_id("note-text").fill("Oil for two nights")
    page.mouse.click(5, 5)
    b.until(page, lambda: objects(double, "note")[0]["text"] == "Oil for two nights")
    pin.click()
    page.get_by_test_id("note-text").fill("No oil")
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    saved(page)
    assert objects(double, "note")[0]["text"] == "Oil for two nights"
    page.get_by_test_id("notes").click()
    expect(page.get_by_test_id("notes-list").locator("li")).to_have_count(1)
    b.shoot(page, "notes")
    page.get_by_role("button", name="<b>Lantern</b> Page 1").click()
    page.get_by_test_id("note-remove").click()
    expect(pin).to_have_count(0)
    saved(page)
    assert objects(double, "note") == []


@journey
def a_note_goes_onto_a_field_with_any_tool_and_its_place_can_be_put_off(chromium, double):
    character, page = opened(chromium, double, "Field", form=True)
    box = b.box(page.locator('[data-page="1"] input.field[type=text]:not([readonly])').first)
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    hint = page.get_by_text("Tap where the note belongs.")
    for count, key in enumerate(("p", "t", "h", "l"), 1):
        page.keyboard.press(key)
        page.get_by_test_id("tool-insert").click()
        page.get_by_test_id("insert-note").click()
        expect(hint).to_be_visible()
        page.mouse.click(*middle)
        page.get_by_test_id("note-text").fill(f"With {key}")
        page.get_by_test_id("note-save").click()
        b.until(page, lambda: len(objects(double, "note")) == count, lambda: (key, objects(double, "note")))
        page.keyboard.press("Control+z")
        b.until(page, lambda: len(objects(double, "note")) == count - 1)
        page.keyboard.press("Control+Shift+z")
        b.until(page, lambda: len(objects(double, "note")) == count)
        # The next note lies beside it.
        middle = middle[0] + 24, middle[1]
    for stop in (lambda: page.get_by_test_id("placing-stop").click(), lambda: page.keyboard.press("Escape"), lambda: page.keyboard.press("t")):
        page.get_by_test_id("tool-insert").click()
        page.get_by_test_id("insert-note").click()
        expect(hint).to_be_visible()
        stop()
        expect(hint).to_be_hidden()
    assert page.complaints == [], page.complaints


@journey
def links_lead_to_the_web_and_to_pages_and_nowhere_else(chromium, double):
    _, page = opened(chromium, double, "Links")
    page.get_by_test_id("tool-insert").click()
    page.get_by_test_id("insert-link").click()
    b.Pen(page).draw([(0.2, 0.3), (0.3, 0.32), (0.4, 0.34)])
    address = page.get_by_test_id("link-address")
    for refused in ("javascript:alert(1)", "file:///etc/passwd", "data:text/html,x"):
        address.fill(refused)
        page.get_by_test_id("link-save").click()
        expect(page.get_by_text("Only addresses of the web")).to_be_visible()
    address.fill("example.org/rules")
    page.get_by_test_id("link-save").click()
    expect(page.get_by_test_id("link")).to_have_attribute("href", "https://example.org/rules")
    saved(page)
    link, = objects(double, "link")
    assert link["uri"] == "https://example.org/rules" and abs(link["area"][0] - 0.2 * WIDTH) < 1.5 and abs(link["area"][3] - 0.34 * HEIGHT) < 1.5, link
    page.get_by_test_id("tool-insert").click()
    page.get_by_test_id("insert-link").click()
    page.keyboard.press("Enter")
    page.get_by_test_id("link-page").fill("2")
    page.get_by_test_id("link-save").click()
    page.get_by_role("button", name="Link to page 2").click()
    expect(page).to_have_url(f"{page.url.rsplit('/', 1)[0]}/2")


@journey
def texts_fields_and_notes_pass_axe_and_fit_every_screen(chromium, double):
    from axe_playwright_python.sync_playwright import Axe
    character, = fresh(chromium, double, template="Sheet", form=True, characters=["Axe items"])
    double.control(character=character["id"], page=1, edit={"add": [
        {"note": {"at": [100, 300], "title": "Lantern", "color": {"red": 1, "green": 0.8, "blue": 0, "alpha": 1}}},
        {"link": {"area": [200, 300, 300, 330], "uri": "https://example.org/"}}]})
    screens = {"wide": (1440, 900), "tablet": (820, 1180), "tablet-side": (1180, 820), "phone": (390, 844), "phone-side": (844, 390)}
    for name, (width, height) in screens.items():
        for scheme in ("light", "dark"):
            page = b.open_page(chromium, double, f"c/{character['id']}/1", color_scheme=scheme, bypass_csp=True, reduced_motion="reduce",
                               viewport={"width": width, "height": height})
            written(page, 1, 0)
            expect(field(page, "hero.name")).to_be_attached()
            page.keyboard.press("t")
            page.mouse.click(*place(page, 120, 250))
            page.keyboard.type("Words")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
            b.shoot(page, f"items-{name}-{scheme}")
            if name in ("wide", "phone"):
                found = {"typing": Axe().run(page)}
                page.keyboard.press("Escape")
                page.get_by_test_id("tool-insert").click()
                found["insert"] = Axe().run(page)
                page.get_by_test_id("insert-note").click()
                page.mouse.click(*place(page, 200, 280))
                found["note"] = Axe().run(page)
                page.keyboard.press("Escape")
                page.get_by_test_id("tool-insert").click()
                page.get_by_test_id("insert-notes").click()
                expect(page.get_by_test_id("notes-list").locator("li")).to_have_count(1)
                found["notes"] = Axe().run(page)
                for view, result in found.items():
                    assert result.violations_count == 0, f"{scheme} {name} {view}\n{result.generate_report()}"
            page.context.close()


@journey
def a_picture_is_cropped_where_it_lies_and_shown_whole_again(chromium, double):
    _, page = opened(chromium, double, "Cropped")
    page.get_by_test_id("tool-insert").click()
    page.get_by_test_id("insert-picture").set_input_files(str(PORTRAIT))
    expect(page.locator(".objects image")).to_have_count(1)
    saved(page)
    whole = objects(double, "picture")[0]["frame"]
    page.get_by_test_id("selection-crop").click()
    paper = page.get_by_test_id("region-paper")
    b.until(page, lambda: page.evaluate("document.querySelector('.region-paper img')?.naturalWidth > 0"))
    box = b.box(paper)

    def at(x, y):
        return box["x"] + x * box["width"], box["y"] + y * box["height"]

    # The lower right corner is dragged to the middle, then a number is typed.
    page.mouse.move(*at(0.99, 0.99))
    page.mouse.down()
    page.mouse.move(*at(0.5, 0.5))
    page.mouse.up()
    expect(page.get_by_test_id("region-left")).to_have_value("0")
    page.get_by_test_id("region-height").fill("25")
    page.get_by_test_id("region-height").press("Tab")
    b.shoot(page, "crop")
    page.get_by_test_id("crop-show").click()
    saved(page)
    part, = objects(double, "picture")
    assert all(abs(a - e) < 0.02 for a, e in zip(part["crop"], [0, 0, 0.5, 0.25])), part["crop"]
    wide, high = whole[2] - whole[0], whole[3] - whole[1]
    expected = [whole[0], whole[1], whole[0] + part["crop"][2] * wide, whole[1] + part["crop"][3] * high]
    assert all(abs(a - e) < 0.01 for a, e in zip(part["frame"], expected)), (part["frame"], expected)
    page.get_by_test_id("selection-crop").click()
    page.get_by_test_id("crop-whole").click()
    saved(page)
    again, = objects(double, "picture")
    assert "crop" not in again and all(abs(a - e) < 0.01 for a, e in zip(again["frame"], whole)), again
    # Ink is not cropped, and neither are two pictures at once.
    page.keyboard.press("Control+d")
    page.keyboard.press("Control+a")
    expect(page.get_by_test_id("selection-delete")).to_be_visible()
    expect(page.get_by_test_id("selection-crop")).to_be_hidden()
    assert page.complaints == [], page.complaints
