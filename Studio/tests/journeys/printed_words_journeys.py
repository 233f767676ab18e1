# SPDX-License-Identifier: GPL-3.0-or-later
"""Printed words: found, selected by mouse, finger and keys, and copied."""
import re

from playwright.sync_api import expect

import browser as b
from hand_journeys import Fingers
from item_journeys import objects
from journeys import fresh, journey, written

# Two columns. The first breaks a word at the end of a line.
COLUMNS = [
    ("The Lan-", 60, 100, 1), ("tern burns at night", 60, 120, 1), ("and never goes out.", 60, 140, 1),
    ("Rules of the house", 320, 100, 2), ("a lantern for each guest", 320, 120, 2),
]


def words(lines=COLUMNS):
    """Words 6 points a letter and 12 high, as the server lists them."""
    found = []
    for number, (line, x, y, block) in enumerate(lines, 1):
        for word in line.split():
            width = 6 * len(word)
            found.append({"text": word, "rect": [x, y, x + width, y + 12], "line": number, "block": block})
            x += width + 6
    return found


def opened(browser, double, view=(1280, 860), pages=3, **options):
    character, = fresh(browser, double, template="Sheet", pages=pages, characters=["Reader"])
    double.control(printed={"1": words(), "2": words([("Nothing but a Läntern here", 60, 600, 1)])})
    page = b.open_page(browser, double, f"c/{character['id']}/1", viewport={"width": view[0], "height": view[1]}, **options)
    written(page, 1, 0)
    return page


def at(page, x, y, number=1):
    """A place of a page, in CSS pixels of the window."""
    box = b.box(page.locator(f'[data-page="{number}"].page'))
    return box["x"] + x * box["width"] / 595, box["y"] + y * box["height"] / 842


def selected(page):
    return page.evaluate("() => getSelection().toString()")


def copied(page):
    """What a copy brings, as the window hears of it."""
    return page.evaluate("""() => {
        const data = new DataTransfer();
        const event = new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true });
        document.dispatchEvent(event);
        return data.getData('text/plain');
    }""")


def rested(page, fingers, place):
    """A finger rests on a word until that is selected."""
    fingers.send("touchStart", place)
    b.until(page, lambda: selected(page) != "", lambda: "nothing is selected")


@journey
def printed_words_are_found_also_over_the_end_of_a_line(chromium, double):
    for width, height in ((1280, 860), (390, 844)):
        page = opened(chromium, double, (width, height))
        page.keyboard.press("Control+f")
        find = page.get_by_test_id("find")
        find.fill("lantern")
        count = page.get_by_test_id("find-count")
        expect(count).to_have_attribute("data-count", "3")
        rows = page.get_by_test_id("found")
        expect(rows.nth(0)).to_contain_text("Printed")
        expect(rows.locator(".found-words")).to_have_text([
            re.compile("^The Lantern burns"), re.compile("a lantern for each"), "Nothing but a Läntern here"])
        # All places on a page are marked: the broken word has two.
        expect(page.locator('[data-page="1"] .found-all')).to_have_count(3)
        b.shoot(page, f"find-printed-{width}")
        find.press("Enter")
        find.press("Enter")
        find.press("Enter")
        expect(page.locator('[data-page="2"] .found-mark')).to_be_in_viewport()
        expect(page.locator('[data-page="2"] .found-all')).to_have_count(1)
        find.fill("gue")
        expect(count).to_have_attribute("data-count", "1")
        page.get_by_test_id("find-whole").click()
        expect(count).to_have_text("Nothing was found.")
        page.get_by_test_id("find-pattern").click()
        find.fill("[nh]ight|out")
        expect(count).to_have_attribute("data-count", "2")
        find.fill("(")
        expect(count).to_have_text("This is not a regular expression.")
        page.get_by_test_id("panel-find-close").click()
        expect(page.locator(".found-all")).to_have_count(0)
        assert page.complaints == [], page.complaints
        page.context.close()


