# SPDX-License-Identifier: GPL-3.0-or-later
"""What people do in the studio, in a real Chromium with pen, mouse and fingers. Run by Scripts/studio-tests."""
import argparse
import importlib
import re
import sys

from playwright.sync_api import expect

import browser as b

JOURNEYS = []
#: Words of the names of surveys: journeys that look at every place, dialog or screen. They take long, and a release needs them.
SURVEY = re.compile("axe|(every|any)_(place|screen|view)|everywhere")
SAMPLE = b.HERE.parents[2] / "Samples/character-sheet.pdf"


def journey(function):
    JOURNEYS.append(function)
    return function


def fresh(chromium, double, **wishes):
    double.control(reset=True, deaf=False, delay=0, **wishes)
    return double.control()["characters"]


def saved(page):
    expect(page.get_by_test_id("save-state")).to_have_attribute("data-state", "saved")


def written(page, number, count):
    expect(page.locator(f'[data-testid=page][data-page="{number}"]')).to_have_attribute("data-strokes", str(count))


@journey
def somebody_imports_a_sheet_creates_a_character_and_writes_with_a_pen(chromium, double):
    fresh(chromium, double)
    page = b.open_page(chromium, double, snaps=False)
    expect(page.get_by_text("An empty desk")).to_be_visible()
    b.shoot(page, "library-empty")
    page.get_by_test_id("import-input").set_input_files(str(SAMPLE))
    expect(page.get_by_test_id("template-card")).to_have_count(1)
    page.get_by_test_id("new-character").click()
    page.get_by_test_id("character-name").fill("Maren Ashwick")
    page.get_by_test_id("create").click()
    written(page, 1, 0)
    pen = b.Pen(page)
    pen.draw(b.wave(0.2, 0.7, 0.4))
    pen.draw(b.wave(0.2, 0.7, 0.5))
    written(page, 1, 2)
    saved(page)
    strokes = double.strokes()
    assert len(strokes) == 2, len(strokes)
    assert len(strokes[0]["widths"]) == len(strokes[0]["pressure"]) == len(strokes[0]["xy"]) / 2
    assert 38 <= len(strokes[0]["pressure"]) <= 43, "every sample is kept"
    page.get_by_test_id("undo").click()
    written(page, 1, 1)
    page.get_by_test_id("redo").click()
    written(page, 1, 2)
    saved(page)
    assert len(double.strokes()) == 2
    page.get_by_test_id("tool-eraser").click()
    pen.draw([(0.45, 0.37), (0.45, 0.43)])
    written(page, 1, 1)
    saved(page)
    assert [round(stroke["xy"][1] / 842, 1) for stroke in double.strokes()] == [0.5]
    page.keyboard.press("Control+z")
    written(page, 1, 2)
    page.get_by_test_id("tool-pen").click()
    page.reload()
    written(page, 1, 2)
    page.get_by_test_id("export").click()
    page.get_by_test_id("export-start").click()
    expect(page.get_by_test_id("export-link")).to_be_visible()
    assert page.complaints == [], page.complaints


@journey
def ink_lies_where_the_pen_was(chromium, double):
    character, = fresh(chromium, double, template="Sheet", characters=["Aligned"])
    for ratio in (1, 1.5, 2):
        page = b.open_page(chromium, double, f"c/{character['id']}/1", device_scale_factor=ratio)
        expect(page.locator('[data-testid=page][data-page="1"]')).to_have_attribute("data-strokes", "0")
        pen = b.Pen(page, kind="mouse")
        pen.draw([(0.3, 0.3), (0.5, 0.3), (0.6, 0.3)])
        written(page, 1, 1)
        box = pen.box()
        # The mean of the ink's pixels, in parts of the page.
        found = page.evaluate("""() => {
            const canvas = document.querySelector('[data-page="1"] canvas.dry');
            const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
            let [n, x0, x1, y] = [0, width, 0, 0];
            for (let i = 3; i < data.length; i += 4) if (data[i] > 127) {
                const p = (i - 3) / 4; n++; y += Math.floor(p / width) + .5;
                x0 = Math.min(x0, p % width); x1 = Math.max(x1, p % width + 1);
            }
            return { x0: x0 / width, x1: x1 / width, y: y / n / height, n, ratio: canvas.width / canvas.getBoundingClientRect().width };
        }""")
        half = 0.8 / 595
        assert found["n"] > 0
        assert abs(found["ratio"] - ratio) < 0.01, found
        assert abs((found["y"] - 0.3) * box["height"]) < 1, found
        assert abs((found["x0"] + half - 0.3) * box["width"]) < 1.2, found
        assert abs((found["x1"] - half - 0.6) * box["width"]) < 1.2, found
        saved(page)
        page.get_by_test_id("undo").click()
        saved(page)
        page.context.close()


