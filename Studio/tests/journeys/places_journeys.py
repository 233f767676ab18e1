# SPDX-License-Identifier: GPL-3.0-or-later
"""The table, the picture in a second window, numbers, history, sharing, and how places lie beside one another."""
import re

from playwright.sync_api import expect

import browser as b
from journeys import fresh, journey, saved, written

STROKE = {"brush": {"kind": "pen", "color": {"red": 0.1, "green": 0.1, "blue": 0.2, "alpha": 1}, "width": 3, "cap": "round", "dash": []},
          "width": 3, "xy": [80, 200, 400, 220]}


def stroke(y):
    return {**STROKE, "xy": [80, y, 250, y + 15, 420, y]}


def write(double, character, *strokes, page=1, now=None):
    for one in strokes:
        double.control(character=character, page=page, edit={"add": [one]}, **({"now": now} if now else {}))


@journey
def the_table_shows_a_part_of_every_page_and_follows_the_ink(chromium, double):
    characters = fresh(chromium, double, template="Sheet", characters=["Brann", "Maren", "Tam"], tags=["Tuesday"])
    page = b.open_page(chromium, double, "table/tag/Tuesday")
    seats = page.get_by_test_id("seat")
    expect(seats).to_have_count(3)
    expect(seats.locator(".name")).to_have_text(["Brann", "Maren", "Tam"])
    page.get_by_test_id("table-region").click()
    paper = page.get_by_test_id("region-paper")
    expect(paper.locator("img")).to_be_visible()
    b.until(page, lambda: page.evaluate("document.querySelector('.region-paper img')?.naturalWidth > 0"))
    box = b.box(paper)
    page.mouse.move(box["x"] + box["width"] * 0.2, box["y"] + box["height"] * 0.1)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.7, box["y"] + box["height"] * 0.3)
    page.mouse.up()
    b.shoot(page, "table-region")
    page.get_by_test_id("region-show").click()
    b.at(page, "table/tag/Tuesday/1/[^/]+")
    region = [float(part) for part in page.url.split("/")[-1].split(",")]
    assert all(abs(a - e) < 0.7 for a, e in zip(region, [20, 10, 50, 20])), region
    expect(seats.nth(1).locator("img")).to_have_attribute("src", re.compile(re.escape(f"/pct:{page.url.split('/')[-1]}/")))
    b.followed(page, double)
    write(double, characters[1]["id"], STROKE)
    expect(seats.nth(1)).to_have_attribute("data-revision", "1")
    assert seats.nth(1).locator("img").get_attribute("src").endswith("?v=1")
    b.shoot(page, "table")
    page.reload()
    expect(seats).to_have_count(3)
    # The address can be kept.
    expect(seats.nth(0).locator("img")).to_have_attribute("src", re.compile(re.escape(f"/pct:{page.url.split('/')[-1]}/")))
    seats.nth(0).locator("a").click()
    expect(page.locator("h1")).to_have_text("Brann")
    page.go_back()
    expect(seats).to_have_count(3)
    assert page.complaints == [], page.complaints


@journey
def a_region_is_told_by_numbers_and_another_tag_is_chosen_with_keys(chromium, double):
    fresh(chromium, double, template="Sheet", characters=["Brann"], tags=["Friday"])
    page = b.open_page(chromium, double, "table")
    expect(page.get_by_test_id("seat")).to_have_count(1)
    page.get_by_test_id("table-who").select_option(label="Friday")
    b.at(page, "table/tag/Friday")
    page.get_by_test_id("table-region").click()
    page.get_by_test_id("region-left").fill("95")
    page.keyboard.press("Tab")
    expect(page.get_by_test_id("region-left")).to_have_value("95")
    expect(page.get_by_test_id("region-width")).to_have_value("5")
    page.get_by_test_id("region-show").focus()
    page.keyboard.press("Enter")
    b.at(page, "table/tag/Friday/1/95,10,5,20")


@journey
def a_second_window_shows_a_picture_that_follows_the_ink(chromium, double):
    character, = fresh(chromium, double, template="Sheet", characters=["Brann"])
    page = b.open_page(chromium, double, f"c/{character['id']}/1/picture")
    place = page.get_by_test_id("picture-place")
    expect(place.locator("img")).to_be_visible()
    b.followed(page, double)
    write(double, character["id"], STROKE)
    expect(place).to_have_attribute("data-version", re.compile(r"\.1\.1$"))
    assert place.locator("img").get_attribute("src").endswith(".1.1")
    page.keyboard.press("ArrowRight")
    expect(place.locator(".where")).to_have_text("Page 2 of 2")
    b.at(page, f"c/{character['id']}/2/picture")
    b.shoot(page, "picture")
    page.get_by_label("Write on it").click()
    written(page, 2, 0)