@journey
def places_in_a_long_book_are_counted_at_once_and_fetched_where_somebody_goes(chromium, double):
    character, = fresh(chromium, double, template="Book", pages=500, characters=["Reader"])
    lines = words([("A dragon guards", 40, 100, 1), ("the dragon gate", 40, 120, 1)])
    double.control(printed={str(number): lines for number in range(1, 501) if number % 50})
    page = b.open_page(chromium, double)
    asked = []
    page.on("request", lambda request: asked.extend(request.url.split("pages=")[1].split("%2C" if "%2C" in request.url else ",")) if "/text?pages=" in request.url else None)
    page.goto(f"{double.address}c/{character['id']}/300")
    written(page, 300, 0)
    page.keyboard.press("Control+f")
    find, count = page.get_by_test_id("find"), page.get_by_test_id("find-count")
    find.fill("dragon")
    expect(count).to_have_text("980 things found")
    expect(page.locator(".found")).to_have_attribute("aria-busy", "false")
    expect(count).to_have_text("980 things found")
    expect(page.get_by_test_id("found")).to_have_count(200)
    assert 100 <= len(asked) <= 130, f"the words of {len(asked)} pages were fetched"
    # The last place and, behind it, the first: both on pages that nobody has fetched.
    for keys, place, number in (("Shift+Enter", 980, 499), ("Enter", 1, 1), ("Enter", 2, 1), ("Enter", 3, 2), ("Shift+Enter", 2, 1)):
        find.press(keys)
        expect(count).to_have_text(f"Place {place} of 980")
        expect(page.locator(f'[data-page="{number}"] .found-mark')).to_be_in_viewport()
        expect(page.locator(f'[data-page="{number}"] .found-all')).to_have_count(2)
    assert len(asked) == len(set(asked)) <= 150, f"the words of {len(asked)} pages were fetched"
    page.get_by_test_id("find-whole").click()
    find.fill("drag")
    # The server does not know: each page that has it is looked at, besides the one that was seen when the panel opened.
    expect(count).to_have_text("Nothing was found.")
    assert len(set(asked)) == 491, f"the words of {len(set(asked))} pages were fetched"
    find.fill("dragon gate")
    expect(count).to_have_text("490 things found")
    assert page.complaints == [], page.complaints
    page.context.close()


@journey
def nobody_asks_for_words_before_somebody_reads(chromium, double):
    asked = []
    character, = fresh(chromium, double, template="Sheet", pages=3, characters=["Reader"])
    page = b.open_page(chromium, double)
    page.on("request", lambda request: asked.append(request.url) if re.search(r"/text$|text-selecting|text-layer|printed", request.url) else None)
    page.goto(f"{double.address}c/{character['id']}/1")
    written(page, 1, 0)
    b.Pen(page).draw(b.wave(0.3, 0.5, 0.5))
    written(page, 1, 1)
    assert asked == [], asked


@journey
def the_mouse_selects_words_and_copies_them_with_joined_lines(chromium, double):
    page = opened(chromium, double)
    page.keyboard.press("v")
    expect(page.get_by_test_id("tool-hand")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".is-selecting")).to_have_count(1)
    page.mouse.move(*at(page, 60 + 4 * 6, 106))
    page.mouse.down()
    page.mouse.move(*at(page, 100, 126))
    page.mouse.move(*at(page, 60 + 9 * 6 + 2, 146))
    page.mouse.up()
    # The other column is not between the lines of the first.
    b.until(page, lambda: copied(page) == "Lantern burns at night and never", lambda: copied(page))
    expect(page.get_by_test_id("text-bar")).to_be_visible()
    b.shoot(page, "words-selected")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Escape")
    b.until(page, lambda: selected(page) == "", lambda: selected(page))
    expect(page.get_by_test_id("text-bar")).to_be_hidden()
    # Twice on a word selects it; a drag over both columns takes the blocks apart.
    page.mouse.dblclick(*at(page, 320 + 3 * 6, 126))
    b.until(page, lambda: copied(page) == "lantern", lambda: copied(page))
    page.mouse.move(*at(page, 61, 146))
    page.mouse.down()
    page.mouse.move(*at(page, 320 + 5 * 6, 106))
    page.mouse.up()
    b.until(page, lambda: copied(page) == "and never goes out.\nRules", lambda: copied(page))
    # Nothing was written, and the pen still writes.
    page.keyboard.press("p")
    expect(page.locator(".is-selecting")).to_have_count(0)
    b.Pen(page).draw(b.wave(0.3, 0.5, 0.5))
    written(page, 1, 1)
    assert selected(page) == ""
    assert page.complaints == [], page.complaints


