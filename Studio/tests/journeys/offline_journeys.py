# SPDX-License-Identifier: GPL-3.0-or-later
"""The studio without its server, and a page on other people's pages."""
import json
import urllib.request
from collections import Counter

from playwright.sync_api import expect

import browser as b
from journeys import fresh, journey, saved, written

COPIED = """async () => {
    const { active } = await navigator.serviceWorker.ready;
    const lists = ['session', 'templates?limit=200', 'characters?limit=200'].map((path) => `${location.origin}/api/v1/${path}`);
    const seen = [...lists, ...performance.getEntriesByType('resource').map(({ name }) => name)];
    active.postMessage({ seen });
    for (let i = 0; i < 900; i++) {
        const names = await caches.keys();
        const own = names.find((name) => name.startsWith('limn-data-'));
        const data = own ? (await (await caches.open(own)).keys()).map(({ url }) => url) : [];
        const copy = names.find((name) => name.startsWith('limn-files-'));
        const paths = copy ? (await (await caches.open(copy)).keys()).map(({ url }) => new URL(url).pathname) : [];
        const files = paths.includes('/complete') ? paths.length : 0;
        if (files > 40 && data.some((url) => url.endsWith('/ink')) && data.some((url) => url.includes('characters?limit'))) return { files, data: data.length, copies: names.filter((name) => name.includes('limn-files-')).length };
        await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return null;
}"""


@journey
def a_character_opens_without_the_server_and_what_is_written_goes_to_the_outbox(chromium, double):
    character, = fresh(chromium, double, template="Sheet", characters=["Offline"])
    page = b.open_page(chromium, double, f"c/{character['id']}/1", service_workers="allow")
    written(page, 1, 0)
    pen = b.Pen(page)
    pen.draw(b.wave(0.2, 0.6, 0.3))
    saved(page)
    page.reload()
    written(page, 1, 1)
    kept = page.evaluate(COPIED)
    assert kept and kept["copies"] == 1, kept
    context = page.context
    page.close()
    double.control(deaf=True)
    away = context.new_page()
    complaints = []
    away.on("pageerror", lambda error: complaints.append(str(error)))
    away.goto(f"{double.address}c/{character['id']}/1")
    written(away, 1, 1)
    b.Pen(away).draw(b.wave(0.2, 0.6, 0.5))
    expect(away.get_by_test_id("save-state")).to_have_text("Offline, 1 stroke kept here")
    b.shoot(away, "opened-offline")
    away.reload()
    written(away, 1, 2)
    away.get_by_test_id("back").click()
    expect(away.get_by_test_id("character-card")).to_have_count(1)
    double.control(deaf=False)
    away.get_by_test_id("character-card").locator("a").click()
    saved(away)
    written(away, 1, 2)
    assert len(double.strokes()) == 2
    assert complaints == [], complaints


@journey
def old_modules_never_run_beside_new_ones(chromium, double):
    character, = fresh(chromium, double, template="Sheet", characters=["Versions"])
    page = b.open_page(chromium, double, f"c/{character['id']}/1", service_workers="allow")
    written(page, 1, 0)
    assert page.evaluate(COPIED)
    # A copy from another time, whose words tell it from the server's.
    marked = page.evaluate("""async () => {
        const name = (await caches.keys()).find((one) => one.startsWith('limn-files-'));
        const cache = await caches.open(name);
        let count = 0;
        for (const request of await cache.keys()) {
            const answer = await cache.match(request);
            if (!answer.headers.get('Content-Type')?.includes('javascript')) continue;
            const body = `${await answer.text()}\\n(globalThis.old ??= []).push(import.meta.url);`;
            await cache.put(request, new Response(body, { headers: answer.headers }));
            count += 1;
        }
        return count;
    }""")
    assert marked > 40, marked
    page.reload()
    written(page, 1, 0)
    assert page.evaluate("globalThis.old") is None, "with the server, all is the server's"
    double.control(deaf=True)
    page.reload()
    written(page, 1, 0)
    # The modules of other places come later; between their coming and their running, there are more of them.
    counts = """[new Set(globalThis.old).size,
        performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js') && !name.endsWith('/sw.js')).length]"""
    b.until(page, lambda: (lambda loaded, asked: loaded == asked > 30)(*page.evaluate(counts)), lambda: str(page.evaluate(counts)))


