# SPDX-License-Identifier: GPL-3.0-or-later
"""Tells the layers of a PDF and what engines show of bars at known places, as JSON.

Usage: optional_content.py FILE.pdf | optional_content.py --make OUT.pdf
"""

import json
import subprocess
import sys
import tempfile

import pymupdf
import pypdfium2
from PIL import Image

PLACES = [(100, 20), (100, 40), (100, 60), (100, 120)]


def name(pixel):
    names = {(255, 0, 0): "red", (0, 255, 0): "green", (0, 0, 255): "blue", (255, 255, 255): "white"}
    return min(names.items(), key=lambda item: sum(abs(a - b) for a, b in zip(item[0], pixel)))[1]


def colors(image):
    image = image.convert("RGB")
    return [name(image.getpixel(place)) if place[1] < image.height else "white" for place in PLACES]


def shown(document):
    # What is set counts once the document is opened again.
    document = pymupdf.open(stream=document.tobytes())
    pixmap = document[0].get_pixmap()
    return colors(Image.frombytes("RGB", (pixmap.width, pixmap.height), pixmap.samples))


def tool(*arguments):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([part.replace("OUT", folder + "/out") for part in arguments], check=True, capture_output=True)
        found = subprocess.run(["sh", "-c", f"ls {folder}/*.png"], check=True, capture_output=True, text=True)
        with Image.open(found.stdout.split()[0]) as image:
            return colors(image)


def make(out):
    document = pymupdf.open()
    page = document.new_page(width=200, height=200)
    first = document.add_ocg("Old", on=True)
    second = document.add_ocg("Old hidden", on=False)
    page.insert_text((10, 190), "old", oc=first)
    page.insert_text((100, 190), "hidden", oc=second)
    document.set_layer(-1, locked=[second])
    document.save(out)


def states(document):
    # The catalog itself tells what is off and locked.
    import pikepdf

    with pikepdf.open(document) as pdf:
        if "/OCProperties" not in pdf.Root:
            return []
        properties = pdf.Root.OCProperties
        off = {group.objgen for group in properties.D.get("/OFF", [])}
        locked = {group.objgen for group in properties.D.get("/Locked", [])}
        order = {group.objgen for group in properties.D.get("/Order", []) if not isinstance(group, pikepdf.Array)}
        return [
            f"{group.Name} {'off' if group.objgen in off else 'on'}"
            + (" locked" if group.objgen in locked else "")
            + ("" if group.objgen in order else " unlisted")
            for group in properties.OCGs
        ]


if sys.argv[1] == "--make":
    make(sys.argv[2])
else:
    file = sys.argv[1]
    document = pymupdf.open(file)
    groups = {value["name"]: number for number, value in document.get_ocgs().items()}
    result = {"layers": states(file), "opened": shown(document)}
    if "Später" in groups:
        document.set_layer(-1, on=[groups["Später"]], off=[])
        result["hidden on"] = shown(document)
        document = pymupdf.open(file)
        document.set_layer(-1, off=[groups["Sketch"], groups["Später"]])
        result["sketch off"] = shown(document)
    result["poppler"] = tool("pdftoppm", "-png", "-r", "72", file, "OUT")
    result["mutool"] = tool("mutool", "draw", "-r", "72", "-o", "OUT.png", file, "1")
    page = pypdfium2.PdfDocument(file)[0]
    result["pdfium"] = colors(page.render(scale=1, may_draw_forms=False).to_pil())
    print(json.dumps(result))
