# SPDX-License-Identifier: GPL-3.0-or-later
"""What people do with the library."""
import tempfile
from pathlib import Path

from playwright.sync_api import expect

import browser as b
from journeys import SAMPLE, fresh, journey, saved, written


def cards(page):
    return page.get_by_test_id("character-card")


def menu(page, name, entry):
    page.get_by_label(f"More for {name}", exact=True).click()
    page.get_by_test_id(f"menu-{entry}").click()


@journey
def many_files_are_dropped_anywhere_and_each_that_fails_says_why(chromium, double):
    fresh(chromium, double)
    page = b.open_page(chromium, double)
    expect(page.get_by_text("An empty desk")).to_be_visible()
    page.evaluate("""() => {
        const data = new DataTransfer();
        for (let i = 0; i < 5; i++) data.items.add(new File([`%PDF-1.7 ${i}`], `Sheet ${i}.pdf`, { type: 'application/pdf' }));
        data.items.add(new File(['hello'], 'letter.txt'));
        for (const type of ['dragenter', 'dragover']) document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
        window.dropped = data;
    }""")
    expect(page.locator(".drop-hint")).to_be_visible()
    b.shoot(page, "library-drop")
    page.evaluate("document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: window.dropped }))")
    expect(page.get_by_test_id("template-card")).to_have_count(5)
    expect(page.get_by_text("letter.txt was not imported: It is not a PDF. Save or print it as a PDF")).to_be_visible()
    expect(page.get_by_test_id("import-total")).to_have_text("5 files are imported. 1 was not.")
    b.shoot(page, "library-imported")
    assert page.complaints == [], page.complaints


@journey
def what_should_be_looked_at_after_an_import_stays_until_somebody_puts_it_away(chromium, double):
    fresh(chromium, double)
    page = b.open_page(chromium, double)
    page.get_by_test_id("import-input").set_input_files([
        {"name": "Good.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.7 good"},
        {"name": "Odd.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.7 odd % no thumbnail"}])
    expect(page.locator(".import.done")).to_have_count(2)
    odd = page.locator(".import.done").filter(has_text="It has no thumbnail.")
    expect(odd).to_be_visible()
    expect(page.locator(".import.done")).to_have_count(1, timeout=10_000)
    odd.get_by_role("button").click()
    expect(page.locator(".import")).to_have_count(0)
    assert page.complaints == [], page.complaints


@journey
def a_character_is_renamed_duplicated_and_made_a_favourite(chromium, double):
    fresh(chromium, double, template="Sheet", characters=["Maren"])
    page = b.open_page(chromium, double)
    menu(page, "Maren", "rename")
    page.get_by_test_id("character-name").fill("")
    expect(page.get_by_text("Type a name.")).to_be_visible()
    page.get_by_test_id("character-name").fill("Maren Ashwick")
    page.keyboard.press("Enter")
    expect(cards(page).locator(".name")).to_have_text("Maren Ashwick")
    menu(page, "Maren Ashwick", "duplicate")
    expect(cards(page)).to_have_count(2)
    menu(page, "Maren Ashwick", "favorite")
    expect(cards(page).locator(".name .icon")).to_have_count(1)
    page.get_by_test_id("favorites").click()
    expect(cards(page)).to_have_count(1)
    page.reload()
    expect(cards(page)).to_have_count(1)
    expect(page.get_by_test_id("favorites")).to_have_attribute("aria-pressed", "true")


@journey
def tags_are_given_and_narrow_the_library(chromium, double):
    fresh(chromium, double, template="Sheet", characters=["Brann", "Tam", "Ysolde"])
    page = b.open_page(chromium, double)
    for name, tags in (("Brann", "Tuesday, Guard"), ("Tam", "Tuesday")):
        menu(page, name, "tags")
        page.get_by_test_id("tags-input").fill(tags)
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_test_id("tag")).to_have_text(["Guard1", "Tuesday2"])
    page.get_by_test_id("tag").nth(1).click()
    expect(cards(page)).to_have_count(2)
    b.shoot(page, "library-tag")
    page.get_by_test_id("tag-table").click()
    expect(page.get_by_test_id("seat")).to_have_count(2)
    assert page.url.endswith("/table/tag/Tuesday"), page.url


