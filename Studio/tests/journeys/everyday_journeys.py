# SPDX-License-Identifier: GPL-3.0-or-later
"""Small things that people do every day: undo and redo, turn pages, go back, come again, read what others wrote."""
from playwright.sync_api import expect

import browser as b
from drawing_journeys import HEIGHT, WIDTH, line, opened, stroke
from journeys import fresh, journey, saved, written


def heights(double, page=1):
    """Where the strokes of a page begin, in tenths of its height."""
    return [round(10 * item["xy"][1] / HEIGHT) for item in double.strokes(page)]


@journey
def ten_strokes_are_undone_and_redone_one_by_one(chromium, double):
    _, page = opened(chromium, double, "Steps", snaps=False)
    pen = b.Pen(page)
    for i in range(10):
        pen.draw(b.wave(0.2, 0.5, 0.1 + 0.05 * i))
    written(page, 1, 10)
    for left in range(9, -1, -1):
        page.keyboard.press("Control+z")
        written(page, 1, left)
    expect(page.get_by_test_id("undo")).to_be_disabled()
    for there in range(1, 11):
        page.keyboard.press("Control+Shift+z")
        written(page, 1, there)
    expect(page.get_by_test_id("redo")).to_be_disabled()
    saved(page)
    assert len(double.strokes()) == 10
    assert page.complaints == [], page.complaints


@journey
def a_stroke_after_an_undo_takes_the_place_of_what_was_undone(chromium, double):
    _, page = opened(chromium, double, "Branch", snaps=False)
    pen = b.Pen(page)
    for y in (0.2, 0.4):
        pen.draw(b.wave(0.2, 0.5, y))
    written(page, 1, 2)
    page.get_by_test_id("undo").click()
    written(page, 1, 1)
    pen.draw(b.wave(0.2, 0.5, 0.6))
    written(page, 1, 2)
    saved(page)
    expect(page.get_by_test_id("redo")).to_be_disabled()
    assert heights(double) == [2, 6], heights(double)


@journey
def an_undo_takes_back_what_one_did_last_wherever_that_was_also_after_a_reload(chromium, double):
    character, = fresh(chromium, double, template="Sheet", form=True, characters=["Anywhere"])
    page = b.open_page(chromium, double, f"c/{character['id']}/1", snaps=False)
    written(page, 1, 0)
    b.Pen(page).draw(b.wave(0.2, 0.5, 0.3))
    written(page, 1, 1)
    name = page.locator('[data-page="1"] [data-testid=field][data-name="hero.name"]')
    name.fill("Maren")
    name.press("Enter")
    saved(page)
    page.goto(f"{double.address}c/{character['id']}/2")
    written(page, 2, 0)
    b.Pen(page, 2).draw(b.wave(0.2, 0.5, 0.5))
    written(page, 2, 1)
    saved(page)
    page.keyboard.press("Control+z")
    written(page, 2, 0)
    page.keyboard.press("Control+z")
    b.until(page, lambda: not double.control()["values"][character["id"]]["hero.name"])
    expect(page.get_by_role("status").filter(has_text="page 1")).to_be_visible()
    b.at(page, f"c/{character['id']}/1")
    page.keyboard.press("Control+z")
    written(page, 1, 0)
    expect(page.get_by_test_id("undo")).to_be_disabled()
    for _ in range(3):
        page.keyboard.press("Control+Shift+z")
        page.wait_for_timeout(200)
    saved(page)
    assert heights(double, 1) == [3] and heights(double, 2) == [5]
    assert double.control()["values"][character["id"]]["hero.name"] == "Maren"
    assert page.complaints == [], page.complaints


@journey
def two_people_alternate_and_each_undoes_ten_of_their_own(chromium, double):
    character, = fresh(chromium, double, template="Sheet", characters=["Together"])
    one, other = (b.open_page(chromium, double, f"c/{character['id']}/1", snaps=False) for _ in range(2))
    for page in (one, other):
        written(page, 1, 0)
    for i in range(10):
        for page, x, count in ((one, 0.15, 2 * i + 1), (other, 0.55, 2 * i + 2)):
            b.Pen(page).draw(b.wave(x, x + 0.3, 0.1 + 0.04 * i))
            for each in (one, other):
                written(each, 1, count)
            saved(page)
    for i in range(10):
        for page in (one, other):
            page.keyboard.press("Control+z")
            saved(page)
            if page == one:
                left = [stroke for stroke in double.strokes() if stroke["xy"][0] < 0.5 * WIDTH]
                assert len(left) == 9 - i, (i, len(left))
    for page in (one, other):
        written(page, 1, 0)
        expect(page.get_by_test_id("undo")).to_be_disabled()
    one.keyboard.press("Control+Shift+z")
    written(other, 1, 1)
    saved(one)
    assert [stroke["xy"][0] < 0.5 * WIDTH for stroke in double.strokes()] == [True]


