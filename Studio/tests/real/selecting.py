# SPDX-License-Identifier: GPL-3.0-or-later
"""Drags over the words of real pages in the studio and in pdf.js, and compares what is selected. Run by Scripts/selecting."""
import argparse
import collections
import difflib
import functools
import html
import http.server
import random
import re
import subprocess
import sys
import threading
import unicodedata
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "journeys"))

from playwright.sync_api import Error, sync_playwright  # noqa: E402

import browser as b  # noqa: E402
from server import ROOT, Refused, Server  # noqa: E402
from visit import owner  # noqa: E402

#: Where Debian's libjs-pdf has pdf.js.
PDFJS = Path("/usr/share/javascript/pdf")
#: A page of pdf.js: the text of one page, laid out as its viewer does, in the size of the window.
VIEWER = """<!doctype html><html><meta charset="utf-8"><style>
body { margin: 0 } .textLayer { position: absolute; inset: 0; overflow: hidden; line-height: 1 }
.textLayer span, .textLayer br { color: transparent; position: absolute; white-space: pre; cursor: text; transform-origin: 0% 0% }
</style><div class="textLayer"></div><script src="/pdf/build/pdf.js"></script><script>
pdfjsLib.GlobalWorkerOptions.workerSrc = '/pdf/build/pdf.worker.js';
const [file, width] = [decodeURIComponent(location.hash.slice(1).split('|')[0]), Number(location.hash.split('|')[1])];
window.done = (async () => {
    const document_ = await pdfjsLib.getDocument({ url: file, cMapUrl: '/pdf/web/cmaps/', cMapPacked: true }).promise;
    const page = await document_.getPage(1);
    const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
    const layer = document.querySelector('.textLayer');
    Object.assign(layer.style, { width: viewport.width + 'px', height: viewport.height + 'px' });
    document.body.style.height = viewport.height + 'px';
    await pdfjsLib.renderTextLayer({ textContent: await page.getTextContent(), container: layer, viewport, textDivs: [] }).promise;
    return true;
})();
</script></html>"""
#: What the studio copies.
COPIED = """() => {
    const data = new DataTransfer();
    document.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true }));
    return data.getData('text/plain');
}"""


class Files(http.server.SimpleHTTPRequestHandler):
    """pdf.js, its page, and the documents by their numbers."""

    documents: list[Path] = []

    def do_GET(self):
        if self.path.startswith("/page"):
            self.answer(VIEWER.encode(), "text/html")
        elif self.path.startswith("/document/"):
            self.answer(self.documents[int(self.path.rsplit("/", 1)[1])].read_bytes(), "application/pdf")
        else:
            super().do_GET()

    def answer(self, content: bytes, kind: str):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def translate_path(self, path):
        return super().translate_path(path.removeprefix("/pdf"))

    def log_message(self, *_):
        pass


def words(file: Path) -> tuple[float, float, list]:
    """The first page's width and height, and the boxes of its words, as pdftotext has them."""
    made = subprocess.run(["pdftotext", "-bbox", "-cropbox", "-l", "1", file, "-"], capture_output=True, timeout=60, check=True).stdout.decode(errors="replace")
    page = re.search(r'<page width="([\d.]+)" height="([\d.]+)"', made)
    found = re.findall(r'<word xMin="(-?[\d.]+)" yMin="(-?[\d.]+)" xMax="(-?[\d.]+)" yMax="(-?[\d.]+)">(.*?)</word>', made)
    return float(page[1]), float(page[2]), [(html.unescape(word), *map(float, box)) for *box, word in found]


def plain(text: str) -> str:
    """What counts of a selection: lines are broken differently, and the studio joins words that were hyphenated."""
    return re.sub(r"[\s\u00ad\u2010-]|[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e]", "", unicodedata.normalize("NFKC", text))


def drag(page, box, size, start, end):
    """Drags from one place of a page to another, in points."""
    (x0, y0), (x1, y1) = [(box["x"] + x * box["width"] / size[0], box["y"] + y * box["height"] / size[1]) for x, y in (start, end)]
    page.mouse.move(x0, y0)
    page.mouse.down()
    page.mouse.move((x0 + x1) / 2, (y0 + y1) / 2)
    page.mouse.move(x1, y1)
    page.mouse.up()


def chosen(dice, found: list, size) -> tuple:
    """From the begin of a word to the end of one that follows it closely."""
    inside = [box for word, *box in found if len(word) > 1 and box[2] - box[0] > 1.5 * (box[3] - box[1]) / 2 and 2 < box[0] and box[2] < size[0] - 2 and 2 < box[1] and box[3] < size[1] - 2]
    for _ in range(200):
        first = dice.randrange(len(inside))
        last = min(first + dice.choice((0, 1, 3, 8, 20)), len(inside) - 1)
        (x0, y0, _, y1), (_, v0, u1, v1) = inside[first], inside[last]
        if v0 >= y0 - 1 and abs(v0 - y0) < 120:
            return (x0 + 0.3, (y0 + y1) / 2), (u1 - 0.3, (v0 + v1) / 2)
    raise ValueError("no words follow each other")