@journey
def a_selection_begins_where_it_was_pressed_though_the_words_come_later(chromium, double):
    page = opened(chromium, double)
    double.control(delay=600)
    page.keyboard.press("v")
    expect(page.locator(".is-selecting")).to_have_count(1)
    page.mouse.move(*at(page, 60 + 4 * 6, 106))
    page.mouse.down()
    page.mouse.move(*at(page, 100, 126))
    page.mouse.move(*at(page, 60 + 9 * 6 + 2, 146))
    page.mouse.up()
    b.until(page, lambda: copied(page) == "Lantern burns at night and never", lambda: copied(page))
    double.control(delay=0)
    assert page.complaints == [], page.complaints


@journey
def a_finger_that_rests_on_a_word_selects_it_and_more(chromium, double):
    for view in ((390, 844), (820, 1180)):
        page = opened(chromium, double, view, has_touch=True, reduced_motion="reduce")
        fingers = Fingers(page)
        rested(page, fingers, at(page, 60 + 6 * 6, 126))
        fingers.send("touchMove", at(page, 60 + 12 * 6, 126))
        fingers.send("touchEnd")
        bar = page.get_by_test_id("text-bar")
        expect(bar).to_be_visible()
        b.until(page, lambda: copied(page) == "burns at", lambda: copied(page))
        b.shoot(page, f"words-finger-{view[0]}")
        place = b.box(bar)
        assert 0 <= place["x"] and place["x"] + place["width"] <= view[0], place
        bar.get_by_test_id("text-find").click()
        expect(page.get_by_test_id("find")).to_have_value("burns at")
        expect(page.get_by_test_id("find-count")).to_have_attribute("data-count", "1")
        page.keyboard.press("Escape")
        # A finger that moves at once scrolls, and a tap puts the selection away.
        rested(page, fingers, at(page, 60 + 6 * 6, 126))
        fingers.send("touchEnd")
        expect(bar).to_be_visible()
        fingers.tap(at(page, 300, 300))
        expect(bar).to_be_hidden()
        # Where no word is, a finger that has rested moves the pages; a second finger takes a selection back, and both zoom.
        top = page.evaluate("() => document.querySelector('.pages').scrollTop")
        fingers.send("touchStart", at(page, 300, 400))
        page.wait_for_timeout(700)
        fingers.send("touchMove", at(page, 300, 380))
        fingers.send("touchMove", at(page, 300, 340))
        b.until(page, lambda: page.evaluate("() => document.querySelector('.pages').scrollTop") > top, lambda: "the pages stand")
        fingers.send("touchEnd")
        assert selected(page) == "", selected(page)
        page.evaluate("() => { document.querySelector('.pages').scrollTop = 0; }")
        zoom = b.box(page.locator('[data-page="1"].page'))["width"]
        one, other = at(page, 60 + 6 * 6, 126), at(page, 300, 400)
        rested(page, fingers, one)
        fingers.send("touchMove", one, other)
        fingers.send("touchMove", one, (other[0] + 30, other[1] + 30))
        fingers.send("touchMove", one, (other[0] + 60, other[1] + 60))
        fingers.send("touchEnd")
        b.until(page, lambda: b.box(page.locator('[data-page="1"].page'))["width"] > zoom, lambda: "nothing is zoomed")
        b.until(page, lambda: selected(page) == "", lambda: selected(page))
        assert page.complaints == [], page.complaints
        page.context.close()


def marks(double):
    """The marks on words, as the server has them."""
    return objects(double, "markup")


def pixel(page, x, y):
    """The color of a place of the first page, as it is seen."""
    from io import BytesIO

    from PIL import Image

    place = at(page, x, y)
    shot = page.screenshot(clip={"x": place[0], "y": place[1], "width": 1, "height": 1})
    return Image.open(BytesIO(shot)).convert("RGB").getpixel((0, 0))