@journey
def the_numbers_tell_saves_and_latencies(chromium, double):
    character, = fresh(chromium, double, template="Sheet", characters=["Brann"])
    page = b.open_page(chromium, double)
    page.get_by_test_id("library-more").click()
    page.get_by_test_id("to-numbers").click()
    saves = page.get_by_role("listitem", name="Saves")
    expect(saves.locator(".value")).to_have_text("0")
    expect(saves).to_contain_text("half within 5 ms, 95 % within 9.5 ms")
    write(double, character["id"], STROKE, stroke(300))
    expect(saves.locator(".value")).to_have_text("2")
    expect(page.get_by_role("listitem", name="Library")).to_contain_text("7 MiB")
    expect(page.get_by_role("listitem", name="Pictures from memory")).to_contain_text("75%")
    expect(page.locator("tbody tr")).to_have_count(1)
    b.shoot(page, "numbers")
    assert page.complaints == [], page.complaints


@journey
def a_history_shows_how_the_sheet_looked_after_each_session(chromium, double):
    character, = fresh(chromium, double, template="Sheet", characters=["Brann"])
    for day, heights in (("2026-03-01", (150, 200)), ("2026-03-08", (250, 300, 350))):
        write(double, character["id"], *(stroke(y) for y in heights), now=f"{day}T19:00:00.000Z")
    page = b.open_page(chromium, double, f"c/{character['id']}/1/replay", timezone_id="UTC")
    sheet = page.locator('[data-testid=page]')
    expect(sheet).to_have_attribute("data-strokes", "5")
    # Two fingers enlarge what nobody draws on.
    expect(sheet).to_have_css("touch-action", "pinch-zoom")
    expect(page.get_by_test_id("replay-session")).to_have_count(2)
    page.get_by_test_id("replay-session").first.click()
    expect(sheet).to_have_attribute("data-strokes", "2")
    expect(page.get_by_test_id("replay-words")).to_contain_text("After change 2 of 5")
    page.get_by_test_id("replay-slider").focus()
    page.keyboard.press("ArrowRight")
    expect(sheet).to_have_attribute("data-strokes", "3")
    page.keyboard.press("Home")
    expect(sheet).to_have_attribute("data-strokes", "0")
    b.shoot(page, "replay")
    page.get_by_test_id("replay-play").click()
    expect(sheet).to_have_attribute("data-strokes", "5")
    assert page.complaints == [], page.complaints


@journey
def what_has_changed_since_a_day_is_lit_up(chromium, double):
    character, = fresh(chromium, double, template="Sheet", characters=["Brann"])
    write(double, character["id"], stroke(150), stroke(250), now="2026-03-01T19:00:00.000Z")
    double.control(character=character["id"], page=1, edit={"remove": [0]}, match='"2"', now="2026-03-08T19:00:00.000Z")
    write(double, character["id"], stroke(350), now="2026-03-08T19:00:00.000Z")
    page = b.open_page(chromium, double, f"c/{character['id']}/1/replay", timezone_id="UTC")
    expect(page.locator('[data-testid=page]')).to_have_attribute("data-strokes", "2")
    page.get_by_test_id("replay-since").fill("2026-03-05")
    expect(page.get_by_text("Blue: 1 stroke new. Red: 1 stroke gone.")).to_be_visible()
    # The colors at the strokes, a third of the way along each.
    at_strokes = """() => {
        const canvas = document.querySelector('canvas.dry');
        const context = canvas.getContext('2d');
        if (canvas.width === 0) return [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]];
        return [150, 250, 350].map((y) => [...context.getImageData(165 / 595 * canvas.width, (y + 7.5) / 842 * canvas.height, 1, 1).data]);
    }"""

    def are_lit():
        gone, same, new = colors = page.evaluate(at_strokes)
        assert gone[0] > gone[2] + 60 and gone[3] > 100, colors
        assert new[2] > new[0] + 60 and new[3] > 200, colors
        assert same[3] < 90, colors
        return True

    b.until(page, are_lit)
    b.shoot(page, "replay-since")


@journey
def the_owner_shows_a_code_and_takes_access_back(chromium, double):
    fresh(chromium, double, template="Sheet", characters=["Brann"])
    page = b.open_page(chromium, double)
    page.get_by_test_id("card-more").click()
    page.get_by_test_id("menu-share").click()
    page.get_by_test_id("share-name").fill("Ada")
    page.get_by_test_id("share-give").click()
    code = page.locator(".qr")
    expect(code).to_be_visible()
    box = b.box(code)
    assert abs(box["width"] - box["height"]) < 1 and box["width"] > 180, box
    assert page.get_by_test_id("share-link").input_value().startswith("http://tablet.lan:8420/sign-in?code=")
    b.shoot(page, "share")
    page.keyboard.press("Escape")
    page.get_by_test_id("library-more").click()
    page.get_by_test_id("to-access").click()
    access = page.get_by_test_id("access")
    expect(access.locator(".row")).to_have_count(1)
    expect(access).to_contain_text("Writes · Brann")
    b.shoot(page, "access")
    page.get_by_label("Take access from Ada").click()
    expect(access).to_contain_text("Nobody but you.")
    assert page.complaints == [], page.complaints


