# SPDX-License-Identifier: GPL-3.0-or-later
"""How far small pictures of pages are from the truth, engine by engine.

The truth of a picture is what an infinitely fine screen would show: the page at 8 times the size by mutool and by
pdfium, averaged down, and the mean of both. The error of a picture is the mean of the absolute differences of its grey
levels, 0…255. A page that these two or poppler draw differently even so has no truth and is left out: what is measured
is what becomes of a page when it is small.
"""
import array
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium
from PIL import Image, ImageChops, ImageStat

FINER = 8
# The levels by which engines may differ where there is a truth.
AGREEMENT = 2.0
SECONDS = 60
Image.MAX_IMAGE_PIXELS = None
FILTERS = {"box": Image.BOX, "hamming": Image.HAMMING, "bicubic": Image.BICUBIC, "lanczos": Image.LANCZOS}
LIGHT = [(level / 255) ** 2.2 for level in range(256)]


def error(picture: Image.Image, truth: Image.Image) -> float:
    """The mean difference of grey levels."""
    return ImageStat.Stat(ImageChops.difference(picture, truth)).mean[0]


def run(command: list) -> None:
    subprocess.run(command, check=True, timeout=SECONDS, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def grey(path: str, size: tuple = None) -> Image.Image:
    with Image.open(path) as picture:
        opened = picture.convert("L")
    if size and opened.size != size:
        raise ValueError(f"{path} has {opened.size} pixels instead of {size}")
    return opened


def mutool(file: Path, size: tuple, folder: str) -> Image.Image:
    """The first page by mutool, stretched to a size."""
    out = f"{folder}/mutool.png"
    width, height = size
    run(["mutool", "draw", "-q", "-c", "gray", "-f", "-w", str(width), "-h", str(height), "-o", out, str(file), "1"])
    return grey(out, size)


def poppler(file: Path, size: tuple, folder: str) -> Image.Image:
    """The first page by pdftocairo, stretched to a size."""
    width, height = size
    run(["pdftocairo", "-png", "-singlefile", "-cropbox", "-scale-to-x", str(width), "-scale-to-y", str(height),
         "-f", "1", "-l", "1", str(file), f"{folder}/poppler"])
    return grey(f"{folder}/poppler.png", size)


def in_pdfium(file: Path, size: tuple, folder: str) -> Image.Image:
    """The first page by pdfium with annotations and form fields, stretched to a size, and written as a PNG."""
    document = pypdfium2.PdfDocument(str(file))
    try:
        if document.get_formtype() in (pdfium.FORMTYPE_ACRO_FORM,):
            document.init_forms()
        page = document[0]
        bitmap = pypdfium2.PdfBitmap.new_native(*size, pdfium.FPDFBitmap_BGRx)
        bitmap.fill_rect((255, 255, 255, 255), 0, 0, *size)
        place = (bitmap, page, 0, 0, *size, 0, pdfium.FPDF_ANNOT)
        pdfium.FPDF_RenderPageBitmap(*place)
        if document.formenv:
            pdfium.FPDF_FFLDraw(document.formenv, *place)
        picture = bitmap.to_pil().convert("L")
        picture.save(f"{folder}/pdfium.png")
        page.close()
        return picture
    finally:
        document.close()


def page_size(file: Path) -> tuple:
    """The size of the first page in points, as displayed."""
    document = pypdfium2.PdfDocument(str(file))
    try:
        return document[0].get_size()
    finally:
        document.close()


def scaled(points: tuple, longer: int) -> tuple:
    """The pixels of a picture whose longer side is given, rounded as Limn does."""
    scale = longer / max(points)
    return tuple(max(1, int(side * scale + 0.5)) for side in points)


def truth(file: Path, size: tuple, folder: str):
    """The truth of a page; None where the engines do not agree, or there is nothing on the page."""
    fine = tuple(side * FINER for side in size)
    views = [draw(file, fine, folder).reduce(FINER) for draw in (mutool, in_pdfium)]
    if error(*views) > AGREEMENT:
        return None
    mean = Image.blend(*views, 0.5)
    if error(poppler(file, fine, folder).reduce(FINER), mean) > AGREEMENT:
        return None
    return mean if ImageStat.Stat(mean).stddev[0] >= 1 else None


def in_light(picture: Image.Image, size: tuple) -> Image.Image:
    """A picture averaged down as amounts of light."""
    light = array.array("f", [LIGHT[level] for level in picture.tobytes()])
    small = array.array("f")
    small.frombytes(Image.frombytes("F", picture.size, light.tobytes()).resize(size, Image.BOX).tobytes())
    return Image.frombytes("L", size, bytes(round(255 * min(1, max(0, level)) ** (1 / 2.2)) for level in small))


@dataclass
class Tally:
    """Errors and times of one way to make pictures."""
    errors: list = field(default_factory=list)
    seconds: list = field(default_factory=list)

    def add(self, picture: Image.Image, truth: Image.Image, seconds: float) -> None:
        self.errors.append(error(picture, truth))
        self.seconds.append(seconds)

    def mean(self) -> float:
        return sum(self.errors) / len(self.errors)

    def worst(self) -> float:
        return max(self.errors)

    def milliseconds(self) -> float:
        return 1000 * sum(self.seconds) / len(self.seconds)


def timed(draw, *arguments) -> tuple:
    start = time.monotonic()
    picture = draw(*arguments)
    return picture, time.monotonic() - start
