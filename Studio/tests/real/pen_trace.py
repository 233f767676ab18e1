# SPDX-License-Identifier: GPL-3.0-or-later
"""From a pen's event to the frame that shows its ink, read from a trace of Chromium. Every frame that draws leaves a mark
with the times of its points; the trace tells when that frame was presented. The size of the canvases that frames draw on is
told, too: browsers copy a changed canvas whole."""
import asyncio
import json
import math
import statistics
import time
from dataclasses import dataclass

#: What the compositor is given per second, and the pen's rate, which does not divide it.
INTERVAL, RATE = 1000 / 60, 240

#: Marks every frame that draws, and gathers tasks that are too long. It runs before the page's own scripts.
MARKS = """(() => {
    let points = [];
    window.received = 0;
    addEventListener('pointermove', (event) => {
        if (event.buttons === 0) return;
        const all = event.getCoalescedEvents?.() ?? [];
        for (const { timeStamp } of all.length > 0 ? all : [event]) points.push(timeStamp);
        window.received += all.length || 1;
    }, true);
    let canvases;
    for (const name of ['fill', 'stroke', 'clearRect', 'drawImage']) {
        const { [name]: draw } = CanvasRenderingContext2D.prototype;
        CanvasRenderingContext2D.prototype[name] = function (...parts) {
            canvases?.add(this.canvas);
            return draw.apply(this, parts);
        };
    }
    window.pixels = 0;
    const request = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (draw) => request((time) => {
        canvases = new Set();
        draw(time);
        if (points.length > 0) {
            performance.mark('ink', { detail: points });
            for (const { width, height } of canvases) pixels = Math.max(pixels, width * height);
        }
        canvases = undefined;
        points = [];
    });
    window.longTasks = [];
    new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longTasks.push(duration);
    }).observe({ type: 'longtask' });
})();"""

#: The page to compare with: a line on a canvas that is as large as what is written, and nothing else.
BARE = """<!doctype html><body style="margin:0;background:#eee"><div data-testid="page" data-page="1" style="width:1000px;height:900px">
<canvas style="width:1000px;height:256px;touch-action:none;background:#fff;display:block"></canvas></div><script>
const canvas = document.querySelector('canvas'), context = canvas.getContext('2d'), ratio = devicePixelRatio;
canvas.width = 1000 * ratio; canvas.height = 256 * ratio;
context.lineWidth = 3 * ratio; context.lineCap = 'round';
let points = [], last, frame = 0;
const draw = () => { frame = 0; context.beginPath(); if (last) context.moveTo(...last);
    for (const point of points) context.lineTo(...(last = point)); points = []; context.stroke(); };
canvas.addEventListener('pointerdown', (event) => { last = undefined; });
canvas.addEventListener('pointermove', (event) => { if (event.buttons === 0) return;
    for (const { clientX, clientY } of event.getCoalescedEvents()) points.push([clientX * ratio, clientY * ratio]);
    if (frame === 0) frame = requestAnimationFrame(draw); });
</script>"""


@dataclass
class Result:
    """Times in milliseconds."""
    latencies: list
    #: What scripts and drawing took of the main thread, a frame.
    scripts: list
    #: From the beginning of a frame's scripts to its presentation.
    presented: list
    longTasks: list
    sent: int
    received: int
    #: The pixels of the largest canvas that a frame draws on.
    pixels: int

    @property
    def median(self) -> float:
        return statistics.median(self.latencies)

    @property
    def late(self) -> float:
        """The part of frames that are presented more than two intervals after their scripts began."""
        return sum(span > 2 * INTERVAL for span in self.presented) / len(self.presented)

    def words(self) -> str:
        ordered = sorted(self.latencies)
        return (f"event to frame {self.median:.1f} ms (95 %: {ordered[int(len(ordered) * 0.95)]:.1f}), scripts {statistics.median(self.scripts):.2f} ms "
                f"a frame, {100 * self.late:.1f} % of {len(self.presented)} frames late, {len(self.longTasks)} tasks over 50 ms, "
                f"{self.received} of {self.sent} points")


