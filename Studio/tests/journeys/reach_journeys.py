# SPDX-License-Identifier: GPL-3.0-or-later
"""What people reach with a thumb, with keys and with a screen reader."""
from playwright.sync_api import expect

import browser as b
from drawing_journeys import line, near, opened, stroke
from journeys import fresh, journey, written
from panel_journeys import OUTLINE


@journey
def everything_can_be_reached_with_a_thumb_on_every_screen(chromium, double):
    screens = {"wide": (1440, 900), "tablet": (820, 1180), "tablet-side": (1180, 820), "phone": (390, 844), "phone-side": (844, 390), "small": (320, 568)}
    for name, (width, height) in screens.items():
        character, = fresh(chromium, double, template="Sheet", characters=["Maren Ashwick of the Long Name"], outline=OUTLINE)
        page = b.open_page(chromium, double, f"c/{character['id']}/1", viewport={"width": width, "height": height})
        written(page, 1, 0)
        double.control(character=character["id"], page=1, edit={"add": [stroke(200, 300, 100)]})
        written(page, 1, 1)
        page.keyboard.press("Control+a")
        hidden = """(root) => [...document.querySelectorAll(`${root} button, ${root} input, ${root} select`)].filter((one) => {
            // The link that skips the tools is for keys, and shows with the focus.
            if (one.disabled || !one.checkVisibility() || one.closest('.strip, .skip')) return false;
            one.scrollIntoView({ block: 'nearest', inline: 'nearest' });
            const { left, top, width, height } = one.getBoundingClientRect();
            const hit = document.elementFromPoint(left + width / 2, top + height / 2);
            return !(hit && (one.contains(hit) || hit.contains(one)));
        }).map((one) => one.getAttribute('aria-label') ?? one.textContent)"""
        assert page.evaluate(hidden, "main") == [], (name, page.evaluate(hidden, "main"))
        b.shoot(page, f"reach-{name}")
        page.keyboard.press("Escape")
        page.get_by_test_id("tool-pen").click()
        page.get_by_test_id("tool-pen").click() if page.locator(".options").is_hidden() else None
        assert page.evaluate(hidden, ".options") == [], (name, page.evaluate(hidden, ".options"))
        page.keyboard.press("Escape")
        for key, panel in (("y", "layers"), ("g", "view")):
            page.keyboard.press(key)
            assert page.evaluate(hidden, f".panel-{panel}") == [], (name, panel, page.evaluate(hidden, f".panel-{panel}"))
            b.shoot(page, f"reach-{name}-{panel}")
            page.keyboard.press("Escape")
            expect(page.get_by_test_id(f"panel-{panel}")).to_be_hidden()
        small = page.evaluate("""() => [...document.querySelectorAll('.tool-bar button, .editor-head button')].filter((one) => one.checkVisibility())
            .filter((one) => Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height) < 34).map((one) => one.outerHTML.slice(0, 90))""")
        assert small == [], (name, small)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        page.context.close()


@journey
def the_keyboard_alone_suffices_and_a_question_mark_tells_the_keys(chromium, double):
    _, page = opened(chromium, double, "Keys")
    for key, tool in (("h", "hand"), ("m", "highlighter"), ("e", "eraser"), ("l", "lasso"), ("p", "pen")):
        page.keyboard.press(key)
        expect(page.get_by_test_id(f"tool-{tool}")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("?")
    expect(page.get_by_test_id("help")).to_be_visible()
    b.shoot(page, "keys")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("help")).to_have_count(0)
    page.get_by_test_id("layers").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("panel-layers")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("layers")).to_be_focused()


@journey
def the_panels_and_settings_pass_axe_in_light_and_dark(chromium, double):
    from axe_playwright_python.sync_playwright import Axe
    for scheme in ("light", "dark"):
        character, = fresh(chromium, double, template="Sheet", characters=["Axe"], outline=OUTLINE)
        page = b.open_page(chromium, double, f"c/{character['id']}/1", color_scheme=scheme, bypass_csp=True, reduced_motion="reduce",
                           viewport={"width": 1440, "height": 900})
        written(page, 1, 0)
        b.Pen(page).draw(line(0.2, 0.5, 0.2))
        found = {}
        for tool in ("pen", "highlighter", "eraser", "lasso"):
            page.get_by_test_id(f"tool-{tool}").click()
            if page.locator(".options").is_hidden():
                page.get_by_test_id(f"tool-{tool}").click()
            found[tool] = Axe().run(page)
        page.keyboard.press("Escape")
        page.keyboard.press("Control+a")
        page.get_by_role("button", name="Give what is selected").click()
        page.keyboard.press("y")
        page.get_by_test_id("layer-add").click()
        found["layers"] = Axe().run(page)
        page.keyboard.press("Escape")
        page.get_by_test_id("tab-outline").click()
        page.keyboard.press("r")
        page.get_by_test_id("view").click()
        found["view"] = Axe().run(page)
        page.keyboard.press("Escape")
        page.keyboard.press("?")
        found["keys"] = Axe().run(page)
        page.keyboard.press("Escape")
        page.get_by_test_id("tool-pen").click()
        page.get_by_test_id("tool-pen").click()
        page.get_by_test_id("feel").click()
        found["feel"] = Axe().run(page)
        for view, result in found.items():
            assert result.violations_count == 0, f"{scheme} {view}\n{result.generate_report()}"
        page.context.close()


@journey
def the_tools_never_cover_the_paper(chromium, double):
    for name, (width, height) in {"wide": (1440, 900), "tablet": (820, 1180), "tablet-side": (1180, 820), "phone-side": (844, 390)}.items():
        _, page = opened(chromium, double, "Margins", viewport={"width": width, "height": height})
        bar, sheet = b.box(page.locator(".tool-bar")), b.Pen(page).box()
        assert sheet["x"] + sheet["width"] <= bar["x"] + 1, (name, bar, sheet)
        b.shoot(page, f"margins-{name}")
        page.context.close()
    _, page = opened(chromium, double, "Margins", viewport={"width": 390, "height": 844})
    page.evaluate("document.querySelector('.pages').scrollTop = 1e6")
    bar, last = b.box(page.locator(".tool-bar")), b.Pen(page, 2).box()
    assert last["y"] + last["height"] <= bar["y"], (bar, last)


@journey
def pages_that_filled_the_width_fill_it_again_beside_the_outline(chromium, double):
    _, page = opened(chromium, double, "Refit", viewport={"width": 820, "height": 1180}, pages=3)
    before = b.Pen(page).box()
    page.keyboard.press("o")

    def is_beside():
        view, beside = b.box(page.locator(".pages")), b.Pen(page).box()
        assert beside["width"] < before["width"] and beside["x"] >= view["x"], (before, beside, view)
        return True

    b.until(page, is_beside)
    page.keyboard.press("o")
    b.until(page, lambda: near([b.Pen(page).box()["width"]], [before["width"]], 1) is None)
