# SPDX-License-Identifier: GPL-3.0-or-later
"""Two people on one tablet: what the browser keeps for one is never shown to the other, with the server and without it."""
import re

from playwright.sync_api import expect

from server import line
from visit import Pen, open_at, owner, saved, sign_in, wave, written

#: Everything that the browser keeps for this address, as text.
KEPT = """async () => {
    const texts = [JSON.stringify(Object.entries(localStorage))];
    for (const name of await caches.keys()) {
        if (name.startsWith('limn-files-')) continue;
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
            // An entry may be replaced meanwhile.
            texts.push(name + ' ' + request.url, await (await cache.match(request))?.text() ?? '');
        }
    }
    for (const { name } of await indexedDB.databases()) {
        const database = await new Promise((resolve, reject) => {
            const opening = indexedDB.open(name);
            opening.onsuccess = () => resolve(opening.result);
            opening.onerror = () => reject(opening.error);
        });
        for (const store of database.objectStoreNames) {
            const all = database.transaction(store).objectStore(store).getAll();
            await new Promise((resolve) => { all.onsuccess = resolve; });
            texts.push(JSON.stringify(all.result));
        }
        database.close();
    }
    return texts.join('\\n');
}"""
#: Waits until the service worker holds the ink of a page.
HELD = """async (page) => {
    const { active } = await navigator.serviceWorker.ready;
    const seen = performance.getEntriesByType('resource').map(({ name }) => name);
    active.postMessage({ seen: [location.origin + '/api/v1/session', ...seen] });
    for (let i = 0; i < 600; i++) {
        let isWhole = false, isHeld = false;
        for (const name of await caches.keys()) {
            const urls = (await (await caches.open(name)).keys()).map(({ url }) => url);
            if (name.startsWith('limn-files-')) isWhole ||= urls.some((url) => url.endsWith('/complete'));
            else isHeld ||= urls.some((url) => url.includes(page));
        }
        if (isWhole && isHeld) return true;
        await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return false;
}"""


#: How many pixels of the picture have the color of the secret stroke.
MAGENTA = """() => {
    const image = document.querySelector('img');
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) if (data[i] > 200 && data[i + 1] < 80 && data[i + 2] > 200) count++;
    return count;
}"""


def _marked(y: float) -> dict:
    stroke = line(y, width=8)
    return {**stroke, "brush": {**stroke["brush"], "color": {"red": 1, "green": 0, "blue": 1, "alpha": 1}}}


def _secret(server, character: str):
    """A layer for the game master with a stroke that is found again."""
    path = f"/characters/{character}/pages/1/edits"
    layers = [{"name": "Table"}, {"name": "Behind the screen", "audience": "gameMaster"}]
    server.ask("POST", path, {"layers": layers}, {"Idempotency-Key": "layers", "If-Match": '"0"'})
    server.ask("POST", path, {"add": [line(300), {**_marked(331.4375), "layer": 1}]}, {"Idempotency-Key": "strokes"})


def _link(server, name: str, character: str) -> str:
    return server.ask("POST", "/access", {"name": name, "role": "player", "characters": [character]})["link"]


def nothing_of_one_person_is_shown_to_the_next_on_the_same_tablet(chromium, server):
    template = server.template()
    mine, theirs = server.character("Maren", template), server.character("Brann", template)
    _secret(server, mine)
    server.draw(theirs, 1, [line(200)])
    context = owner(chromium, server, service_workers="allow")
    page = open_at(context, server, f"c/{mine}/1")
    written(page, 1, 2)
    assert page.evaluate(HELD, f"{mine}/pages/1/ink"), "the service worker keeps nothing"
    assert "331.4375" in page.evaluate(KEPT)
    # Another person follows a link in the same browser.
    sign_in(page, _link(server, "Ada", theirs))
    written(page, 1, 1)
    assert page.evaluate(HELD, f"{theirs}/pages/1/ink"), "the service worker keeps nothing"
    kept = page.evaluate(KEPT)
    assert "331.4375" not in kept and mine not in kept, [text[:200] for text in kept.split("\n") if mine in text]
    complaints = page.complaints
    page.close()
    server.kill()
    # Without the server, the next person opens what is theirs, and nothing of the one before.
    away = open_at(context, server, f"c/{theirs}/1")
    written(away, 1, 1)
    away.goto(f"{server.address}c/{mine}/1")
    expect(away.get_by_role("alert")).to_be_visible()
    expect(away.get_by_test_id("page")).to_have_count(0)
    away.close()
    server.start()
    assert complaints == [], complaints


def strokes_that_wait_stay_with_their_person(chromium, server):
    character = server.character("Maren")
    page = open_at(owner(chromium, server, service_workers="allow", viewport={"width": 1280, "height": 1500}), server, f"c/{character}/1")
    written(page, 1, 0)
    assert page.evaluate(HELD, f"{character}/pages/1/ink"), "the service worker keeps nothing"
    server.kill()
    Pen(page).draw(wave(0.2, 0.6, 0.3))
    written(page, 1, 1)
    expect(page.get_by_test_id("save-state")).to_have_text("Offline, 1 stroke kept here")
    page.reload()
    written(page, 1, 1)
    server.start()
    saved(page, 60)
    assert len(server.strokes(character, 1)) == 1


def signing_out_leaves_nothing_in_the_browser(chromium, server):
    character = server.character("Maren")
    _secret(server, character)
    context = owner(chromium, server, service_workers="allow")
    page = open_at(context, server, f"c/{character}/1")
    written(page, 1, 2)
    assert page.evaluate(HELD, f"{character}/pages/1/ink"), "the service worker keeps nothing"
    page.get_by_test_id("editor-more").click()
    page.get_by_test_id("sign-out").click()
    page.get_by_test_id("sign-out-now").click()
    expect(page.get_by_role("alert")).to_be_visible()
    kept = page.evaluate(KEPT)
    assert "331.4375" not in kept and character not in kept, kept[:2000]
    assert page.complaints == [], page.complaints


def the_second_window_is_for_players(chromium, server):
    character = server.character("Maren")
    _secret(server, character)
    page = open_at(owner(chromium, server, service_workers="allow"), server, f"c/{character}/1")
    written(page, 1, 2)
    with page.context.expect_page() as opened:
        page.get_by_test_id("editor-more").click()
        page.get_by_test_id("menu-picture").click()
    window = opened.value
    expect(window.get_by_test_id("picture-place")).to_have_attribute("data-version", re.compile("."))
    assert window.evaluate(MAGENTA) == 0
    # The picture follows the ink, and stays for players.
    drawn = window.get_by_test_id("picture-place").get_attribute("data-version")
    server.draw(character, 1, [{**_marked(420), "layer": 1}])
    expect(window.get_by_test_id("picture-place")).not_to_have_attribute("data-version", drawn)
    assert window.evaluate(MAGENTA) == 0
    # The owner's own picture has the ink, so the marks would be seen.
    own = f"/iiif/{character}:1/full/600,/0/default.png?audience=gm"
    assert window.evaluate("(own) => { const image = document.querySelector('img'); image.src = own; return image.decode(); }", own) is None
    assert window.evaluate(MAGENTA) > 50
