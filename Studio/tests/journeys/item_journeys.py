# SPDX-License-Identifier: GPL-3.0-or-later
"""What people do with texts, fields, pictures, notes and links."""
import base64

from playwright.sync_api import expect

import browser as b
from journeys import SAMPLE, fresh, saved, written

JOURNEYS = []
WIDTH, HEIGHT = 595, 842
PORTRAIT = SAMPLE.parent / "portrait.png"


def journey(function):
    JOURNEYS.append(function)
    return function


def opened(chromium, double, name, form=False, **options):
    """A new character's first page; whether its template has a form."""
    character, = fresh(chromium, double, template="Sheet", form=form, characters=[name])
    page = b.open_page(chromium, double, f"c/{character['id']}/1", **options)
    written(page, 1, 0)
    return character, page


def place(page, x, y, number=1):
    box = page.locator(f'[data-testid=page][data-page="{number}"]').bounding_box()
    return box["x"] + x / WIDTH * box["width"], box["y"] + y / HEIGHT * box["height"]


def objects(double, kind):
    return [item[kind] for entry in double.control()["pages"] for item in entry["objects"] if kind in item]


def typed(double):
    return ["".join(run["text"] for run in text["runs"]) for text in objects(double, "text")]


def field(page, name, number=1):
    return page.locator(f'[data-page="{number}"] [data-testid=field][data-name="{name}"]')


def values(double, character):
    return double.control()["values"].get(character["id"], {})


@journey
def somebody_types_on_the_page_goes_on_with_it_and_empties_it(chromium, double):
    _, page = opened(chromium, double, "Typing")
    page.get_by_test_id("tool-text").click()
    page.mouse.click(*place(page, 100, 200))
    page.keyboard.type("A lantern")
    page.keyboard.press("Enter")
    page.keyboard.type("and a rope")
    b.shoot(page, "typing")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("typing")).to_have_count(0)
    saved(page)
    assert typed(double) == ["A lantern\nand a rope"], typed(double)
    text, = objects(double, "text")
    assert abs(text["transform"][4] - 100) < 1 and abs(text["transform"][5] - 189) < 3, text["transform"]
    assert text["lineHeight"] == 1.25 and "width" not in text
    assert 30 < text["measured"][0] < 140 and abs(text["measured"][1] - 35) < 1.5, text["measured"]
    page.mouse.click(*place(page, 120, 196))
    expect(page.get_by_test_id("typing")).to_have_value("A lantern\nand a rope")
    page.keyboard.type(" of hemp")
    page.keyboard.press("Control+Enter")
    saved(page)
    assert typed(double) == ["A lantern\nand a rope of hemp"], typed(double)
    page.keyboard.press("Control+z")
    saved(page)
    assert typed(double) == ["A lantern\nand a rope"], typed(double)
    page.get_by_test_id("tool-lasso").click()
    page.mouse.dblclick(*place(page, 120, 196))
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    page.keyboard.press("Escape")
    saved(page)
    assert typed(double) == []
    assert page.complaints == [], page.complaints


@journey
def the_look_of_a_text_is_chosen_before_and_while_one_types(chromium, double):
    _, page = opened(chromium, double, "Styles")
    page.keyboard.press("t")
    page.get_by_test_id("text-size").select_option("24")
    page.mouse.click(*place(page, 80, 300))
    page.keyboard.type("Bold words")
    page.get_by_test_id("text-bold").click()
    page.get_by_test_id("text-underline").click()
    page.get_by_test_id("text-align").click()
    page.get_by_role("button", name="Colour #b3261e").click()
    expect(page.get_by_test_id("typing")).to_be_focused()
    page.get_by_test_id("text-family").select_option("sans-serif")
    page.get_by_test_id("text-done").click()
    saved(page)
    text, = objects(double, "text")
    style = text["runs"][0]["style"]
    assert style["size"] == 24 and style["weight"] == 700 and style["isUnderlined"] and not style["isItalic"], style
    assert style["family"] == "sans-serif" and text["alignment"] == "center"
    assert abs(style["color"]["red"] - 0xB3 / 255) < 1e-6, style["color"]


