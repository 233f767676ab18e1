# SPDX-License-Identifier: GPL-3.0-or-later
"""Chromium at the real server: signs in by the owner's link, and what journeys ask of a page."""
from playwright.sync_api import expect

import browser as b


#: What Chromium says of servers that are away (also for the script of a service worker), and of a header that only encrypted
#: addresses may send.
EXPECTED = ("Failed to load resource", "ERR_", "An unknown error occurred when fetching the script",
            "Cross-Origin-Opener-Policy header has been ignored")


def sign_in(page, link: str):
    """Follows a link and presses its button."""
    page.goto(link)
    page.locator("form button").click()


def owner(chromium, server, **options):
    """A context that is signed in as the owner, by the link that the server has printed."""
    if "viewport" not in options and "no_viewport" not in options:
        options["viewport"] = {"width": 1280, "height": 860}
    context = chromium.new_context(locale="en-GB", **options)
    page = context.new_page()
    sign_in(page, server.link)
    expect(page.get_by_test_id("import-input")).to_be_attached()
    server.cookies = context.cookies()
    page.close()
    return context


def again(chromium, server, **options):
    """Another browser of the same person."""
    context = chromium.new_context(**{"viewport": {"width": 1280, "height": 860}, "locale": "en-GB", **options})
    context.add_cookies(server.cookies)
    return context


def open_at(context, server, path: str = "", address: str | None = None):
    """A tab, whose complaints are gathered."""
    page = context.new_page()
    page.complaints = []
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.on("console", lambda message: page.complaints.append(message.text)
            if message.type == "error" and not any(words in message.text for words in EXPECTED) else None)
    page.goto((address or server.address) + path)
    return page


def sheet(page, number: int):
    return page.locator(f'[data-testid=page][data-page="{number}"]')


def written(page, number: int, count: int, seconds: float = b.PATIENCE):
    expect(sheet(page, number)).to_have_attribute("data-strokes", str(count), timeout=seconds * 1000)


def saved(page, seconds: float = b.PATIENCE):
    expect(page.get_by_test_id("save-state")).to_have_attribute("data-state", "saved", timeout=seconds * 1000)


def sharp(page, number: int):
    expect(sheet(page, number)).to_have_attribute("data-sharp", "true")


Pen, wave = b.Pen, b.wave
