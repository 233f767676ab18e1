# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes words as a pen's events in Chromium, at several rates and speeds, and compares what the server keeps with where the
pen was. Run by Scripts/handwriting; the words are made ones, or people's where LIMN_FOREIGN has hand/words.json."""
import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "journeys"))

from PIL import Image, ImageDraw  # noqa: E402
from playwright.async_api import async_playwright  # noqa: E402

from server import ROOT, Server  # noqa: E402

TESTS = HERE.parent
#: The pen's samples per second, and how much faster than by hand it goes.
RATES, SPEEDS = (60, 100, 240), (1, 1.5, 2, 3)
HEAD = "| Rate and speed | mean distance, pt | in the worst word | farthest point, pt | in the worst word | ups and downs kept | least and most |"


def node(program: str, *words: str) -> str:
    told = subprocess.run(["node", "--input-type=module", "-e", program, *words], cwd=TESTS, capture_output=True, text=True)
    if told.returncode != 0:
        raise RuntimeError(told.stderr)
    return told.stdout


def source() -> tuple[str, str]:
    """What the words are, and an expression of JavaScript for them, in points."""
    people = Path(os.environ.get("LIMN_FOREIGN", "")) / "hand/words.json"
    if os.environ.get("LIMN_FOREIGN") and people.exists():
        return "words of people", f"""JSON.parse(readFileSync({json.dumps(str(people))}, 'utf8')).map(({{ hz, strokes }}) => ({{ hz,
            strokes: strokes.map((stroke) => stroke.map(([x, y]) => [x * pointsPerMillimeter, y * pointsPerMillimeter])) }}))"""
    return "made words", "madeWords(20)"


def words_at(expression: str, rate: float, speed: float) -> list:
    """Each word's strokes as lists of points, as a pen of this rate reports them."""
    return json.loads(node(f"""
        import {{ readFileSync }} from 'node:fs';
        import {{ madeWords }} from './handwriting/made-words.js';
        import {{ pointsPerMillimeter, resampled }} from './handwriting/measures.js';
        console.log(JSON.stringify(({expression}).map(({{ hz, strokes }}) =>
            ({{ strokes: strokes.map((stroke) => resampled(stroke, hz, {rate / speed})) }}))));"""))


def measured(raw: list, kept: list) -> str:
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / name for name in ("raw.json", "kept.json")]
        for file, words in zip(files, (raw, kept)):
            file.write_text(json.dumps(words))
        return subprocess.run(["node", TESTS / "handwriting/measures.js", *files], check=True, capture_output=True, text=True).stdout.strip()


async def replay(page, server: Server, words: list, rate: float) -> list:
    """Writes each word on a page of its own character; the words as the server has them."""
    session = await page.context.new_cdp_session(page)
    kept = []
    character = None
    for index, word in enumerate(words):
        # A page holds the ink of a few words; more would only take longer.
        if index % 6 == 0:
            character, before = server.character(f"Hand {time.monotonic_ns()}", server.sheet), 0
            await page.goto(f"{server.address}c/{character}/1")
            sheet = page.locator('[data-testid=page][data-page="1"]')
            await page.wait_for_selector('[data-testid=page][data-page="1"][data-sharp=true]')
            await page.keyboard.press("0")
            await page.wait_for_timeout(400)
        box = await sheet.bounding_box()
        width, _ = server.size(character, 1)
        zoom = box["width"] / width
        places = [place for stroke in word["strokes"] for place in stroke]
        left, top = min(x for x, _ in places) - 10, min(y for _, y in places) - 60 - 120 * (index % 6)
        answers, clock = [], time.time()
        for stroke in word["strokes"]:
            for i, (x, y) in enumerate([*stroke, stroke[-1]]):
                kind = "mousePressed" if i == 0 else "mouseReleased" if i == len(stroke) else "mouseMoved"
                answers.append(asyncio.ensure_future(session.send("Input.dispatchMouseEvent", {
                    "type": kind, "x": box["x"] + (x - left) * zoom, "y": box["y"] + (y - top) * zoom, "button": "left",
                    "buttons": 0 if kind == "mouseReleased" else 1, "clickCount": 1, "pointerType": "pen", "force": 0.5,
                    "timestamp": clock})))
                clock += 1 / rate
            await asyncio.gather(*answers)
            clock += 0.2
        found = []
        for _ in range(600):
            found = await asyncio.to_thread(server.strokes, character, 1)
            if len(found) >= before + len(word["strokes"]):
                break
            await page.wait_for_timeout(50)
        new = found[before:]
        if len(new) != len(word["strokes"]):
            raise RuntimeError(f"the server has {len(new)} of {len(word['strokes'])} strokes")
        before = len(found)
        kept.append({"strokes": [[[stroke["xy"][i] + left, stroke["xy"][i + 1] + top] for i in range(0, len(stroke["xy"]), 2)] for stroke in new]})
    await session.detach()
    return kept


