# SPDX-License-Identifier: GPL-3.0-or-later
"""What holds for everyone: words, the focus, motion, large letters."""
import re

from playwright.sync_api import expect

import browser as b
from every_place import prepared, things
from journeys import SAMPLE, fresh, journey, saved, written

#: What a page says: its texts, and the names and descriptions of its things.
SAID = """() => {
    const said = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) said.add(walker.currentNode.data.trim());
    for (const one of document.querySelectorAll('*')) {
        for (const name of ['aria-label', 'title', 'placeholder', 'aria-valuetext']) if (one.getAttribute(name)) said.add(one.getAttribute(name));
    }
    return [...said];
}"""


def tables():
    """The words of both languages, by key."""
    found = []
    for language in ("english", "german"):
        content = (b.HERE.parents[1] / f"texts/{language}.js").read_text()
        found.append(dict(re.findall(r"^    '([\w.-]+)': '(.*)',$", content, re.M)))
    assert len(found[0]) > 300 and found[0].keys() == found[1].keys()
    return found


@journey
def the_studio_speaks_german_everywhere(chromium, double):
    english, german = tables()
    # Words that are the same in both languages, and the names of keys and people, tell nothing.
    alien = {words for key, words in english.items() if words not in german.values() and "{" not in words}
    patterns = [re.compile(".+".join(re.escape(part) for part in re.split(r"\{\w+\}", words)))
                for key, words in english.items() if "{" in words and len(re.sub(r"\{\w+\}", "", words)) > 6 and words != german[key]]
    character = prepared(double)
    page = b.open_page(chromium, double, locale="de-DE")
    assert page.evaluate("document.documentElement.lang") == "de"
    heard = set()
    for name in things(page, double, character):
        said = set(page.evaluate(SAID))
        heard |= said
        wrong = [words for words in said if words in alien or any(pattern.fullmatch(words) for pattern in patterns)]
        assert wrong == [], f"{name}: {wrong}"
    assert {"Radierer", "Ein leerer Schreibtisch", "Zahlen", "Papierkorb"} <= heard, "the places were not gone through"
    assert page.complaints == [], page.complaints


@journey
def every_dialog_and_empty_place_passes_axe_in_light_and_dark(chromium, double):
    from axe_playwright_python.sync_playwright import Axe
    seen = 0
    for scheme in ("light", "dark"):
        character = prepared(double)
        page = b.open_page(chromium, double, color_scheme=scheme, bypass_csp=True, reduced_motion="reduce")
        for name in things(page, double, character):
            result = Axe().run(page)
            assert result.violations_count == 0, f"{scheme} {name}\n{result.generate_report()}"
            seen += 1
        page.context.close()
    assert seen > 50, seen


@journey
def letters_twice_as_large_fit_every_place(chromium, double):
    character = prepared(double)
    # The browser's own setting also changes from which width on things lie beside one another.
    large = chromium.browser_type.launch(executable_path=b.PROGRAM, args=["--no-sandbox", "--blink-settings=defaultFontSize=32"])
    page = b.open_page(large, double, viewport={"width": 820, "height": 1180})
    for name in things(page, double, character):
        assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 32
        over = page.evaluate("""() => {
            const scrolls = (one) => one && (one.closest('.typing-bar, .strip-pages') || ['auto', 'scroll'].includes(getComputedStyle(one).overflowX));
            const wide = [...document.querySelectorAll('button, input, select, h1, h2, .dialog, .menu, .panel')].filter((one) => {
                if (!one.checkVisibility() || one.closest('.visually-hidden') || scrolls(one.parentElement)) return false;
                const { left, right, width } = one.getBoundingClientRect();
                return width > 1 && !one.closest('.page, .strip') && (left < -1 || right > innerWidth + 1);
            });
            return [document.documentElement.scrollWidth - innerWidth, wide.map((one) => one.outerHTML.slice(0, 120))];
        }""")
        b.shoot(page, f"large-{name.replace(' ', '-')}")
        assert over[0] <= 0 and over[1] == [], (name, over)
    large.close()


