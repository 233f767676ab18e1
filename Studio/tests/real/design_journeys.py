# SPDX-License-Identifier: GPL-3.0-or-later
"""A flat sheet that a browser has printed becomes a form, is corrected by hand, and is filled for a whole party."""
import json
import os
import re
import subprocess
import tempfile
from pathlib import Path

from playwright.sync_api import expect

import browser as b
from server import line, programs
from visit import open_at, owner

#: A sheet of two pages, with lines, boxes, a table and boxes to tick, as word processors print it.
_SHEET = """<style>@page { size: A4; margin: 0 } body { margin: 0; font: 11pt sans-serif } section { height: 297mm; padding: 20mm;
box-sizing: border-box; break-after: page; overflow: hidden } .line { display: flex; gap: 3mm; margin: 5mm 0 } .line i { flex: 1;
border-bottom: 1px solid black } td, th { border: 1px solid black; height: 8mm; width: 40mm; text-align: left } table { border-collapse:
collapse } .box { width: 120mm; height: 60mm; border: 1px solid black } .tick { display: inline-block; width: 4mm; height: 4mm;
border: 1px solid black; margin-right: 3mm }</style>
<section><h1>Travellers</h1><div class="line">Name:<i></i></div><div class="line">Homeland:<i></i>Age:<i></i></div>
<table><tr><th>Weapon<th>Damage<th>Range<tr><td><td><td><tr><td><td><td><tr><td><td><td></table>
<p><span class="tick"></span>Knows the road</p><p><span class="tick"></span>Owes me money</p></section>
<section><h1>Story</h1><p>History</p><div class="box"></div><div class="line">Signature:<i></i></div></section>"""

_PARTY = """name,homeland,age,history
Maren Ashwick,The Fens,31,A lantern and a promise
Brann,Hollow Hills,44,Sworn at the feast
Tam,Saltmarsh,19,
Élodie,Vale,27,Came with the snow
"""


#: A character of Foundry.
_ACTOR = json.dumps({"name": "Akra", "type": "character", "system": {"abilities": {"str": {"value": 17}}},
                     "items": [{"type": "class", "name": "Ranger", "system": {"levels": 7}}]}).encode()


def _printed(chromium, folder: str) -> Path:
    page = chromium.new_context().new_page()
    page.set_content(_SHEET)
    path = Path(folder) / "travellers.pdf"
    page.pdf(path=str(path), prefer_css_page_size=True)
    page.context.close()
    return path


def _field(page, name: str):
    return page.locator(f'[data-testid=proposed-field][data-name="{name}"]')


