# SPDX-License-Identifier: GPL-3.0-or-later
"""Work that must outlive tabs that end, reloads in the middle of a request, and refusals."""
import json
import re

from playwright.sync_api import expect

import browser as b
from item_journeys import drafted, opened, place, typed
from journeys import fresh, journey, saved, written
from offline_journeys import COPIED

# What sends edits of a page; the mark of an edit may follow.
EDITS = re.compile(r"/edits(\?|$)")
UNTOLD = """for (const target of [window, document]) {
    const listen = target.addEventListener.bind(target);
    target.addEventListener = (type, ...rest) => /pagehide|visibilitychange/.test(type) ? undefined : listen(type, ...rest);
}"""
HIDE = """() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}"""


def with_text(chromium, double, name):
    character, page = opened(chromium, double, name)
    page.get_by_test_id("tool-text").click()
    page.mouse.click(*place(page, 100, 150))
    page.keyboard.type("A lantern")
    page.keyboard.press("Escape")
    saved(page)
    return character, page


@journey
def a_text_that_one_goes_on_with_is_kept_when_the_browser_ends_without_a_word(chromium, double):
    character, page = with_text(chromium, double, "Ended")
    page.add_init_script(UNTOLD)
    page.reload()
    written(page, 1, 0)
    page.get_by_test_id("tool-text").click()
    page.mouse.click(*place(page, 110, 146))
    expect(page.get_by_test_id("typing")).to_have_value("A lantern")
    page.keyboard.type(" of brass")
    b.until(page, lambda: "A lantern of brass" in drafted(page), lambda: drafted(page))
    page.close()
    again = page.context.new_page()
    again.goto(f"{double.address}c/{character['id']}/1")
    written(again, 1, 0)
    again.wait_for_timeout(5000)
    b.until(again, lambda: typed(double) == ["A lantern of brass"], lambda: typed(double))
    saved(again)


@journey
def another_tab_does_not_take_up_a_text_over_which_somebody_thinks(chromium, double):
    character, page = opened(chromium, double, "Thinking")
    page.get_by_test_id("tool-text").click()
    page.mouse.click(*place(page, 100, 150))
    page.keyboard.type("Half a")
    page.wait_for_timeout(4500)
    other = page.context.new_page()
    other.goto(f"{double.address}c/{character['id']}/2")
    written(other, 2, 0)
    other.wait_for_timeout(1000)
    assert typed(double) == [], typed(double)
    page.keyboard.type(" sentence")
    page.keyboard.press("Escape")
    saved(page)
    other.wait_for_timeout(4500)
    assert typed(double) == ["Half a sentence"], typed(double)


@journey
def a_text_is_saved_when_its_window_is_hidden(chromium, double):
    _, page = opened(chromium, double, "Hidden")
    page.get_by_test_id("tool-text").click()
    page.mouse.click(*place(page, 100, 150))
    page.keyboard.type("On the way")
    page.evaluate(HIDE)
    saved(page)
    expect(page.get_by_test_id("typing")).to_have_count(0)
    assert typed(double) == ["On the way"], typed(double)


@journey
def a_stroke_on_an_embedded_page_is_saved_when_the_window_is_hidden(chromium, double):
    character, = fresh(chromium, double, template="Sheet", characters=["Embedded"])
    page = b.open_page(chromium, double, f"element/example.html?character={character['id']}&page=1")
    sheet = page.locator("limn-page").locator("[data-testid=page]")
    expect(sheet).to_have_attribute("data-sharp", "true")
    b.Pen(page).draw(b.wave(0.2, 0.6, 0.3), lifts=False)
    page.evaluate(HIDE)
    expect(page.locator("output")).to_have_text("1 strokes, saved")
    assert len(double.strokes()) == 1
    assert page.complaints == [], page.complaints


@journey
def an_erasure_whose_answer_a_reload_cuts_off_is_made_once_and_not_refused(chromium, double):
    character, = fresh(chromium, double, template="Sheet", characters=["Cut"])
    page = b.open_page(chromium, double, f"c/{character['id']}/1")
    written(page, 1, 0)
    pen = b.Pen(page)
    for y in (0.3, 0.4, 0.5):
        pen.draw(b.wave(0.2, 0.6, y))
    saved(page)
    page.get_by_test_id("tool-eraser").click()
    double.control(delay=700)
    with page.expect_request(EDITS):
        pen.draw([(0.4, 0.37), (0.4, 0.43)])
    written(page, 1, 2)
    page.wait_for_timeout(100)
    page.reload()
    page.wait_for_timeout(1000)
    double.control(delay=0)
    written(page, 1, 2)
    saved(page)
    expect(page.get_by_test_id("save-state")).to_have_text("Saved")
    assert [round(stroke["xy"][1] / 842, 1) for stroke in double.strokes()] == [0.3, 0.5]
    edits = [line for line in double.control()["log"] if line.startswith("edits")]
    assert len(set(edits)) == 4, "the erasure had one key"


@journey
def the_kept_copy_never_answers_what_an_edit_is_made_for(chromium, double):
    character, = fresh(chromium, double, template="Sheet", characters=["Copy"])
    page = b.open_page(chromium, double, f"c/{character['id']}/1", service_workers="allow")
    written(page, 1, 0)
    assert page.evaluate(COPIED) or page.evaluate(COPIED), "a busy machine takes its time"
    double.control(deaf=True)
    asked = """([id, cache]) => fetch(`/api/v1/characters/${id}/pages/1/ink`, { cache }).then(({ status }) => status, () => 0)"""
    assert page.evaluate(asked, [character["id"], "default"]) == 200
    assert page.evaluate(asked, [character["id"], "no-store"]) == 0
    double.control(deaf=False)


@journey
def a_refused_change_can_be_saved_as_a_file_and_tried_again(chromium, double):
    character, = fresh(chromium, double, template="Sheet", characters=["Refused"])
    page = b.open_page(chromium, double, f"c/{character['id']}/1", snaps=False)
    written(page, 1, 0)
    problem = {"type": "/problems/refused", "title": "refused", "status": 422, "detail": "The desk is <b>closed</b>."}
    page.route(EDITS, lambda route: route.fulfill(
        status=422, content_type="application/problem+json", body=json.dumps(problem)))
    b.Pen(page).draw(b.wave(0.2, 0.6, 0.3))
    state = page.get_by_test_id("save-state")
    expect(state).to_have_text("1 change was refused: The desk is <b>closed</b>.")
    page.unroute(EDITS)
    page.reload()
    expect(state).to_have_text("1 change was refused: The desk is <b>closed</b>.")
    state.click()
    b.shoot(page, "refused")
    with page.expect_download() as download:
        page.get_by_test_id("refused-save").click()
    change, = json.loads(download.value.path().read_text())["changes"]
    assert change["character"] == character["id"] and len(change["body"]["add"][0]["xy"]) > 60
    page.get_by_test_id("refused-retry").click()
    saved(page)
    expect(state).to_have_text("Saved")
    assert len(double.strokes()) == 1
