# SPDX-License-Identifier: GPL-3.0-or-later
"""What people meet in the first minutes: an empty desk, a choice of sheets by their pictures, and files that fail."""
from playwright.sync_api import expect

import browser as b
from journeys import SAMPLE, fresh, journey, written

TEXTS = """(files) => {
    const data = new DataTransfer();
    for (const [name, content] of files) data.items.add(new File([content], name));
    for (const type of ['dragenter', 'dragover', 'drop']) document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
}"""


def choices(page):
    return page.get_by_test_id("character-template").get_by_role("radio")


@journey
def an_empty_desk_offers_the_sample_sheet_and_says_what_a_phone_can_do(chromium, double):
    for locale, phone in (("en-GB", "A phone reads"), ("de-DE", "Ein Telefon liest")):
        fresh(chromium, double)
        page = b.open_page(chromium, double, locale=locale, viewport={"width": 390, "height": 844})
        expect(page.get_by_text(phone)).to_be_visible()
        b.shoot(page, f"first-desk-{locale}")
        page.get_by_test_id("sample-sheet").click()
        expect(choices(page).first).to_be_checked()
        b.shoot(page, f"first-new-{locale}")
        page.get_by_test_id("character-name").fill("Maren")
        page.get_by_test_id("create").click()
        written(page, 1, 0)
        assert page.complaints == [], page.complaints
        # It is the sheet that the project has: importing that says so.
        page.goto(double.address)
        page.get_by_test_id("import-input").set_input_files(str(SAMPLE))
        expect(page.locator(".import.known")).to_be_visible()
        expect(page.get_by_test_id("template-card")).to_have_count(1)
        page.context.close()


@journey
def a_sheet_is_chosen_by_its_picture_and_none_by_the_alphabet(chromium, double):
    fresh(chromium, double, template="Zodiac", characters=["Known"])
    for name in ("Aardvark", "Beacon"):
        double.control(template=name)
    page = b.open_page(chromium, double)
    page.get_by_test_id("new-character").click()
    # What was written on last comes first, paper at the end, and nothing is chosen for anybody.
    expect(page.get_by_test_id("character-template").locator(".name")).to_have_text(
        ["Zodiac", "Aardvark", "Beacon", "Blank paper", "Lined paper", "Dotted paper", "Squared paper"])
    expect(page.get_by_test_id("character-template").locator("input:checked")).to_have_count(0)
    expect(page.get_by_test_id("character-template").locator("img").nth(2)).to_have_attribute("src", "/iiif/" + page.locator('[data-testid=character-template] input').nth(2).get_attribute("value") + ":1/full/^!240,240/0/default.jpg")
    page.get_by_test_id("character-name").fill("Tam")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("Choose what to write on.")
    expect(choices(page).first).to_be_focused()
    b.shoot(page, "first-choice")
    page.keyboard.press("ArrowRight")
    expect(choices(page).nth(1)).to_be_checked()
    page.keyboard.press("Enter")
    written(page, 1, 0)
    assert [one["templateName"] for one in double.control()["characters"]] == ["Zodiac", "Aardvark"]
    for name in range(9):
        double.control(template=f"More {name}")
    page.goto(double.address)
    page.get_by_test_id("new-character").click()
    page.get_by_test_id("template-filter").fill("beac")
    expect(page.locator(".choice:visible")).to_have_count(1)
    assert page.complaints == [], page.complaints


@journey
def files_that_fail_say_what_to_do_and_are_put_away_together(chromium, double):
    fresh(chromium, double)
    page = b.open_page(chromium, double)
    answers = {"Broken": (422, "damaged", "The PDF is damaged."), "Heavy": (507, "no-space", "There is no room."), "Later": (503, "busy", "The server is busy.")}
    failing = set(answers)

    def fails(route):
        name = next((one for one in failing if one in route.request.url), None)
        if route.request.method != "POST" or name is None:
            route.continue_()
            return
        status, kind, detail = answers[name]
        route.fulfill(status=status, content_type="application/problem+json", body=f'{{"type": "/problems/{kind}", "status": {status}, "detail": "{detail}"}}')

    page.route("**/api/v1/templates?name=*", fails)
    expect(page.get_by_text("An empty desk")).to_be_visible()
    page.evaluate(TEXTS, [["letter.doc", "hello"], *[[f"{name}.pdf", f"%PDF-1.7 {name}"] for name in answers]])
    for words in ("letter.doc was not imported: It is not a PDF. Save or print it as a PDF", "Broken.pdf was not imported: The PDF is damaged. Open it in another program",
                  "Heavy.pdf was not imported: There is no room. Empty the trash", "Later.pdf was not imported: The server is busy. Nothing is wrong with the file."):
        expect(page.get_by_text(words)).to_be_visible()
    b.shoot(page, "first-failures")
    failing.clear()
    page.get_by_test_id("import-retry").click()
    expect(page.get_by_test_id("template-card")).to_have_count(1)
    page.get_by_test_id("imports-dismiss").click()
    expect(page.locator(".import.failed")).to_have_count(0)
    expect(page.get_by_test_id("imports-dismiss")).to_be_hidden()
    expect(page.get_by_test_id("import-total")).to_be_hidden()