def a_flat_sheet_becomes_a_form_and_is_filled_for_a_party(chromium, server):
    with tempfile.TemporaryDirectory() as folder:
        template = server.template(_printed(chromium, folder), "Travellers")
        character = server.character("Maren", template)
        server.draw(character, 1, [line(500, 60, 200)])
        page = open_at(owner(chromium, server), server)
        page.get_by_test_id("template-more").click()
        page.get_by_test_id("detect").click()
        expect(page.get_by_test_id("proposed-field").first).to_be_visible(timeout=60_000)
        names = page.get_by_test_id("design-row").evaluate_all("(all) => all.map((one) => one.value)")
        assert {"name", "homeland", "age", "history"} <= set(names), names
        assert page.locator('[data-testid=proposed-field][data-type="check"]').count() == 2
        expect(page.locator(".design-paper > img")).to_have_js_property("complete", True)
        if pictures := os.environ.get("LIMN_STUDIO_PICTURES"):
            page.screenshot(path=f"{pictures}/design-real.png")
        # Three corrections: a name, a limit, and a field that was drawn.
        _field(page, "homeland").click()
        page.get_by_test_id("design-tooltip").fill("Where do they come from?")
        page.get_by_test_id("design-tooltip").press("Enter")
        _field(page, "age").click()
        page.get_by_test_id("design-maximumLength").fill("3")
        page.get_by_test_id("design-maximumLength").press("Enter")
        page.get_by_test_id("design-add").click()
        page.get_by_test_id("design-add-push").click()
        box = b.box(page.get_by_test_id("design-page"))
        page.mouse.move(box["x"] + box["width"] * .7, box["y"] + box["height"] * .55)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] * .9, box["y"] + box["height"] * .7, steps=4)
        page.mouse.up()
        # Data of another program fill it later.
        page.get_by_test_id("design-data").click()
        page.get_by_test_id("data-source").select_option("foundry-dnd5e")
        expect(page.get_by_test_id("data-summary")).to_contain_text(re.compile("[1-9][0-9]* of [0-9]+ fields get data"))
        known = page.get_by_test_id("data-known")
        expect(known.and_(page.locator('[data-name="name"]'))).not_to_have_value("")
        known.and_(page.locator('[data-name="age"]')).fill(
            known.and_(page.locator('[data-name="name"]')).evaluate("(input) => [...input.list.options].find(({ value }) => /level/i.test(value)).value"))
        page.get_by_test_id("data-name").fill("Travellers from Foundry")
        page.get_by_test_id("data-save").click()
        expect(page.get_by_text("The mapping “Travellers from Foundry” is saved.")).to_be_visible()
        page.get_by_test_id("design-save").click()
        page.get_by_test_id("design-make").click()
        expect(page.get_by_text("Characters moved: 1.")).to_be_visible(timeout=60_000)
        made = server.ask("GET", f"/characters/{character}")["template"]
        assert made != template and len(server.strokes(character, 1)) == 1
        form = server.ask("GET", f"/templates/{made}/form")
        fields = {field["name"]: field for field in form["fields"]}
        assert fields["age"]["maxLength"] == 3 and fields["homeland"]["tooltip"] == "Where do they come from?", fields
        assert fields["picture"]["type"] == "push", fields
        page.goto(f"{server.address}c/{character}/1")
        page.get_by_test_id("editor-more").click()
        page.get_by_test_id("menu-data").click()
        page.get_by_test_id("data-source").select_option(label="Travellers from Foundry")
        page.get_by_test_id("data-file").set_input_files({"name": "akra.json", "mimeType": "application/json", "buffer": _ACTOR})
        page.get_by_test_id("data-fill").click()
        expect(page.get_by_text("fields have values from the file.")).to_be_visible(timeout=60_000)
        values = server.ask("GET", f"/characters/{character}/form")["values"]
        assert values["name"] == "Akra" and values["age"] == "7", values
        fillable, out = Path(folder) / "fillable.pdf", Path(folder) / "out"
        fillable.write_bytes(server.ask("GET", f"/templates/{made}/file", raw=True))
        assert fillable.read_bytes().startswith((Path(folder) / "travellers.pdf").read_bytes())
        (Path(folder) / "party.csv").write_text(_PARTY)
        subprocess.run([programs() / "limn", "form", "fill", fillable, Path(folder) / "party.csv", "-o", out / "{name}.pdf"], check=True)
        assert len(list(out.iterdir())) == 4
        shown = json.loads(subprocess.run([programs() / "limn", "form", "show", out / "Élodie.pdf", "--json"],
                                          check=True, capture_output=True, text=True).stdout)
        values = {field["name"]: field["value"] for field in shown["fields"]}
        assert values["homeland"] == "Vale" and values["history"] == "Came with the snow", values
        assert page.complaints == [], page.complaints


def fields_are_corrected_in_webkit(window, server):
    template = server.template()
    made = server.ask("POST", f"/templates/{template}/detection", {"fields": [
        {"name": "extra.one", "type": "text", "page": 1, "rect": [60, 60, 160, 76]}], "name": "Once"})
    assert made["formFields"] and made["name"] == "Once", made
    window.sign_in(server.link)
    window.goto(f"{server.address}design/{template}")
    window.until(lambda: window.all("design-save"), "the designer does not open")
    window.click("design-add")
    window.click("design-add-text")
    box = window.run("const { x, y, width, height } = document.querySelector('[data-testid=design-page]').getBoundingClientRect();"
                     "return { x, y, width, height };")
    count = lambda: window.run("return document.querySelectorAll('[data-testid=proposed-field]').length")  # noqa: E731
    before = count()
    window.drag((box["x"] + 60, box["y"] + 40), (box["x"] + 200, box["y"] + 60))
    window.until(lambda: count() == before + 1, "nothing is drawn")
    window.press("z", ctrlKey=True)
    window.until(lambda: count() == before, "it is still there")
    assert window.complaints == [], window.complaints
