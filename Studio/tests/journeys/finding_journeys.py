# SPDX-License-Identifier: GPL-3.0-or-later
"""Finding what people have put on pages."""
import re

from playwright.sync_api import expect

import browser as b
from journeys import fresh, journey, saved, written


def fills_its_frame(frame):
    """The picture of a place has nothing beside it, and shows a part of the page that has the proportions of its frame."""
    picture = frame.locator("img")
    picture.scroll_into_view_if_needed()
    outer, inner = b.box(frame), b.box(picture)
    assert all(abs(outer[side] - inner[side]) <= 2.5 for side in ("x", "y", "width", "height")), (outer, inner)
    _, _, wide, tall = map(float, re.search(r"pct:([\d.,]+)", picture.get_attribute("src"))[1].split(","))
    assert abs(wide * 595 / (tall * 842) / (outer["width"] / outer["height"]) - 1) < 0.05, (wide, tall, outer)


def marks(frame, box):
    """A picture of a place outlines where that is."""
    expect(frame.locator(".place-mark rect")).to_have_count(1)
    outer, mark = b.box(frame.locator("img")), b.box(frame.locator(".place-mark rect"))
    left, top, wide, _ = map(float, re.search(r"pct:([\d.,]+)", frame.locator("img").get_attribute("src"))[1].split(","))
    left, top, scale = left * 5.95, top * 8.42, outer["width"] / (wide * 5.95)
    found = [mark["x"], mark["y"], mark["x"] + mark["width"], mark["y"] + mark["height"]]
    wanted = [outer["x"] + (box[0] - left) * scale, outer["y"] + (box[1] - top) * scale, outer["x"] + (box[2] - left) * scale, outer["y"] + (box[3] - top) * scale]
    # The outline runs a little outside.
    assert all(1 < (wanted[i] - found[i]) * (1 if i < 2 else -1) < 9 for i in range(4)), (found, wanted)


@journey
def values_texts_and_notes_are_found_with_a_picture_of_their_place(chromium, double):
    for width, height in ((1280, 860), (390, 844)):
        character, = fresh(chromium, double, template="Sheet", pages=5, form=True, characters=["Seeker"])
        style = {"family": "serif", "size": 14, "weight": 400, "isItalic": False, "isUnderlined": False, "isStruck": False, "color": {"red": 0, "green": 0, "blue": 0, "alpha": 1}}
        typed = {"layer": 0, "text": {"runs": [{"text": "Sworn at the Lantern feast", "style": style}], "transform": [1, 0, 0, 1, 100, 700], "measured": [170, 18], "alignment": "start"}}
        note = {"layer": 0, "note": {"at": [300, 400], "title": "Debts", "text": "Two lanterns", "color": {"red": 1, "green": 0.8, "blue": 0, "alpha": 1}}}
        for number, item in ((4, typed), (3, note)):
            double.control(character=character["id"], page=number, edit={"add": [item]})
        page = b.open_page(chromium, double, f"c/{character['id']}/1", viewport={"width": width, "height": height})
        written(page, 1, 0)
        page.keyboard.press("/")
        find = page.get_by_test_id("find")
        expect(find).to_be_focused()
        find.fill("LANTERN")
        count = page.get_by_test_id("find-count")
        expect(count).to_have_attribute("data-count", "2")
        rows = page.get_by_test_id("found")
        expect(rows.locator(".found-words")).to_have_text(["Debts: Two lanterns", "Sworn at the Lantern feast"])
        rows.nth(1).scroll_into_view_if_needed()
        expect(rows.nth(1).locator("img")).to_have_attribute("src", re.compile(rf"^/iiif/{character['id']}:4/pct:[\d.,]+/\^!320,320/0/default\.png\?v=1\.0&audience=gm$"))
        page.get_by_test_id("find-next").click()
        mark = page.locator('[data-page="3"] .found-mark')
        expect(mark).to_be_visible()
        find.press("Enter")
        expect(page.locator('[data-page="4"] .found-mark')).to_be_in_viewport()
        place, panel = b.box(page.locator(".found-mark")), b.box(page.get_by_test_id("panel-find"))
        assert place["y"] + place["height"] < panel["y"] or place["x"] + place["width"] < panel["x"], (place, panel)
        if width > 500:
            b.at(page, f"c/{character['id']}/4")
        expect(count).to_have_text("Place 2 of 2")
        b.shoot(page, f"find-{width}")
        find.fill("gold")
        expect(count).to_have_text("Nothing was found.")
        page.keyboard.press("Escape")
        expect(page.get_by_test_id("panel-find")).to_be_hidden()
        expect(page.locator(".found-mark")).to_have_count(0)
        page.keyboard.press("Control+f")
        expect(find).to_be_focused()
        assert page.complaints == [], page.complaints
        page.context.close()


