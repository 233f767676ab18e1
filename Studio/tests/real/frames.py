# SPDX-License-Identifier: GPL-3.0-or-later
"""How quickly ink follows the pen, pages open and turn, what memory a tab takes, and whether a stroke is ever lost. Run by
Scripts/studio-trace. Counts and ratios are gated, milliseconds are told: other programs on the machine only ever add to
them. With --brief, ratios are told, too: a machine without a graphics card may be too slow to draw each frame in time."""
import argparse
import asyncio
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "journeys"))

import pikepdf  # noqa: E402
from playwright.async_api import async_playwright  # noqa: E402

from browser import Double  # noqa: E402
from figures import Figures  # noqa: E402
from finding_figures import finding  # noqa: E402
from opening_figures import MORE, opening, REQUESTS, strangers  # noqa: E402
from pen_figures import pen  # noqa: E402
from server import ROOT, SAMPLE, Server  # noqa: E402
from strokes import handwriting  # noqa: E402
from together_figures import together  # noqa: E402
from turning_figures import turning, turning_double  # noqa: E402

#: A real book of 1,158 pages, where Scripts/corpus has fetched it.
BOOK = ROOT / ".corpus-more/manuals/octave-doc/usr/share/doc/octave/octave.pdf"
PARTS = ["pen", "opening", "turning", "finding", "together", "safety"]
#: Words that a book has on nearly every page, on many, and on few.
WORDS = ["the", "matrix", "sombrero"]


def inked(server: Server, name: str, count: int, template: str) -> str:
    character, chance = server.character(name, template), random.Random(1)
    for _ in range(0, count, 1000):
        server.draw(character, 1, [handwriting(chance) for _ in range(min(count, 1000))])
    return character


def a_book(folder: Path) -> Path:
    """A book of 1,158 pages: the sheet's two pages without their form, again and again."""
    bare, file = folder / "bare.pdf", folder / "book.pdf"
    with pikepdf.open(SAMPLE) as document:
        del document.Root.AcroForm
        for page in document.pages:
            if "/Annots" in page:
                del page.Annots
        document.save(bare)
    subprocess.run(["qpdf", "--empty", "--pages", *[part for _ in range(579) for part in (str(bare), "1-2")], "--", str(file)], check=True)
    return file


def safety(figures: Figures, kills: int):
    """The journeys whose server dies and whose network goes."""
    figures.begin("Safety")
    for words, what in {"was_killed": "kill -9 of the server while somebody writes", "was_taken_away": "the network taken away and given back while somebody writes"}.items():
        run = subprocess.run([sys.executable, HERE / "run.py", words], env={**os.environ, "LIMN_STUDIO_KILLS": str(kills)}, capture_output=True, text=True)
        print(run.stdout, run.stderr, flush=True)
        told = re.search(r"(\d+) times, (\d+) strokes", run.stdout)
        figures.check(run.returncode == 0, what, f"{told[1]} times; {told[2]} strokes, each there once" if told and run.returncode == 0 else "failed",
                      f"{kills} times, every stroke once")


async def at_server(browser, figures: Figures, wanted: list[str]):
    """What is measured with the real server."""
    server = Server()
    try:
        server.sign_in()
        sheet = server.template()
        books = {}
        with tempfile.TemporaryDirectory() as folder:
            if set(wanted) & {"opening", "turning", "finding"}:
                files = {"a book of 1,158 pages, made of the sheet": a_book(Path(folder))}
                if BOOK.exists():
                    files["the manual of GNU Octave, 1,158 pages"] = BOOK
                for name, file in files.items():
                    template = server.template(file, file.stem)
                    books[name] = f"c/{server.character(file.stem, template)}/600"
        if "opening" in wanted:
            await opening(browser, server, figures, f"c/{inked(server, 'Thousand', 1000, sheet)}/1", books)
        if "turning" in wanted:
            for name, book in books.items():
                await turning(browser, server, figures, name, book)
        if "finding" in wanted:
            for name, book in books.items():
                await finding(browser, server, figures, name, book, WORDS if "Octave" in name else ["Level"])
        if "together" in wanted:
            await together(browser, server, figures, f"c/{server.character('Together', sheet)}/1")
    finally:
        server.close()


async def at_double(browser, figures: Figures):
    """Opening and turning with the double of the server, for their counts."""
    double, chance = Double(), random.Random(1)
    try:
        double.control(reset=True, template="Sheet", characters=["Thousand"])
        sheet = double.control()["characters"][0]["id"]
        double.control(character=sheet, page=1, edit={"add": [handwriting(chance) for _ in range(1000)]})
        requests = await strangers(browser, double, figures, "a sheet of two pages with 1,000 strokes", f"c/{sheet}/1", REQUESTS, 2)
        double.control(reset=True, template="Book", pages=1158, characters=["Reader"])
        book = double.control()["characters"][0]["id"]
        for page in range(600, 701):
            double.control(character=book, page=page, edit={"add": [handwriting(chance) for _ in range(20)]})
        await strangers(browser, double, figures, "a book of 1,158 pages", f"c/{book}/600", requests + MORE, 2)
        await turning_double(browser, double, figures, "a book of 1,158 pages", f"c/{book}/600")
    finally:
        double.close()


async def run(options) -> int:
    figures, wanted = Figures(), options.parts or PARTS
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path="/usr/bin/chromium-headless-shell", args=["--no-sandbox"])
        if "pen" in wanted:
            await pen(browser, figures, options.strokes, 2 if options.brief else options.seconds, options.brief)
        if options.brief:
            await at_double(browser, figures)
        elif set(wanted) & {"opening", "turning", "finding", "together"}:
            await at_server(browser, figures, wanted)
        await browser.close()
    if "safety" in wanted and not options.brief:
        safety(figures, options.kills)
    if options.report:
        figures.write()
    return 1 if figures.failed else 0


def main() -> int:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("parts", nargs="*", choices=[*PARTS, []], help="what is measured; all, if none is named")
    reader.add_argument("--strokes", type=int, default=10000, help="how many strokes are on the page that is written on")
    reader.add_argument("--seconds", type=float, default=4, help="how long is written in a round")
    reader.add_argument("--kills", type=int, default=50, help="how often the server is killed and the network taken away")
    reader.add_argument("--brief", action="store_true", help="only counts decide, with the double of the server")
    reader.add_argument("--report", action="store_true", help="writes Benchmarks/STUDIO.md; sections that are not measured stay")
    return asyncio.run(run(reader.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
