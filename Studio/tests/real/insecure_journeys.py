# SPDX-License-Identifier: GPL-3.0-or-later
"""At an address without encryption that is not this machine's own name, browsers withhold coalesced events, the clipboard,
service workers, locks and randomUUID. Everything works all the same."""
from urllib.parse import urlsplit

from playwright.sync_api import expect

from compare import assert_alike
from server import SAMPLE
from visit import Pen, open_at, saved, sharp, sign_in, wave, written

#: The browser of run.py takes this name for 127.0.0.1.
HOST = "nas.limn.test"


def everything_works_at_an_insecure_address_and_it_is_said_what_encryption_adds(chromium, server):
    address = f"http://{HOST}:{server.port}/"
    context = chromium.new_context(viewport={"width": 1280, "height": 1500}, locale="en-GB")
    page = context.new_page()
    sign_in(page, address + "sign-in?" + urlsplit(server.link).query)
    assert page.evaluate("isSecureContext") is False
    assert page.evaluate("[typeof crypto.randomUUID, typeof navigator.clipboard, typeof navigator.serviceWorker, typeof navigator.locks]") == [
        "undefined"] * 4
    notice = page.get_by_text("This address is not encrypted.")
    expect(notice).to_be_visible()
    page.get_by_test_id("import-input").set_input_files(str(SAMPLE))
    expect(page.get_by_test_id("template-card")).to_have_count(1)
    page.get_by_role("button", name="Got it").click()
    expect(notice).to_have_count(0)
    page.get_by_test_id("new-character").click()
    page.get_by_test_id("character-name").fill("At home")
    page.get_by_test_id("create").click()
    written(page, 1, 0)
    character = page.url.split("/c/")[1].split("/")[0]
    page.close()
    page = open_at(context, server, f"c/{character}/1", address)
    written(page, 1, 0)
    expect(page.get_by_text("This address is not encrypted.")).to_have_count(0)
    pen = Pen(page)
    for i in range(3):
        pen.draw(wave(0.2, 0.7, 0.3 + 0.1 * i))
    page.get_by_test_id("undo").click()
    written(page, 1, 2)
    page.get_by_test_id("redo").click()
    written(page, 1, 3)
    page.get_by_test_id("tool-eraser").click()
    pen.draw([(0.45, 0.37), (0.45, 0.43)])
    written(page, 1, 2)
    saved(page)
    server.kill()
    page.get_by_test_id("tool-pen").click()
    pen.draw(wave(0.2, 0.7, 0.7))
    expect(page.get_by_test_id("save-state")).to_have_text("Offline, 1 stroke kept here")
    page.close()
    server.start()
    page = open_at(context, server, f"c/{character}/1", address)
    written(page, 1, 3)
    saved(page)
    assert len(server.strokes(character, 1)) == 3, "every stroke once"
    sharp(page, 1)
    page.wait_for_timeout(300)
    assert_alike(page, 1, server.export(character), SAMPLE.read_bytes(), name="insecure")
    assert page.complaints == [], page.complaints


everything_works_at_an_insecure_address_and_it_is_said_what_encryption_adds.host = "0.0.0.0"
everything_works_at_an_insecure_address_and_it_is_said_what_encryption_adds.options = ["--insecure", "--name", f"{HOST}:{{port}}"]