@journey
def the_library_finds_what_stands_on_pages_and_shows_where(chromium, double):
    first, _ = fresh(chromium, double, template="Sheet", form=True, characters=["Brann", "Tam"])
    double.control(character=first["id"], values={"hero.name": "Keeper of the Lantern"})
    page = b.open_page(chromium, double)
    expect(page.get_by_test_id("character-card")).to_have_count(2)
    page.get_by_test_id("search").fill("lantern")
    shelf = page.get_by_role("region", name="Found on their pages")
    expect(shelf.get_by_test_id("character-card")).to_have_count(1)
    b.shoot(page, "find-library")
    shelf.get_by_test_id("character-card").locator("a").click()
    written(page, 1, 0)
    expect(page.get_by_test_id("find")).to_have_value("lantern")
    expect(page.get_by_test_id("found").first.locator(".found-words")).to_have_text("Keeper of the Lantern")
    expect(page.get_by_test_id("found").first).to_contain_text("Name of the hero")
    # Another name is found as before, and opens without looking for anything.
    page.goto(double.address)
    page.get_by_test_id("search").fill("Tam")
    expect(page.get_by_test_id("character-card")).to_have_count(1)
    page.get_by_test_id("search").fill("nothing like this")
    expect(page.locator(".empty")).to_be_visible()
    assert page.complaints == [], page.complaints


@journey
def handwriting_is_found_with_a_picture_of_its_piece_and_how_sure_it_is(chromium, double):
    for width, scheme, language in ((1280, "light", "en"), (390, "dark", "de")):
        character, = fresh(chromium, double, template="Sheet", pages=8, characters=["Seeker"])
        double.control(handwriting={
            "2": [{"word": "lantern", "box": [90, 290, 150, 312], "certainty": 0.834}],
            "5": [{"word": "lanterns", "box": [60, 700, 130, 716], "certainty": 0.2}, {"word": "oil", "box": [200, 100, 230, 114], "certainty": 1}]},
            printed={"2": [{"text": "Lantern", "rect": [50, 100, 90, 112], "line": 1, "block": 1}]})
        page = b.open_page(chromium, double, f"c/{character['id']}/1", viewport={"width": width, "height": 844}, color_scheme=scheme, locale=language)
        written(page, 1, 0)
        page.keyboard.press("/")
        find = page.get_by_test_id("find")
        find.fill("lantern")
        count = page.get_by_test_id("find-count")
        expect(count).to_have_attribute("data-count", "3")
        rows = page.get_by_test_id("found")
        expect(rows).to_have_count(3)
        handwriting, sure = {"en": ("Handwriting", "83 % sure"), "de": ("Handschrift", "zu 83 % sicher")}[language]
        row = rows.nth(1)
        expect(row).to_contain_text(f"{handwriting} · {sure}")
        expect(row.locator(".found-words")).to_have_count(0)
        assert row.locator(".found-sure").evaluate("bar => bar.style.inlineSize") == "83%"
        row.scroll_into_view_if_needed()
        expect(row.locator("img")).to_have_attribute("src", re.compile(rf"^/iiif/{character['id']}:2/pct:"))
        for one, place in zip(rows.all(), ([50, 100, 90, 112], [90, 290, 150, 312], [60, 700, 130, 716])):
            fills_its_frame(one.locator(".found-place"))
            marks(one.locator(".found-place"), place)
        row.click()
        expect(page.locator('[data-page="2"] .found-mark')).to_be_in_viewport()
        b.shoot(page, f"find-handwriting-{width}-{scheme}-{language}")
        # A page with nothing but handwriting is reached, too.
        find.press("Enter")
        expect(page.locator('[data-page="5"] .found-mark')).to_be_in_viewport()
        find.fill("lantern oil")
        expect(count).to_have_attribute("data-count", "2")
        told = page.get_by_text({"en": "Regular expressions do not find handwriting.", "de": "Reguläre Ausdrücke finden keine Handschrift."}[language])
        expect(told).to_be_hidden()
        pattern = page.get_by_test_id("find-pattern")
        pattern.click()
        expect(count).to_have_attribute("data-count", "0")
        expect(told).to_be_in_viewport()
        expect(pattern).to_have_accessible_description(told.inner_text())
        b.shoot(page, f"find-pattern-{width}-{scheme}-{language}")
        pattern.click()
        expect(count).to_have_attribute("data-count", "2")
        expect(told).to_be_hidden()
        assert page.complaints == [], page.complaints
        page.context.close()


