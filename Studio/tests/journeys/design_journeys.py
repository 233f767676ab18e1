# SPDX-License-Identifier: GPL-3.0-or-later
"""A flat sheet becomes fillable: a person looks at what was found, corrects it, tries it, and makes a template of it."""
from playwright.sync_api import expect

import browser as b
from journeys import fresh, journey


def _designer(chromium, double, characters=(), **options):
    fresh(chromium, double, template="Sheet", characters=list(characters))
    page = b.open_page(chromium, double, **options)
    page.get_by_test_id("template-more").click()
    page.get_by_test_id("detect").click()
    expect(page.get_by_test_id("proposed-field")).to_have_count(5)
    return page


def _field(page, name):
    return page.locator(f'[data-testid=proposed-field][data-name="{name}"]')


def _made(double) -> list:
    return {field["name"]: field for field in double.control()["templates"][-1]["fields"]}


@journey
def a_flat_sheet_is_made_fillable_and_its_characters_move_along(chromium, double):
    page = _designer(chromium, double, ["Maren", "Brann"])
    expect(page.get_by_test_id("design-summary")).to_have_text("5 fields, 1 left out")
    expect(_field(page, "inspired")).to_have_attribute("data-type", "check")
    b.shoot(page, "design-found")
    # A name is corrected, a doubtful place is taken, and another one is left out.
    _field(page, "name").click()
    page.get_by_test_id("design-name").fill("identity.name")
    page.get_by_test_id("design-name").press("Enter")
    expect(_field(page, "identity.name")).to_have_attribute("aria-pressed", "true")
    _field(page, "ornament").click()
    page.get_by_test_id("design-accept").click()
    page.get_by_test_id("design-type").select_option("push")
    _field(page, "inspired").click()
    page.get_by_test_id("design-leave").click()
    # A row is repeated, and added up.
    _field(page, "items.1.weight").click()
    page.get_by_test_id("design-repeat-count").fill("2")
    page.get_by_test_id("design-repeat-distance").fill("20")
    page.get_by_test_id("design-repeat").click()
    expect(_field(page, "items.3.weight")).to_have_count(1)
    _field(page, "total").click()
    page.get_by_test_id("design-sumOf").fill("items.1.weight\nitems.2.weight\nitems.3.weight")
    page.get_by_test_id("design-sumOf").blur()
    # It is tried by typing.
    page.get_by_test_id("design-try").click()
    fields = page.get_by_test_id("design-try-field")
    fields.and_(page.locator('[data-name="items.1.weight"]')).fill("2.5")
    fields.and_(page.locator('[data-name="items.3.weight"]')).fill("4")
    expect(fields.and_(page.locator('[data-name="total"]'))).to_have_value("6.5")
    b.shoot(page, "design-tried")
    page.get_by_test_id("design-try").click()
    page.get_by_test_id("design-save").click()
    expect(page.get_by_test_id("design-template-name")).to_have_value("Sheet (fillable)")
    b.shoot(page, "design-saving")
    page.get_by_test_id("design-make").click()
    expect(page.get_by_text("“Sheet (fillable)” is in the library. Characters moved: 2.")).to_be_visible()
    made = _made(double)
    assert set(made) == {"identity.name", "items.1.weight", "items.2.weight", "items.3.weight", "total", "ornament", "notes"}, set(made)
    assert made["items.3.weight"]["rect"] == [60, 160, 120, 176] and made["ornament"]["type"] == "push", made
    assert made["total"]["sumOf"] == ["items.1.weight", "items.2.weight", "items.3.weight"]
    assert {one["templateName"] for one in double.control()["characters"]} == {"Sheet (fillable)"}
    assert page.complaints == [], page.complaints


