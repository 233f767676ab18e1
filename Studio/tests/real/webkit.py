# SPDX-License-Identifier: GPL-3.0-or-later
"""Debian's WebKit for journeys: MiniBrowser in Xvfb, driven by WebKitWebDriver through selenium."""
import math
import os
import shutil
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

from selenium import webdriver
from selenium.common.exceptions import ElementClickInterceptedException, ElementNotInteractableException, StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.options import ArgOptions
from selenium.webdriver.remote.webelement import WebElement

from server import PATIENCE

#: What the driver says of an element that the studio draws anew, moves or covers at this moment.
UNSETTLED = (ElementClickInterceptedException, ElementNotInteractableException, StaleElementReferenceException)


class MiniBrowserOptions(ArgOptions):
    """What a session of WebKitGTK asks for."""

    @property
    def default_capabilities(self):
        return {"browserName": "MiniBrowser"}

    def to_capabilities(self):
        return {**self.default_capabilities, "webkitgtk:browserOptions": {"binary": str(mini_browser()), "args": ["--automation"]}}


def mini_browser() -> Path:
    found = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    if not found:
        raise RuntimeError("WebKit's MiniBrowser is missing; run Scripts/setup --test.")
    return found[-1]


@contextmanager
def screen(width: int = 1400, height: int = 1000):
    """A screen of its own; yields its name for DISPLAY."""
    read, write = os.pipe()
    xvfb = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"],
        pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as told:
            number = told.readline().strip()
        if not number:
            raise RuntimeError("Xvfb does not start.")
        yield f":{number}"
    finally:
        xvfb.terminate()
        xvfb.wait(timeout=PATIENCE)


@contextmanager
def browser(ratio: int = 1, pictures: bool = False):
    """A window of WebKit. Without a graphics card its compositor takes 50 ms a frame, so it is off; screenshots need it."""
    folder = tempfile.mkdtemp(prefix="limn-webkit-")
    with screen() as display:
        environment = {
            **os.environ, "DISPLAY": display, "GDK_BACKEND": "x11", "GDK_SCALE": str(ratio), "HOME": folder, "XDG_DATA_HOME": folder,
            "XDG_CACHE_HOME": folder, "XDG_RUNTIME_DIR": folder, "NO_AT_BRIDGE": "1", "LIBGL_ALWAYS_SOFTWARE": "1",
            "GIO_USE_VFS": "local", "GSETTINGS_BACKEND": "memory"}
        environment.pop("WAYLAND_DISPLAY", None)
        if not pictures:
            environment["WEBKIT_DISABLE_COMPOSITING_MODE"] = "1"
        service = webdriver.WebKitGTKService(executable_path=shutil.which("WebKitWebDriver"), env=environment)
        driver = None
        try:
            driver = webdriver.WebKitGTK(options=MiniBrowserOptions(), service=service)
            driver.set_script_timeout(30)
            yield Window(driver)
        finally:
            if driver is not None:
                driver.quit()
            service.stop()
            shutil.rmtree(folder, ignore_errors=True)


class Window:
    """A window, in the words of the journeys."""

    def __init__(self, driver):
        self.driver = driver

    def goto(self, address: str):
        self.driver.get(address)
        # A page's complaints, from here on.
        self.run("window.complaints = []; addEventListener('error', (event) => complaints.push(String(event.message)));"
                 "addEventListener('unhandledrejection', (event) => complaints.push(String(event.reason)));")

    def sign_in(self, link: str):
        """Follows a link, presses its button, and looks at the studio."""
        self.driver.get(link)
        self.click_element("form button")
        self.until(lambda: "sign-in" not in self.driver.current_url, "nobody is signed in")
        self.goto(self.driver.current_url)
        # Whoever goes elsewhere before the studio has begun may be sent back by what it does at its beginning.
        self.element("main header")

    def run(self, script: str, *values):
        return self.driver.execute_script(script, *values)

    def run_async(self, function: str):
        """What an asynchronous function without parameters returns."""
        return self.driver.execute_async_script(f"const told = arguments[arguments.length - 1]; ({function})().then(told, () => told(null));")

    @property
    def complaints(self) -> list:
        return self.run("return window.complaints ?? []")

    def all(self, testid: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, f'[data-testid="{testid}"]')

    def one(self, testid: str) -> WebElement:
        return self.element(f'[data-testid="{testid}"]')

    def click(self, testid: str):
        self.click_element(f'[data-testid="{testid}"]')

    def click_element(self, css: str):
        self._settled(lambda one: one.click(), css)

    def type(self, testid: str, keys: str):
        self._settled(lambda one: one.send_keys(keys), f'[data-testid="{testid}"]')

    def _settled(self, act, css: str):
        """Acts on the element that is there when it can be acted on."""
        def acted():
            act(self.element(css))
            return True
        self.until(acted, f"nobody can act on {css}")

    def until(self, test, sentence: str, seconds: float = PATIENCE):
        """What the test finds; it is tried again until it finds something in elements that stay."""
        end = time.monotonic() + seconds
        while True:
            unsettled = ""
            try:
                found = test()
                if found:
                    return found
            except UNSETTLED as error:
                unsettled = f", {type(error).__name__}"
            if time.monotonic() > end:
                raise AssertionError(f"{sentence} ({self.driver.current_url}, {self.complaints}{unsettled})")
            time.sleep(0.05)

    def saved(self):
        self.until(lambda: self.one("save-state").get_attribute("data-state") == "saved", "it is not saved")

    def page(self, number: int) -> WebElement:
        return self.until(lambda: (self.driver.find_elements(By.CSS_SELECTOR, f'[data-testid=page][data-page="{number}"]') or [None])[0],
                          f"page {number} is not there")

    def written(self, number: int, count: int):
        self.until(lambda: self.page(number).get_attribute("data-strokes") == str(count),
                   f"page {number} has not {count} strokes")

    def box(self, number: int) -> dict:
        """The page's box in CSS pixels of the window."""
        return self.until(lambda: self.run(
            "const { x, y, width, height } = arguments[0].getBoundingClientRect(); return { x, y, width, height };",
            self.page(number)), f"page {number} does not stay")

    def draw(self, points, number: int = 1, kind: str = "pen", lifts: bool = True):
        """points: (x, y) as parts of the page. The driver sends whole pixels, and no pressure in moves. Samples of a pen have
        times of their own, which WebKit tells in whole milliseconds."""
        box = self.box(number)
        self.drag(*((box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in points), kind=kind, lifts=lifts)

    def drag(self, *points, kind: str = "mouse", lifts: bool = True):
        """points: (x, y) in CSS pixels of the window."""
        moves = [{"type": "pointerMove", "duration": 0, "x": math.floor(x), "y": math.floor(y), "origin": "viewport"} for x, y in points]
        actions = [moves[0], {"type": "pointerDown", "button": 0}]
        for move in moves[1:]:
            actions += [{"type": "pause", "duration": 2}, move]
        if lifts:
            actions.append({"type": "pointerUp", "button": 0})
        self.driver.execute("actions", {"actions": [
            {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": actions}]})

    def press(self, key: str, **modifiers):
        self.run("(document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', "
                 "{ key: arguments[0], bubbles: true, cancelable: true, ...arguments[1] }))", key, modifiers)

    def element(self, css: str) -> WebElement:
        return self.until(lambda: (self.driver.find_elements(By.CSS_SELECTOR, css) or [None])[0], f"there is no {css}")
