# SPDX-License-Identifier: GPL-3.0-or-later
"""Places besides the editor, links for other people, and pages of other people, at the real server."""
import re
import subprocess
import tempfile
import time
from pathlib import Path

import pymupdf
from playwright.sync_api import expect

import browser as b
from server import SAMPLE, line, programs
from visit import Pen, again, open_at, owner, saved, sharp, sign_in, wave, written


def somebody_who_is_not_signed_in_is_told_what_to_do(chromium, server):
    page = open_at(chromium.new_context(locale="en-GB"), server)
    expect(page.get_by_role("alert")).to_have_text("You are not signed in. Open the link that the server has printed.")
    sign_in(page, server.link)
    expect(page.get_by_text("An empty desk")).to_be_visible()


def a_player_opens_the_link_of_the_owner_and_writes_on_one_character_only(chromium, server):
    sheet = server.template()
    character, other = server.character("Maren", sheet), server.character("Brann", sheet)
    page = open_at(owner(chromium, server), server)
    card = page.locator(f'[data-testid=character-card][data-id="{character}"]')
    card.get_by_test_id("card-more").click()
    page.get_by_test_id("menu-share").click()
    page.get_by_test_id("share-name").fill("Ada")
    page.get_by_test_id("share-give").click()
    expect(page.locator(".qr path")).to_have_attribute("d", re.compile("M4 4h7v1"))
    link = page.get_by_test_id("share-link").input_value()
    page.close()
    player = chromium.new_context(locale="en-GB", viewport={"width": 820, "height": 1180}, has_touch=True)
    tablet = player.new_page()
    sign_in(tablet, link)
    # The only character is opened at once.
    b.at(tablet, f"c/{character}/1")
    written(tablet, 1, 0)
    Pen(tablet).draw(wave(0.2, 0.7, 0.4))
    written(tablet, 1, 1)
    saved(tablet)
    assert len(server.strokes(character, 1)) == 1
    stranger = open_at(player, server, f"c/{other}/1")
    expect(stranger.get_by_role("alert")).to_contain_text("This cannot be opened")
    stranger.close()
    # Who has read the link knows nothing: it opens once.
    second = open_at(chromium.new_context(locale="en-GB"), server)
    sign_in(second, link)
    expect(second.get_by_test_id("page")).to_have_count(0)
    second.close()


def the_table_shows_a_part_of_every_sheet_and_follows_the_ink(chromium, server):
    sheet = server.template()
    first = server.character("Brann", sheet)
    server.character("Maren", sheet)
    page = open_at(owner(chromium, server), server, "table/template/" + sheet + "/1/10,30,50,20")
    expect(page.get_by_test_id("seat")).to_have_count(2)
    picture = page.locator(f'[data-testid=seat][data-id="{first}"] img')
    b.until(page, lambda: picture.evaluate("(image) => image.complete && image.naturalWidth > 0"))
    wide, tall = page.evaluate("(image) => [image.naturalWidth, image.naturalHeight]", picture.element_handle())
    points = server.size(first, 1)
    assert abs(wide / tall - (0.5 * points[0]) / (0.2 * points[1])) < 0.02, (wide, tall)
    before = picture.get_attribute("src")
    # The window is only told of what happens after it has begun to listen.
    for count in range(1, 40):
        server.draw(first, 1, [line(320 + count)])
        if page.evaluate("""([id, before]) => new Promise((told) => {
            const end = Date.now() + 500;
            const look = () => document.querySelector(`[data-testid=seat][data-id="${id}"] img`).getAttribute('src') !== before ? told(true)
                : Date.now() > end ? told(false) : setTimeout(look, 20);
            look();
        })""", [first, before]):
            break
    expect(page.locator(f'[data-testid=seat][data-id="{first}"]')).to_have_attribute("data-revision", re.compile(r"\d"))
    assert page.complaints == [], page.complaints


