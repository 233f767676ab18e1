# SPDX-License-Identifier: GPL-3.0-or-later
"""What stays out of the way: tools that are put away to read, notices, one line at the head, and pens that can be told apart."""
import re

from playwright.sync_api import expect

import browser as b
from drawing_journeys import line, opened, stroke
from journeys import fresh, journey, saved, written


@journey
def the_tools_are_put_away_to_read_and_come_back_as_they_were(chromium, double):
    for width, height in ((390, 844), (1180, 820)):
        _, page = opened(chromium, double, "Reader", viewport={"width": width, "height": height}, has_touch=True)
        page.get_by_test_id("tool-highlighter").click()
        page.get_by_test_id("tools-hide").click()
        expect(page.locator(".tool-bar")).to_be_hidden()
        back = page.get_by_test_id("tools-show")
        expect(back).to_be_focused()
        box, pages = b.box(back), b.box(page.locator(".pages"))
        assert box["width"] * box["height"] < 0.01 * width * height or width * height < 400000, (box, width, height)
        assert pages["x"] + pages["width"] == width, (pages, width)
        b.shoot(page, f"reading-{width}")
        # Nothing is drawn by mistake: everything moves the pages, a pen, too.
        b.Pen(page).draw(line(0.2, 0.5, 0.2))
        written(page, 1, 0)
        page.reload()
        written(page, 1, 0)
        expect(page.locator(".tool-bar")).to_be_hidden()
        back.click()
        expect(page.locator(".tool-bar")).to_be_visible()
        expect(page.get_by_test_id("tool-highlighter")).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("f")
        expect(page.locator(".tool-bar")).to_be_hidden()
        # Whoever takes a tool by its key gets the tools back.
        page.keyboard.press("2")
        expect(page.locator(".tool-bar")).to_be_visible()
        b.Pen(page).draw(line(0.2, 0.5, 0.2))
        written(page, 1, 1)
        assert page.complaints == [], page.complaints
        page.context.close()


@journey
def a_warning_that_is_told_again_does_not_pile_up(chromium, double):
    _, page = opened(chromium, double, "Warned")
    page.keyboard.press("y")
    page.get_by_label("Lock Ink").click()
    page.keyboard.press("Escape")
    saved(page)
    for y in (0.2, 0.3, 0.4):
        b.Pen(page).draw(line(0.2, 0.5, y))
    expect(page.get_by_text("The layer that you write on is hidden or locked.")).to_have_count(1)
    written(page, 1, 0)


#: What notices lie over.
COVERED = """() => [...document.querySelectorAll('.notice')].flatMap((notice) => {
    const a = notice.getBoundingClientRect();
    return [...document.querySelectorAll('.selection-bar, .typing-bar, .tool-bar, .panel, .placing-hint, .editor-head, .options')].filter((one) => {
        const b = one.getBoundingClientRect();
        return one.checkVisibility() && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    }).map((one) => one.className);
})"""


@journey
def a_notice_lies_over_no_bar_and_no_panel(chromium, double):
    for width, height in ((1440, 900), (1024, 768), (820, 1180), (390, 844), (360, 640), (844, 390)):
        character, = fresh(chromium, double, template="Sheet", characters=["Notices"])
        double.control(character=character["id"], page=1, edit={"add": [stroke(200, 300, 300)]})
        page = b.open_page(chromium, double, f"c/{character['id']}/1", viewport={"width": width, "height": height}, locale="de-DE")
        written(page, 1, 1)

        def covers_nothing(what):
            page.evaluate("async () => (await import('/views/dialogs.js')).tell('3 Striche, die nicht fertig waren, sind erhalten.', { label: 'Rückgängig', act() {} })")
            assert page.locator(".notice").count() == 1
            assert page.evaluate(COVERED) == [], (width, what, page.evaluate(COVERED))

        page.keyboard.press("Control+a")
        covers_nothing("selection")
        page.keyboard.press("Escape")
        for key in ("t", "y", "g", "/"):
            page.keyboard.press(key)
            covers_nothing(key)
            page.keyboard.press("Escape")
        page.get_by_test_id("tool-insert").click()
        page.get_by_test_id("insert-note").click()
        covers_nothing("placing")
        b.shoot(page, f"notice-{width}")
        page.context.close()


