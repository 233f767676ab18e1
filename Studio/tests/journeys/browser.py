# SPDX-License-Identifier: GPL-3.0-or-later
"""A Chromium and the double of the server for journeys; a pen whose events are real ones, sent through CDP."""
import json
import math
import os
import re
import subprocess
import time
import traceback
import urllib.request
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

HERE = Path(__file__).resolve().parent
PROGRAM = "/usr/bin/chromium-headless-shell"
# So many seconds may pass until something comes true; on a busy machine everything takes its time.
PATIENCE = 60
expect.set_options(timeout=PATIENCE * 1000)
# What a tab keeps of strokes and texts that are not finished.
UNFINISHED = """async () => {
    const opening = indexedDB.open('limn-studio', 1);
    const database = await new Promise((resolve, reject) => {
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
    });
    const asked = database.transaction('unfinished').objectStore('unfinished').getAll();
    const found = await new Promise((resolve) => { asked.onsuccess = () => resolve(asked.result); });
    database.close();
    return found;
}"""


class Double:
    """The double of the server as a process."""

    def __init__(self, port: int = 0):
        self.process = subprocess.Popen(
            ["node", str(HERE.parent / "double/server.js"), str(port)], stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()

    def control(self, **wishes):
        request = urllib.request.Request(self.address + "control", json.dumps(wishes).encode(), method="POST")
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def strokes(self, page: int = 1) -> list:
        return [item for entry in self.control()["pages"] if entry["page"] == page for item in entry["items"]]

    def close(self):
        self.process.terminate()
        self.process.wait(timeout=PATIENCE)


@contextmanager
def studio():
    """A browser, and the double with a template."""
    double = Double()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=PROGRAM, args=["--no-sandbox"])
            try:
                yield browser, double
            finally:
                browser.close()
    finally:
        double.close()


def open_page(browser, double, path="", snaps=True, **options):
    """A window of its own, whose complaints end the journey. Where shapes do not snap, no pause of the machine changes a stroke.

    Unless `service_workers="allow"` is given, nothing is kept for opening without the server. A new window would copy every file.
    """
    context = browser.new_context(**{
        "viewport": {"width": 1280, "height": 860}, "locale": "en-GB", "service_workers": "block", **options})
    context.set_default_timeout(PATIENCE * 1000)
    if not snaps:
        context.add_init_script("""try {
            localStorage.getItem('limn:settings') ?? localStorage.setItem('limn:settings', '{"snapsShapes":false}');
        } catch { /* The empty page before the first one has no store. */ }""")
    page = context.new_page()
    page.complaints = []
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.on("console", lambda message: page.complaints.append(message.text)
            if message.type == "error" and "Failed to load resource" not in message.text
            and "ERR_" not in message.text else None)
    page.goto(double.address + path)
    return page


def until(page, check, found=lambda: ""):
    """Waits until a check is true; it may as well assert something. `found` tells what is there instead."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            if check():
                return
            wrong = AssertionError(found())
        except AssertionError as error:
            wrong = error
        if time.monotonic() > end:
            raise wrong
        page.wait_for_timeout(50)


def box(thing):
    """The place of a thing in its window, once it has one. A thing that is drawn anew, or whose picture has not come, has none."""
    found = []
    until(thing.page, lambda: found.append(thing.bounding_box()) or found[-1], lambda: f"{thing} has no place")
    return found[-1]


def at(page, place):
    """Waits until the address is the place below the studio's, to its end. It may be so already."""
    expect(page).to_have_url(re.compile(f"/{place}$"), timeout=PATIENCE * 1000)


def settle(page):
    """Waits until the page has drawn what it has heard of."""
    page.evaluate("async () => { for (let i = 0; i < 3; i++) await new Promise((drawn) => requestAnimationFrame(drawn)); }")


def unfinished(page) -> list:
    """The strokes and texts that the browser keeps although they are not finished."""
    return page.evaluate(UNFINISHED)


def followed(page, double, windows=1):
    """Waits until so many windows hear of what happens."""
    until(page, lambda: double.control()["listeners"] >= windows)


class Pen:
    """Sends pen events; places are parts of a page's box."""

    def __init__(self, page, number=1, kind="pen"):
        self.session = page.context.new_cdp_session(page)
        self.page, self.number, self.kind = page, number, kind

    def box(self):
        return box(self.page.locator(f'[data-testid=page][data-page="{self.number}"]'))

    def send(self, kind, x, y, force):
        self.session.send("Input.dispatchMouseEvent", {
            "type": kind, "x": x, "y": y, "button": "left", "buttons": 0 if kind == "mouseReleased" else 1, "clickCount": 1,
            "pointerType": self.kind, "force": force, "tiltX": 20, "tiltY": 10})

    def draw(self, points, lifts=True):
        """points: (x, y) as parts of the page."""
        box = self.box()
        places = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in points]
        for i, (x, y) in enumerate(places):
            force = 0.35 + 0.4 * math.sin(math.pi * i / max(len(places) - 1, 1))
            self.send("mousePressed" if i == 0 else "mouseMoved", x, y, force)
        if lifts:
            self.send("mouseReleased", *places[-1], 0)


def wave(x0, x1, y, height=0.01, turns=3, count=40):
    return [(x0 + (x1 - x0) * i / count, y + height * math.sin(2 * math.pi * turns * i / count)) for i in range(count + 1)]


def passes(journey, make) -> bool:
    """Makes a journey and says how it went; `make` returns words to add, or nothing."""
    name, start = journey.__name__.replace("_", " "), time.monotonic()
    try:
        words = make() or ""
    except Exception as error:
        traceback.print_exc()
        places = [one for one in traceback.extract_tb(error.__traceback__) if one.filename.endswith("journeys.py")]
        said = " ".join(str(error).split())[:300] or type(error).__name__
        print("; ".join([f"FAILED: {name}", *(f"{Path(one.filename).name}:{one.lineno}: {one.line}" for one in places[-1:]), said]), flush=True)
        return False
    print(f"passed: {name} ({time.monotonic() - start:.1f} s{words})", flush=True)
    return True


def shoot(page, name):
    """A screenshot, where LIMN_STUDIO_PICTURES names a folder."""
    folder = os.environ.get("LIMN_STUDIO_PICTURES")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=str(Path(folder) / f"{name}.png"))
