# SPDX-License-Identifier: GPL-3.0-or-later
"""After a journey, the ink that is on the screen lies where the export has it, as mutool draws that. Pages that are left
open in the editor are compared, whatever the journey was about."""
import base64
import io
import re

from PIL import Image

import browser as b
from compare import SURE, assert_alike, difference, distance, drawn
from server import Refused

#: Large enough that a whole page is seen.
TALL = {"width": 1280, "height": 1500}
PLACE = re.compile(r"/c/([^/?#]+)(?:/(\d+))?$")


def _bare(server, character: str) -> bytes:
    """The same sheet with the same values and no ink: the template, or an export where somebody has filled in its form."""
    template = server.ask("GET", f"/characters/{character}")["template"]
    try:
        filled = server.ask("GET", f"/characters/{character}/form")
    except Refused:
        filled = {}
    if not filled.get("revision"):
        return server.ask("GET", f"/templates/{template}/file", raw=True)
    blank = server.character("Without ink", template)
    empty = server.ask("GET", f"/characters/{blank}/form").get("values", {})
    # Only what somebody has filled in: a value that is set again is drawn anew.
    values = {name: value for name, value in filled.get("values", {}).items() if value != empty.get(name)}
    server.ask("PUT", f"/characters/{blank}/form", {"values": values}, {"If-Match": '"0"'})
    return server.export(blank)


def _kept(server, character: str, number: int) -> list[int]:
    """How many strokes and other items the server has."""
    ink = server.ask("GET", f"/characters/{character}/pages/{number}/ink", headers={"Accept": "application/json"})["pages"][0]
    return [len(ink.get("strokes", [])), len(ink.get("objects", []))]


def _awake(server):
    if server.process.poll() is not None:
        server.start()


def compared(chromium, server) -> int:
    """Compares the current page of each tab in the editor; returns how many had ink."""
    count, seen = 0, set()
    for page in [page for context in chromium.contexts for page in context.pages]:
        place = PLACE.search(page.url)
        if not place or page.is_closed() or page.viewport_size is None:
            continue
        character, number = place[1], int(place[2] or 1)
        sheet = page.locator(f'[data-testid=page][data-page="{number}"]')
        if (character, number) in seen or sheet.count() == 0:
            continue
        shown = "(sheet) => [Number(sheet.dataset.strokes ?? 0), sheet.querySelectorAll('.objects > g').length]"
        if sum(sheet.evaluate(shown)) == 0:
            continue
        seen.add((character, number))
        _awake(server)
        page.bring_to_front()
        # What is open or selected lies over the ink; then the whole page is shown, at the zoom where it fits.
        for _ in range(3):
            page.keyboard.press("Escape")
        page.set_viewport_size(TALL)
        b.until(page, lambda: _fits(page, sheet), lambda: f"the page does not fit: {b.box(sheet)}")
        page.wait_for_selector("[data-testid=save-state][data-state=saved]", state="attached", timeout=30000)
        page.wait_for_selector(f'[data-testid=page][data-page="{number}"][data-sharp=true]', timeout=30000)
        _still(page, number)
        b.until(page, lambda: sheet.evaluate(shown) == _kept(server, character, number), lambda: f"shown: {sheet.evaluate(shown)}")
        assert_alike(page, number, server.export(character, audience="gm"), _bare(server, character), name=f"page {number} as exported")
        count += 1
    return count


def _fits(page, sheet) -> bool:
    """Fits the whole page; a window that has just come to the front may miss a key. `Shift+0` would be the 0 of another keyboard."""
    page.keyboard.press("Shift+Digit0")
    b.settle(page)
    box = b.box(sheet)
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= TALL["height"]


def _still(page, number: int):
    """Waits until the page is drawn where it stays."""
    page.evaluate("""async (selector) => {
        let before = '';
        for (let same = 0; same < 3;) {
            await new Promise((drawn) => requestAnimationFrame(drawn));
            const sheet = document.querySelector(selector);
            const { x, y, width, height } = sheet?.getBoundingClientRect() ?? {};
            const canvas = sheet?.querySelector('canvas.dry');
            const now = [x, y, width, height, canvas?.width, sheet?.dataset.sharp].join();
            same = now === before && sheet?.dataset.sharp === 'true' ? same + 1 : 0;
            before = now;
        }
    }""", f'[data-testid=page][data-page="{number}"]')


def canvas(window, number: int = 1) -> Image.Image:
    """The bitmap of the finished ink in WebKit. In the mode that writes quickly, the driver takes no screenshots."""
    address = window.run(f"return document.querySelector('[data-page=\"{number}\"] canvas.dry').toDataURL('image/png')")
    return Image.open(io.BytesIO(base64.b64decode(address.split(",")[1]))).convert("RGBA")


def compared_in_webkit(window, server) -> int:
    """As above, for the strokes of the window's page: texts and pictures are not on the canvas."""
    place = PLACE.search(window.driver.current_url)
    if not place:
        return 0
    character, number = place[1], int(place[2] or 1)
    _awake(server)
    shown = window.driver.find_elements("css selector", f'[data-testid=page][data-page="{number}"]')
    if not shown or shown[0].get_attribute("data-strokes") in (None, "0"):
        return 0
    window.saved()
    ink = server.ask("GET", f"/characters/{character}/pages/{number}/ink", headers={"Accept": "application/json"})["pages"][0]
    if ink.get("objects"):
        return 0
    window.until(lambda: window.page(number).get_attribute("data-sharp"), "the page is not sharp")
    inked = canvas(window, number)
    bare = drawn(_bare(server, character), number, inked.size)
    export = difference(drawn(server.export(character, audience="gm"), number, inked.size), bare)
    screen = difference(Image.composite(inked.convert("RGB"), bare, inked.getchannel("A")), bare)
    assert sum(export.histogram()[SURE:]) > 50, "there is no ink in the export"
    # Below a highlighter the canvas holds the page's picture, too, so that its pixels tell nothing about the ink.
    holds_picture = any(stroke["brush"]["kind"] == "highlighter" for stroke in ink.get("strokes", []))
    found = distance(export, screen), 0 if holds_picture else distance(screen, export)
    assert max(found) <= 1, f"the export's ink is {found[0]} px from the screen's, which is {found[1]} px from it"
    return 1