@journey
def the_head_is_one_line_and_its_state_is_in_words(chromium, double):
    name = "Maren Ashwick of the Long Name of the Lantern Keepers on the Windy Coast"
    for locale, words in (("en-GB", "Offline, 1 stroke kept here"), ("de-DE", "Offline, 1 Strich")):
        for width, height in ((1024, 768), (390, 844), (320, 568)):
            character, = fresh(chromium, double, template="Sheet", characters=[name])
            page = b.open_page(chromium, double, f"c/{character['id']}/1", viewport={"width": width, "height": height}, locale=locale)
            written(page, 1, 0)
            head, state = page.locator(".editor-head"), page.get_by_test_id("save-state")
            assert b.box(head)["height"] < 64, (locale, width, b.box(head))
            shown = "(one) => one.getBoundingClientRect().width >= one.scrollWidth - 1 && one.getBoundingClientRect().width > 40"
            assert state.evaluate(shown), (locale, width, b.box(state))
            double.control(deaf=True)
            b.Pen(page).draw(line(0.2, 0.5, 0.2))
            expect(state).to_contain_text(words)
            assert b.box(head)["height"] < 64, (locale, width, b.box(head))
            bar = b.box(page.locator(".tool-bar"))
            cut = page.locator(".tools > button:visible").evaluate_all("(all, [left, right]) => all.filter((one) => one.getBoundingClientRect().left < left || one.getBoundingClientRect().right > right).length", [bar["x"], bar["x"] + bar["width"]])
            assert cut == 0, (locale, width, cut)
            # The first words are to be read, and the whole sentence is its title.
            assert b.box(state)["width"] > 75, (locale, width, b.box(state))
            expect(state).to_have_attribute("title", re.compile(words))
            b.shoot(page, f"head-{locale}-{width}")
            page.context.close()


@journey
def the_head_of_the_library_is_one_line_where_there_is_room(chromium, double):
    fresh(chromium, double, template="Sheet", characters=["Maren"])
    for locale in ("en-GB", "de-DE"):
        page = b.open_page(chromium, double, viewport={"width": 1024, "height": 768}, locale=locale)
        expect(page.get_by_test_id("character-card")).to_have_count(1)
        head = b.box(page.locator(".library-head"))
        assert head["height"] < 90, (locale, head)
        page.context.close()


@journey
def pens_of_one_color_differ_by_kind_and_width_and_another_kind_is_another_pen(chromium, double):
    _, page = opened(chromium, double, "Chips")
    own = page.get_by_test_id("own-pen")
    expect(own).to_have_count(4)
    # The pen that is in hand already opens its settings.
    page.keyboard.press("1")
    for count, kind in ((5, "pencil"), (5, "crayon"), (5, "watercolor")):
        page.get_by_label("Kind of pen").select_option(kind)
        expect(own).to_have_count(count)
    page.keyboard.press("Escape")
    for kind in ("calligraphy", "paintbrush"):
        page.keyboard.press("1")
        page.get_by_test_id("tool-pen").click()
        page.get_by_label("Kind of pen").select_option(kind)
        page.keyboard.press("Escape")
    expect(own).to_have_count(7)
    page.get_by_test_id("tool-pen").click()
    page.get_by_label("Width in points").fill("6.5")
    page.get_by_label("Width in points").press("Enter")
    page.keyboard.press("Escape")
    expect(own.nth(6)).to_have_attribute("aria-label", "Pen 7: Brush, 6.5 pt, #1b2a4a")
    expect(own.nth(6)).to_contain_text("6.5")
    tips = own.evaluate_all("(chips) => chips.map((one) => one.querySelector('path').getAttribute('d'))")
    assert len(set(tips)) == 7, tips
    b.shoot(page, "chips")
    b.Pen(page).draw(line(0.2, 0.5, 0.2))
    written(page, 1, 1)
    saved(page)
    assert double.strokes()[0]["brush"]["tool"] == "paintbrush"