@journey
def fields_are_drawn_moved_and_resized_by_pointer_and_keys(chromium, double):
    page = _designer(chromium, double)
    paper = b.box(page.get_by_test_id("design-page"))
    scale = paper["width"] / 595

    def drag(x0, y0, x1, y1):
        page.mouse.move(x0, y0)
        page.mouse.down()
        page.mouse.move(x1, y1, steps=6)
        page.mouse.up()

    def box(name):
        return b.box(_field(page, name))

    page.get_by_test_id("design-add").click()
    page.get_by_test_id("design-add-text").click()
    drag(*(paper["x"] + 100 * scale, paper["y"] + 300 * scale), *(paper["x"] + 200 * scale, paper["y"] + 320 * scale))
    drawn = box("text")
    assert abs(drawn["width"] / scale - 100) < 2 and abs((drawn["y"] - paper["y"]) / scale - 300) < 2, drawn
    drag(drawn["x"] + 20, drawn["y"] + 8, drawn["x"] + 70, drawn["y"] + 38)
    moved = box("text")
    assert abs(moved["x"] - drawn["x"] - 50) < 2 and abs(moved["y"] - drawn["y"] - 30) < 2, (drawn, moved)
    handle = b.box(page.locator(".design-handle.se"))
    drag(handle["x"] + 6, handle["y"] + 6, handle["x"] + 46, handle["y"] + 6)
    wider = box("text")
    assert abs(wider["width"] - moved["width"] - 40) < 2 and wider["x"] == moved["x"], (moved, wider)
    # Three gestures are three steps.
    for before in (moved, drawn):
        page.get_by_test_id("undo").click()
        assert abs(box("text")["x"] - before["x"]) < .5 and abs(box("text")["width"] - before["width"]) < .5
    page.get_by_test_id("undo").click()
    expect(_field(page, "text")).to_have_count(0)
    page.get_by_test_id("redo").click()
    # Keys move what is chosen, and remove it.
    _field(page, "text").click()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("ArrowDown")
    assert abs(box("text")["x"] - drawn["x"] - 10 * scale) < 1
    page.keyboard.press("Delete")
    expect(_field(page, "text")).to_have_count(0)
    # A box chooses what it touches, and what is chosen is put in line.
    drag(paper["x"] + 40 * scale, paper["y"] + 50 * scale, paper["x"] + 130 * scale, paper["y"] + 220 * scale)
    expect(page.locator('[data-testid=proposed-field][aria-pressed="true"]')).to_have_count(3)
    page.get_by_test_id("design-align-right").click()
    rights = {round(box(name)["x"] + box(name)["width"]) for name in ("name", "items.1.weight", "total")}
    assert len(rights) == 1, rights
    # Names that cannot be are told, and nothing is made of them.
    page.get_by_test_id("design-row").first.fill("total")
    page.get_by_test_id("design-row").first.blur()
    expect(page.get_by_test_id("design-summary")).to_contain_text("2 to change")
    page.get_by_test_id("design-save").click()
    expect(page.get_by_text("“total” cannot be made: Taken.")).to_be_visible()
    assert len(double.control()["templates"]) == 1
    assert page.complaints == [], page.complaints


@journey
def what_is_typed_stays_and_the_next_press_counts(chromium, double):
    page = _designer(chromium, double)
    # Typing in one control and pressing another one does both.
    _field(page, "name").click()
    page.get_by_test_id("design-tooltip").fill("Who?")
    page.get_by_test_id("design-multiline").click()
    expect(page.get_by_test_id("design-multiline")).to_be_checked()
    page.get_by_test_id("design-tooltip").fill("Who are you?")
    page.get_by_test_id("design-leave").click()
    expect(page.get_by_test_id("design-summary")).to_have_text("4 fields, 2 left out")
    page.get_by_test_id("design-accept").click()
    page.get_by_test_id("design-name").fill("who")
    page.keyboard.press("Tab")
    expect(page.get_by_test_id("design-leave")).to_be_focused()
    # A control key adds to what is chosen.
    _field(page, "who").click()
    _field(page, "total").click(modifiers=["Control"])
    chosen = page.locator('[data-testid=proposed-field][aria-pressed="true"]')
    expect(chosen).to_have_count(2)
    # What is out of sight stays, and keys on buttons are theirs.
    page.get_by_test_id("design-save").focus()
    page.keyboard.press("Delete")
    expect(page.get_by_test_id("proposed-field")).to_have_count(5)
    _field(page, "total").focus()
    page.keyboard.press("PageDown")
    expect(page.get_by_test_id("proposed-field")).to_have_count(1)
    page.keyboard.press("Delete")
    page.keyboard.press("PageUp")
    expect(page.get_by_test_id("proposed-field")).to_have_count(5)
    _field(page, "total").click()
    page.keyboard.press("Delete")
    expect(page.get_by_test_id("proposed-field")).to_have_count(4)
    expect(page.locator("[data-testid=proposed-field]:focus")).to_have_count(1)
    page.get_by_test_id("design-save").click()
    page.get_by_test_id("design-make").click()
    expect(page.get_by_text("“Sheet (fillable)” is in the library.")).to_be_visible()
    assert _made(double)["who"]["tooltip"] == "Who are you?" and _made(double)["who"]["multiline"], _made(double)["who"]
    assert page.complaints == [], page.complaints