#: Pairs of texts that lie over one another in the same layer.
CROSSED = """() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), texts = [];
    while (walker.nextNode()) {
        const node = walker.currentNode, parent = node.parentElement;
        if (!node.data.trim() || !parent.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || parent.closest('.page, .visually-hidden, .skip, option, svg')) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        let { left, top, right, bottom } = range.getBoundingClientRect();
        for (let one = parent; one; one = one.parentElement) {
            if (getComputedStyle(one).overflow === 'visible') continue;
            const box = one.getBoundingClientRect();
            [left, top, right, bottom] = [Math.max(left, box.left), Math.max(top, box.top), Math.min(right, box.right), Math.min(bottom, box.bottom)];
        }
        const layer = parent.closest('dialog, .menu, .panel, .options, .tool-bar, .typing-bar, .selection-bar, .library-head, [role=status], .side, main');
        if (right - left > 2 && bottom - top > 2) texts.push({ words: node.data.trim().slice(0, 40), left, top, right, bottom, layer });
    }
    return texts.flatMap((a, i) => texts.slice(i + 1).filter((b) => a.layer === b.layer && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 5).map((b) => [a.words, b.words]));
}"""


@journey
def no_words_lie_over_others_in_any_place(chromium, double):
    for width, height in ((1440, 900), (390, 844)):
        character = prepared(double)
        page = b.open_page(chromium, double, viewport={"width": width, "height": height}, locale="de-DE")
        for name in things(page, double, character):
            crossed = page.evaluate(CROSSED)
            assert crossed == [], (width, name, crossed)
        page.context.close()


@journey
def whatever_has_the_focus_shows_it(chromium, double):
    character = prepared(double)
    page = b.open_page(chromium, double)
    for path, count in (("", 12), (f"c/{character}/1", 25), ("table", 6), (f"c/{character}/1/replay", 12)):
        page.goto(double.address + path)
        expect(page.locator("main")).to_be_visible()
        page.wait_for_load_state("networkidle") if path == "" else b.settle(page)
        seen = []
        for _ in range(count):
            page.keyboard.press("Tab")
            at = page.evaluate("""() => {
                const one = document.activeElement;
                if (!one || one === document.body) return null;
                const ring = (of) => of && ((getComputedStyle(of).outlineStyle !== 'none' && parseFloat(getComputedStyle(of).outlineWidth) >= 2)
                    || getComputedStyle(of).boxShadow.includes('inset'));
                // A hidden input shows it at its label.
                return [one.outerHTML.slice(0, 100), Boolean(ring(one) || ring(one.nextElementSibling) || ring(one.closest('.file-entry')))];
            }""")
            # A field for dates has parts, which the browser marks.
            if at and (not seen or at[0] != seen[-1][0]):
                seen.append(at)
        assert len(seen) >= min(count, 4), (path, seen)
        assert [one for one, ringed in seen if not ringed] == [], (path, seen)


@journey
def nothing_moves_for_people_who_want_no_motion(chromium, double):
    character = prepared(double)
    moving = "document.getAnimations().filter((one) => one.effect.getComputedTiming().duration > 0).map((one) => one.animationName ?? one.transitionProperty)"
    for motion in ("no-preference", "reduce"):
        page = b.open_page(chromium, double, reduced_motion=motion)
        expect(page.get_by_test_id("character-card")).to_have_count(2)
        # In the same task as the press, when a movement would begin.
        found = page.evaluate(f"(() => {{ document.querySelector('[data-testid=library-more]').click(); return {moving}; }})()")
        page.keyboard.press("Escape")
        page.goto(f"{double.address}c/{character}/1")
        written(page, 1, 2)
        found += page.evaluate(f"(() => {{ document.querySelector('[data-testid=layers]').click(); return {moving}; }})()")
        assert (found == []) is (motion == "reduce"), (motion, found)
        page.context.close()


@journey
def a_dialog_that_is_closed_gives_the_focus_back(chromium, double):
    character = prepared(double)
    page = b.open_page(chromium, double)
    page.get_by_test_id("new-character").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("character-name")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("new-character")).to_be_focused()
    page.get_by_test_id("card-more").first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("card-more").first).to_be_focused()
    page.goto(f"{double.address}c/{character}/1")
    written(page, 1, 2)
    page.get_by_test_id("export").focus()
    page.keyboard.press("Enter")
    page.get_by_test_id("export-start").focus()
    page.keyboard.press("Enter")
    # What comes next has the focus.
    expect(page.get_by_test_id("export-link")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("export")).to_be_focused()