def compared(server, context, address, number, file, dice, count):
    """Pairs of what the studio and pdf.js select."""
    width, height, found = words(file)
    if len(found) < 30 or not 100 < width < 1500 or not 100 < height < 2000:
        raise ValueError("has too few words, or an odd size")
    character = server.character(file.name, server.template(file, file.name))
    page, other = context.new_page(), context.new_page()
    try:
        page.goto(f"{server.address}c/{character}/1")
        sheet = page.locator('[data-testid=page][data-page="1"]')
        page.wait_for_selector('[data-testid=page][data-page="1"][data-sharp=true]', timeout=6_000)
        page.keyboard.press("v")
        page.wait_for_timeout(300)
        box = b.box(sheet)
        other.goto(f"{address}/page#/document/{number}|{box['width']}")
        other.evaluate("() => window.done")
        there = {"x": 0, "y": 0, "width": box["width"], "height": box["width"] * height / width}
        visible = [one for one in found if box["y"] + one[4] * box["height"] / height < 1880]
        # The first drag fetches the words.
        drag(page, box, (width, height), *chosen(dice, visible, (width, height)))
        page.wait_for_selector('[data-page="1"] .words', state="attached", timeout=6_000)
        page.keyboard.press("Escape")
        for _ in range(count):
            start, end = chosen(dice, visible, (width, height))
            page.bring_to_front()
            drag(page, box, (width, height), start, end)
            page.wait_for_timeout(60)
            ours = page.evaluate(COPIED)
            page.keyboard.press("Escape")
            other.bring_to_front()
            drag(other, there, (width, height), start, end)
            theirs = other.evaluate("() => getSelection().toString()")
            other.evaluate("() => getSelection().removeAllRanges()")
            wanted = [word for word, *place in found if start[1] - 1 < (place[1] + place[3]) / 2 < end[1] + 1]
            yield plain(ours), plain(theirs), wanted, (start, end)
    finally:
        page.close()
        other.close()


def main() -> int:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--documents", type=int, default=40)
    reader.add_argument("--drags", type=int, default=5, help="on each first page")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--only", default="", help="files with this in their path")
    reader.add_argument("--show", action="store_true", help="tells what differs")
    options = reader.parse_args()
    dice = random.Random(options.seed)
    files = sorted(file for folder in (".corpus", ".corpus-more") for file in (ROOT / folder).rglob("*.pdf") if file.is_file() and options.only in str(file))
    dice.shuffle(files)
    web = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=str(PDFJS)))
    threading.Thread(target=web.serve_forever, daemon=True).start()
    counts, documents, differing = collections.Counter(), 0, []
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=b.PROGRAM, args=["--no-sandbox"])
        server = Server()
        context = owner(chromium, server, viewport={"width": 1400, "height": 1900})
        try:
            for file in files:
                if documents == options.documents:
                    break
                Files.documents.append(file)
                try:
                    pairs = list(compared(server, context, f"http://127.0.0.1:{web.server_port}", len(Files.documents) - 1, file, dice, options.drags))
                except (ValueError, TypeError, Refused, Error, subprocess.SubprocessError) as error:
                    counts["documents left out"] += 1
                    if options.show:
                        print(f"{file.name}: {str(error)[:100]}", file=sys.stderr)
                    continue
                documents += 1
                for ours, theirs, wanted, places in pairs:
                    likeness = difflib.SequenceMatcher(None, ours, theirs, autojunk=False).ratio()
                    kind = "equal" if ours == theirs else "equal but for a letter or two at the ends" if likeness > 0.9 and abs(len(ours) - len(theirs)) <= 4 else \
                        "the same letters in another order" if sorted(ours) == sorted(theirs) else "ours within theirs" if ours and ours in theirs else \
                        "theirs within ours" if theirs and theirs in ours else "different"
                    counts[kind] += 1
                    if kind not in ("equal", "equal but for a letter or two at the ends"):
                        differing.append((file.name, kind, ours, theirs, places))
                print(f"\r{documents} of {options.documents}", end="", file=sys.stderr, flush=True)
        finally:
            server.close()
            chromium.close()
    print(file=sys.stderr)
    for kind, count in counts.most_common():
        print(f"{count:4} {kind}")
    if options.show:
        for name, kind, ours, theirs, places in differing:
            print(f"{name}: {kind} {places}\n  ours   {ours[:300]!r}\n  theirs {theirs[:300]!r}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