def the_history_shows_the_sheet_as_it_was_and_the_command_lights_up_the_same_change(chromium, server):
    character = server.character("Maren")
    for count in range(3):
        server.draw(character, 1, [line(200 + 100 * count)])
    page = open_at(owner(chromium, server), server, f"c/{character}/1/replay")
    slider = page.get_by_label("Moment")
    expect(slider).to_have_value("3")
    ink = """() => {
        const canvas = document.querySelector('canvas.dry');
        const { data, width } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        const rows = new Set();
        for (let i = 3; i < data.length; i += 4) if (data[i] > 127) rows.add(Math.floor((i - 3) / 4 / width));
        // Each stroke is a run of rows.
        return [...rows].filter((row) => !rows.has(row - 1)).length;
    }"""
    for moment in (3, 1, 2):
        slider.fill(str(moment))
        expect(page.locator(".replay")).to_have_attribute("data-at", str(moment))
        b.until(page, lambda: page.evaluate(ink) == moment, lambda: str(page.evaluate(ink)))
    day = time.strftime("%Y-%m-%d", time.gmtime(time.time() - 2 * 86400))
    slider.fill("3")
    page.locator("input[type=date]").fill(day)
    expect(page.locator(".legend")).to_have_text("Blue: 3 strokes new. Red: 0 strokes gone.")
    with tempfile.TemporaryDirectory() as folder:
        picture = Path(folder) / "changes.png"
        subprocess.run([programs() / "limn", "character", "changes", "Maren", "--since", day, "-o", picture, "--library", server.library],
                       check=True, capture_output=True)
        assert picture.read_bytes().startswith(b"\x89PNG")
    assert page.complaints == [], page.complaints


def another_page_embeds_a_sheet_and_what_is_written_there_is_exported(chromium, server):
    character = server.character("Embedded")
    context = owner(chromium, server, viewport={"width": 1280, "height": 1500})
    page = open_at(context, server, f"element/example.html?character={character}")
    output = page.locator("output")
    expect(output).to_contain_text("0 strokes")
    box = b.box(page.locator("limn-page"))
    pen = Pen(page)
    places = [(box["x"] + box["width"] * (0.2 + 0.01 * i), box["y"] + 300 + 20 * (i % 3)) for i in range(40)]
    for i, (x, y) in enumerate(places):
        pen.send("mousePressed" if i == 0 else "mouseMoved", x, y, 0.5)
    pen.send("mouseReleased", *places[-1], 0)
    expect(output).to_have_text("1 strokes, saved")
    assert len(server.strokes(character, 1)) == 1
    assert page.complaints == [], page.complaints
    # The studio shows the same, and its screen is compared with the export.
    page.goto(f"{server.address}c/{character}/1")
    written(page, 1, 1)


def a_second_window_shows_a_picture_that_carries_new_ink(chromium, server):
    character = server.character("Wall")
    context = owner(chromium, server)
    wall = open_at(context, server, f"c/{character}/1/picture")
    place = wall.get_by_test_id("picture-place")
    expect(place).to_have_attribute("data-version", re.compile(r"\d"))
    before = place.get_attribute("data-version")
    page = open_at(context, server, f"c/{character}/1")
    written(page, 1, 0)
    for count in range(1, 30):
        Pen(page).draw(wave(0.1, 0.9, 0.03 * count, turns=9))
        written(page, 1, count)
        saved(page)
        if place.get_attribute("data-version") != before:
            break
    expect(place).not_to_have_attribute("data-version", before)
    assert wall.complaints + page.complaints == []


def a_form_is_filled_where_the_export_has_its_values(chromium, server):
    """What a field shows and what the page's picture shows are the server's, as in the export."""
    character = server.character("Filled")
    page = open_at(owner(chromium, server, viewport={"width": 1280, "height": 1500}), server, f"c/{character}/1")
    written(page, 1, 0)
    name = page.locator('[data-page="1"] [data-testid=field][data-name="identity.name"]')
    name.focus()
    page.keyboard.type("Maren Ashwick")
    page.keyboard.press("Tab")
    box = page.locator('[data-page="1"] input[type=checkbox][data-testid=field]').first
    box.focus()
    page.keyboard.press("Space")
    saved(page)
    values = server.ask("GET", f"/characters/{character}/form")["values"]
    assert values["identity.name"] == "Maren Ashwick" and len(values) >= 2, values
    page.keyboard.press("p")
    Pen(page).draw(wave(0.2, 0.7, 0.55))
    written(page, 1, 1)
    saved(page)
    sharp(page, 1)

    with pymupdf.open("pdf", server.export(character)) as document:
        assert "Maren Ashwick" in document[0].get_text()
        checked = [one.field_name for one in document[0].widgets() if one.field_type_string == "CheckBox" and one.field_value not in (False, "Off")]
    assert checked != [], "no box is checked in the export"