@journey
def the_copy_is_made_of_what_the_window_has_and_of_what_it_lacks(chromium, double):
    character, = fresh(chromium, double, template="Sheet", characters=["Copied"])
    page = b.open_page(chromium, double, f"c/{character['id']}/1", service_workers="allow")
    written(page, 1, 0)
    before = {path for path in double.control()["files"] if path.endswith(".js") and path != "/sw.js"}
    kept = page.evaluate(COPIED)
    assert kept and kept["files"] > len(before) > 100, (kept, len(before))
    first = double.control()["files"]
    assert [path for path in before if first.count(path) > 1] == []
    page.reload()
    written(page, 1, 0)
    assert page.evaluate(COPIED)

    def again():
        return Counter(double.control()["files"][len(first):])
    b.until(page, lambda: again()["/studio.json"] > 0, lambda: str(again()))
    page.wait_for_timeout(500)
    # The window's own; the copy is complete.
    scripts = {path: count for path, count in again().items() if path.endswith(".js") and path != "/sw.js"}
    assert set(scripts.values()) == {1}, [path for path, count in scripts.items() if count > 1]


@journey
def a_player_with_one_character_starts_with_it(chromium, double):
    character, = fresh(chromium, double, template="Sheet", characters=["Maren"], role="player")
    page = b.open_page(chromium, double)
    written(page, 1, 0)
    assert f"/c/{character['id']}" in page.url, page.url
    page.get_by_test_id("editor-more").click()
    expect(page.get_by_test_id("menu-share")).to_have_count(0)
    expect(page.get_by_test_id("menu-full")).to_be_visible()


@journey
def the_studio_can_be_installed(chromium, double):
    fresh(chromium, double, template="Sheet", characters=["Maren"])
    page = b.open_page(chromium, double)
    expect(page.get_by_test_id("character-card")).to_have_count(1)
    session = page.context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == [] and manifest["url"].endswith("/manifest.webmanifest"), manifest
    for icon in json.loads(manifest["data"])["icons"]:
        with urllib.request.urlopen(double.address.rstrip("/") + icon["src"], timeout=b.PATIENCE) as answer:
            assert answer.headers["Content-Type"] == icon["type"], icon
            data = answer.read()
            if icon["type"] == "image/png":
                side = int.from_bytes(data[16:20], "big")
                assert icon["sizes"] == f"{side}x{side}", icon


@journey
def another_page_embeds_a_page_and_hears_of_changes(chromium, double):
    character, = fresh(chromium, double, template="Sheet", characters=["Maren"])
    page = b.open_page(chromium, double, f"element/example.html?character={character['id']}&page=1")
    sheet = page.locator("limn-page").locator("[data-testid=page]")
    expect(sheet).to_have_attribute("data-strokes", "0")
    expect(sheet).to_have_attribute("data-sharp", "true")
    names = page.evaluate("Object.keys(globalThis).filter((name) => /limn|page|editor/i.test(name) && !/^on|^page[XY]Offset/.test(name))")
    assert names == [], names
    b.Pen(page).draw(b.wave(0.2, 0.6, 0.3))
    expect(sheet).to_have_attribute("data-strokes", "1")
    expect(page.locator("output")).to_have_text("1 strokes, saved")
    assert len(double.strokes()) == 1
    page.get_by_role("button", name="Undo").click()
    expect(sheet).to_have_attribute("data-strokes", "0")
    page.get_by_role("button", name="Redo").click()
    expect(sheet).to_have_attribute("data-strokes", "1")
    page.get_by_role("button", name="Eraser").click()
    b.Pen(page).draw([(0.4, 0.27), (0.4, 0.33)])
    expect(sheet).to_have_attribute("data-strokes", "0")
    expect(page.locator("output")).to_have_text("0 strokes, saved")
    double.control(character=character["id"], page=1, edit={"add": [
        {"brush": {"kind": "pen", "color": {"red": 0, "green": 0, "blue": 0, "alpha": 1}, "width": 2, "cap": "round", "dash": []},
         "width": 2, "xy": [60, 250, 300, 250]}]})
    expect(sheet).to_have_attribute("data-strokes", "1")
    page.locator("limn-page").evaluate("(element) => { element.editable = false; }")
    b.Pen(page).draw(b.wave(0.2, 0.6, 0.5))
    page.wait_for_timeout(300)
    expect(sheet).to_have_attribute("data-strokes", "1")
    b.shoot(page, "element")
    assert page.complaints == [], page.complaints


@journey
def an_embedded_page_says_what_is_wrong_with_its_address(chromium, double):
    fresh(chromium, double)
    page = b.open_page(chromium, double, "element/example.html?character=nobody")
    expect(page.locator("output")).to_have_text("There is nothing at this address.")
    page.locator("limn-page").evaluate("(element) => { element.src = '/elsewhere'; }")
    expect(page.locator("output")).to_have_text("The address is not that of a page of a character.")