@journey
def selected_words_are_highlighted_commented_recolored_and_taken_back(chromium, double):
    for width, height in ((1280, 860), (390, 844)):
        page = opened(chromium, double, (width, height), has_touch=width < 700)
        white = pixel(page, 60 + 5 * 6 + 3, 121)
        page.keyboard.press("v")
        expect(page.locator(".is-selecting")).to_have_count(1)
        page.mouse.move(*at(page, 61, 106))
        page.mouse.down()
        page.mouse.move(*at(page, 60 + 10 * 6 - 2, 126))
        page.mouse.up()
        bar = page.get_by_test_id("text-bar")
        expect(bar).to_be_visible()
        b.shoot(page, f"words-bar-{width}")
        place = b.box(bar)
        assert 0 <= place["x"] and place["x"] + place["width"] <= width, place
        bar.get_by_test_id("mark-highlight").click()
        expect(bar).to_be_hidden()
        b.until(page, lambda: len(marks(double)) == 1, lambda: "no mark has been saved")
        mark, = marks(double)
        assert (mark["style"], mark["words"]) == ("highlight", "The Lantern burns"), mark
        assert mark["quads"] == [[60, 100, 108, 100, 108, 112, 60, 112], [60, 120, 120, 120, 120, 132, 60, 132]], mark["quads"]
        # It shows at once, and lets the page show through.
        b.until(page, lambda: pixel(page, 60 + 5 * 6 + 3, 121) != white, lambda: "the highlight is not seen")
        red, green, blue = pixel(page, 60 + 5 * 6 + 3, 121)
        assert red > 200 and green > 180 and blue < 140, (red, green, blue)
        b.shoot(page, f"words-marked-{width}")
        # A press opens it, also with the hand that moves the pages: a comment, another kind and color.
        if width < 700:
            page.keyboard.press("v")
            expect(page.locator(".is-selecting")).to_have_count(0)
        page.mouse.click(*at(page, 80, 126))
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("The Lantern burns")
        dialog.get_by_test_id("mark-comment").fill("Who lit it?")
        dialog.get_by_test_id("mark-kind").select_option("underline")
        dialog.get_by_role("button", name="#2b59c3").click()
        b.shoot(page, f"words-mark-dialog-{width}")
        dialog.get_by_test_id("mark-save").click()
        b.until(page, lambda: marks(double)[0]["style"] == "underline", lambda: marks(double))
        assert marks(double)[0]["text"] == "Who lit it?"
        expect(page.locator('[data-page="1"] .highlights')).to_have_count(0)
        expect(page.locator('[data-page="1"] .objects path')).to_have_count(2)
        # It stands in the list, is found by its comment, and goes by undo.
        page.keyboard.press("Control+f")
        page.get_by_test_id("find").fill("who lit")
        expect(page.get_by_test_id("find-count")).to_have_attribute("data-count", "1")
        page.get_by_test_id("panel-find-close").click()
        page.get_by_test_id("undo").click()
        b.until(page, lambda: marks(double)[0]["style"] == "highlight", lambda: marks(double))
        page.get_by_test_id("undo").click()
        b.until(page, lambda: marks(double) == [], lambda: marks(double))
        assert page.complaints == [], page.complaints
        page.context.close()


@journey
def a_highlighter_that_runs_along_words_marks_them_where_that_is_wanted(chromium, double):
    page = opened(chromium, double)
    page.keyboard.press("m")
    tool = page.get_by_test_id("tool-highlighter")
    expect(tool).to_have_attribute("aria-pressed", "true")
    box = b.box(page.locator('[data-page="1"].page'))

    def draw(*places):
        b.Pen(page).draw([((at(page, x, y)[0] - box["x"]) / box["width"], (at(page, x, y)[1] - box["y"]) / box["height"]) for x, y in places])

    draw((84, 126), (110, 127), (150, 125), (172, 126))
    written(page, 1, 1)
    assert marks(double) == []
    tool.click()
    page.get_by_test_id("snaps-words").click()
    b.shoot(page, "snaps-words")
    page.keyboard.press("Escape")
    # Along the line, though not exactly: the words become a mark, and one step back is the stroke.
    draw((92, 147), (120, 146), (170, 145))
    b.until(page, lambda: [mark["words"] for mark in marks(double)] == ["never goes out."], lambda: marks(double))
    written(page, 1, 1)
    assert marks(double)[0]["quads"] == [[84, 140, 174, 140, 174, 152, 84, 152]], marks(double)
    page.get_by_test_id("undo").click()
    written(page, 1, 2)
    b.until(page, lambda: marks(double) == [], lambda: marks(double))
    # Beside the words it stays ink.
    draw((60, 400), (200, 410))
    written(page, 1, 3)
    page.wait_for_timeout(300)
    assert marks(double) == []
    assert page.complaints == [], page.complaints


