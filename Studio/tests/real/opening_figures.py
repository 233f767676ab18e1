# SPDX-License-Identifier: GPL-3.0-or-later
"""How quickly a sheet and a book open: when a pen that comes down writes, when all ink is shown, and when the page is
sharp. Requests are counted."""
import asyncio
from dataclasses import dataclass

from figures import Figures, middle, spread
from unwatched import UnwatchedTab

#: Milliseconds on loopback.
READY, SHARP = 400, 600
#: Requests for data until a sheet is there, and how many more a book may take.
REQUESTS, MORE = 14, 2
#: Modules until the pen is ready.
MODULES = 115

#: Tells when things are there, in milliseconds from the start of the navigation.
WATCH = """(() => {
    window.times = {};
    window.modules = {};
    window.requests = {};
    const count = (pattern) => performance.getEntriesByType('resource').filter(({ name }) => pattern.test(name)).length;
    const look = () => {
        for (const { dataset: { page, ready, strokes, sharp } } of document.querySelectorAll('[data-testid=page]')) {
            if (ready !== undefined) times[`ready ${page}`] ??= performance.now();
            if (strokes !== undefined) times[`ink ${page}`] ??= performance.now();
            if (sharp !== undefined) times[`sharp ${page}`] ??= performance.now();
            if (ready !== undefined) modules[page] ??= count(/\\.js$/);
            if (['ready', 'ink', 'sharp'].every((what) => `${what} ${page}` in times)) requests[page] ??= count(/\\/api\\//);
        }
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
})();"""


@dataclass
class Opening:
    """Times in milliseconds."""
    ready: float
    ink: float
    sharp: float
    requests: int
    modules: int


async def context_of(browser, server, options: dict | None = None):
    context = await browser.new_context(viewport={"width": 1200, "height": 1000}, device_scale_factor=2, locale="en-GB", **(options or {}))
    await context.add_init_script(WATCH)
    await context.add_cookies(cookies(server))
    return context


def cookies(server) -> list[dict]:
    """That the person is signed in; the double asks nobody."""
    return [{"name": server.cookie, "value": server.token, "url": server.address}] if getattr(server, "token", None) else []


async def opened(tab: UnwatchedTab, server, address: str) -> Opening:
    number = address.split("/")[-1]
    await tab.goto(server.address + address)
    await tab.wait_for(f"window.times?.['ink {number}'] && times['sharp {number}'] && times['ready {number}']")
    times, modules, requests = await tab.evaluate("[times, modules, requests]")
    # Pages nearby, and the copy for times without the server, are no part of it.
    await asyncio.sleep(0.5)
    return Opening(times[f"ready {number}"], times[f"ink {number}"], times[f"sharp {number}"], requests[number], modules[number])


async def opening(browser, server, figures: Figures, sheet: str, books: dict[str, str], count: int = 5):
    """Opens a sheet with a thousand strokes, and books: addresses by their names."""
    requests = await strangers(browser, server, figures, "a sheet of two pages with 1,000 strokes", sheet, REQUESTS, count)
    tab = await UnwatchedTab.made(browser, WATCH, cookies(server))
    again = []
    for _ in range(count + 1):
        again.append(await opened(tab, server, sheet))
        await tab.renew()
    await tab.close()
    _times(figures, "the same, visited again", again[1:])
    for name, address in books.items():
        await strangers(browser, server, figures, name, address, requests + MORE, count)


async def strangers(browser, server, figures: Figures, name: str, address: str, most: int, count: int) -> int:
    """Visits of browsers that have never been there; returns the number of their requests for data."""
    figures.begin("Opening")
    found = []
    for _ in range(count):
        tab = await UnwatchedTab.made(browser, WATCH, cookies(server))
        found.append(await opened(tab, server, address))
        await tab.close()
    _times(figures, name, found)
    requests, modules = max(one.requests for one in found), max(one.modules for one in found)
    figures.check(requests <= most, "the same: requests for data", str(requests), f"at most {most}")
    figures.check(modules <= MODULES, "the same: modules until the pen is ready", str(modules), f"at most {MODULES}")
    return requests


def _times(figures: Figures, name: str, found: list[Opening]):
    ready, sharp = [one.ready for one in found], [one.sharp for one in found]
    figures.tell(middle(ready) <= READY, f"{name}: until the pen writes, of {len(found)}", spread(ready), f"{READY} ms")
    figures.tell(middle(sharp) <= SHARP, "the same: until the page is sharp", spread(sharp), f"{SHARP} ms")
    figures.say(f"all of its ink is shown after {spread([one.ink for one in found])}")
