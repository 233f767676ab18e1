# SPDX-License-Identifier: GPL-3.0-or-later
"""Pages on paper and as pictures, and what an export takes along."""
from playwright.sync_api import expect

import browser as b
from drawing_journeys import opened, stroke
from journeys import journey, saved, written

#: Instead of the system's dialog: what would be printed.
PRINTS = """() => {
    window.printed = [];
    window.print = () => {
        printed.push([...document.querySelectorAll('.print-sheets img')].map((one) => [one.complete && one.naturalWidth > 0]));
        window.dispatchEvent(new Event('afterprint'));
    };
}"""


@journey
def chosen_pages_are_printed_and_nothing_but_them(chromium, double):
    character, page = opened(chromium, double, "Paper", pages=4)
    page.evaluate(PRINTS)
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/iiif/" in request.url and "default.png" in request.url else None)
    page.keyboard.press("Control+p")
    page.get_by_test_id("print-which").select_option("some")
    for wrong in ("5", "x", ""):
        page.get_by_test_id("print-pages").fill(wrong)
        page.get_by_test_id("print-start").click()
        expect(page.get_by_role("alert")).to_have_text("Type numbers of pages from 1 to 4, such as 1-3, 7.")
    b.shoot(page, "print")
    page.get_by_test_id("print-pages").fill("4, 1 - 2")
    page.get_by_test_id("print-for").select_option("gm")
    asked.clear()
    page.get_by_test_id("print-start").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.evaluate("printed") == [[[True]] * 3], page.evaluate("printed")
    wanted = [f"/iiif/{character['id']}:{number}/full/%5E1653,2339/0/default.png?audience=gm" for number in (1, 2, 4)]
    assert [url.split(double.address.rstrip("/"))[1] for url in asked if "audience" in url] == wanted, asked
    expect(page.get_by_test_id("print-sheets")).to_have_count(0)
    # What is for the game master is kept nowhere in the browser.
    assert page.evaluate("""async () => { const found = [];
        for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) if (/audience=|[?&]q=/.test(url)) found.push(url);
        return found; }""") == []
    # On paper there is nothing of the studio.
    page.evaluate("""() => { const sheets = document.createElement('div'); sheets.className = 'print-sheets';
        sheets.append(new Image()); document.body.append(sheets); }""")
    page.emulate_media(media="print")
    assert page.evaluate("[...document.body.children].filter((one) => one.checkVisibility()).map((one) => one.className)") == ["print-sheets"]
    assert page.complaints == [], page.complaints


@journey
def a_page_is_handed_on_as_a_picture_or_downloaded(chromium, double):
    for shares in (False, True):
        _, page = opened(chromium, double, "Picture")
        if shares:
            page.evaluate("""() => { window.given = []; navigator.canShare = () => true;
                navigator.share = async ({ files }) => { given.push([files[0].name, files[0].type, files[0].size > 100]); }; }""")
        page.get_by_test_id("editor-more").click()
        label = page.get_by_test_id("menu-share-picture")
        if shares:
            expect(label).to_have_text("Share this page as a picture…")
            label.click()
            b.until(page, lambda: page.evaluate("given") == [["Picture 1.png", "image/png", True]], lambda: str(page.evaluate("given")))
        else:
            expect(label).to_have_text("Download this page as a picture")
            with page.expect_download() as download:
                label.click()
            assert download.value.suggested_filename == "Picture 1.png", download.value.suggested_filename
        assert page.complaints == [], page.complaints
        page.context.close()


@journey
def an_export_takes_the_layers_and_notes_that_were_chosen(chromium, double):
    character, page = opened(chromium, double, "Layered")
    double.control(character=character["id"], page=1, edit={"add": [stroke(80, 300, 150)], "layers": [{"name": "Ink"}, {"name": "Secret plans", "id": 1}]}, match='"0"')
    written(page, 1, 1)
    sent = []
    page.on("request", lambda request: sent.append(request.post_data_json) if request.url.endswith("/exports") else None)
    page.get_by_test_id("export").click()
    page.get_by_test_id("export-layers").select_option("some")
    page.get_by_test_id("export-start").click()
    expect(page.get_by_text("Choose a layer.")).to_be_visible()
    page.get_by_label("Secret plans").check()
    page.get_by_test_id("export-notes").uncheck()
    page.get_by_test_id("export-for").select_option("gm")
    page.get_by_test_id("export-pages").fill("1-3, z")
    b.shoot(page, "export-layers")
    page.get_by_test_id("export-start").click()
    expect(page.get_by_test_id("export-link")).to_be_visible()
    assert sent == [{"mode": "overlay", "extend": False, "audience": "gm", "layers": "Secret plans", "no-notes": True, "pages": "1-3,z"}], sent
    saved(page)