@journey
def the_library_shows_pieces_of_handwriting(chromium, double):
    fresh(chromium, double, template="Sheet", characters=["Brann"])
    double.control(handwriting={"1": [{"word": "lantern", "box": [90, 290, 150, 312], "certainty": 0.834}]})
    page = b.open_page(chromium, double)
    page.get_by_test_id("search").fill("lantern")
    place = page.get_by_test_id("found-place")
    expect(place).to_have_count(1)
    expect(place).to_contain_text("Handwriting · 83 % sure")
    fills_its_frame(place.locator(".place-picture"))
    marks(place.locator(".place-picture"), [90, 290, 150, 312])
    b.shoot(page, "find-handwriting-library")
    assert page.complaints == [], page.complaints


@journey
def a_place_that_the_library_finds_is_shown_and_marked_on_its_page(chromium, double):
    for width, scheme in ((1280, "light"), (390, "dark")):
        character, = fresh(chromium, double, template="Sheet", characters=["Brann"])
        double.control(handwriting={"2": [{"word": "lantern", "box": [490, 600, 570, 622], "certainty": 0.834}]})
        page = b.open_page(chromium, double, viewport={"width": width, "height": 844}, color_scheme=scheme, has_touch=width == 390)
        mark, pages = page.locator('[data-page="2"] .found-mark'), page.locator(".pages")

        def marked():
            expect(mark).to_be_in_viewport(ratio=0.9)
            place, sheet = b.box(mark), b.box(page.locator('[data-testid=page][data-page="2"]'))
            scale = sheet["width"] / 595
            for side, edge in (("x", 486), ("y", 596)):
                assert abs(place[side] - sheet[side] - edge * scale) < 3 + scale, (place, sheet)
            b.at(page, f"c/{character['id']}/2")

        def found(words):
            page.get_by_test_id("search").fill(words)
            expect(page.get_by_test_id("found-place")).to_have_count(1)
            return page.get_by_test_id("found-place")
        place = found("lantern")
        place.tap() if width == 390 else place.click()
        marked()
        b.shoot(page, f"find-opened-{width}-{scheme}")
        # It is marked for a moment, and shown once.
        expect(mark).to_have_count(0)
        page.locator(".pages").evaluate("pages => { pages.scrollTop = 0; }")
        b.at(page, f"c/{character['id']}/1")
        page.reload()
        written(page, 1, 0)
        expect(page.locator(".found-mark")).to_have_count(0)
        # The place is seen, too, where the page is wider than the window.
        for _ in range(6):
            page.keyboard.press("Control++")
        b.until(page, lambda: pages.evaluate("pages => pages.scrollWidth > pages.clientWidth * 1.5"))
        page.wait_for_timeout(500)
        page.go_back()
        found("lanter").click()
        marked()
        # A link to it opens in a tab of its own.
        page.go_back()
        with page.context.expect_page() as opened:
            found("lante").click(modifiers=["Control"])
        assert page.complaints == [], page.complaints
        page = opened.value
        mark = page.locator('[data-page="2"] .found-mark')
        marked()
        page.context.close()


@journey
def the_library_says_that_nothing_was_found_only_when_the_server_has_looked(chromium, double):
    fresh(chromium, double, template="Sheet", characters=["Brann"])
    double.control(handwriting={"1": [{"word": "4711", "box": [90, 290, 150, 312], "certainty": 1}]})
    for width, scheme, language in ((1280, "light", "en"), (390, "dark", "de")):
        searching, nothing, failed = {
            "en": ("Searching the pages…", "Nothing was found for “{}”.", "The pages could not be searched."),
            "de": ("Die Seiten werden durchsucht …", "Für „{}“ wurde nichts gefunden.", "Die Seiten konnten nicht durchsucht werden.")}[language]
        page = b.open_page(chromium, double, viewport={"width": width, "height": 844}, color_scheme=scheme, locale=language)
        search, shelves, status = page.get_by_test_id("search"), page.locator(".shelves"), page.get_by_role("status")
        expect(page.get_by_test_id("character-card")).to_have_count(1)
        answers = []
        page.route("**/api/v1/search?*", lambda route: answers.append(route))
        for words in ("4711", "4712"):
            search.fill(words)
            # The characters are known by then, and the places are not.
            b.until(page, lambda: len(answers) == 1)
            expect(shelves).to_have_text(searching)
            expect(status.first).to_have_text(searching)
            b.shoot(page, f"find-searching-{width}-{scheme}-{language}")
            answers.pop().continue_()
            if words == "4711":
                expect(page.get_by_test_id("found-place")).to_have_count(1)
                expect(page.get_by_text(searching)).to_have_count(0)
            else:
                expect(shelves).to_have_text(nothing.format("4712"))
        # What has been found meanwhile is shown beside it.
        search.fill("brann")
        b.until(page, lambda: len(answers) == 1)
        expect(page.get_by_test_id("character-card")).to_have_count(1)
        expect(shelves).to_contain_text(searching)
        answers.pop().abort()
        expect(shelves).to_contain_text(failed)
        expect(page.get_by_text(searching)).to_have_count(0)
        # An answer about other words changes nothing.
        search.fill("4711")
        b.until(page, lambda: len(answers) == 1)
        search.fill("4")
        expect(shelves).to_have_text(nothing.format("4"))
        answers.pop().continue_()
        page.wait_for_timeout(300)
        expect(shelves).to_have_text(nothing.format("4"))
        assert page.complaints == [], page.complaints
        page.context.close()