@journey
def characters_are_sorted_by_name_and_by_age(chromium, double):
    fresh(chromium, double, template="Sheet", characters=["Character 9", "Älva", "Character 10"])
    page = b.open_page(chromium, double)
    expect(cards(page)).to_have_count(3)
    found = cards(page).locator(".name")
    page.get_by_test_id("sort").select_option("name")
    expect(found).to_have_text(["Älva", "Character 9", "Character 10"])
    page.get_by_test_id("sort").select_option("created")
    expect(found).to_have_text(["Character 10", "Älva", "Character 9"])


@journey
def what_was_removed_is_taken_back_at_once_or_from_the_trash(chromium, double):
    fresh(chromium, double, template="Sheet", characters=["Brann", "Tam"])
    page = b.open_page(chromium, double)
    menu(page, "Tam", "remove")
    expect(cards(page)).to_have_count(1)
    page.get_by_role("button", name="Take back").click()
    expect(cards(page)).to_have_count(2)
    menu(page, "Tam", "remove")
    menu(page, "Brann", "remove")
    page.get_by_test_id("library-more").click()
    b.shoot(page, "library-menu")
    page.get_by_test_id("to-trash").click()
    trash = page.get_by_test_id("trash")
    expect(trash.locator(".row")).to_have_count(2)
    b.shoot(page, "trash")
    trash.get_by_label("Take Tam back").click()
    expect(trash.locator(".row")).to_have_count(1)
    page.get_by_role("button", name="Empty the trash").click()
    page.get_by_role("button", name="Delete everything for good?").click()
    expect(page.get_by_text("The trash is empty.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(cards(page)).to_have_count(1)


@journey
def a_template_that_is_removed_says_how_many_characters_went_with_it(chromium, double):
    fresh(chromium, double, template="Sheet", characters=["Brann", "Tam"])
    page = b.open_page(chromium, double)
    page.get_by_test_id("template-more").click()
    page.get_by_test_id("menu-remove").click()
    expect(page.get_by_text("Sheet and 2 characters are in the trash.")).to_be_visible()
    expect(page.get_by_text("An empty desk")).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    expect(cards(page)).to_have_count(2)


@journey
def a_character_is_packed_and_a_packed_one_is_taken_in(chromium, double):
    fresh(chromium, double, template="Sheet", characters=["Brann"])
    page = b.open_page(chromium, double)
    page.get_by_test_id("card-more").click()
    with page.expect_download() as download:
        page.get_by_test_id("menu-pack").click()
        page.get_by_test_id("pack-players").click()
    assert download.value.suggested_filename == "Brann.limnpkg", download.value.suggested_filename
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "Brann.limnpkg"
        file.write_bytes(b"PK\x03\x04rest")
        page.get_by_test_id("import-input").set_input_files(str(file))
        expect(page.get_by_text("Brann.limnpkg is imported.")).to_be_visible()
    expect(cards(page)).to_have_count(2)


@journey
def a_filled_pdf_becomes_a_character_of_its_own_name(chromium, double):
    for width, height in ((1280, 860), (390, 844)):
        fresh(chromium, double, template="Sheet")
        page = b.open_page(chromium, double, viewport={"width": width, "height": height})
        page.get_by_test_id("new-character").click()
        expect(page.get_by_test_id("filled")).to_be_in_viewport()
        b.shoot(page, f"new-filled-{width}")
        chosen = page.get_by_test_id("filled-input")
        chosen.set_input_files({"name": "note.pdf", "mimeType": "application/pdf", "buffer": b"no PDF at all"})
        expect(page.get_by_role("alert").filter(has_text="neither a PDF")).to_be_visible()
        chosen.set_input_files({"name": "Old Hero.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.7 filled"})
        written(page, 1, 0)
        expect(page.get_by_role("heading", name="Old Hero")).to_be_visible()
        assert page.complaints == [], page.complaints
        page.context.close()


@journey
def a_character_is_exported_from_its_card(chromium, double):
    fresh(chromium, double, template="Sheet", characters=["Brann"])
    page = b.open_page(chromium, double)
    menu(page, "Brann", "export")
    page.get_by_test_id("export-start").click()
    expect(page.get_by_test_id("export-link")).to_have_attribute("download", "Brann.pdf")


@journey
def the_library_is_used_with_keys_alone(chromium, double):
    fresh(chromium, double, template="Sheet", characters=["Brann", "Tam"])
    page = b.open_page(chromium, double)
    expect(cards(page)).to_have_count(2)
    page.keyboard.press("/")
    # The server's answer moves cards to other shelves, and the focus stays.
    with page.expect_response(lambda answer: "q=bra" in answer.url):
        page.keyboard.type("bra")
        expect(cards(page)).to_have_count(1)
        page.get_by_label("More for Brann").focus()
    page.wait_for_timeout(50)
    expect(page.get_by_label("More for Brann")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("Rename")
    page.keyboard.press("Escape")
    # The focus goes back once the dialog is away.
    expect(page.get_by_label("More for Brann")).to_be_focused()
    page.get_by_label("Open Brann").focus()
    expect(page.get_by_label("Open Brann")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Brann")
    page.go_back()
    expect(page.get_by_test_id("search")).to_be_visible()


@journey
def three_hundred_cards_cost_one_look_and_their_pictures_come_when_they_are_seen(chromium, double):
    fresh(chromium, double, template="Sheet", characters=[f"Character {i}" for i in range(300)])
    page = b.open_page(chromium, double)
    pictures = []
    page.on("request", lambda request: pictures.append(request.url) if "/iiif/" in request.url else None)
    page.reload()
    expect(cards(page)).to_have_count(300)
    b.until(page, lambda: len(pictures) > 0)
    page.wait_for_timeout(500)
    assert len(pictures) < 150, len(pictures)
    page.evaluate("document.querySelectorAll('[data-testid=character-card]').forEach((card) => { card.kept = true; })")
    menu(page, "Character 7", "favorite")
    expect(cards(page).locator(".name .icon")).to_have_count(1)
    kept = page.evaluate("[...document.querySelectorAll('[data-testid=character-card]')].filter((card) => card.kept).length")
    assert kept == 299, "only the card that has changed is made anew"
    b.shoot(page, "library-300")


@journey
def somebody_who_only_reads_sees_no_tools_of_the_owner(chromium, double):
    fresh(chromium, double, template="Sheet", characters=["Brann", "Tam"], role="viewer")
    page = b.open_page(chromium, double)
    expect(cards(page)).to_have_count(2)
    expect(page.get_by_test_id("new-character")).not_to_be_visible()
    page.get_by_test_id("card-more").first.click()
    expect(page.get_by_test_id("menu-picture")).to_be_visible()
    for entry in ("remove", "rename", "share", "pack"):
        expect(page.get_by_test_id(f"menu-{entry}")).to_have_count(0)


@journey
def the_sample_sheet_that_is_imported_twice_is_there_once(chromium, double):
    fresh(chromium, double)
    page = b.open_page(chromium, double)
    for words in ("character-sheet.pdf is imported.", "character-sheet.pdf is already here, as “character-sheet”."):
        page.get_by_test_id("import-input").set_input_files(str(SAMPLE))
        expect(page.get_by_text(words)).to_be_visible()
    expect(page.get_by_test_id("template-card")).to_have_count(1)


@journey
def an_empty_desk_offers_paper_of_four_kinds(chromium, double):
    fresh(chromium, double)
    page = b.open_page(chromium, double, snaps=False)
    page.get_by_test_id("blank-paper").click()
    page.get_by_role("radio", name="Squared paper").check()
    page.get_by_test_id("character-name").fill("Sketches")
    page.get_by_test_id("create").click()
    written(page, 1, 0)
    for y in (0.3, 0.4):
        b.Pen(page).draw(b.wave(0.2, 0.6, y))
    written(page, 1, 2)
    saved(page)
    # The page is emptied with one deed, and one undo brings everything back.
    page.get_by_test_id("view").click()
    page.get_by_test_id("clear-page").click()
    written(page, 1, 0)
    saved(page)
    page.get_by_role("status").get_by_role("button", name="Undo").click()
    written(page, 1, 2)
    saved(page)
    assert len(double.strokes()) == 2
    page.get_by_test_id("view").click()
    page.get_by_test_id("dark-paper").check()
    page.reload()
    written(page, 1, 2)
    assert "invert" in page.locator('[data-testid=page]').first.evaluate("(sheet) => getComputedStyle(sheet).filter")
    # The same paper again is the same template.
    page.goto(double.address)
    page.get_by_test_id("new-character").click()
    page.get_by_role("radio", name="Squared paper").check()
    page.get_by_test_id("character-name").fill("More sketches")
    page.get_by_test_id("create").click()
    written(page, 1, 0)
    page.goto(double.address)
    expect(page.get_by_test_id("template-card")).to_have_count(1)
    assert page.complaints == [], page.complaints