@journey
def escape_keeps_what_was_typed_in_a_field_and_a_second_one_takes_it_back(chromium, double):
    character, = fresh(chromium, double, template="Sheet", form=True, characters=["Escape"])
    page = b.open_page(chromium, double, f"c/{character['id']}/1")
    written(page, 1, 0)
    name = page.locator('[data-page="1"] [data-testid=field][data-name="hero.name"]')

    def stored():
        return double.control()["values"].get(character["id"], {}).get("hero.name")

    name.fill("Maren")
    name.press("Enter")
    b.until(page, lambda: stored() == "Maren")
    name.fill("Maren Ashwick")
    page.keyboard.press("Escape")
    b.until(page, lambda: stored() == "Maren Ashwick")
    page.keyboard.press("Escape")
    b.until(page, lambda: stored() == "Maren")
    page.keyboard.press("Control+z")
    b.until(page, lambda: stored() == "Maren Ashwick")
    expect(name).to_have_value("Maren Ashwick")


@journey
def a_tap_of_the_pen_leaves_a_dot(chromium, double):
    _, page = opened(chromium, double, "Dot")
    b.Pen(page).draw([(0.4, 0.4)])
    written(page, 1, 1)
    saved(page)
    dot, = double.strokes()
    assert abs(dot["xy"][0] - 0.4 * WIDTH) < 1 and abs(dot["xy"][1] - 0.4 * HEIGHT) < 1, dot["xy"]
    inked = page.evaluate("""() => {
        const canvas = document.querySelector('[data-page="1"] canvas.dry');
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        let count = 0;
        for (let i = 3; i < data.length; i += 4) if (data[i] > 127) count++;
        return count;
    }""")
    assert inked >= 1, "the dot is not seen"


@journey
def writing_goes_on_while_a_slow_server_saves(chromium, double):
    _, page = opened(chromium, double, "Slow", snaps=False)
    double.control(delay=900)
    pen = b.Pen(page)
    for i in range(4):
        pen.draw(b.wave(0.2, 0.5, 0.2 + 0.1 * i))
        written(page, 1, i + 1)
    expect(page.get_by_test_id("save-state")).not_to_have_attribute("data-state", "saved")
    double.control(delay=0)
    saved(page)
    assert heights(double) == [2, 3, 4, 5], heights(double)
    assert page.complaints == [], page.complaints


@journey
def keys_turn_pages_and_the_address_follows(chromium, double):
    character, page = opened(chromium, double, "Turning", pages=5)
    page.keyboard.press("PageDown")
    b.at(page, f"c/{character['id']}/2")
    page.keyboard.press("End")
    b.at(page, f"c/{character['id']}/5")
    expect(page.get_by_text("Page 5 of 5")).to_be_visible()
    page.keyboard.press("PageUp")
    b.at(page, f"c/{character['id']}/4")
    page.keyboard.press("Home")
    b.at(page, f"c/{character['id']}/1")


@journey
def the_buttons_of_the_browser_lead_back_and_forth(chromium, double):
    fresh(chromium, double, template="Sheet", characters=["Back"])
    page = b.open_page(chromium, double)
    page.get_by_test_id("character-card").locator("a").first.click()
    written(page, 1, 0)
    assert page.title() == "Back"
    page.go_back()
    expect(page.get_by_test_id("character-card")).to_have_count(1)
    page.go_forward()
    written(page, 1, 0)
    page.get_by_test_id("back").click()
    expect(page.get_by_test_id("character-card")).to_have_count(1)


@journey
def an_address_of_nobody_says_so_and_leads_back(chromium, double):
    fresh(chromium, double, template="Sheet", characters=["Somebody"])
    page = b.open_page(chromium, double, "c/nobody/3")
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_role("button", name="Library").click()
    expect(page.get_by_test_id("character-card")).to_have_count(1)


@journey
def the_tool_and_its_colour_are_there_again_after_a_reload(chromium, double):
    _, page = opened(chromium, double, "Again")
    page.keyboard.press("3")
    pressed = page.locator("[data-testid=own-pen][aria-pressed=true]")
    expect(pressed).to_have_count(1)
    before = pressed.get_attribute("aria-label")
    page.reload()
    written(page, 1, 0)
    expect(pressed).to_have_attribute("aria-label", before)


@journey
def whoever_only_reads_cannot_write(chromium, double):
    character, = fresh(chromium, double, template="Sheet", characters=["Read only"], role="viewer")
    double.control(character=character["id"], page=1, edit={"add": [stroke(200, 300, 300)]})
    page = b.open_page(chromium, double, f"c/{character['id']}/1")
    written(page, 1, 1)
    b.Pen(page).draw(b.wave(0.2, 0.5, 0.6))
    page.wait_for_timeout(300)
    written(page, 1, 1)
    page.keyboard.press("Control+z")
    page.wait_for_timeout(300)
    assert len(double.strokes()) == 1
    assert page.complaints == [], page.complaints