@journey
def places_of_one_character_leave_room_for_those_of_others(chromium, double):
    for width, scheme, language in ((1280, "light", "en"), (390, "dark", "de")):
        names = [f"Brann {number:02}" for number in range(18)]
        more_places, show_more, more = {
            "en": ("6 more places in {}", "Show more", "There are more places."), "de": ("6 weitere Stellen bei {}", "Mehr zeigen", "Es gibt noch mehr Stellen.")}[language]
        fresh(chromium, double, template="Sheet", characters=names)
        double.control(handwriting={"1": [{"word": "lantern", "box": [90, 80 * row, 150, 80 * row + 22], "certainty": 0.8} for row in range(1, 10)]})
        page = b.open_page(chromium, double, viewport={"width": width, "height": 844}, color_scheme=scheme, locale=language)
        page.get_by_test_id("search").fill("lantern")
        places, of_character, rest = page.get_by_test_id("found-place"), page.get_by_test_id("more-of-character"), page.get_by_test_id("more-places")
        expect(places).to_have_count(24)
        expect(page.get_by_test_id("found-places")).to_have_accessible_name({"en": "Written on pages", "de": "Auf Seiten geschrieben"}[language])
        expect(of_character).to_have_text([more_places.format(name) for name in names[:8]])
        expect(page.get_by_role("status").first).to_have_text({"en": "162 things found", "de": "162 Treffer"}[language])
        of_character.first.click()
        expect(places).to_have_count(30)
        expect(places.nth(3)).to_be_focused()
        expect(places.nth(8)).to_contain_text(names[0])
        expect(places.nth(9)).to_contain_text(names[1])
        rest.scroll_into_view_if_needed()
        b.shoot(page, f"find-more-{width}-{scheme}-{language}")
        expect(rest).to_have_text(show_more)
        rest.click()
        expect(places).to_have_count(54)
        rest.click()
        expect(places).to_have_count(60)
        expect(rest).to_be_hidden()
        expect(page.get_by_text(more)).to_be_hidden()
        # Whoever looks at one of them comes back to the others.
        places.nth(50).scroll_into_view_if_needed()
        left = b.box(places.nth(50).locator(".name"))["y"]
        places.nth(50).click()
        expect(page.locator(".found-mark")).to_be_in_viewport()
        page.go_back()
        expect(places).to_have_count(60)
        b.until(page, lambda: abs(b.box(places.nth(50).locator(".name"))["y"] - left) < 2)
        # The server tells no more than two hundred at once.
        double.control(handwriting={"2": [{"word": "lantern", "box": [90, 80 * row, 150, 80 * row + 22], "certainty": 0.8} for row in range(1, 10)]})
        page.get_by_test_id("search").fill("lanter")
        expect(page.get_by_role("status").first).to_have_text({"en": "More than 200 things found", "de": "Mehr als 200 Treffer"}[language])
        expect(page.get_by_text(more)).to_be_hidden()
        rest.click()
        expect(page.get_by_text(more)).to_be_visible()
        assert page.complaints == [], page.complaints
        page.context.close()


@journey
def a_place_whose_picture_has_not_come_is_no_brighter_than_the_desk(chromium, double):
    fresh(chromium, double, template="Sheet", characters=["Brann"])
    double.control(handwriting={"1": [{"word": "lantern", "box": [90, 290, 150, 312], "certainty": 0.834}]})
    for scheme, brightest in (("light", 255), ("dark", 60)):
        page = b.open_page(chromium, double, color_scheme=scheme)
        page.route("**/iiif/**", lambda route: route.abort())
        page.get_by_test_id("search").fill("lantern")
        frame = page.locator(".place-picture")
        expect(frame.locator(".icon")).to_be_visible()
        shade = frame.evaluate("frame => getComputedStyle(frame).backgroundColor")
        assert max(map(int, re.findall(r"\d+", shade)[:3])) <= brightest, shade
        b.shoot(page, f"find-waiting-{scheme}")
        assert page.complaints == [], page.complaints
        page.context.close()