@journey
def a_draft_is_there_after_the_window_was_loaded_again(chromium, double):
    page = _designer(chromium, double)
    _field(page, "name").click()
    page.get_by_test_id("design-name").fill("who")
    page.get_by_test_id("design-name").press("Enter")
    # Whoever leaves at once has changed it, too.
    page.reload()
    expect(_field(page, "who")).to_have_count(1)
    page.get_by_role("button", name="Look again").click()
    expect(_field(page, "name")).to_have_count(1)
    page.get_by_test_id("undo").click()
    expect(_field(page, "who")).to_have_count(1)
    page.get_by_test_id("redo").click()
    expect(_field(page, "name")).to_have_count(1)
    expect(page.get_by_test_id("design-save")).to_have_count(1)
    page.get_by_test_id("back").click()
    expect(page.get_by_test_id("template-card")).to_have_count(1)
    assert page.complaints == [], page.complaints


@journey
def a_thumb_chooses_and_moves_fields_on_a_small_screen(chromium, double):
    page = _designer(chromium, double, viewport={"width": 390, "height": 800}, has_touch=True, locale="de")
    b.shoot(page, "design-narrow")
    _field(page, "name").tap()
    expect(_field(page, "name")).to_have_attribute("aria-pressed", "true")
    before = b.box(_field(page, "name"))
    x, y = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
    session = page.context.new_cdp_session(page)
    def touch(kind, *points):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": px, "y": py} for px, py in points]})
    touch("touchStart", (x, y))
    for i in range(1, 6):
        touch("touchMove", (x + 8 * i, y + 4 * i))
    touch("touchEnd")
    after = b.box(_field(page, "name"))
    assert abs(after["x"] - before["x"] - 40) < 3 and abs(after["y"] - before["y"] - 20) < 3, (before, after)
    # A finger that begins on a field that is not chosen scrolls, and changes nothing.
    undo = page.get_by_test_id("undo")
    undo.click()
    expect(undo).to_be_disabled()
    other = _field(page, "notes") if _field(page, "notes").count() else _field(page, "total")
    where = b.box(other)
    touch("touchStart", (where["x"] + 5, where["y"] + 5))
    for i in range(1, 6):
        touch("touchMove", (where["x"] + 5, where["y"] + 5 - 6 * i))
    touch("touchEnd")
    expect(undo).to_be_disabled()
    assert page.complaints == [], page.complaints


def _second(chromium, double, template):
    """Somebody else at the same design, on another device."""
    page = b.open_page(chromium, double, f"design/{template}")
    expect(page.get_by_test_id("proposed-field")).to_have_count(5)
    return page


def _rename(page, old, new):
    _field(page, old).click()
    page.get_by_test_id("design-name").fill(new)
    page.get_by_test_id("design-name").press("Enter")


