# SPDX-License-Identifier: GPL-3.0-or-later
"""What the desk finds on pages, what it exports of them, and what an address shows at which there is nothing."""
import re
import subprocess

from playwright.sync_api import expect

import browser as b
from server import ROOT, line, programs
from visit import Pen, open_at, owner, saved, sharp, sign_in


def chosen_pages_are_exported_under_the_name_of_the_character(chromium, server):
    character = server.character("Zoë Nachtigall")
    server.draw(character, 2, [line(200)])
    page = open_at(owner(chromium, server, accept_downloads=True), server, f"c/{character}/1")
    page.get_by_test_id("export").click()
    pages = page.get_by_test_id("export-pages")
    pages.fill("two")
    page.get_by_test_id("export-start").click()
    assert pages.evaluate("(field) => field.validity.patternMismatch")
    pages.fill("1-9")
    page.get_by_test_id("export-start").click()
    expect(page.get_by_text("2 pages")).to_be_visible()
    pages.fill(" 2 ")
    b.shoot(page, "export-pages")
    page.get_by_test_id("export-start").click()
    link = page.get_by_test_id("export-link")
    expect(link).to_be_visible()
    with page.expect_download() as download:
        link.click()
    assert download.value.suggested_filename == "Zoë Nachtigall.pdf", download.value.suggested_filename
    told = subprocess.run(["mutool", "info", download.value.path()], capture_output=True, text=True, check=True).stdout
    assert "Pages: 1\n" in told, told
    assert page.complaints == [], page.complaints
    page.close()


def the_desk_finds_notes_texts_and_values_and_players_no_secrets(chromium, server):
    character = server.character("Maren")
    other = server.character("Quill", server.ask("GET", f"/characters/{character}")["template"])
    color = {"red": 1, "green": 0.8, "blue": 0.3, "alpha": 1}
    layers = [{"name": "all"}, {"name": "secret", "audience": "gameMaster"}]
    path = f"/characters/{character}/pages/2/edits"
    server.ask("POST", path, {"layers": layers}, {"Idempotency-Key": "layers", "If-Match": '"0"'})
    server.ask("POST", path, {"add": [
        {"note": {"at": [300, 400], "color": color, "title": "Griffin’s nest", "text": "Above the old mill"}},
        {"note": {"at": [100, 500], "color": color, "title": "Griffin trap", "text": "The miller is the traitor"}, "layer": 1},
    ]}, {"Idempotency-Key": "notes"})
    told = subprocess.run(
        [programs() / "limn", "access", "add", "Pia", "--role", "player", "--character", character, "--character", other, "--library", server.library],
        check=True, capture_output=True, text=True).stdout
    link = f"{server.address}sign-in?code={told.split('code=')[1].split()[0]}"
    desk = open_at(owner(chromium, server), server)
    desk.get_by_test_id("search").fill("griffin")
    places = desk.get_by_test_id("found-place")
    expect(places).to_have_count(2)
    expect(places.first).to_contain_text("Maren, page 2")
    expect(places.first.locator("img")).to_be_visible()
    b.shoot(desk, "found-places")
    desk.get_by_test_id("search").fill("traitor")
    expect(places).to_have_count(1)
    expect(places.first.locator(".place-mark rect")).to_be_visible()
    places.first.click()
    b.at(desk, f"c/{character}/2")
    expect(desk.locator('[data-page="2"] .found-mark')).to_be_in_viewport(ratio=0.9)
    b.shoot(desk, "found-place-opened")
    sharp(desk, 2)
    context = chromium.new_context(locale="de-DE", viewport={"width": 390, "height": 844}, color_scheme="dark")
    page = context.new_page()
    sign_in(page, link)
    page.get_by_test_id("search").fill("GRIFFIN")
    expect(page.get_by_test_id("found-place")).to_have_count(1)
    expect(page.get_by_test_id("found-place").locator("img")).to_be_visible()
    b.shoot(page, "found-places-phone")
    page.get_by_test_id("search").fill("traitor")
    expect(page.get_by_text("traitor")).to_have_count(1)
    expect(page.get_by_test_id("found-place")).to_have_count(0)
    expect(page.get_by_test_id("character-card")).to_have_count(0)
    assert desk.complaints == [], desk.complaints
    for one in chromium.contexts:
        one.close()


#: The word HELLO in straight lines, in units of three points.
HELLO = [[(0, 0), (0, 5)], [(0, 2.5), (3, 2.5)], [(3, 0), (3, 5)], [(8, 0), (5, 0), (5, 5), (8, 5)], [(5, 2.5), (7.5, 2.5)],
         [(10, 0), (10, 5), (13, 5)], [(15, 0), (15, 5), (18, 5)],
         [(21, 0), (20, 1), (20, 4), (21, 5), (22, 5), (23, 4), (23, 1), (22, 0), (21, 0)]]