@journey
def a_drag_gives_a_text_a_width_and_long_lines_stay_on_the_page(chromium, double):
    _, page = opened(chromium, double, "Widths")
    page.get_by_test_id("tool-text").click()
    b.Pen(page).draw([(0.2, 0.3), (0.3, 0.31), (0.4, 0.32)])
    page.keyboard.type("Words that do not fit into one line of this box, so that they go on below")
    page.keyboard.press("Escape")
    saved(page)
    text, = objects(double, "text")
    assert abs(text["width"] - 0.2 * WIDTH) < 1.5, text["width"]
    assert text["measured"][1] > 60, text["measured"]
    page.mouse.click(*place(page, 450, 380))
    page.keyboard.type("From here to the edge there is not much room for words")
    page.keyboard.press("Escape")
    saved(page)
    _, text = objects(double, "text")
    assert text["transform"][4] + text["width"] <= WIDTH, text
    assert page.evaluate("document.querySelector('[data-page=\"1\"]').scrollLeft") == 0


@journey
def hebrew_runs_from_right_to_left_and_composed_words_come_whole(chromium, double):
    _, page = opened(chromium, double, "Scripts")
    page.get_by_test_id("tool-text").click()
    page.mouse.click(*place(page, 100, 150))
    session = page.context.new_cdp_session(page)
    session.send("Input.imeSetComposition", {"text": "らん", "selectionStart": 2, "selectionEnd": 2})
    session.send("Input.imeSetComposition", {"text": "ランタン", "selectionStart": 4, "selectionEnd": 4})
    # Enter and Escape belong to the input method while it composes.
    expect(page.get_by_test_id("typing")).to_have_value("ランタン")
    session.send("Input.insertText", {"text": "ランタン"})
    page.keyboard.press("Escape")
    page.mouse.click(*place(page, 100, 250))
    page.keyboard.insert_text("שלום")
    assert page.evaluate("getComputedStyle(document.querySelector('[data-testid=typing]')).direction") == "rtl"
    page.keyboard.press("Escape")
    saved(page)
    assert typed(double) == ["ランタン", "שלום"], typed(double)


@journey
def a_text_is_kept_when_the_tab_is_closed_while_one_types(chromium, double):
    character, page = opened(chromium, double, "Closed text")
    page.get_by_test_id("tool-text").click()
    page.mouse.click(*place(page, 100, 150))
    page.keyboard.type("Half a sent")
    page.wait_for_timeout(200)
    page.close()
    again = page.context.new_page()
    again.goto(f"{double.address}c/{character['id']}/1")
    written(again, 1, 0)
    saved(again)
    again.wait_for_timeout(5000)
    saved(again)
    assert typed(double) == ["Half a sent"], typed(double)


@journey
def every_kind_of_field_is_filled_with_the_keyboard(chromium, double):
    character, page = opened(chromium, double, "Keys", form=True)
    expect(field(page, "hero.name")).to_be_visible()
    field(page, "hero.name").focus()
    page.keyboard.type("Maren")
    page.keyboard.press("Tab")
    expect(field(page, "hero.code")).to_be_focused()
    page.keyboard.type("ABCDEFG")
    page.keyboard.press("Tab")
    expect(field(page, "hero.secret")).to_have_attribute("type", "password")
    page.keyboard.type("owl")
    page.keyboard.press("Tab")
    page.keyboard.type("Two")
    page.keyboard.press("Enter")
    page.keyboard.type("lines")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    expect(field(page, "hero.sum")).to_be_focused()
    page.keyboard.type("99")
    page.keyboard.press("Tab")
    page.keyboard.type("So")
    page.keyboard.press("Tab")
    field(page, "hero.tongues").select_option(["n", "w"])
    b.shoot(page, "fields")
    page.keyboard.press("Tab")
    expect(field(page, "hero.name", 2)).to_be_focused()
    saved(page)
    assert values(double, character) == {
        "hero.name": "Maren", "hero.code": "ABCDE", "hero.secret": "owl", "hero.tale": "Two\nlines", "hero.alive": "Yes",
        "hero.side": "right", "hero.sum": "12", "hero.way": "s", "hero.tongues": ["n", "w"]}, values(double, character)
    expect(field(page, "hero.name", 2)).to_have_value("Maren")
    page.reload()
    expect(field(page, "hero.name")).to_have_value("Maren")
    expect(field(page, "hero.alive")).to_be_checked()
    assert page.complaints == [], page.complaints


