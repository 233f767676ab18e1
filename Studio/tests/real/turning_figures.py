# SPDX-License-Identifier: GPL-3.0-or-later
"""Turns a hundred pages: how quickly they are there, and what the tab holds on to."""
import asyncio
import io
import re
from functools import lru_cache
from pathlib import Path
from urllib.parse import unquote

from PIL import Image

from figures import Figures, middle, spread
from opening_figures import context_of, cookies, WATCH
from unwatched import UnwatchedTab

#: Milliseconds until a page's small picture is shown, and until it is sharp; megabytes of a tab.
SMALL, SHARP, MEMORY = 16, 150, 300
#: Pages on the screen or near it.
MOUNTED = 6
PAGES = 100
#: So many of them are looked at for a second each.
READ = 30
SHEET = Path(__file__).resolve().parents[3] / "Samples/pictures/sheet-before.png"

#: Turns to a page by its button in the strip; when its place is drawn, whether that holds a picture, and when it is sharp.
TURN = """async (number) => {
    const start = performance.now();
    document.querySelector(`nav button[data-page="${number}"]`).click();
    // After the frame's own scripts and drawing.
    await new Promise((drawn) => requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel(); port1.onmessage = drawn; port2.postMessage(0); }));
    const shown = performance.now();
    const page = () => document.querySelector(`[data-testid=page][data-page="${number}"]`);
    const isPictured = [...page()?.querySelectorAll('.picture, .sheet') ?? []].some(({ complete = true, naturalWidth, width }) =>
        complete && (naturalWidth ?? width) > 0);
    while (!page()?.dataset.sharp && performance.now() - start < 20000) await new Promise((resolve) => setTimeout(resolve, 1));
    return [shown - start, performance.now() - start, isPictured];
}"""


async def turning(browser, server, figures: Figures, name: str, book: str):
    """With a tab that nobody listens to."""
    figures.begin("Turning and memory")
    tab = await UnwatchedTab.made(browser, WATCH, cookies(server))
    first = int(book.split("/")[-1])
    await tab.goto(server.address + book)
    await tab.wait_for(f"window.times?.['sharp {first}']")
    await asyncio.sleep(2)
    turns = []
    for number in range(first + 1, first + READ + 1):
        # As long as somebody takes to look at the page; the next one is fetched meanwhile.
        await asyncio.sleep(1)
        turns.append(await tab.evaluate(f"({TURN})({number})"))
    small, sharp, pictured = [[one[i] for one in turns] for i in range(3)]
    figures.tell(middle(small) <= SMALL, f"{name}, turned page by page: until a picture of the page is there", spread(small), f"{SMALL} ms")
    figures.tell(sum(pictured) == READ, f"the same: pages that have a picture in their first frame, of {READ}", str(sum(pictured)), str(READ))
    figures.tell(middle(sharp) <= SHARP, "the same: until the page is sharp", spread(sharp), f"{SHARP} ms")
    turns = [await tab.evaluate(f"({TURN})({number})") for number in range(first + READ + 1, first + PAGES + 1)]
    sharp = [one[1] for one in turns]
    figures.tell(middle(sharp) <= SHARP, "the same, each as soon as the last one is sharp", spread(sharp), f"{SHARP} ms")
    await held(browser, tab, figures, f"{name}, {PAGES} pages turned")
    await tab.close()


async def turning_double(browser, double, figures: Figures, name: str, book: str):
    """For the counts. The double has one picture only; here are pictures of the sizes that are asked for."""
    figures.begin("Turning and memory")
    context = await context_of(browser, double, {"service_workers": "block"})
    page = await context.new_page()
    await page.route("**/iiif/**", as_asked)
    await page.goto(double.address + book)
    first = int(book.split("/")[-1])
    await page.wait_for_function(f"() => times['sharp {first}']", timeout=60000)
    for number in range(first + 1, first + PAGES + 1):
        await page.evaluate(TURN, number)
    await held(browser, PlaywrightTab(page, await context.new_cdp_session(page)), figures, f"{name}, {PAGES} pages turned")
    await context.close()


class PlaywrightTab:
    """A tab of Playwright's, asked as one that nobody listens to."""

    def __init__(self, page, session):
        self.send, self.evaluate = session.send, page.evaluate


async def as_asked(route):
    """A picture of the size that is asked for."""
    wide, high = map(int, re.search(r"(\d+),(\d+)", unquote(route.request.url)).groups())
    await route.fulfill(body=picture(wide, high), content_type="image/png")


@lru_cache
def picture(wide: int, high: int) -> bytes:
    file = io.BytesIO()
    Image.open(SHEET).resize((wide, high)).save(file, "PNG")
    return file.getvalue()


async def held(browser, tab, figures: Figures, name: str):
    """What the tab holds on to."""
    await asyncio.sleep(2)
    # Garbage that the browser has not collected yet says nothing of the studio.
    await tab.send("HeapProfiler.collectGarbage")
    await asyncio.sleep(2)
    megabytes = await largest(browser)
    await tab.send("Memory.simulatePressureNotification", {"level": "critical"})
    await asyncio.sleep(2)
    short = await largest(browser)
    figures.check(megabytes < MEMORY, f"{name}: memory of the tab (when the browser is short of memory: {short:.0f} MB)", f"{megabytes:.0f} MB",
                  f"{MEMORY} MB")
    mounted = await tab.evaluate("document.querySelectorAll('[data-testid=page]').length")
    figures.check(mounted <= MOUNTED, "the same: pages on the screen or near it", str(mounted), f"at most {MOUNTED}")


async def largest(browser) -> float:
    """Megabytes of the largest tab."""
    session = await browser.new_browser_cdp_session()
    processes = (await session.send("SystemInfo.getProcessInfo"))["processInfo"]
    await session.detach()
    return max(memory(process["id"]) for process in processes if process["type"] == "renderer")


def memory(process: int) -> float:
    """Megabytes that are this process's own, and its share of what it has in common with others."""
    for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) / 1024
    return 0