LINKS = [
    {"rect": [60, 120, 120, 132], "page": 3, "top": 400}, {"rect": [320, 100, 428, 112], "uri": "https://example.org/rules"},
    {"rect": [60, 140, 120, 152], "uri": "file:///etc/passwd"},
]


@journey
def links_of_the_document_lead_to_its_pages_and_ask_before_the_web(chromium, double):
    character, = fresh(chromium, double, template="Sheet", pages=3, characters=["Reader"])
    double.control(printed={"1": {"words": words(), "links": LINKS}})
    for width, role in ((1280, "owner"), (390, "owner"), (390, "viewer")):
        double.control(role=role)
        page = b.open_page(chromium, double, f"c/{character['id']}/1", viewport={"width": width, "height": 844}, has_touch=width < 700, reduced_motion="reduce")
        written(page, 1, 0)
        if role == "owner":
            page.keyboard.press("h")
        fingers = Fingers(page) if width < 700 else None
        press = fingers.tap if fingers else lambda place: page.mouse.click(*place)
        if not fingers:
            page.mouse.move(*at(page, 90, 126))
            expect(page.locator(".over-link")).to_have_count(1)
            page.mouse.move(*at(page, 200, 400))
            expect(page.locator(".over-link")).to_have_count(0)
        press(at(page, 350, 106))
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("https://example.org/rules")
        opens = dialog.get_by_test_id("link-open")
        assert (opens.get_attribute("href"), opens.get_attribute("target"), opens.get_attribute("rel")) == (
            "https://example.org/rules", "_blank", "noopener noreferrer")
        b.shoot(page, f"link-asks-{width}-{role}")
        page.keyboard.press("Escape")
        press(at(page, 90, 146))
        expect(dialog).to_contain_text("file:///etc/passwd")
        expect(dialog.get_by_test_id("link-open")).to_have_count(0)
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        press(at(page, 90, 126))
        expect(page).to_have_url(re.compile(r"/3$"))
        assert page.complaints == [], page.complaints
        page.context.close()
    # With the mouse that selects, a link is pressed where it goes up again; keys and screen readers have buttons.
    double.control(role="owner")
    page = b.open_page(chromium, double, f"c/{character['id']}/1")
    written(page, 1, 0)
    page.keyboard.press("v")
    expect(page.locator(".is-selecting")).to_have_count(1)
    page.mouse.click(*at(page, 90, 126))
    expect(page).to_have_url(re.compile(r"/3$"))
    page.keyboard.press("Home")
    expect(page).to_have_url(re.compile(r"/1$"))
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    links = page.locator('[data-page="1"]').get_by_test_id("document-link")
    assert links.evaluate_all("(all) => all.map((one) => one.getAttribute('aria-label'))") == [
        "Link to page 3", "Link to https://example.org/rules", "Link to file:///etc/passwd"]
    links.first.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/3$"))
    assert page.complaints == [], page.complaints


