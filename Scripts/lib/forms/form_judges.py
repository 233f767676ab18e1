# SPDX-License-Identifier: GPL-3.0-or-later
"""What other programs say of filled forms: values, appearances and pictures."""
import subprocess

import pikepdf
import pymupdf
import pypdfium2
from PIL import Image, ImageChops

DPI = 96


def nodes(pdf):
    """All dictionaries of fields and widgets with their full names, found by the tree and by pages."""
    seen = set()

    def name(node):
        parts = []
        for _ in range(64):
            if "/T" in node:
                parts.append(str(node.T))
            if "/Parent" not in node:
                break
            node = node.Parent
        return ".".join(reversed([part for part in parts if part]))

    def walk(node, depth=0):
        if not isinstance(node, pikepdf.Dictionary) or depth > 64:
            return
        key = node.objgen if node.is_indirect else id(node)
        if key in seen:
            return
        seen.add(key)
        yield name(node), node
        for kid in node.get("/Kids", []):
            yield from walk(kid, depth + 1)

    form = pdf.Root.get("/AcroForm", {})
    for field in form.get("/Fields", []):
        yield from walk(field)
    for page in pdf.pages:
        for annotation in page.get("/Annots", []):
            if isinstance(annotation, pikepdf.Dictionary) and annotation.get("/Subtype") == "/Widget":
                yield from walk(annotation)


def inherited(node, key):
    for _ in range(64):
        if key in node:
            return node[key]
        if "/Parent" not in node:
            return None
        node = node.Parent
    return None


def texts(value) -> list:
    if value is None:
        return []
    if isinstance(value, pikepdf.Array):
        return [text(item) for item in value]
    return [text(value).removeprefix("/") if isinstance(value, pikepdf.Name) else text(value)]


def text(value) -> str:
    """A string of a document, which need not be text: a signature's is not."""
    try:
        return str(value)
    except UnicodeDecodeError:
        return bytes(value).decode("latin-1")


def values(path: str) -> tuple:
    """The values by full name, and the names of fields with a widget that has no appearance."""
    found, bare = {}, set()
    with pikepdf.open(path) as pdf:
        for name, node in nodes(pdf):
            found[name] = texts(inherited(node, "/V"))
            if "/Rect" in node and node.get("/Subtype") == "/Widget":
                normal = node.get("/AP", {}).get("/N")
                if normal is None:
                    bare.add(name)
    return found, bare


def looks(path: str) -> dict:
    """By full name: whether all widgets are hidden, and the states of buttons that have a picture of their own."""
    found = {}
    with pikepdf.open(path) as pdf:
        for name, node in nodes(pdf):
            look = found.setdefault(name, {"hidden": None, "drawn": set()})
            if "/Rect" not in node:
                continue
            # Hidden and NoView (ISO 32000-2, table 167).
            look["hidden"] = look["hidden"] is not False and bool(int(node.get("/F", 0)) & (2 | 32))
            states = node.get("/AP", {}).get("/N")
            if isinstance(states, pikepdf.Dictionary) and not isinstance(states, pikepdf.Stream):
                look["drawn"] |= {
                    key[1:] for key in states.keys()
                    if isinstance(states[key], pikepdf.Stream) and states[key].read_bytes().strip()}
    return found


def pdftk(path: str):
    """The values that pdftk tells by name; None where it cannot."""
    run = subprocess.run(
        ["pdftk", path, "dump_data_fields_utf8"], capture_output=True, text=True, errors="replace", timeout=120)
    if run.returncode:
        return None
    found, name, last = {}, None, None
    for line in run.stdout.splitlines():
        if line.startswith("FieldName: "):
            name = line[11:]
            found.setdefault(name, [])
            last = None
        elif line.startswith("FieldValue: ") and name is not None:
            found[name].append(line[12:])
            last = name
        elif line.startswith("Field") or line.startswith("---"):
            last = None
            if line.startswith("---"):
                name = None
        elif last is not None:
            found[last][-1] += "\n" + line
    return found


def poppler(path: str, page: int, folder: str):
    out = f"{folder}/poppler"
    subprocess.run(
        ["pdftoppm", "-r", str(DPI), "-cropbox", "-f", str(page), "-l", str(page), "-singlefile", path, out],
        capture_output=True, timeout=120, check=True)
    return Image.open(out + ".ppm").convert("RGB")


def mutool(path: str, page: int, folder: str):
    out = f"{folder}/mutool.png"
    subprocess.run(
        ["mutool", "draw", "-q", "-r", str(DPI), "-o", out, path, str(page)], capture_output=True, timeout=120,
        check=True)
    return Image.open(out).convert("RGB")


def pdfium(path: str, page: int, folder: str):
    document = pypdfium2.PdfDocument(path)
    try:
        document.init_forms()
        return document[page - 1].render(scale=DPI / 72, may_draw_forms=True).to_pil().convert("RGB")
    finally:
        document.close()


def pymupdf_picture(path: str, page: int, folder: str):
    with pymupdf.open(path) as document:
        picture = document[page - 1].get_pixmap(dpi=DPI, annots=True)
        return Image.frombytes("RGB", (picture.width, picture.height), picture.samples)


ENGINES = {"poppler": poppler, "pdfium": pdfium, "mutool": mutool, "PyMuPDF": pymupdf_picture}


def changed(before, after, rect, size) -> bool:
    """Whether pixels have changed within a rectangle of a page, in points from its top left."""
    scale = (before.width / size[0], before.height / size[1])
    box = (max(0, int(rect[0] * scale[0])), max(0, int(rect[1] * scale[1])),
           min(before.width, int(rect[2] * scale[0]) + 1), min(before.height, int(rect[3] * scale[1]) + 1))
    if box[0] >= box[2] or box[1] >= box[3]:
        return False
    difference = ImageChops.difference(before.crop(box), after.crop(box))
    return max(most for _, most in difference.getextrema()) > 5
