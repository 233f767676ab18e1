# SPDX-License-Identifier: GPL-3.0-or-later
"""The pen on a full page, beside a page that draws a line and nothing else. The double of the server leaves the machine
alone."""
import random
import statistics

import pen_trace
from browser import Double
from figures import Figures
from strokes import handwriting

#: Event to frame, against the bare page; milliseconds of scripts a frame; the part of late frames.
RATIO, SCRIPTS, LATE = 1.2, 1.0, 0.02
#: The same where the machine may be slow or busy, told and not decided; the bare page's late frames and long tasks are taken off.
ROUGH_RATIO, ROUGH_LATE = 2, 0.05
#: The pixels of a tile. Nothing larger changes in a frame.
PIXELS = 513 * 513
ROUNDS = 3


async def pen(browser, figures: Figures, count: int, seconds: float, brief: bool):
    figures.begin("Ink")
    double, chance = Double(), random.Random(1)
    try:
        double.control(reset=True, template="Sheet", characters=["Full"])
        character = double.control()["characters"][0]["id"]
        for _ in range(0, count, 1000):
            double.control(character=character, page=1, edit={"add": [handwriting(chance) for _ in range(min(count, 1000))]})
        # A round that something else disturbs says nothing: the best of three counts.
        rounds: list = []
        while len(rounds) < (1 if brief else ROUNDS) and not (rounds and all(good for _, good, *_ in judged(rounds, count, brief))):
            rounds.append([await written(browser, double, figures, path, seconds) for path in ("bare", f"c/{character}/1")])
        for decides, *judgement in judged(rounds, count, brief):
            (figures.check if decides else figures.tell)(*judgement)
    finally:
        double.close()


async def written(browser, double: Double, figures: Figures, path: str, seconds: float) -> pen_trace.Result:
    context = await browser.new_context(viewport={"width": 1200, "height": 1000}, device_scale_factor=2, locale="en-GB")
    await context.add_init_script(pen_trace.MARKS)
    page = await context.new_page()
    if path == "bare":
        await page.route("**/bare", lambda route: route.fulfill(body=pen_trace.BARE, content_type="text/html"))
    await page.goto(double.address + path)
    if path != "bare":
        await page.wait_for_selector("[data-page='1'][data-sharp=true][data-strokes]", timeout=120000)
    await page.wait_for_timeout(1500)
    result = await pen_trace.traced(browser, page, seconds)
    figures.say(f"{'bare' if path == 'bare' else 'full'}: {result.words()}")
    await context.close()
    return result


def judged(rounds: list, count: int, brief: bool) -> list:
    """What was measured: whether it decides, and whether it is as wanted. Counts always decide, times unless it is brief."""
    fulls = [full for _, full in rounds]
    bare, full = min(rounds, key=lambda pair: pair[1].median / pair[0].median)
    ratio = full.median / bare.median
    lost = sum(one.sent - one.received for one in fulls)
    pixels = max(one.pixels for one in fulls)
    page = f"a page with {count:,} strokes"
    rows = [
        (True, lost == 0, f"a pen at 240 Hz on {page}: points that are lost", str(lost), "none"),
        (True, pixels <= PIXELS, "the same: pixels of the largest canvas that a frame draws on", f"{pixels:,}", f"{PIXELS:,}"),
        (not brief, ratio <= (ROUGH_RATIO if brief else RATIO), "the same: from event to frame, beside a page that draws a line and nothing else",
         f"{ratio:.2f} times ({full.median:.1f} and {bare.median:.1f} ms)", f"{ROUGH_RATIO if brief else RATIO} times"),
    ]
    if brief:
        late = min(full.late - bare.late for bare, full in rounds)
        tasks = min(len(full.longTasks) - len(bare.longTasks) for bare, full in rounds)
        return [*rows, (False, late <= ROUGH_LATE, "the same: late frames that the bare page does not have", f"{100 * max(late, 0):.1f} %", f"{100 * ROUGH_LATE:.0f} %"),
                (False, tasks <= 0, "the same: tasks over 50 ms that the bare page does not have", str(max(tasks, 0)), "none")]
    scripts = min(statistics.median(one.scripts) for one in fulls)
    late = min(one.late for one in fulls)
    tasks = min(len(one.longTasks) for one in fulls)
    return [*rows, (True, scripts < SCRIPTS, "the same: scripts on the main thread a frame, at the median", f"{scripts:.2f} ms", f"{SCRIPTS:.0f} ms"),
            (True, late <= LATE, "the same: frames that are late", f"{100 * late:.1f} %", f"{100 * LATE:.0f} %"),
            (True, tasks == 0, "the same: tasks over 50 ms", str(tasks), "none")]
