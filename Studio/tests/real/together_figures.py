# SPDX-License-Identifier: GPL-3.0-or-later
"""From the pen that is lifted to another person's page that shows the stroke."""
from figures import Figures, middle, spread
from opening_figures import context_of

#: Milliseconds on a local network.
REACH = 200
STROKES = 20


async def together(browser, server, figures: Figures, path: str):
    figures.begin("Together")
    pages = []
    for _ in range(2):
        page = await (await context_of(browser, server)).new_page()
        await page.goto(server.address + path)
        await page.wait_for_selector("[data-page='1'][data-strokes][data-sharp]")
        pages.append(page)
    one, other = pages
    await one.evaluate("addEventListener('pointerup', () => { window.lifted = Date.now(); }, true)")
    await other.evaluate("""new MutationObserver(() => { window.arrived = Date.now(); }).observe(
        document.querySelector('[data-page="1"][data-testid=page]'), { attributeFilter: ['data-strokes'] })""")
    await one.wait_for_timeout(2000)
    count = int(await one.locator("[data-page='1'][data-testid=page]").get_attribute("data-strokes"))
    box = await one.locator("[data-page='1'][data-testid=page]").bounding_box()
    spans = []
    for i in range(STROKES):
        y = box["y"] + 60 + 30 * i
        await one.mouse.move(box["x"] + 100, y)
        await one.mouse.down()
        await one.mouse.move(box["x"] + 400, y + 10, steps=20)
        await one.mouse.up()
        await other.wait_for_selector(f"[data-page='1'][data-strokes='{count + i + 1}']")
        spans.append(await other.evaluate("arrived") - await one.evaluate("lifted"))
    figures.tell(max(spans) <= REACH, f"from the lifted pen to another person's page, of {STROKES} strokes", spread(spans), f"{REACH} ms")
    for page in pages:
        await page.context.close()
