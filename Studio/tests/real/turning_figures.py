# SPDX-License-Identifier: GPL-3.0-or-later
"""Turns a hundred pages: how quickly they are there, and what the tab holds on to."""
import io
import re
from functools import lru_cache
from pathlib import Path
from urllib.parse import unquote

from PIL import Image

from figures import Figures, middle, spread
from opening_figures import context_of

#: Milliseconds until a page's small picture is shown, and until it is sharp; megabytes of a tab.
SMALL, SHARP, MEMORY = 16, 150, 300
#: Pages on the screen or near it.
MOUNTED = 6
PAGES = 100
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


async def turning(browser, server, figures: Figures, name: str, book: str, brief: bool = False):
    context = await context_of(browser, server, {"service_workers": "block"} if brief else None)
    page = await context.new_page()
    # The double has one picture only; memory is measured with pictures of the sizes that are asked for.
    if brief:
        await page.route("**/iiif/**", as_asked)
    await page.goto(server.address + book)
    first = int(book.split("/")[-1])
    await page.wait_for_function(f"() => times['sharp {first}']", timeout=60000)
    await page.wait_for_timeout(1000)
    turns = [await page.evaluate(TURN, number) for number in range(first + 1, first + PAGES + 1)]
    small, sharp = [one[0] for one in turns], [one[1] for one in turns]
    if not brief:
        pictured = sum(one[2] for one in turns)
        figures.tell(middle(small) <= SMALL, f"{name}, {PAGES} pages turned: until a picture of the page is there", spread(small), f"{SMALL} ms")
        figures.tell(pictured == PAGES, "the same: pages that have a picture in their first frame", str(pictured), str(PAGES))
        figures.tell(middle(sharp) <= SHARP, "the same: until the page is sharp", spread(sharp), f"{SHARP} ms")
        # Far away, nothing has been fetched ahead.
        far = [await page.evaluate(TURN, first + way) for way in (-300, 350, -150, 200, -400, 450, -50, 300, -350)]
        figures.tell(middle([one[1] for one in far]) <= SHARP, "the same, to pages far away: until the page is sharp", spread([one[1] for one in far]), f"{SHARP} ms")
    await memory_of(browser, context, page, figures, "the same" if not brief else f"{name}, {PAGES} pages turned")
    mounted = await page.locator("[data-testid=page]").count()
    figures.check(mounted <= MOUNTED, "the same: pages on the screen or near it", str(mounted), f"at most {MOUNTED}")
    await context.close()


async def as_asked(route):
    """A picture of the size that is asked for."""
    wide, high = map(int, re.search(r"(\d+),(\d+)", unquote(route.request.url)).groups())
    await route.fulfill(body=picture(wide, high), content_type="image/png")


@lru_cache
def picture(wide: int, high: int) -> bytes:
    file = io.BytesIO()
    Image.open(SHEET).resize((wide, high)).save(file, "PNG")
    return file.getvalue()


async def memory_of(browser, context, page, figures: Figures, name: str):
    session = await context.new_cdp_session(page)
    await page.wait_for_timeout(2000)
    # Garbage that the browser has not collected yet says nothing of the studio.
    await session.send("HeapProfiler.collectGarbage")
    await page.wait_for_timeout(2000)
    megabytes = await largest(browser)
    await session.send("Memory.simulatePressureNotification", {"level": "critical"})
    await page.wait_for_timeout(2000)
    held = await largest(browser)
    figures.say(f"{megabytes:.0f} MB, and {held:.0f} MB when memory is short")
    figures.check(megabytes < MEMORY, f"{name}: memory of the tab (when the browser is short of memory: {held:.0f} MB)", f"{megabytes:.0f} MB",
                  f"{MEMORY} MB")


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
