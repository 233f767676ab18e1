# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens PDFs with pdf.js in a headless Chromium: CHROMIUM PDFJS JOBS.json.

PDFJS is the folder of pdf.js, with build/pdf.js. A job is {"file", "page", "scale", "picture"}: the page, from 1, is drawn
with `scale` pixels a unit into the PPM file "picture". Prints for each job {"pages", "annotations"}, where the annotations
are what pdf.js's getAnnotations() lists, with the keys subtype, inkLists, color, rect, contents, borderWidth, hasAppearance.
"""
import base64
import io
import json
import os
import subprocess
import sys
import tempfile
import threading

from PIL import Image

SHOW = """
async (text, number, scale) => {
    const data = Uint8Array.from(atob(text), c => c.charCodeAt(0));
    const pdf = await pdfjsLib.getDocument({data, isEvalSupported: false}).promise;
    const page = await pdf.getPage(number);
    const viewport = page.getViewport({scale});
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(viewport.width);
    canvas.height = Math.round(viewport.height);
    await page.render({canvasContext: canvas.getContext("2d"), viewport, background: "white"}).promise;
    const annotations = (await page.getAnnotations()).map(a => ({
        subtype: a.subtype, inkLists: a.inkLists ?? [], color: a.color ? Array.from(a.color) : [], rect: a.rect,
        contents: a.contentsObj?.str ?? a.contents ?? "", borderWidth: a.borderStyle?.width ?? 0,
        hasAppearance: a.hasAppearance}));
    const result = {pages: pdf.numPages, annotations, picture: canvas.toDataURL("image/png")};
    await pdf.destroy();
    return JSON.stringify(result);
}
"""


def write_all(descriptor, data):
    while data:
        data = data[os.write(descriptor, data):]


class Browser:
    """Chromium, spoken to through a pair of pipes (--remote-debugging-pipe): JSON that ends with NUL."""

    def __init__(self, program, folder):
        to_read, self.write_end = os.pipe()
        self.read_end, to_write = os.pipe()

        def prepare():
            # It reads from descriptor 3 and writes to 4.
            a, b = os.dup2(to_read, 100), os.dup2(to_write, 101)
            os.dup2(a, 3), os.dup2(b, 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe",
             f"--user-data-dir={folder}", "--no-first-run", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=False,
            preexec_fn=prepare)
        os.close(to_read), os.close(to_write)
        self.rest, self.count = b"", 0
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(t["targetId"] for t in targets if t["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]

    def call(self, method, session=None, **parameters):
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        write_all(self.write_end, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.rest:
                piece = os.read(self.read_end, 1 << 16)
                if not piece:
                    raise RuntimeError("Chromium has ended")
                self.rest += piece
            line, self.rest = self.rest.split(b"\0", 1)
            answer = json.loads(line)
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def evaluate(self, expression):
        result = self.call(
            "Runtime.evaluate", self.session, expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(json.dumps(result["exceptionDetails"])[:2000])
        return result["result"].get("value")

    def end(self):
        self.process.kill()
        self.process.wait()


def main():
    program, library, jobs = sys.argv[1:]
    with open(jobs) as file:
        jobs = json.load(file)
    with tempfile.TemporaryDirectory() as folder:
        browser = Browser(program, folder)
        # A browser that hangs must not hang the tests.
        timer = threading.Timer(120, browser.process.kill)
        timer.start()
        try:
            # With the worker's script in the page, pdf.js works in the page itself.
            for name in ["build/pdf.worker.js", "build/pdf.js"]:
                with open(os.path.join(library, name), encoding="utf-8") as script:
                    browser.evaluate(script.read() + "\n;0")
            results = []
            for job in jobs:
                with open(job["file"], "rb") as file:
                    data = base64.b64encode(file.read()).decode()
                result = json.loads(browser.evaluate(f"({SHOW})({json.dumps(data)}, {job['page']}, {job['scale']})"))
                picture = base64.b64decode(result.pop("picture").split(",", 1)[1])
                Image.open(io.BytesIO(picture)).convert("RGB").save(job["picture"])
                results.append(result)
        finally:
            timer.cancel()
            browser.end()
    json.dump(results, sys.stdout)


main()