@journey
def on_a_wide_screen_the_library_lies_beside_the_page(chromium, double):
    characters = fresh(chromium, double, template="Sheet", characters=["Brann", "Maren", "Tam"])
    page = b.open_page(chromium, double, f"c/{characters[0]['id']}/1", viewport={"width": 1440, "height": 900})
    written(page, 1, 0)
    rows = page.get_by_test_id("side-row")
    expect(rows).to_have_count(3)
    expect(rows.nth(0)).to_have_attribute("aria-current", "page")
    name, template = (b.box(rows.nth(0).locator(part)) for part in (".name", ".detail"))
    assert name["y"] + name["height"] <= template["y"] + 1, (name, template)
    rows.nth(2).click()
    expect(page.locator("h1")).to_have_text("Tam")
    expect(rows.nth(2)).to_have_attribute("aria-current", "page")
    written(page, 1, 0)
    b.Pen(page).draw(b.wave(0.2, 0.6, 0.3))
    written(page, 1, 1)
    saved(page)
    b.shoot(page, "editor-side")
    page.get_by_test_id("side-toggle").click()
    expect(rows.nth(0)).not_to_be_visible()
    page.set_viewport_size({"width": 820, "height": 1180})
    expect(page.get_by_test_id("side")).not_to_be_visible()
    page.get_by_test_id("back").click()
    expect(page.get_by_test_id("character-card")).to_have_count(3)


@journey
def low_and_wide_screens_have_two_panes(chromium, double):
    fresh(chromium, double, template="Sheet", characters=["Brann", "Maren", "Tam"])
    page = b.open_page(chromium, double, viewport={"width": 844, "height": 390})
    expect(page.get_by_test_id("character-card")).to_have_count(3)
    head, body = b.box(page.locator(".library-head")), b.box(page.locator(".library-body"))
    assert head["x"] + head["width"] <= body["x"] + 1 and abs(body["height"] - 390) < 2, (head, body)


@journey
def the_editor_leads_to_history_and_back(chromium, double):
    character, = fresh(chromium, double, template="Sheet", characters=["Brann"])
    write(double, character["id"], STROKE)
    page = b.open_page(chromium, double, f"c/{character['id']}/1")
    written(page, 1, 1)
    page.get_by_test_id("editor-more").click()
    page.get_by_test_id("menu-replay").click()
    expect(page.locator("h1")).to_have_text("History of Brann")
    page.get_by_test_id("back").click()
    written(page, 1, 1)


@journey
def every_place_passes_axe_in_light_and_dark(chromium, double):
    from axe_playwright_python.sync_playwright import Axe
    character, *_ = fresh(chromium, double, template="Sheet", characters=["Axe", "Brann"], tags=["Tuesday"])
    write(double, character["id"], STROKE)
    for scheme in ("light", "dark"):
        page = b.open_page(chromium, double, color_scheme=scheme, bypass_csp=True, reduced_motion="reduce",
                           viewport={"width": 1440, "height": 900})
        found = {}

        def check(view):
            found[view] = Axe().run(page)

        page.get_by_test_id("card-more").first.click()
        check("menu")
        page.get_by_test_id("menu-share").click()
        page.get_by_test_id("share-name").fill(f"Ada {scheme}")
        check("share")
        page.get_by_test_id("share-give").click()
        expect(page.locator(".qr")).to_be_visible()
        check("code")
        page.keyboard.press("Escape")
        for entry in ("access", "trash"):
            page.get_by_test_id("library-more").click()
            page.get_by_test_id(f"to-{entry}").click()
            page.wait_for_timeout(200)
            check(entry)
            page.keyboard.press("Escape")
        for view in ("table/tag/Tuesday", "numbers", f"c/{character['id']}/1/picture", f"c/{character['id']}/1/replay", f"c/{character['id']}/1"):
            page.goto(double.address + view)
            page.wait_for_timeout(700)
            check(view)
            if view.startswith("table"):
                page.get_by_test_id("table-region").click()
                check("region")
        for view, result in found.items():
            assert result.violations_count == 0, f"{scheme} {view}\n{result.generate_report()}"


@journey
def every_place_fits_every_screen(chromium, double):
    character, *_ = fresh(chromium, double, template="Sheet", characters=["Maren Ashwick", "Brann Holt", "Tam"], tags=["Tuesday"])
    write(double, character["id"], *(stroke(y) for y in (150, 250, 350)), now="2026-03-01T19:00:00.000Z")
    screens = {"wide": (1440, 900), "tablet": (820, 1180), "phone": (390, 844), "phone-side": (844, 390)}
    places = {"table": "table/tag/Tuesday", "numbers": "numbers", "picture": f"c/{character['id']}/1/picture",
              "replay": f"c/{character['id']}/1/replay"}
    for name, (width, height) in screens.items():
        page = b.open_page(chromium, double, viewport={"width": width, "height": height}, color_scheme="dark" if name == "tablet" else "light")
        for place, path in places.items():
            page.goto(double.address + path)
            page.wait_for_timeout(900)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name}: {place} is too wide"
            b.shoot(page, f"{place}-{name}")
        page.context.close()