async def write(page, seconds: float, speed: float = 1) -> int:
    """Writes strokes at the pen's rate, without waiting for answers; how many moves were sent."""
    session = await page.context.new_cdp_session(page)
    box = await page.locator('[data-testid=page][data-page="1"]').bounding_box()
    answers, count, start = [], 0, time.perf_counter()

    def send(kind, x, y):
        answers.append(asyncio.ensure_future(session.send("Input.dispatchMouseEvent", {
            "type": kind, "x": x, "y": y, "button": "left", "buttons": 0 if kind == "mouseReleased" else 1, "clickCount": 1,
            "pointerType": "pen", "force": 0.5, "tiltX": 20, "tiltY": 10})))

    def place(i):
        part = (i % 240) / 240
        return (box["x"] + box["width"] * (0.15 + 0.6 * part),
                box["y"] + 110 + 40 * (i // 240 % 2) + 30 * math.sin(part * 40) * speed)

    total = int(seconds * RATE)
    for i in range(total):
        if i % 240 == 0:
            if i > 0:
                send("mouseReleased", *place(i - 1))
            send("mousePressed", *place(i))
        send("mouseMoved", *place(i))
        count += 1
        # A little of jitter, so that points and frames keep no step.
        wait = start + (i + 0.3 * math.sin(i * 12.9)) / RATE - time.perf_counter()
        await asyncio.sleep(max(wait, 0))
    send("mouseReleased", *place(total - 1))
    await asyncio.gather(*answers)
    await session.detach()
    return count


async def traced(browser, page, seconds: float) -> Result:
    """Writes for some seconds and reads the trace."""
    await write(page, 1)
    await page.wait_for_timeout(500)
    await page.evaluate("received = 0; longTasks.length = 0; pixels = 0; performance.clearMarks()")
    await browser.start_tracing(page=page, categories=["-*", "devtools.timeline", "blink.user_timing"])
    sent = await write(page, seconds)
    await page.wait_for_timeout(300)
    events = json.loads(await browser.stop_tracing())["traceEvents"]
    return read(events, sent, await page.evaluate("({ received, longTasks, pixels })"))


def read(events: list, sent: int, counted: dict) -> Result:
    marks = [event for event in events if event["name"] == "ink" and "startTime" in event.get("args", {}).get("data", {})]
    if not marks:
        raise RuntimeError("the trace has no marks")
    threads = {(mark["pid"], mark["tid"]) for mark in marks}
    # The clock of the page, as that of the trace.
    shift = statistics.median(mark["ts"] / 1000 - mark["args"]["data"]["startTime"] for mark in marks)
    begun, presentations, spans = {}, {}, []
    for event in sorted(events, key=lambda event: event["ts"]):
        if event["name"] == "AnimationFrame" and event["ph"] == "b":
            begun[event["tid"]] = event
        elif event["name"] == "AnimationFrame" and event["ph"] == "e" and event["tid"] in begun:
            begin = begun.pop(event["tid"])
            spans.append((begin["ts"], event["ts"], (event["pid"], begin["args"]["id"])))
        elif event["name"] == "AnimationFrame::Presentation":
            presentations[event["pid"], event["args"]["id"]] = event["ts"]
    work = sorted((event["ts"], event.get("dur", 0)) for event in events if event["ph"] == "X" and (event["pid"], event["tid"]) in threads
                  and event["name"] in ("FireAnimationFrame", "EventDispatch"))
    latencies, presented, scripts = [], [], []
    before = None
    for mark in sorted(marks, key=lambda mark: mark["ts"]):
        found = next(((b, e, key) for b, e, key in spans if b <= mark["ts"] <= e and key[0] == mark["pid"]), None)
        if before is not None:
            scripts.append(sum(span for at, span in work if before < at <= mark["ts"]) / 1000)
        before = mark["ts"]
        if found is None or found[2] not in presentations:
            continue
        at = presentations[found[2]] / 1000
        presented.append(at - found[0] / 1000)
        detail = mark["args"]["data"]["detail"]
        latencies += [at - (stamp + shift) for stamp in (json.loads(detail) if isinstance(detail, str) else detail)]
    if len(presented) < 20:
        raise RuntimeError(f"the trace tells of {len(presented)} frames only")
    return Result(latencies, scripts, presented, [task for task in counted["longTasks"] if task > 50], sent, counted["received"],
                  counted["pixels"])