def picture(file: Path, raw: list, kept: list):
    """The first words, eight times as large: where the pen was in red, what is kept in blue."""
    scale, rows = 8, []
    for word, made in list(zip(raw, kept))[:40]:
        places = [place for stroke in word["strokes"] for place in stroke]
        x0, y0 = min(x for x, _ in places) - 2, min(y for _, y in places) - 2
        size = (int((max(x for x, _ in places) - x0 + 2) * scale), int((max(y for _, y in places) - y0 + 2) * scale))
        image = Image.new("RGB", size, "white")
        draw = ImageDraw.Draw(image)
        for stroke in made["strokes"]:
            draw.line([((x - x0) * scale, (y - y0) * scale) for x, y in stroke], fill="#2b59c3", width=5)
        for stroke in word["strokes"]:
            for x, y in stroke:
                draw.ellipse([(x - x0) * scale - 2, (y - y0) * scale - 2, (x - x0) * scale + 2, (y - y0) * scale + 2], fill="#d02020")
        rows.append(image)
    file.mkdir(parents=True, exist_ok=True)
    for i, image in enumerate(rows):
        image.save(file / f"word-{i + 1}.png")


async def run(options) -> int:
    what, expression = source()
    lines = [f"Replayed {what} as a pen's events; what the server keeps, beside where the pen was.", "", HEAD, "| --- " * 7 + "|"]
    server = Server()
    try:
        server.sign_in()
        server.sheet = server.template()
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path="/usr/bin/chromium-headless-shell", args=["--no-sandbox"])
            context = await browser.new_context(viewport={"width": 1280, "height": 1500}, locale="en-GB")
            await context.add_cookies([{"name": server.cookie, "value": server.token, "url": server.address}])
            await context.add_init_script("try { localStorage.setItem('limn:settings', '{\"snapsShapes\":false}'); } catch { /* no store */ }")
            page = await context.new_page()
            for rate in options.rates:
                for speed in options.speeds:
                    raw = words_at(expression, rate, speed)[:options.words]
                    kept = await replay(page, server, raw, rate)
                    lines.append(f"| {rate:g} Hz, {speed:g} times as fast | {measured(raw, kept)} |")
                    print(lines[-1], flush=True)
                    if options.pictures:
                        picture(Path(options.pictures) / f"{rate:g}-{speed:g}", raw, kept)
            await browser.close()
    finally:
        server.close()
    print("\n".join(["", *lines]))
    return 0


def main() -> int:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--rates", type=float, nargs="+", default=RATES, help="samples per second")
    reader.add_argument("--speeds", type=float, nargs="+", default=SPEEDS, help="how much faster than by hand")
    reader.add_argument("--words", type=int, default=1000, help="how many words at most")
    reader.add_argument("--pictures", help="a folder for pictures of the words over the raw points")
    return asyncio.run(run(reader.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
