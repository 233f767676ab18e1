# SPDX-License-Identifier: GPL-3.0-or-later
"""What people do with texts, fields, pictures, notes and links."""
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
    box = b.box(page.locator(f'[data-testid=page][data-page="{number}"]'))
    return box["x"] + x / WIDTH * box["width"], box["y"] + y / HEIGHT * box["height"]


def objects(double, kind):
    return [item[kind] for entry in double.control()["pages"] for item in entry["objects"] if kind in item]


def typed(double):
    return ["".join(run["text"] for run in text["runs"]) for text in objects(double, "text")]


def drafted(page):
    """The texts that the browser keeps while somebody types."""
    return ["".join(run["text"] for run in one["stroke"]["text"]["runs"]) for one in b.unfinished(page) if "text" in one["stroke"]]


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
    page.get_by_role("button", name="Color #b3261e").click()
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
    b.until(page, lambda: "Half a sent" in drafted(page), lambda: drafted(page))
    page.close()
    again = page.context.new_page()
    again.goto(f"{double.address}c/{character['id']}/1")
    written(again, 1, 0)
    saved(again)
    again.wait_for_timeout(5000)
    b.until(again, lambda: typed(double) == ["Half a sent"], lambda: typed(double))
    saved(again)


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
def values_are_kept_while_the_server_is_away_and_a_second_escape_takes_back(chromium, double):
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
    expect(field(again, "hero.name")).to_have_value("Ysolde!!")
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
    # What was typed stays, marked, with the reason beside it.
    expect(page.locator('[data-page="1"]').get_by_test_id("field-reason")).to_contain_text("Somebody else has changed")
    expect(field(page, "hero.name")).to_have_value("Corvin")
    expect(field(page, "hero.name")).to_have_attribute("aria-invalid", "true")
    assert values(double, character)["hero.name"] == "Brann"
    b.shoot(page, "form-refused")
    field(page, "hero.name").fill("Brann and Corvin")
    field(page, "hero.name").press("Tab")
    b.until(page, lambda: values(double, character)["hero.name"] == "Brann and Corvin")
    expect(page.get_by_test_id("field-reason")).to_have_count(0)