@journey
def words_are_selected_and_marked_by_keys_alone(chromium, double):
    from axe_playwright_python.sync_playwright import Axe

    page = opened(chromium, double, bypass_csp=True)
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    expect(page.locator('[data-page="1"] .words span')).not_to_have_count(0)
    for key in ("Home", "Shift+ArrowRight"):
        page.keyboard.press(key)
    # A reader's own keys select: here the window does it for them.
    page.evaluate("""() => {
        const [first, , third] = document.querySelectorAll('[data-page="1"] .words span');
        getSelection().setBaseAndExtent(first.firstChild, 0, third.firstChild, third.firstChild.length);
    }""")
    expect(page.get_by_test_id("text-bar")).to_be_visible()
    for key, style in (("m", "highlight"), ("u", "underline"), ("x", "strikeOut"), ("w", "squiggly")):
        page.keyboard.press(key)
        b.until(page, lambda: marks(double) and marks(double)[-1]["style"] == style, lambda: marks(double))
        page.evaluate("""() => {
            const [first, , third] = document.querySelectorAll('[data-page="1"] .words span');
            getSelection().setBaseAndExtent(first.firstChild, 0, third.firstChild, third.firstChild.length);
        }""")
    page.keyboard.press("Escape")
    names = page.get_by_test_id("mark").evaluate_all("(all) => all.map((one) => one.getAttribute('aria-label'))")
    assert names == [f"{kind}: The Lantern" for kind in ("Highlight", "Underline", "Strike out", "Wavy line")], names
    page.get_by_test_id("notes").click()
    expect(page.get_by_test_id("notes-list").locator("li")).to_have_count(4)
    b.shoot(page, "marks-list")
    result = Axe().run(page)
    assert result.violations_count == 0, result.generate_report()
    page.get_by_test_id("notes-list").get_by_role("button").first.click()
    page.get_by_test_id("mark-remove").click()
    b.until(page, lambda: len(marks(double)) == 3, lambda: marks(double))
    assert page.complaints == [], page.complaints


@journey
def someone_who_only_looks_selects_words_too(chromium, double):
    character, = fresh(chromium, double, template="Sheet", pages=3, characters=["Reader"])
    double.control(role="viewer", printed={"1": words()})
    page = b.open_page(chromium, double, f"c/{character['id']}/1")
    written(page, 1, 0)
    page.mouse.dblclick(*at(page, 320 + 3 * 6, 126))
    b.until(page, lambda: copied(page) == "lantern", lambda: copied(page))
    page.get_by_test_id("view").click()
    page.get_by_test_id("view-select-words").check()
    page.keyboard.press("Escape")
    page.mouse.move(*at(page, 321, 106))
    page.mouse.down()
    page.mouse.move(*at(page, 320 + 18 * 6, 106))
    page.mouse.up()
    b.until(page, lambda: copied(page) == "Rules of the house", lambda: copied(page))
    assert page.complaints == [], page.complaints


@journey
def who_comes_by_keys_has_the_words_in_reading_order(chromium, double):
    from axe_playwright_python.sync_playwright import Axe

    page = opened(chromium, double, bypass_csp=True)
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    expect(page.locator('[data-page="1"] .words p')).to_have_text([
        re.compile(r"The\s+Lan-\s+tern burns at night and never goes out\."), "Rules of the house a lantern for each guest"])
    result = Axe().run(page)
    assert result.violations_count == 0, result.generate_report()


def tab_to(page, testid):
    """Goes on by the tabulator until something has the focus."""
    for _ in range(150):
        if page.evaluate("() => document.activeElement?.dataset.testid") == testid:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{testid} is not reached")


@journey
def a_sheet_is_read_marked_noted_filled_and_exported_by_keys_alone(chromium, double):
    character, = fresh(chromium, double, template="Sheet", form=True, characters=["Keys"])
    double.control(printed={"1": words()})
    page = b.open_page(chromium, double, f"c/{character['id']}/1")
    written(page, 1, 0)
    # What was found stays selected when the search is closed, and is marked.
    page.keyboard.press("Control+f")
    page.keyboard.type("a lantern for")
    expect(page.get_by_test_id("find-count")).to_have_attribute("data-count", "1")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    b.until(page, lambda: copied(page) == "a lantern for", lambda: copied(page))
    page.keyboard.press("u")
    b.until(page, lambda: [(one["style"], one["words"]) for one in marks(double)] == [("underline", "a lantern for")], lambda: marks(double))
    # A note comes into the middle of what is seen.
    tab_to(page, "tool-insert")
    page.keyboard.press("Enter")
    tab_to(page, "insert-note")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    tab_to(page, "note-title")
    page.keyboard.type("Trap")
    tab_to(page, "note-save")
    page.keyboard.press("Enter")
    b.until(page, lambda: [one["title"] for one in objects(double, "note")] == ["Trap"], lambda: objects(double, "note"))
    expect(page.get_by_role("dialog")).to_have_count(0)
    # The fields come in their order, and the export can be fetched.
    page.get_by_test_id("field").first.wait_for()
    tab_to(page, "field")
    page.keyboard.type("Maren")
    page.keyboard.press("Tab")
    expect(page.get_by_test_id("save-state")).to_have_attribute("data-state", "saved")
    tab_to(page, "export")
    page.keyboard.press("Enter")
    tab_to(page, "export-start")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("export-link")).to_be_focused()
    assert page.complaints == [], page.complaints