def a_name_that_breaks_the_rules_is_told_before_it_is_sent(chromium, server):
    server.template()
    page = open_at(owner(chromium, server), server)
    asked = []
    page.on("request", lambda request: asked.append(request.method) if request.url.endswith("/characters") and request.method == "POST" else None)
    page.get_by_test_id("new-character").click()
    name = page.get_by_test_id("character-name")
    name.fill("x" * 201)
    page.get_by_test_id("create").click()
    expect(page.get_by_text("The name is longer than 200 characters.")).to_be_visible()
    name.fill("   ")
    page.get_by_test_id("create").click()
    expect(page.get_by_text("Type a name.")).to_be_visible()
    assert asked == []
    name.fill("🖋" * 200)
    page.get_by_test_id("create").click()
    written(page, 1, 0)
    assert server.ask("GET", "/characters")["items"][0]["name"] == "🖋" * 200


def an_encrypted_pdf_is_imported_with_its_password(chromium, server):
    page = open_at(owner(chromium, server), server)
    page.get_by_test_id("import-input").set_input_files(str(SAMPLE.with_name("character-sheet-encrypted.pdf")))
    field = page.locator(".import.locked input")
    field.fill("wrong")
    field.press("Enter")
    expect(field).to_be_visible()
    expect(page.get_by_test_id("template-card")).to_have_count(0)
    field.fill("limn")
    field.press("Enter")
    expect(page.get_by_test_id("template-card")).to_have_count(1)
    assert page.complaints == [], page.complaints


def an_encrypted_sheet_asks_for_its_password_shows_its_pages_and_is_exported(chromium, server):
    encrypted = SAMPLE.with_name("character-sheet-encrypted.pdf").read_bytes()
    headers = {"Content-Type": "application/pdf", "X-PDF-Password": "limn"}
    template = server.ask("POST", "/templates?name=Locked", encrypted, headers)["id"]
    character = server.character("Locked", template)
    page = open_at(owner(chromium, server, service_workers="allow"), server, f"c/{character}/1")
    page.get_by_test_id("password").fill("wrong")
    page.get_by_test_id("unlock").click()
    expect(page.get_by_role("alert")).to_contain_text("does not open")
    page.get_by_test_id("password").fill("limn")
    page.get_by_test_id("unlock").click()
    sharp(page, 1)
    expect(page.get_by_test_id("field").first).to_be_attached()
    Pen(page).draw(wave(0.2, 0.7, 0.4))
    written(page, 1, 1)
    saved(page)
    page.get_by_test_id("export").click()
    page.get_by_test_id("export-start").click()
    expect(page.get_by_test_id("export-link")).to_be_visible()
    copied = """async () => {
        for (const name of await caches.keys()) if (await (await caches.open(name)).match('/complete')) return true;
        return false;
    }"""
    b.until(page, lambda: page.evaluate(copied), lambda: "the service worker keeps no files")
    kept = page.evaluate("""async () => {
        const found = [];
        for (const name of await caches.keys()) {
            for (const { url } of await (await caches.open(name)).keys()) if (url.includes('/iiif/')) found.push(url);
        }
        return [...found, ...Object.values(localStorage).filter((words) => words.includes('limn"'))];
    }""")
    assert kept == [], kept
    # Ink on an encrypted sheet is not compared with its export, which has the password, too.
    page.close()



def a_locked_sheet_asks_in_its_picture_and_its_history_and_says_so_at_the_table(chromium, server):
    encrypted = SAMPLE.with_name("character-sheet-encrypted.pdf").read_bytes()
    template = server.ask("POST", "/templates?name=Locked", encrypted, {"Content-Type": "application/pdf", "X-PDF-Password": "limn"})["id"]
    character = server.character("Locked", template)
    context = owner(chromium, server)
    editor = open_at(context, server, f"c/{character}/1")
    expect(editor.get_by_test_id("password")).to_be_visible()
    broken = "[...document.images].filter((one) => one.complete && one.naturalWidth === 0 && one.checkVisibility({ visibilityProperty: true }) && one.src).length"
    b.until(editor, lambda: editor.locator(".strip img.missing").count() == 2)
    assert editor.evaluate(broken) == 0
    editor.close()
    for place, shown in (("picture", ".picture-place > img"), ("replay", ".replay .page[data-sharp=true]")):
        page = open_at(context, server, f"c/{character}/1/{place}")
        expect(page.get_by_test_id("password")).to_be_visible()
        assert page.evaluate(broken) == 0, place
        page.get_by_test_id("password").fill("limn")
        page.get_by_test_id("unlock").click()
        expect(page.locator(shown)).to_have_count(1)
        b.until(page, lambda: b.box(page.locator(shown))["height"] > 300, lambda: place)
        assert page.complaints == [], page.complaints
        page.close()
    table = open_at(context, server, "table")
    expect(table.get_by_text("This sheet is locked by a password.")).to_be_visible()
    # Once it has been opened in this window, the table shows it.
    table.get_by_test_id("seat").get_by_role("link").click()
    table.get_by_test_id("password").fill("limn")
    table.get_by_test_id("unlock").click()
    sharp(table, 1)
    table.go_back()
    picture = table.get_by_test_id("seat").locator("img")
    b.until(table, lambda: picture.count() == 1 and picture.evaluate("(one) => one.naturalWidth") > 0)
    assert table.complaints == [], table.complaints
    table.close()