@journey
def with_keys_alone_one_creates_types_selects_and_exports(chromium, double):
    fresh(chromium, double, template="Sheet")
    page = b.open_page(chromium, double)
    expect(page.get_by_test_id("template-card")).to_have_count(1)
    page.keyboard.press("n")
    page.keyboard.type("Maren")
    page.keyboard.press("Enter")
    written(page, 1, 0)
    page.locator(".pages").focus()
    page.keyboard.press("t")
    page.keyboard.press("Enter")
    page.keyboard.type("Sworn at the lantern feast")
    page.keyboard.press("Control+Enter")
    saved(page)
    text = [item["text"] for entry in double.control()["pages"] for item in entry["objects"]]
    assert ["".join(run["text"] for run in one["runs"]) for one in text] == ["Sworn at the lantern feast"]
    before = text[0]["transform"]
    page.keyboard.press("Control+a")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Escape")
    saved(page)
    b.until(page, lambda: abs(double.control()["pages"][0]["objects"][0]["text"]["transform"][5] - before[5] - 10) < 0.01,
            lambda: str(double.control()["pages"][0]["objects"]))
    page.keyboard.press("Control+z")
    saved(page)
    b.until(page, lambda: abs(double.control()["pages"][0]["objects"][0]["text"]["transform"][5] - before[5]) < 0.01)
    assert page.complaints == [], page.complaints


@journey
def a_menu_never_opens_under_the_pointer(chromium, double):
    for width, height in ((1440, 900), (390, 844), (844, 390)):
        fresh(chromium, double, template="Sheet", characters=[f"Wanderer {i}" for i in range(8)])
        page = b.open_page(chromium, double, viewport={"width": width, "height": height})
        expect(page.get_by_test_id("character-card")).to_have_count(8)
        for card in (0, 3, 7):
            more = page.get_by_test_id("card-more").nth(card)
            more.scroll_into_view_if_needed()
            more.click()
            menu, button = b.box(page.locator(".menu")), b.box(more)
            middle = button["x"] + button["width"] / 2, button["y"] + button["height"] / 2
            assert not (menu["x"] <= middle[0] <= menu["x"] + menu["width"] and menu["y"] <= middle[1] <= menu["y"] + menu["height"]), (width, card, menu, button)
            assert menu["x"] >= 0 and menu["y"] >= 0 and menu["x"] + menu["width"] <= width and menu["y"] + menu["height"] <= height, (menu, width, height)
            page.keyboard.press("Escape")
        page.context.close()


@journey
def a_menu_that_is_longer_than_the_screen_shows_half_an_entry_at_its_end(chromium, double):
    fresh(chromium, double, template="Sheet", characters=["Maren"])
    page = b.open_page(chromium, double, viewport={"width": 390, "height": 640})
    page.get_by_test_id("card-more").first.click()
    entries = page.locator(".menu .entry")
    menu, boxes = b.box(page.locator(".menu")), [b.box(entries.nth(i)) for i in range(entries.count())]
    assert boxes[-1]["y"] > menu["y"] + menu["height"], "the menu is longer than the screen"
    cut, = (one for one in boxes if one["y"] < menu["y"] + menu["height"] < one["y"] + one["height"])
    assert 0.3 < (menu["y"] + menu["height"] - cut["y"]) / cut["height"] < 0.7, (menu, cut)


@journey
def every_button_lies_inside_the_smallest_phones(chromium, double):
    outside = """() => [...document.querySelectorAll('button, a, input, select')].filter((one) => {
        if (!one.checkVisibility() || one.closest('.page, .visually-hidden, .skip, .own-pens, .chips')) return false;
        const { left, right, width } = one.getBoundingClientRect();
        return width > 1 && (left < 0 || right > innerWidth);
    }).map((one) => one.outerHTML.slice(0, 90))"""
    for width, height in ((390, 844), (360, 640), (320, 568)):
        for locale in ("en-GB", "de-DE"):
            character, = fresh(chromium, double, template="Sheet", characters=["Maren"])
            page = b.open_page(chromium, double, viewport={"width": width, "height": height}, locale=locale, has_touch=True)
            expect(page.get_by_test_id("character-card")).to_have_count(1)
            assert page.evaluate(outside) == [], (width, locale, page.evaluate(outside))
            b.shoot(page, f"small-library-{width}-{locale}")
            page.goto(f"{double.address}c/{character['id']}/1")
            written(page, 1, 0)
            assert page.evaluate(outside) == [], (width, locale, page.evaluate(outside))
            bar = b.box(page.locator(".tool-bar"))
            cut = page.locator(".tools > button:visible").evaluate_all("(all, [left, right]) => all.filter((one) => one.getBoundingClientRect().left < left || one.getBoundingClientRect().right > right).length", [bar["x"], bar["x"] + bar["width"]])
            assert cut == 0, (width, locale, cut)
            b.shoot(page, f"small-editor-{width}-{locale}")
            page.context.close()