@journey
def marks_of_one_selection_over_two_pages_are_taken_back_together(chromium, double):
    page = opened(chromium, double, (900, 2400))
    expect(page.locator('[data-page="2"].page')).to_be_in_viewport()
    page.keyboard.press("v")
    page.mouse.move(*at(page, 321, 126))
    page.mouse.down()
    page.mouse.move(*at(page, 60 + 8 * 6, 606, 2))
    page.mouse.move(*at(page, 60 + 11 * 6 - 1, 606, 2))
    page.mouse.up()
    page.get_by_test_id("text-bar").get_by_test_id("mark-highlight").click()

    def kept():
        return [mark["words"] for mark in marks(double)]

    b.until(page, lambda: kept() == ["a lantern for each guest", "Nothing but"], lambda: kept())
    page.keyboard.press("Control+z")
    b.until(page, lambda: kept() == [], lambda: kept())
    page.keyboard.press("Control+y")
    b.until(page, lambda: kept() == ["a lantern for each guest", "Nothing but"], lambda: kept())
    assert page.complaints == [], page.complaints


@journey
def letters_are_selected_and_marked_where_they_stand_in_any_font(chromium, double):
    page = opened(chromium, double)
    # A font with very wide letters at the begin and narrow ones behind.
    wide = {"text": "WWiiii", "rect": [100, 100, 160, 112], "line": 1, "block": 1, "edges": [100, 125, 125, 150, 150, 152, 152, 154, 154, 156, 156, 160]}
    # A level word that is higher than it is wide.
    narrow = {"text": "it", "rect": [200, 100, 206.6, 112], "line": 1, "block": 1, "edges": [200, 202.7, 202.7, 206.6]}
    double.control(printed={"1": [wide, narrow]})
    page.reload()
    written(page, 1, 0)
    page.keyboard.press("v")
    drags = [((126, 106), (140, 106), (151.6, 106)), ((203, 104), (205, 108), (206.5, 111))]
    for count, (drag, words, (left, right)) in enumerate(zip(drags, ("Wi", "t"), ((125, 152), (202.7, 206.6))), 1):
        page.mouse.move(*at(page, *drag[0]))
        page.mouse.down()
        for place in drag[1:]:
            page.mouse.move(*at(page, *place))
        page.mouse.up()
        b.until(page, lambda: copied(page) == words, lambda: copied(page))
        page.get_by_test_id("text-bar").get_by_test_id("mark-highlight").click()
        b.until(page, lambda: len(marks(double)) == count, lambda: f"mark {count} has not been saved")
        assert marks(double)[-1]["quads"] == [[left, 100, right, 100, right, 112, left, 112]], marks(double)
    assert page.complaints == [], page.complaints


@journey
def headings_and_the_language_of_a_document_are_told_to_screen_readers(chromium, double):
    character, = fresh(chromium, double, template="Sheet", characters=["Tagged"])
    double.control(printed={"1": {"words": words(), "language": "de-CH", "headings": [{"block": 2, "level": 2}]}})
    page = b.open_page(chromium, double, f"c/{character['id']}/1")
    written(page, 1, 0)
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    layer = page.get_by_test_id("text-layer").first
    expect(layer).to_have_attribute("lang", "de-CH")
    expect(layer.get_by_role("heading", level=2)).to_have_text(re.compile("Rules of the house"))
    assert page.complaints == [], page.complaints