def the_numbers_of_the_server_count_what_one_writes(chromium, server):
    character = server.character("Counted")
    context = owner(chromium, server)
    numbers = open_at(context, server, "numbers")
    saves = numbers.locator(".tile", has_text="Saves").first.locator(".value")
    expect(saves).to_have_text("0")
    page = open_at(context, server, f"c/{character}/1")
    written(page, 1, 0)
    for count in range(1, 4):
        Pen(page).draw(wave(0.2, 0.7, 0.2 * count))
        written(page, 1, count)
    saved(page)
    numbers.bring_to_front()
    expect(saves).to_have_text("3")
    page.bring_to_front()


def another_device_of_the_same_person_opens_where_one_was(chromium, server):
    character = server.character("Wandering")
    context = owner(chromium, server)
    page = open_at(context, server, f"c/{character}/2")
    written(page, 2, 0)
    b.until(page, lambda: server.ask("GET", f"/characters/{character}").get("lastPage") == 2)
    other = open_at(again(chromium, server), server, f"c/{character}")
    b.at(other, f"c/{character}/2")
    written(other, 2, 0)


def what_stands_on_pages_is_found_printed_and_exported_by_layers(chromium, server):
    character = server.character("Maren")
    form = server.ask("GET", f"/characters/{character}/form")
    server.ask("PUT", f"/characters/{character}/form", {"values": {form["fields"][0]["name"]: "Keeper of lanterns"}},
               {"If-Match": f'"{form["revision"]}"', "Idempotency-Key": "value"})
    page = open_at(owner(chromium, server), server)
    # The library asks the server for what is on pages; the sheet that is opened shows where.
    page.get_by_test_id("search").fill("lanterns")
    page.get_by_role("region", name="Found on their pages").get_by_test_id("character-card").locator("a").click()
    written(page, 1, 0)
    found = page.get_by_test_id("found").first
    expect(found.locator(".found-words")).to_have_text("Keeper of lanterns")
    b.until(page, lambda: found.locator("img").evaluate("(image) => image.complete && image.naturalWidth > 0"))
    page.keyboard.press("Escape")
    Pen(page).draw(wave(0.2, 0.7, 0.4))
    written(page, 1, 1)
    saved(page)
    page.evaluate("""() => { window.print = () => { window.printed = [...document.querySelectorAll('.print-sheets img')]
        .map((one) => [one.naturalWidth, one.naturalHeight]); }; }""")
    page.keyboard.press("Control+p")
    page.get_by_test_id("print-which").select_option("all")
    page.get_by_test_id("print-start").click()
    b.until(page, lambda: page.evaluate("window.printed !== undefined"))
    wide, tall = server.size(character, 1)
    assert page.evaluate("printed") == [[round(wide * 200 / 72), round(tall * 200 / 72)]] * 2, page.evaluate("printed")
    with page.expect_download() as download:
        page.get_by_test_id("editor-more").click()
        page.get_by_test_id("menu-share-picture").click()
    assert download.value.suggested_filename == "Maren 1.png"
    page.get_by_test_id("export").click()
    page.get_by_test_id("export-layers").select_option("all")
    page.get_by_test_id("export-notes").uncheck()
    page.get_by_test_id("export-start").click()
    expect(page.get_by_test_id("export-link")).to_be_visible(timeout=60000)
    assert page.complaints == [], page.complaints


def the_sample_sheet_of_an_empty_desk_is_a_form(chromium, server):
    page = open_at(owner(chromium, server), server)
    page.get_by_test_id("sample-sheet").click()
    page.get_by_test_id("character-name").fill("Maren")
    page.get_by_test_id("create").click()
    written(page, 1, 0)
    expect(page.get_by_test_id("field").first).to_be_attached()
    page.goto(server.address)
    page.get_by_test_id("import-input").set_input_files(str(SAMPLE))
    expect(page.locator(".import.known")).to_be_visible()
    assert page.complaints == [], page.complaints
