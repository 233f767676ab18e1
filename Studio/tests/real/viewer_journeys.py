# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs that nobody here wrote look at the server's pictures: OpenSeadragon, which zooms into IIIF pictures by tiles."""
import os
import re
import sys
import time
from pathlib import Path

from visit import owner

#: Where Scripts/setup puts dash-paperdragon, which has OpenSeadragon inside, and dash, which has React.
VIEWER = Path(sys.prefix) / "viewer"
SCRIPTS = ["dash/deps/react@18.3.1.min.js", "dash/deps/react-dom@18.3.1.min.js", "dash/deps/prop-types@15.8.1.min.js",
           "dash_paperdragon/dash_paperdragon.min.js"]
PAGE = """<!doctype html><meta charset=utf-8><title>OpenSeadragon</title><body style="margin:0"><div id=root></div>
%s<script>
ReactDOM.createRoot(document.getElementById("root")).render(React.createElement(dash_paperdragon.DashPaperdragon, {
    id: "viewer", tileSources: "%s", viewerWidth: 900, viewerHeight: 700, config: { eventBindings: [] }, setProps() {},
}));
</script>"""


def openseadragon_zooms_a_page(chromium, server):
    template = server.template()
    context = owner(chromium, server, viewport={"width": 920, "height": 720})
    page = context.new_page()
    complaints, tiles = [], []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("response", lambda answer: tiles.append(answer) if "/iiif/" in answer.url else None)
    scripts = "".join(f'<script src="/viewer/{number}.js"></script>' for number in range(len(SCRIPTS)))
    page.route("**/viewer/*.js", lambda route: route.fulfill(path=VIEWER / SCRIPTS[int(Path(route.request.url).stem)]))
    page.route("**/viewer/", lambda route: route.fulfill(
        body=PAGE % (scripts, f"{server.address}iiif/{template}:1/info.json"), content_type="text/html"))
    page.goto(f"{server.address}viewer/")

    def scales() -> set:
        """By how much the tiles are smaller than their regions of the whole picture: powers of two."""
        found = set()
        for answer in tiles:
            assert answer.status == 200, f"{answer.status} {answer.url}"
            if match := re.search(r"/(\d+),(\d+),(\d+),(\d+)/(\d+),(\d+)/0/default", answer.url):
                found.add(round(int(match[3]) / int(match[5])))
        return found

    def wait_for(condition, sentence: str):
        end = time.monotonic() + 30
        while not condition():
            assert time.monotonic() < end, f"{sentence}: {[answer.url for answer in tiles]} {complaints}"
            page.wait_for_timeout(50)

    wait_for(lambda: len(tiles) > 1, "no tile is asked for")
    page.wait_for_timeout(1000)
    before = scales()
    page.mouse.move(300, 200)
    for _ in range(6):
        page.mouse.wheel(0, -300)
        page.wait_for_timeout(200)
    wait_for(lambda: 1 in scales() and before != scales(), "the full resolution is never asked for")
    page.wait_for_timeout(1500)
    shown = page.screenshot(path=os.environ.get("LIMN_VIEWER_PICTURE"))
    # Something is drawn: a picture of one color compresses to next to nothing.
    assert len(shown) > 20_000, f"the viewer shows {len(shown)} bytes"
    assert not complaints, complaints