@journey
def everything_on_a_page_is_selected_deleted_and_brought_back(chromium, double):
    _, page = opened(chromium, double, "All", snaps=False)
    pen = b.Pen(page)
    for i in range(3):
        pen.draw(b.wave(0.2, 0.5, 0.2 + 0.2 * i))
    written(page, 1, 3)
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    written(page, 1, 0)
    saved(page)
    assert double.strokes() == []
    page.keyboard.press("Control+z")
    written(page, 1, 3)
    saved(page)
    assert heights(double) == [2, 4, 6], heights(double)


@journey
def an_escape_lets_go_of_what_is_selected(chromium, double):
    _, page = opened(chromium, double, "Escape", snaps=False)
    b.Pen(page).draw(b.wave(0.2, 0.5, 0.3))
    written(page, 1, 1)
    page.keyboard.press("Control+a")
    expect(page.locator(".selection")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".selection")).to_have_count(0)
    page.keyboard.press("Delete")
    page.wait_for_timeout(200)
    written(page, 1, 1)


@journey
def a_highlighter_lies_over_words_and_lets_them_through(chromium, double):
    _, page = opened(chromium, double, "Marker", snaps=False)
    page.keyboard.press("m")
    b.Pen(page).draw(line(0.2, 0.6, 0.4))
    written(page, 1, 1)
    saved(page)
    marker, = double.strokes()
    assert marker["brush"]["kind"] == "highlighter", marker["brush"]
    blend = page.evaluate("""() => [...document.querySelectorAll('[data-page="1"] canvas')]
        .map((canvas) => getComputedStyle(canvas).mixBlendMode)""")
    assert "multiply" in blend or marker["brush"]["color"]["alpha"] < 1, blend


@journey
def a_name_of_many_alphabets_is_shown_and_found(chromium, double):
    fresh(chromium, double, template="Sheet", characters=["Ælfgifu Þórsdóttir", "Жанна 🗡 陳", "Émile"])
    page = b.open_page(chromium, double)
    expect(page.get_by_test_id("character-card")).to_have_count(3)
    search = page.get_by_role("searchbox").first
    for words, name in (("emile", "Émile"), ("жанна", "Жанна 🗡 陳"), ("陳", "Жанна 🗡 陳")):
        search.fill(words)
        expect(page.get_by_test_id("character-card").locator(".name")).to_have_text(name)
    search.fill("nothing like it")
    expect(page.get_by_test_id("character-card")).to_have_count(0)


@journey
def ink_of_a_page_is_copied_to_the_next_page_at_its_place(chromium, double):
    _, page = opened(chromium, double, "Copy", snaps=False)
    b.Pen(page).draw(b.wave(0.2, 0.5, 0.3))
    written(page, 1, 1)
    page.keyboard.press("Control+a")
    page.keyboard.press("Control+c")
    page.keyboard.press("Escape")
    page.keyboard.press("PageDown")
    written(page, 2, 0)
    b.settle(page)
    page.keyboard.press("Control+v")
    written(page, 2, 1)
    saved(page)
    assert heights(double, 1) == heights(double, 2) == [3]


@journey
def two_windows_of_one_person_show_the_same_ink(chromium, double):
    character, page = opened(chromium, double, "Twice", snaps=False)
    other = page.context.new_page()
    other.goto(f"{double.address}c/{character['id']}/1")
    written(other, 1, 0)
    b.followed(page, double, 2)
    b.Pen(page).draw(b.wave(0.2, 0.5, 0.3))
    written(other, 1, 1)
    other.bring_to_front()
    b.Pen(other).draw(b.wave(0.2, 0.5, 0.5))
    written(page, 1, 2)
    saved(page)
    assert sorted(heights(double)) == [3, 5]


@journey
def a_key_right_behind_a_dialog_is_for_the_pages(chromium, double):
    character, = fresh(chromium, double, template="Sheet", pages=3, characters=["Quick"])
    page = b.open_page(chromium, double, f"c/{character['id']}/1")
    written(page, 1, 0)
    page.keyboard.press("j")
    expect(page.locator("dialog select")).to_be_focused()
    # As a busy browser does it: what had the focus in the dialog gets the key although the dialog is closed.
    page.evaluate("""() => {
        const { activeElement } = document;
        activeElement.closest('dialog').close();
        activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown', bubbles: true }));
    }""")
    b.at(page, f"c/{character['id']}/2")
    assert page.complaints == [], page.complaints
