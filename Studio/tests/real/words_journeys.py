# SPDX-License-Identifier: GPL-3.0-or-later
"""Printed words of a real sheet, in Chromium: they lie where pdftotext finds them, are copied as they are read, and are marked in
the export where they are printed."""
import html
import io
import re
import subprocess

import pikepdf

from playwright.sync_api import expect

import browser as b
from journeys import SAMPLE
from visit import open_at, owner, written

#: What stands in the sheet's fields: it is shown in these, and is not printed.
VALUES = ["4", "The", "Amber", "Coast", "+3"]
#: How far a word may lie from where pdftotext finds it, in points.
NEAR = 0.5


def _words(number: int) -> list:
    """The words of a page and their boxes, as pdftotext has them."""
    made = subprocess.run(["pdftotext", "-bbox", "-f", str(number), "-l", str(number), SAMPLE, "-"], check=True, capture_output=True, text=True)
    found = re.findall(r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)</word>', made.stdout)
    return [(html.unescape(word), [float(one) for one in box]) for *box, word in found]


def printed_words_lie_where_they_are_printed_and_are_copied(chromium, server):
    character = server.character("Words")
    page = open_at(owner(chromium, server), server, f"c/{character}/1")
    written(page, 1, 0)
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    layer = page.locator('[data-page="1"] .words')
    expect(layer).to_be_attached()
    shown = page.evaluate("""() => {
        const box = document.querySelector('[data-page="1"].page').getBoundingClientRect();
        const [x, y] = [595.276 / box.width, 841.89 / box.height];
        return [...document.querySelectorAll('[data-page="1"] .words span')].map((span) => {
            const { left, right, top, bottom } = span.getBoundingClientRect();
            return [span.textContent, [(left - box.left) * x, (top - box.top) * y, (right - box.left) * x, (bottom - box.top) * y]];
        });
    }""")
    wanted = _words(1)
    assert len(wanted) > 40, wanted
    missing = [word for word, box in wanted if not any(
        other == word and abs(there[0] - box[0]) < NEAR and abs(there[2] - box[2]) < NEAR and there[1] < box[3] and box[1] < there[3]
        for other, there in shown)]
    assert missing == VALUES, (missing, shown)
    # What is printed is found, and marked where it is printed.
    page.keyboard.press("Control+f")
    page.get_by_test_id("find").fill("hearth-lore")
    expect(page.get_by_test_id("find-count")).to_have_attribute("data-count", "1")
    page.get_by_test_id("find").press("Enter")
    expect(page.locator('[data-page="1"] .found-mark')).to_be_in_viewport()
    b.shoot(page, "words-found")
    page.keyboard.press("Escape")
    # A drag over three skills copies them.
    page.keyboard.press("v")
    boxes = dict(wanted)
    frame = b.box(page.locator('[data-page="1"].page'))

    def place(word, end):
        x0, y0, x1, y1 = boxes[word]
        return frame["x"] + (x1 if end else x0) * frame["width"] / 595.276, frame["y"] + (y0 + y1) / 2 * frame["height"] / 841.89

    page.mouse.move(*place("Bargaining", False))
    page.mouse.down()
    page.mouse.move(*place("Beastcraft", False))
    page.mouse.move(*place("Beastcraft", True))
    page.mouse.up()
    b.until(page, lambda: page.evaluate("() => getSelection().toString()") != "", lambda: "nothing is selected")
    b.shoot(page, "words-dragged")
    copied = page.evaluate("""() => {
        const data = new DataTransfer();
        document.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true }));
        return data.getData('text/plain');
    }""")
    assert copied.startswith("Bargaining") and copied.endswith("Beastcraft"), copied
    # They are marked, and the export has an annotation over them that other programs read.
    page.get_by_test_id("text-bar").get_by_test_id("mark-highlight").click()
    expect(page.get_by_test_id("mark")).to_have_count(1)
    page.get_by_test_id("mark").focus()
    page.keyboard.press("Enter")
    page.get_by_test_id("mark-comment").fill("What she is good at")
    page.get_by_test_id("mark-save").click()
    expect(page.get_by_test_id("save-state")).to_have_attribute("data-state", "saved")
    b.until(page, lambda: _marks(server, character), lambda: "no mark has been saved")
    b.shoot(page, "words-highlighted")
    b.until(page, lambda: _marks(server, character)[0].get("text"), lambda: _marks(server, character))
    with pikepdf.open(io.BytesIO(server.export(character, mode="annotate"))) as pdf:
        mark, = [one for one in pdf.pages[0].Annots if one.Subtype == "/Highlight"]
        assert mark.Contents == "What she is good at", mark
        points = [float(one) for one in mark.QuadPoints]
    x0, y0, x1, y1 = boxes["Bargaining"]
    assert abs(points[0] - x0) < NEAR and points[2] > x1 - NEAR and abs(841.89 - points[1] - y0) < NEAR, (points, boxes["Bargaining"])
    assert len(points) % 8 == 0 and len(points) >= 16, points
    assert page.complaints == [], page.complaints


def _marks(server, character) -> list:
    ink = server.ask("GET", f"/characters/{character}/pages/1/ink")
    return [item["markup"] for item in ink["pages"][0].get("objects", []) if "markup" in item]