@journey
def nothing_is_lost_while_the_server_is_away(chromium, double):
    character, = fresh(chromium, double, template="Sheet", characters=["Offline"])
    page = b.open_page(chromium, double, f"c/{character['id']}/1")
    written(page, 1, 0)
    double.control(deaf=True)
    pen = b.Pen(page)
    for i in range(3):
        pen.draw(b.wave(0.2, 0.6, 0.3 + i * 0.1))
    expect(page.get_by_test_id("save-state")).to_have_text("Offline, 3 strokes kept here")
    b.shoot(page, "offline")
    page.close()
    double.control(deaf=False)
    again = page.context.new_page()
    again.goto(f"{double.address}c/{character['id']}/1")
    saved(again)
    written(again, 1, 3)
    assert len(double.strokes()) == 3, "every stroke once"


@journey
def a_tab_that_is_closed_in_the_middle_of_a_stroke_keeps_it(chromium, double):
    character, = fresh(chromium, double, template="Sheet", characters=["Closed"])
    page = b.open_page(chromium, double, f"c/{character['id']}/1", snaps=False)
    written(page, 1, 0)
    pen = b.Pen(page)
    pen.draw(b.wave(0.2, 0.7, 0.4, count=60), lifts=False)
    page.wait_for_timeout(300)
    pen.draw([(0.7, 0.41)], lifts=False)
    b.until(page, lambda: any(len(one["stroke"]["xy"]) > 60 for one in b.unfinished(page)), lambda: b.unfinished(page))
    context = page.context
    page.close()
    again = context.new_page()
    again.goto(f"{double.address}c/{character['id']}/1")
    written(again, 1, 1)
    saved(again)
    assert len(double.strokes()) == 1
    assert len(double.strokes()[0]["xy"]) > 60


@journey
def two_people_see_each_others_strokes_and_both_are_kept(chromium, double):
    character, = fresh(chromium, double, template="Sheet", characters=["Together"])
    one, other = (b.open_page(chromium, double, f"c/{character['id']}/1") for _ in range(2))
    for page in (one, other):
        written(page, 1, 0)
    b.Pen(one).draw(b.wave(0.2, 0.5, 0.3))
    written(other, 1, 1)
    b.Pen(other).draw(b.wave(0.2, 0.5, 0.4))
    written(one, 1, 2)
    # A removal on a page that has changed meanwhile is told anew by what it removes.
    double.control(deaf=True)
    one.get_by_test_id("tool-eraser").click()
    b.Pen(one).draw([(0.35, 0.27), (0.35, 0.33)])
    written(one, 1, 1)
    double.control(deaf=False, edit={"add": double.strokes()[:1]}, character=character["id"], page=1)
    saved(one)
    written(one, 1, 2)
    assert len(double.strokes()) == 2


def main() -> int:
    sys.modules["journeys"] = sys.modules["__main__"]
    for file in sorted(b.HERE.glob("*_journeys.py")):
        JOURNEYS.extend(getattr(importlib.import_module(file.stem), "JOURNEYS", []))
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("words", nargs="*", help="words of the names of journeys; all, if there are none")
    which = reader.add_mutually_exclusive_group()
    which.add_argument("--main", action="store_true", help="all but surveys of every place and screen")
    which.add_argument("--surveys", action="store_true", help="the surveys alone")
    reader.add_argument("--times", type=int, default=1, metavar="N", help="run each journey N times, to find those that only sometimes pass")
    options = reader.parse_args()
    chosen = [j for j in JOURNEYS if not options.words or any(word in j.__name__ for word in options.words)]
    if options.main or options.surveys:
        chosen = [j for j in chosen if bool(SURVEY.search(j.__name__)) == options.surveys]
    chosen = [j for j in chosen for _ in range(options.times)]
    failed = 0
    with b.studio() as (chromium, double):
        for one in chosen:
            failed += not b.passes(one, lambda: one(chromium, double))
            for context in chromium.contexts:
                context.close()
    print(f"{len(chosen) - failed} journeys passed, {failed} failed.")
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
