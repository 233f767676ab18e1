# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws pages by engines that Limn does not use for its own output, many pages a process."""
import os
import subprocess
import tempfile

from PIL import Image


def check(command, timeout=120):
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=timeout)
    if done.returncode != 0:
        raise RuntimeError(f"{command[0]} failed: {done.stderr.decode(errors='replace')[-500:]}")


def mupdf(file, pages, dpi, folder):
    numbers = sorted(set(pages))
    pattern = os.path.join(folder, "page%d.ppm")
    listed = ",".join(map(str, numbers))
    check(["mutool", "draw", "-q", "-F", "pnm", "-c", "rgb", "-r", str(dpi), "-o", pattern, file, listed])
    # mutool numbers its output by page.
    return {n: Image.open(pattern % n).convert("RGB") for n in numbers}


def pdfium(file, pages, dpi, folder):
    import pypdfium2

    document = pypdfium2.PdfDocument(file)
    try:
        document.init_forms()
    except Exception:
        pass
    return {n: document[n - 1].render(scale=dpi / 72).to_pil().convert("RGB") for n in set(pages)}


def splash(file, pages, dpi, folder):
    pictures = {}
    for n in set(pages):
        stem = os.path.join(folder, f"splash{n}")
        check(["pdftoppm", "-cropbox", "-singlefile", "-r", str(dpi), "-f", str(n), "-l", str(n), file, stem])
        pictures[n] = Image.open(stem + ".ppm").convert("RGB")
    return pictures


def png(file, pages, dpi, folder):
    return {n: Image.open(file).convert("RGB") for n in set(pages)}


ENGINES = {"mupdf": mupdf, "pdfium": pdfium, "splash": splash, "png": png}


def draw(engine, file, pages, dpi):
    """Pictures by page number; pages count from 1, dpi is pixels per 72 units (mupdf: per 72 points).

    A file that is a PNG or a PPM already stays what it is, whatever the engine.
    """
    if file.endswith((".png", ".ppm")):
        engine = "png"
    with tempfile.TemporaryDirectory() as folder:
        pictures = ENGINES[engine](file, pages, dpi, folder)
        for picture in pictures.values():
            picture.load()
        return pictures