@journey
def dialogs_with_long_words_stay_inside_a_small_phone(chromium, double):
    fresh(chromium, double, template="The lantern keepers of the long and very windy coast of the northern islands", characters=["Maren"])
    page = b.open_page(chromium, double, viewport={"width": 320, "height": 640}, locale="de-DE")
    expect(page.get_by_test_id("character-card")).to_have_count(1)

    def fits(name):
        outside = page.evaluate("""() => {
            const dialog = document.querySelector('dialog[open]');
            const { left, right } = dialog.getBoundingClientRect();
            return [dialog.scrollWidth - dialog.clientWidth, dialog.scrollTop, ...[...dialog.querySelectorAll('*')].filter((one) => one.checkVisibility()
                && (one.getBoundingClientRect().left < left || one.getBoundingClientRect().right > right)).map((one) => one.outerHTML.slice(0, 90))];
        }""")
        b.shoot(page, f"small-{name}")
        assert outside == [0, 0], (name, outside)

    page.get_by_test_id("new-character").click()
    fits("new")
    page.keyboard.press("Escape")
    page.get_by_test_id("card-more").click()
    page.get_by_test_id("menu-export").click()
    fits("export")
    page.keyboard.press("Escape")
    page.get_by_test_id("card-more").click()
    page.get_by_test_id("menu-share").click()
    page.get_by_test_id("share-name").fill("Ada")
    page.get_by_test_id("share-give").click()
    expect(page.locator(".qr")).to_be_visible()
    fits("share")
    page.keyboard.press("Escape")
    page.get_by_test_id("library-more").click()
    page.get_by_test_id("to-trash").click()
    expect(page.get_by_text("Der Papierkorb ist leer.")).to_be_visible()
    expect(page.get_by_role("button", name="Papierkorb leeren")).to_have_count(0)
    fits("trash")


@journey
def a_picture_in_a_second_window_is_alone_until_somebody_points_at_it(chromium, double):
    character, = fresh(chromium, double, template="Sheet", characters=["Wall"])
    page = b.open_page(chromium, double, f"c/{character['id']}/1/picture", reduced_motion="reduce")
    tools = page.locator(".picture-tools")
    expect(page.get_by_test_id("picture-place")).to_have_attribute("data-version", re.compile("."))
    expect(tools).to_have_css("opacity", "0")
    page.mouse.move(600, 400)
    expect(tools).to_have_css("opacity", "1")
    page.mouse.move(-1, -1)
    page.keyboard.press("Tab")
    expect(tools).to_have_css("opacity", "1")


@journey
def a_pdf_that_is_locked_is_opened_by_its_password(chromium, double):
    fresh(chromium, double)
    page = b.open_page(chromium, double)
    asked = []

    def locks(route):
        asked.append(route.request.headers.get("x-pdf-password"))
        if route.request.method != "POST" or asked[-1] == "lantern":
            route.continue_()
        else:
            route.fulfill(status=422, content_type="application/problem+json", body='{"type": "/problems/locked", "title": "Locked", "status": 422, "detail": "The PDF is locked."}')

    page.route("**/api/v1/templates?name=*", locks)
    page.get_by_test_id("import-input").set_input_files(str(SAMPLE))
    password = page.locator(".import.locked input")
    password.fill("feast")
    page.keyboard.press("Enter")
    b.until(page, lambda: "feast" in asked)
    expect(password).to_be_visible()
    expect(page.get_by_test_id("template-card")).to_have_count(0)
    password.fill("lantern")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("template-card")).to_have_count(1)
    assert page.complaints == [], page.complaints
