# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the journeys against the real server, in Chromium and in WebKit. Run by Scripts/studio-engines; arguments choose
journeys by words of their names."""
import importlib
import inspect
import sys
from contextlib import ExitStack
from pathlib import Path

HERE = Path(__file__).resolve().parent
#: The modules of the journeys that every change has to pass.
MAIN = {"served_journeys", "story_journeys", "viewer_journeys"}
sys.path.insert(1, str(HERE.parent / "journeys"))

from playwright.sync_api import sync_playwright  # noqa: E402

import browser as b  # noqa: E402
import webkit  # noqa: E402
from exported import compared, compared_in_webkit  # noqa: E402
from network import Network  # noqa: E402
from server import Server  # noqa: E402


def journeys() -> list:
    """The functions of the modules *_journeys.py, in their order, that are their own and ask for an engine."""
    found = []
    for file in sorted(HERE.glob("*_journeys.py")):
        module = importlib.import_module(file.stem)
        for name, value in vars(module).items():
            if inspect.isfunction(value) and value.__module__ == file.stem and not name.startswith("_"):
                if next(iter(inspect.signature(value).parameters), "") in ("chromium", "window"):
                    found.append(value)
    return found


def is_main(journey) -> bool:
    """Whether a journey is one of those that every change has to pass: in Chromium, without outages and measurements."""
    return journey.__module__ in MAIN


def make(journey, chromium) -> int:
    """Each journey has a server and a library of its own. Returns how many pages were compared with their export."""
    with ExitStack() as closing:
        engine = next(iter(inspect.signature(journey).parameters))
        options, network = list(getattr(journey, "options", ())), None
        if getattr(journey, "has_network", False):
            network = closing.enter_context(closed(Network()))
            options += ["--name", f"127.0.0.1:{network.port}"]
        server = closing.enter_context(closed(Server(*options, host=getattr(journey, "host", "127.0.0.1"))))
        if network is not None:
            network.reach(server.port)
            server.network = network
        if engine == "window":
            window = closing.enter_context(webkit.browser(getattr(journey, "ratio", 1), getattr(journey, "pictures", False)))
            journey(window, server)
            return compared_in_webkit(window, server)
        else:
            try:
                journey(chromium, server)
                return compared(chromium, server)
            finally:
                for context in chromium.contexts:
                    context.close()


class closed:
    """Closes a thing in the end, whatever happens."""

    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *_):
        self.thing.close()


def main() -> int:
    words = sys.argv[1:]
    if words == ["--main"]:
        chosen = [one for one in journeys() if is_main(one)]
    elif words == ["--others"]:
        chosen = [one for one in journeys() if not is_main(one)]
    else:
        chosen = [one for one in journeys() if not words or any(word in f"{one.__module__} {one.__name__}" for word in words)]
    failed, drew = 0, 0
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium-headless-shell", args=[
            "--no-sandbox", "--host-resolver-rules=MAP nas.limn.test 127.0.0.1"])
        for one in chosen:
            pages = 0

            def made() -> str:
                nonlocal pages
                pages = make(one, chromium)
                return ", its ink lies where the export has it" if pages else ""

            failed += not b.passes(one, made)
            drew += pages > 0
        chromium.close()
    print(f"{len(chosen) - failed} journeys passed, {failed} failed. After {drew} of them, ink on the screen was compared with the export.")
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
