# SPDX-License-Identifier: GPL-3.0-or-later
"""A server that dies and a network that goes away, again and again, while somebody writes."""
import os
import random
import threading
import time
from typing import Callable

from playwright.sync_api import Error

from rows import assert_once, rows_of, stroke_at
from visit import Pen, controlled, open_at, owner, saved, written

#: How often the server dies and the network goes; LIMN_STUDIO_KILLS asks for more than a run in between.
KILLS = int(os.environ.get("LIMN_STUDIO_KILLS") or 3)


def _reload(page):
    """Loads the page again, as often as it takes: the server may be away, or go while its modules are fetched."""
    end = time.monotonic() + 60
    while True:
        try:
            page.reload()
            page.wait_for_selector("[data-testid=page]", timeout=5000)
            return
        except Error:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


def _write_through(page, server, character: str, name: str, go: Callable, come_back: Callable, reload: Callable = _reload):
    """Writes while something goes away and comes back at moments that chance chooses. In the end every stroke is there once."""
    written(page, 1, 0)
    chance, isWriting, gone = random.Random(7), True, 0
    # A hundred modules take longer than a server lives here; it may be away when a reload begins.
    calm = threading.Event()
    calm.set()

    def disturb():
        nonlocal gone
        while isWriting or gone < KILLS:
            calm.wait()
            if gone < KILLS:
                go()
                gone += 1
                time.sleep(chance.uniform(0, 0.5))
                come_back()
            time.sleep(chance.uniform(0.1, 0.9))

    disturber = threading.Thread(target=disturb)
    disturber.start()
    rows = rows_of(max(24, 4 * KILLS))
    pen, done = Pen(page), 0
    try:
        for x, y in rows:
            pen.draw(stroke_at(x, y))
            done += 1
            # Reloading in between takes up what waits.
            if done % 40 == 0:
                calm.clear()
                reload(page)
                written(page, 1, done, 60)
                calm.set()
                pen = Pen(page)
            while gone < KILLS and done >= len(rows) * (gone + 1) / KILLS:
                time.sleep(0.02)
    finally:
        isWriting = False
        calm.set()
        disturber.join()
    assert gone == KILLS
    written(page, 1, len(rows))
    saved(page, 60)
    assert_once(server, character, 1, rows)
    page.reload()
    written(page, 1, len(rows))
    assert page.complaints == [], page.complaints
    print(f"  {name} {gone} times, {len(rows)} strokes, each there once", flush=True)


def every_stroke_is_there_once_after_the_server_was_killed_while_somebody_wrote(chromium, server):
    character = server.character("Killed")
    context = owner(chromium, server, service_workers="allow", viewport={"width": 1280, "height": 1500})
    page = open_at(context, server, f"c/{character}/1")
    controlled(page)
    _write_through(page, server, character, "killed", server.kill, server.start)


def every_stroke_is_there_once_after_the_network_was_taken_away_while_somebody_wrote(chromium, server):
    network, character = server.network, server.character("Away")
    context = owner(chromium, server, service_workers="allow", viewport={"width": 1280, "height": 1500})
    page = open_at(context, server, f"c/{character}/1", network.address)
    controlled(page)
    written(page, 1, 0)
    # Answers are late and connections end in the middle of them, besides.
    network.delay, network.cuts = 0.01, 0.03

    def give_back():
        network.give_back()
        if network.outages == KILLS:
            network.cuts = 0

    def reload(tab):
        # A hundred modules do not come through such a network.
        cuts, network.cuts = network.cuts, 0
        _reload(tab)
        network.cuts = cuts if network.outages < KILLS else 0

    _write_through(page, server, character, "the network was away", network.take_away, give_back, reload)
    assert network.cutCount > 0 or KILLS < 10, "nothing was cut"


every_stroke_is_there_once_after_the_network_was_taken_away_while_somebody_wrote.has_network = True