@journey
def a_tap_fills_a_field_and_a_pen_writes_over_it(chromium, double):
    character, page = opened(chromium, double, "Taps", form=True)
    expect(field(page, "hero.name")).to_be_visible()
    field(page, "hero.name").click()
    expect(field(page, "hero.name")).to_be_focused()
    page.keyboard.type("Brann")
    field(page, "hero.alive").click()
    expect(field(page, "hero.alive")).to_be_checked()
    field(page, "hero.alive").click()
    expect(field(page, "hero.alive")).not_to_be_checked()
    written(page, 1, 0)
    b.Pen(page).draw([(0.15, 0.085), (0.25, 0.087), (0.35, 0.085)])
    written(page, 1, 1)
    b.Pen(page, kind="mouse").draw([(0.15, 0.15), (0.25, 0.152), (0.35, 0.15)])
    written(page, 1, 2)
    saved(page)
    assert values(double, character)["hero.name"] == "Brann"
    assert values(double, character)["hero.alive"] == "Off"


@journey
def values_are_kept_while_the_server_is_away_and_escape_takes_back(chromium, double):
    character, page = opened(chromium, double, "Away", form=True)
    expect(field(page, "hero.name")).to_be_visible()
    double.control(deaf=True)
    field(page, "hero.name").fill("Ysolde")
    field(page, "hero.name").press("Tab")
    expect(page.get_by_test_id("save-state")).to_have_attribute("data-state", "offline")
    page.close()
    double.control(deaf=False)
    again = page.context.new_page()
    again.goto(f"{double.address}c/{character['id']}/1")
    saved(again)
    expect(field(again, "hero.name")).to_have_value("Ysolde")
    assert values(double, character)["hero.name"] == "Ysolde"
    field(again, "hero.name").click()
    again.keyboard.type("!!")
    again.keyboard.press("Escape")
    expect(field(again, "hero.name")).to_have_value("Ysolde")


@journey
def two_people_fill_one_form_and_a_clash_is_told(chromium, double):
    character, page = opened(chromium, double, "Clash", form=True)
    expect(field(page, "hero.name")).to_be_visible()
    double.control(character=character["id"], values={"hero.code": "XYZ"})
    field(page, "hero.name").fill("Maren")
    field(page, "hero.name").press("Tab")
    saved(page)
    assert values(double, character)["hero.name"] == "Maren" and values(double, character)["hero.code"] == "XYZ"
    double.control(character=character["id"], values={"hero.name": "Brann"})
    field(page, "hero.name").fill("Corvin")
    field(page, "hero.name").press("Tab")
    expect(page.locator(".notice").get_by_text("Somebody else has changed")).to_be_visible()
    expect(field(page, "hero.name")).to_have_value("Brann")
    assert values(double, character)["hero.name"] == "Brann"


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
    page.get_by_test_id("notes").click()
    expect(page.get_by_test_id("notes-list").locator("li")).to_have_count(1)
    b.shoot(page, "notes")
    page.get_by_role("button", name="<b>Lantern</b> Page 1").click()
    page.get_by_test_id("note-remove").click()
    expect(pin).to_have_count(0)
    saved(page)
    assert objects(double, "note") == []


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
