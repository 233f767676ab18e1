# SPDX-License-Identifier: GPL-3.0-or-later
"""The studio's pictures for the documentation: ten places, each on the screen that it is for, with the samples in it."""
import csv
import io
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "journeys"))

from PIL import Image  # noqa: E402
from playwright.sync_api import expect, sync_playwright  # noqa: E402

from server import ROOT, SAMPLE, Server, programs  # noqa: E402
from frames import a_book  # noqa: E402

WIDE, TABLET, ASIDE, PHONE, PHONE_ASIDE = (1440, 900), (820, 1180), (1180, 820), (390, 844), (844, 390)


def limn(server: Server, *words):
    subprocess.run([programs() / "limn", *words, "--library", server.library], check=True, capture_output=True)


def party(server: Server, sheet: str) -> str:
    """A table of players: one sheet is written on all over, some have notes. Returns the first one's id."""
    with open(ROOT / "Samples/party.csv", newline="", encoding="utf-8") as file:
        names = [row["identity.name"] for row in csv.DictReader(file)]
    first = ""
    for i, name in enumerate([name for name in names if name != "Maren Ashwick"][:7] + ["Maren Ashwick"]):
        first = server.ask("POST", "/characters", {"name": name, "template": sheet, "tags": ["Amber Coast"]})["id"]
        if i % 2 == 0 and name != "Maren Ashwick":
            limn(server, "character", "draw", name, ROOT / "Samples/party-notes.xopp")
    limn(server, "character", "draw", "Maren Ashwick", ROOT / "Samples/maren-ashwick.limn")
    server.ask("PATCH", f"/characters/{first}", {"favorite": True})
    return first


class Album:
    def __init__(self, folder: Path, chromium, server: Server):
        self.folder, self.chromium, self.server = folder, chromium, server
        folder.mkdir(parents=True, exist_ok=True)

    def picture(self, name: str, path: str, size: tuple[int, int], ready, dark: bool = False, ratio: float = 1):
        """Takes a picture of a place when `ready` has found what it waits for."""
        context = self.chromium.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme="dark" if dark else "light", locale="en-GB",
            device_scale_factor=ratio, reduced_motion="reduce")
        context.add_cookies([{"name": self.server.cookie, "value": self.server.token, "url": self.server.address}])
        page = context.new_page()
        page.goto(self.server.address + path)
        ready(page)
        page.wait_for_function("""() => [...document.images].every((image) => {
            const { top, bottom, left, right } = (image.closest('article') ?? image).getBoundingClientRect();
            const isSeen = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
            return !isSeen || (image.complete && image.naturalWidth > 0);
        })""", timeout=60000)
        page.wait_for_timeout(1000)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} is wider than its screen"
        taken = Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
        # A palette of its own halves the file, and no eye sees it.
        taken.quantize(256, method=Image.Quantize.MEDIANCUT, kmeans=4, dither=Image.Dither.NONE).save(self.folder / f"{name}.png", optimize=True)
        print(f"{name}.png", flush=True)
        context.close()


def cards(count: int):
    return lambda page: expect(page.get_by_test_id("character-card")).to_have_count(count, timeout=30000)


def sharp(number: int):
    return lambda page: page.wait_for_selector(f'[data-page="{number}"][data-sharp=true][data-strokes]', timeout=30000)


def main() -> int:
    folder = Path(sys.argv[1])
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium-headless-shell", args=["--no-sandbox"])
        server = Server()
        try:
            server.sign_in()
            album = Album(folder, chromium, server)
            album.picture("library-empty", "", WIDE, lambda page: expect(page.get_by_text("An empty desk")).to_be_visible())
            sheet = server.template(name="The Wayfarer’s Ledger")
            maren = f"c/{party(server, sheet)}/1"
            album.picture("editor", maren, WIDE, sharp(1))
            album.picture("editor-dark", maren, WIDE, sharp(1), dark=True)
            album.picture("editor-tablet", maren, TABLET, sharp(1))
            album.picture("editor-phone", maren, PHONE, sharp(1), ratio=2)
            album.picture("editor-phone-side", maren, PHONE_ASIDE, sharp(1), ratio=2)
            album.picture("library", "", WIDE, cards(8))
            album.picture("library-tablet", "", ASIDE, cards(8), dark=True)
            with tempfile.TemporaryDirectory() as place:
                book = server.template(a_book(Path(place)), "A book of 1,158 pages")
            album.picture("editor-book", f"c/{server.character('The chronicler', book)}/600", WIDE, sharp(600))
            for i in range(291):
                server.ask("POST", "/characters", {"name": f"Wanderer {i + 1}", "template": sheet})
            album.picture("library-many", "", WIDE, cards(300))
        finally:
            server.close()
            chromium.close()
    print(f"{len(list(folder.glob('*.png')))} pictures are in {os.path.relpath(folder, ROOT)}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