@journey
def two_people_work_at_one_design_and_each_undoes_their_own(chromium, double):
    one = _designer(chromium, double, ["Maren"])
    two = _second(chromium, double, double.control()["templates"][0]["id"])
    _rename(one, "name", "hero")
    expect(_field(two, "hero")).to_have_count(1)
    expect(two.get_by_text("owner is working at this design, too.")).to_be_visible()
    # They change one field at the same time, and both changes count.
    _field(two, "hero").click()
    two.get_by_test_id("design-tooltip").fill("Who?")
    two.get_by_test_id("design-tooltip").press("Enter")
    _rename(one, "hero", "heroine")
    expect(_field(two, "heroine")).to_have_count(1)
    _field(one, "heroine").click()
    expect(one.get_by_test_id("design-tooltip")).to_have_value("Who?")
    _field(two, "total").click()
    two.keyboard.press("Delete")
    expect(_field(one, "total")).to_have_count(0)
    # Each takes back what was theirs.
    one.get_by_test_id("undo").click()
    expect(_field(two, "hero")).to_have_count(1)
    expect(_field(two, "total")).to_have_count(0)
    two.get_by_test_id("undo").click()
    expect(_field(one, "total")).to_have_count(1)
    two.get_by_test_id("undo").click()
    _field(one, "hero").click()
    expect(one.get_by_test_id("design-tooltip")).to_have_value("Name")
    # Without the network, both go on; when it is back, nothing is lost.
    two.context.set_offline(True)
    _rename(two, "total", "sum")
    _rename(one, "hero", "Maren")
    two.context.set_offline(False)
    expect(_field(one, "sum")).to_have_count(1, timeout=15_000)
    expect(_field(two, "Maren")).to_have_count(1, timeout=15_000)
    # One of them makes the template, and the other is told.
    one.get_by_test_id("design-save").click()
    one.get_by_test_id("design-make").click()
    expect(two.get_by_text("owner has made a template of this design.")).to_be_visible()
    expect(two.get_by_test_id("template-card")).to_have_count(2)
    assert set(_made(double)) == {"Maren", "items.1.weight", "sum", "inspired", "notes"}, _made(double).keys()
    assert one.complaints == [], one.complaints


@journey
def data_of_another_program_are_given_to_fields_and_saved(chromium, double):
    page = _designer(chromium, double)
    page.get_by_test_id("design-data").click()
    dialog = page.get_by_role("dialog")
    expect(page.get_by_test_id("data-summary")).to_have_text("3 of 5 fields get data")
    known = page.get_by_test_id("data-known")
    total = known.and_(page.locator('[data-name="total"]'))
    expect(total).to_have_value("")
    b.shoot(page, "design-data")
    # A doubtful proposal is taken over by hand, a wrong one goes, and what does not exist is not taken.
    page.get_by_test_id("data-missing").check()
    expect(known.and_(page.locator('[data-name="name"]'))).to_be_hidden()
    total.fill("item.total")
    page.get_by_test_id("data-missing").uncheck()
    known.and_(page.locator('[data-name="notes"]')).fill("")
    inspired = known.and_(page.locator('[data-name="inspired"]'))
    inspired.fill("no.such")
    page.get_by_test_id("data-name").fill("Our sheet")
    page.get_by_test_id("data-save").click()
    assert inspired.evaluate("(input) => input.validationMessage") == "The data have nothing of this name."
    inspired.fill("")
    page.get_by_test_id("data-save").click()
    expect(page.get_by_text("The mapping “Our sheet” is saved.")).to_be_visible()
    expect(dialog).to_have_count(0)
    [saved] = double.control()["mappings"]
    assert saved["name"] == "Our sheet" and saved["from"] == "game", saved
    assert saved["fields"] == [{"name": "name", "like": "character.name"}, {"name": "items.1.weight", "like": "own.items.1.weight"},
                               {"name": "total", "like": "item.total"}], saved
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "Our sheet.json"
    assert page.complaints == [], page.complaints


@journey
def a_form_is_filled_from_a_file(chromium, double):
    [character] = fresh(chromium, double, template="Sheet", characters=["Maren"], form=True)
    page = b.open_page(chromium, double, f"c/{character['id']}/1")
    page.get_by_test_id("editor-more").click()
    page.get_by_test_id("menu-data").click()
    file = page.get_by_test_id("data-file")
    expect(page.get_by_test_id("data-source").locator("option")).to_have_text(["Limn: by the names of fields", "A game"])
    file.set_input_files({"name": "hero.json", "mimeType": "application/json", "buffer": b'{"hero.name": "Maren", "no.such": "1"}'})
    page.get_by_test_id("data-fill").click()
    expect(page.get_by_test_id("data-fault")).to_have_text("There is no field “no.such”.")
    b.shoot(page, "data-refused")
    page.get_by_test_id("data-partly").check()
    page.get_by_test_id("data-fill").click()
    expect(page.get_by_text("1 field has a value from the file.")).to_be_visible()
    assert double.control()["values"][character["id"]]["hero.name"] == "Maren"
    expect(page.get_by_label("Name of the hero").first).to_have_value("Maren")
