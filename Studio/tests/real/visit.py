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


def window(options: dict) -> dict:
    """The options of a context, with those of most journeys where nothing else is wanted."""
    size = {} if "no_viewport" in options else {"viewport": {"width": 1280, "height": 860}}
    return {**size, "locale": "en-GB", "service_workers": "block", **options}


def owner(chromium, server, **options):
    """A context that is signed in as the owner, by the link that the server has printed.

    Unless `service_workers="allow"` is given, nothing is kept for opening without the server, as in `browser.open_page`.
    """
    context = chromium.new_context(**window(options))
    # As the button of the link's page does, but without opening the studio for it.
    address, code = server.link.split("?code=")
    answer = context.request.post(address, form={"code": code}, headers={"Origin": server.address.rstrip("/")}, max_redirects=0)
    assert answer.status == 303, (answer.status, answer.text())
    server.cookies = context.cookies()
    return context


def again(chromium, server, **options):
    """Another browser of the same person."""
    context = chromium.new_context(**window(options))
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


def controlled(page):
    """Waits until the service worker answers the page, which it does once nobody has pointed or typed for a while."""
    b.until(page, lambda: page.evaluate("navigator.serviceWorker.controller !== null"), lambda: "no service worker came")


def sheet(page, number: int):
    return page.locator(f'[data-testid=page][data-page="{number}"]')


def written(page, number: int, count: int, seconds: float = b.PATIENCE):
    expect(sheet(page, number)).to_have_attribute("data-strokes", str(count), timeout=seconds * 1000)


def saved(page, seconds: float = b.PATIENCE):
    expect(page.get_by_test_id("save-state")).to_have_attribute("data-state", "saved", timeout=seconds * 1000)


def sharp(page, number: int):
    expect(sheet(page, number)).to_have_attribute("data-sharp", "true")


Pen, wave = b.Pen, b.wave
