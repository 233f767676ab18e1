# SPDX-License-Identifier: GPL-3.0-or-later
"""How far the ink on the screen is from the ink of the exported PDF, as mutool draws it. Ink is what differs from the
same page without it: on the screen with its layers hidden, in the file from the template."""
import functools
import io
import subprocess
import tempfile
from pathlib import Path

from PIL import Image, ImageChops, ImageFilter

import browser as b

#: A pixel that differs by this much, of 255, is surely ink; from the second on it may be.
SURE, MAYBE = 100, 20
#: What lies over the page's picture.
LAYERS = "canvas.dry, .fine-ink, .wet, .objects, .overlay"


def difference(one: Image.Image, other: Image.Image) -> Image.Image:
    """The largest difference of the channels."""
    red, green, blue = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue)


@functools.lru_cache(maxsize=6)
def drawn(document: bytes, page: int, size: tuple[int, int]) -> Image.Image:
    """A page as mutool draws it, in a number of pixels."""
    with tempfile.TemporaryDirectory() as folder:
        file, picture = Path(folder) / "document.pdf", Path(folder) / "page.png"
        file.write_bytes(document)
        told = subprocess.run(["mutool", "draw", "-q", "-w", str(size[0]), "-h", str(size[1]), "-f", "-c", "rgb", "-o", picture, file, str(page)],
                              capture_output=True, text=True)
        if told.returncode != 0 or not picture.exists():
            raise AssertionError(f"mutool does not draw the export: {told.stderr}")
        image = Image.open(picture).convert("RGB")
        image.load()
    assert image.size == size, (image.size, size)
    return image


def seen(page, number: int) -> tuple[Image.Image, Image.Image]:
    """A page of the studio with and without ink, in device pixels."""
    sheet = page.locator(f'[data-testid=page][data-page="{number}"]')
    # A page that has just been opened may still find its place.
    for _ in range(5):
        box = b.box(sheet)
        pictures = _seen_at(page, box)
        if b.box(sheet) == box:
            return pictures
        page.wait_for_timeout(300)
    raise AssertionError(f"page {number} does not stand still")


def _seen_at(page, box) -> tuple[Image.Image, Image.Image]:
    page.evaluate("document.querySelectorAll('.notice').forEach((notice) => notice.remove())")
    # The bars at the edges would hide ink; they are out of the way for the picture.
    hide = """([selector, number, shows]) => {
        for (const bar of document.querySelectorAll('[role=toolbar], .strip, header')) bar.style.visibility = shows ? '' : 'hidden';
        for (const layer of document.querySelectorAll(selector)) layer.style.visibility = number < 0 || shows ? '' : 'hidden';
    }"""
    page.evaluate(hide, ["nothing", 0, False])
    with_ink = page.screenshot(clip=box, animations="disabled")
    page.evaluate(hide, [LAYERS, 0, False])
    without = page.screenshot(clip=box, animations="disabled")
    page.evaluate(hide, [LAYERS, 0, True])
    return Image.open(io.BytesIO(with_ink)), Image.open(io.BytesIO(without))


def distance(ink: Image.Image, other: Image.Image, limit: int = 12) -> int:
    """How many pixels, along an axis or a diagonal, a sure pixel of the one is at most from a possible pixel of the other."""
    left = ink.point(lambda value: 255 if value >= SURE else 0)
    near = other.point(lambda value: 255 if value >= MAYBE else 0)
    for steps in range(limit + 1):
        if ImageChops.subtract(left, near).getbbox() is None:
            return steps
        near = near.filter(ImageFilter.MaxFilter(3))
    return limit + 1


def assert_alike(page, number: int, export: bytes, template: bytes, pixels: int = 1, name: str = "page"):
    """Ink on the screen lies where the export has it, and the other way round."""
    with_ink, without = seen(page, number)
    screen = difference(with_ink, without)
    file = difference(drawn(export, number, with_ink.size), drawn(template, number, with_ink.size))
    inked = sum(screen.histogram()[SURE:])
    assert inked > 50, f"{name}: there is no ink on the screen ({inked} pixels)"
    found = distance(screen, file), distance(file, screen)
    if max(found) > pixels:
        folder = Path(tempfile.mkdtemp(prefix="limn-compare-"))
        for label, image in {"screen": with_ink, "screen-ink": screen, "file-ink": file}.items():
            image.save(folder / f"{label}.png")
        raise AssertionError(f"{name}: ink is {found[0]} px from the export's, which is {found[1]} px from it; pictures in {folder}")
    return max(found)
