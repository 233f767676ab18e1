# SPDX-License-Identifier: GPL-3.0-or-later
"""Pages of a character that are inserted, copied, moved, turned and removed, at the real server."""
import subprocess
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import expect

import browser as b
from server import programs
from visit import Pen, again, open_at, owner, saved, sheet, sign_in, wave, written


def _numbers(server, character: str) -> list:
    return [one["page"] for one in server.ask("GET", f"/characters/{character}/pages")["items"]]


def _follows(page, server, character: str, numbers: list):
    """The strip shows the pages in their order, and so does the server."""
    shown = "[...document.querySelectorAll('.strip-pages button')].map((one) => [Number(one.dataset.page), one.querySelector('span').textContent])"
    wanted = [[number, str(i + 1)] for i, number in enumerate(numbers)]
    b.until(page, lambda: page.evaluate(shown) == wanted, lambda: f"shown: {page.evaluate(shown)}, wanted: {wanted}")
    b.until(page, lambda: _numbers(server, character) == numbers, lambda: str(_numbers(server, character)))


def _sides(document: bytes) -> list:
    """Whether each page of a PDF is wide or tall, as mutool draws it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "document.pdf"
        file.write_bytes(document)
        subprocess.run(["mutool", "draw", "-q", "-r", "20", "-c", "rgb", "-o", f"{folder}/%d.png", file], check=True, capture_output=True)
        sizes = [Image.open(one).size for one in sorted(Path(folder).glob("*.png"), key=lambda one: int(one.stem))]
    return ["wide" if width > height else "tall" for width, height in sizes]


def _change(page, name: str):
    page.get_by_test_id("page-menu").click()
    page.get_by_test_id(f"page-{name}").click()


def _undone(page, server, character: str, numbers: list):
    saved(page)
    expect(page.get_by_test_id("undo")).to_be_enabled()
    page.get_by_test_id("undo").click()
    _follows(page, server, character, numbers)


def somebody_changes_the_pages_and_undo_brings_everything_back(chromium, server):
    character = server.character("Pages")
    page = open_at(owner(chromium, server), server, f"c/{character}/1")
    watching = open_at(again(chromium, server), server, f"c/{character}/1")
    written(page, 1, 0)
    written(watching, 1, 0)
    Pen(page).draw(wave(0.2, 0.7, 0.3))
    written(page, 1, 1)
    page.get_by_test_id("page-menu").click()
    page.get_by_test_id("page-paper").select_option("lined")
    b.shoot(page, "page-menu")
    page.get_by_test_id("page-after").click()
    _follows(page, server, character, [1, 3, 2])
    _follows(watching, server, character, [1, 3, 2])
    written(page, 3, 0)
    expect(page.locator(".where")).to_have_text("Page 2 of 3")
    Pen(page, 3).draw(wave(0.2, 0.7, 0.4))
    written(page, 3, 1)
    written(watching, 3, 1)
    b.shoot(page, "page-of-paper")
    _change(page, "duplicate")
    _follows(page, server, character, [1, 3, 4, 2])
    written(page, 4, 1)
    _change(page, "up")
    _follows(page, server, character, [1, 4, 3, 2])
    _change(page, "right")
    box = {}
    b.until(page, lambda: box.update(b.box(sheet(page, 4))) or box.get("width", 0) > box.get("height", 1), lambda: str(box))
    b.shoot(page, "page-rotated")
    written(page, 4, 1)
    assert _sides(server.export(character)) == ["tall", "wide", "tall", "tall"], "the export follows"
    page.keyboard.press("j")
    page.get_by_test_id("page-remove").click()
    _follows(page, server, character, [1, 3, 2])
    _follows(watching, server, character, [1, 3, 2])
    _undone(page, server, character, [1, 4, 3, 2])
    written(watching, 4, 1)
    _undone(page, server, character, [1, 4, 3, 2])
    _undone(page, server, character, [1, 3, 4, 2])
    _undone(page, server, character, [1, 3, 2])
    _undone(page, server, character, [1, 3, 2])
    written(page, 3, 0)
    _undone(page, server, character, [1, 2])
    page.get_by_test_id("redo").click()
    _follows(page, server, character, [1, 3, 2])
    _undone(page, server, character, [1, 2])
    _follows(watching, server, character, [1, 2])
    written(page, 1, 1)
    assert page.complaints + watching.complaints == [], page.complaints + watching.complaints


def a_player_changes_pages_on_a_phone_with_fingers_and_a_viewer_cannot(chromium, server):
    character = server.character("Fingers")
    link = {}
    for name, role in (("Pia", "player"), ("Vio", "viewer")):
        told = subprocess.run(
            [programs() / "limn", "access", "add", name, "--role", role, "--character", character, "--library", server.library],
            check=True, capture_output=True, text=True).stdout
        link[role] = f"{server.address}sign-in?code={told.split('code=')[1].split()[0]}"
    owner(chromium, server).close()
    phone = chromium.new_context(locale="en-GB", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = phone.new_page()
    sign_in(page, link["player"])
    written(page, 1, 0)
    page.get_by_test_id("view-more").tap()
    page.get_by_test_id("more-page-menu").tap()
    b.shoot(page, "page-menu-phone")
    page.get_by_test_id("page-down").tap()
    b.until(page, lambda: _numbers(server, character) == [2, 1], lambda: str(_numbers(server, character)))
    expect(page.locator(".where")).to_have_text("Page 2 of 2")
    page.get_by_test_id("undo").tap()
    b.until(page, lambda: _numbers(server, character) == [1, 2], lambda: str(_numbers(server, character)))
    looking = chromium.new_context(locale="en-GB", viewport={"width": 1280, "height": 860}).new_page()
    sign_in(looking, link["viewer"])
    written(looking, 1, 0)
    expect(looking.locator(".strip-pages button")).to_have_count(2)
    expect(looking.get_by_test_id("page-menu")).to_be_hidden()
    looking.keyboard.press("j")
    expect(looking.locator("dialog[open]")).to_have_count(0)