def handwriting_is_found_a_while_after_it_was_written(chromium, server):
    if not (ROOT / ".reading").exists():
        return
    character = server.character("Maren")
    layers = [{"name": "all"}, {"name": "secret", "audience": "gameMaster"}]
    path = f"/characters/{character}/pages/2/edits"
    server.ask("POST", path, {"layers": layers}, {"Idempotency-Key": "layers", "If-Match": '"0"'})
    brush = {"kind": "pen", "color": {"red": 0.1, "green": 0.1, "blue": 0.5, "alpha": 1}, "width": 1.2, "cap": "round", "dash": []}
    words = [{"brush": brush, "width": 1.2, "layer": layer, "xy": [value for x, y in line for value in (left + 3 * x, top + 3 * y)]}
             for layer, left, top in ((0, 80, 200), (1, 80, 300)) for line in HELLO]
    server.ask("POST", path, {"add": words}, {"Idempotency-Key": "words"})
    told = subprocess.run(
        [programs() / "limn", "access", "add", "Pia", "--role", "player", "--character", character, "--library", server.library],
        check=True, capture_output=True, text=True).stdout
    link = f"{server.address}sign-in?code={told.split('code=')[1].split()[0]}"
    desk = open_at(owner(chromium, server), server)
    b.until(desk, lambda: len(server.ask("GET", "/search?q=hello&kinds=handwriting")["items"]) == 2)
    desk.get_by_test_id("search").fill("hello")
    places = desk.get_by_test_id("found-place")
    expect(places).to_have_count(2)
    expect(places.first).to_contain_text(re.compile(r"Handwriting · \d+ % sure"))
    expect(places.first.locator("img")).to_be_visible()
    b.shoot(desk, "found-handwriting")
    places.first.click()
    b.at(desk, f"c/{character}/2")
    mark = desk.locator('[data-page="2"] .found-mark')
    expect(mark).to_be_in_viewport(ratio=0.9)
    # The ink of the one or the other word lies within the mark.
    place, sheet = b.box(mark), b.box(desk.locator('[data-testid=page][data-page="2"]'))
    left, top = ((place[side] - sheet[side]) / sheet["width"] * 595 for side in ("x", "y"))
    assert abs(left - 80) < 12 and min(abs(top - 200), abs(top - 300)) < 12, (left, top)
    expect(desk.locator('[data-testid=page][data-page="2"]')).to_be_visible()
    desk.keyboard.press("/")
    desk.get_by_test_id("find").fill("hello")
    rows = desk.get_by_test_id("found")
    expect(rows).to_have_count(2)
    expect(desk.locator("ul.found")).to_have_attribute("aria-busy", "false")
    for row in rows.all():
        row.scroll_into_view_if_needed()
        b.until(desk, lambda: row.locator("img").evaluate("picture => picture.naturalWidth") > 100)
    rows.first.click()
    sharp(desk, 2)
    b.shoot(desk, "find-handwriting")
    context = chromium.new_context(locale="de-DE", viewport={"width": 390, "height": 844}, color_scheme="dark")
    page = context.new_page()
    sign_in(page, link)
    # Who has one character begins there.
    expect(page.get_by_test_id("page").first).to_be_visible()
    page.keyboard.press("/")
    page.get_by_test_id("find").fill("hello")
    expect(page.get_by_test_id("found")).to_have_count(1)
    expect(page.get_by_test_id("found")).to_contain_text("Handschrift")
    b.until(page, lambda: page.get_by_test_id("found").locator("img").evaluate("picture => picture.naturalWidth") > 100)
    page.get_by_test_id("found").click()
    sharp(page, 2)
    b.shoot(page, "find-handwriting-phone")
    assert desk.complaints == [], desk.complaints
    for one in chromium.contexts:
        one.close()


def an_unknown_address_leads_to_the_desk(chromium, server):
    for language, words, way, look, wide in (
            ("de-DE", "Hier ist nichts", "Zu deinen Charakteren", "dark", 390), ("en-GB", "There is nothing here", "Go to your characters", "light", 1280)):
        context = chromium.new_context(locale=language, color_scheme=look, viewport={"width": wide, "height": 800})
        page = context.new_page()
        page.goto(f"{server.address}foo/bar")
        expect(page.get_by_role("heading", name=words)).to_be_visible()
        b.shoot(page, f"nothing-{language}")
        page.get_by_role("link", name=way).click()
        b.at(page, "")
        context.close()


#: The number 17 in straight lines, as parts of the first page of the sample sheet: in the box of a score.
SEVENTEEN = [[(0.112, 0.258), (0.118, 0.252), (0.118, 0.274)], [(0.131, 0.252), (0.147, 0.252), (0.138, 0.274)]]


def a_number_that_a_pen_writes_in_a_field_is_offered_and_filled_in(chromium, server):
    if not (ROOT / ".reading").exists():
        return
    character = server.character("Maren")
    page = open_at(owner(chromium, server), server, f"c/{character}/1")
    sharp(page, 1)
    pen = Pen(page)
    for points in SEVENTEEN:
        # A pen that reports many places, as pens do.
        pen.draw([(x + (u - x) * step / 12, y + (v - y) * step / 12) for (x, y), (u, v) in zip(points, points[1:]) for step in range(13)])
    saved(page)
    offer = page.get_by_test_id("offer")
    expect(offer).to_have_attribute("data-field", "ability.might.score", timeout=30000)
    take = page.get_by_test_id("offer-take")
    expect(take).to_have_text("17")
    b.shoot(page, "offer-real")
    value = lambda: server.ask("GET", f"/characters/{character}/form")["values"].get("ability.might.score")
    assert not value()
    take.click()
    b.until(page, lambda: value() == "17", lambda: str(value()))
    expect(offer).to_have_count(0)
    page.get_by_test_id("undo").click()
    b.until(page, lambda: not value(), lambda: str(value()))
    assert page.complaints == [], page.complaints
    page.context.close()
