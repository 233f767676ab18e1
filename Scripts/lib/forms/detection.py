# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how well `limn form detect` finds the fields of forms whose fields were taken away: LIMN. Run it in the project."""
import argparse
import collections
import json
import os
import random
import subprocess
import tempfile
import time
from multiprocessing import Pool
from pathlib import Path

import numpy as np
import pikepdf
import pymupdf
import pypdfium2 as pdfium

from corpus.files import distinct

SCALE, PAGES, SECONDS = 2, 12, 120
KINDS = {1: "push", 2: "check", 3: "combo", 4: "list", 5: "radio", 6: "signature", 7: "text"}


def is_printed(picture: np.ndarray, rect: list) -> bool:
    """Whether a page without fields shows where one is: a line below it as long as it, a frame, a ring, or a tint."""
    height, width = picture.shape
    x0, y0, x1, y1 = (value * SCALE for value in rect)
    w, h = x1 - x0, y1 - y0
    if min(w, h) < 4 or x0 < 0 or y0 < 0 or x1 > width or y1 > height:
        return False
    dark = picture < 200
    margin = 4 * SCALE
    near = max(12 * SCALE, 0.15 * w)

    def level(y: float, reach: float) -> list:
        """Where the lines begin and end that go through the middle of a side."""
        found = []
        middle = int(min(max((x0 + x1) / 2, 0), width - 1))
        for row in range(int(max(0, y - reach)), int(min(height - 1, y + reach)) + 1):
            line = dark[row]
            if line[int(max(0, x0 + w * 0.1)):int(x1 - w * 0.1)].mean() > 0.9 and line[middle]:
                light = np.flatnonzero(~line)
                before, after = light[light < middle], light[light > middle]
                found.append((before[-1] if before.size else 0, after[0] if after.size else width))
        return found

    def upright(x: float) -> bool:
        reach = max(margin, w * 0.12) if w < 40 * SCALE else margin
        columns = dark[int(max(0, y0 + h * 0.1)):int(y1 - h * 0.1), int(max(0, x - reach)):int(min(width - 1, x + reach)) + 1]
        return columns.size > 0 and bool((columns.mean(axis=0) > 0.75).any())

    left, right = upright(x0), upright(x1)
    if left and right:
        return True
    for start, end in level(y1, max(margin, h * 0.25)):
        if (left or abs(start - x0) <= near) and (right or abs(end - x1) <= near):
            return True
    around = picture[int(max(0, y0 - margin)):int(y1 + margin), int(max(0, x0 - margin)):int(x1 + margin)]
    if max(w, h) < 30 * SCALE and around.size and (around < 160).mean() > 0.06:
        return True
    inside = picture[int(max(0, y0)):int(y1), int(max(0, x0)):int(x1)]
    outer = 6 * SCALE
    sides = [
        picture[max(0, int(y0) - outer), int(max(0, x0)):int(x1)],
        picture[min(height - 1, int(y1) + outer), int(max(0, x0)):int(x1)],
        picture[int(max(0, y0)):int(y1), max(0, int(x0) - outer)], picture[int(max(0, y0)):int(y1), min(width - 1, int(x1) + outer)],
    ]
    if not inside.size or not all(side.size for side in sides):
        return False
    tint = float(np.median(inside))
    return all(abs(float(np.median(side)) - tint) > 8 for side in sides)


def strip(path: str, out: str) -> None:
    """Writes a form without its fields."""
    with pikepdf.open(path) as pdf:
        if "/AcroForm" in pdf.Root:
            del pdf.Root.AcroForm
        for page in pdf.pages:
            if "/Annots" in page.obj:
                kept = [one for one in page.obj.Annots if str(one.get("/Subtype", "")) != "/Widget"]
                page.obj.Annots = pikepdf.Array(kept)
        pdf.save(out)


def truth(path: str, bare: str) -> dict:
    """The fields of a form by page, as PyMuPDF reads them, with what the page prints."""
    found = {}
    with pymupdf.open(path) as document:
        pages = pdfium.PdfDocument(bare)
        for number, page in enumerate(document, 1):
            if number > PAGES or max(page.rect.width, page.rect.height) > 3000:
                continue
            fields = []
            for widget in page.widgets() or []:
                rect = widget.rect * page.rotation_matrix
                rect = [rect.x0, rect.y0, rect.x1, rect.y1]
                if min(rect[2] - rect[0], rect[3] - rect[1]) >= 3 and widget.field_type in KINDS:
                    fields.append({"rect": rect, "type": KINDS[widget.field_type], "name": widget.field_name})
            if not fields:
                continue
            picture = np.asarray(pages[number - 1].render(scale=SCALE, may_draw_forms=False).to_pil().convert("L"))
            for field in fields:
                field["printed"] = is_printed(picture, field["rect"])
            found[number] = {"width": page.rect.width, "height": page.rect.height, "fields": fields}
    return found


def rotation(page: pikepdf.Object) -> int:
    """The rotation of a page, which it may inherit."""
    for _ in range(50):
        if "/Rotate" in page:
            return int(page.Rotate)
        if "/Parent" not in page:
            break
        page = page.Parent
    return 0


def varied(bare: str, out: str, variant: str, pages: dict) -> None:
    """Writes a variant of a document, and changes the places of its truth in the same way."""
    def move(change) -> None:
        for page in pages.values():
            for field in page["fields"]:
                a, b, c, d = field["rect"]
                (x0, y0), (x1, y1) = change(page, a, b), change(page, c, d)
                field["rect"] = [min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)]

    with pikepdf.open(bare) as pdf:
        for page in pdf.pages:
            turn = rotation(page.obj)
            box = [float(value) for value in page.mediabox]
            if variant in ("90", "180", "270"):
                page.obj.Rotate = (turn + int(variant)) % 360
            elif variant == "unit":
                page.obj.UserUnit = 2
            elif variant in ("half", "double"):
                factor = 0.5 if variant == "half" else 2
                page.contents_add(f"q {factor} 0 0 {factor} 0 0 cm".encode(), prepend=True)
                page.contents_add(b"Q")
                for key in ("/MediaBox", "/CropBox"):
                    if key in page.obj or key == "/MediaBox":
                        old = page.obj[key] if key in page.obj else box
                        page.obj[key] = [float(value) * factor for value in old]
            elif variant == "crop":
                inner = [float(value) for value in page.cropbox]
                page.obj.CropBox = [inner[0] + 9, inner[1] + 9, inner[2] - 9, inner[3] - 9]
        pdf.save(out)
    if variant == "90":
        move(lambda page, x, y: (page["height"] - y, x))
    elif variant == "180":
        move(lambda page, x, y: (page["width"] - x, page["height"] - y))
    elif variant == "270":
        move(lambda page, x, y: (y, page["width"] - x))
    elif variant in ("unit", "double", "half"):
        factor = 0.5 if variant == "half" else 2
        move(lambda page, x, y: (x * factor, y * factor))
    elif variant == "crop":
        move(lambda page, x, y: (x - 9, y - 9))


def scanned(bare: str, out: str, pages: dict, seed: int) -> None:
    """Writes pictures of the pages at 200 dpi, turned by up to a degree, as a document."""
    chance = random.Random(seed)
    source, made = pymupdf.open(bare), pymupdf.open()
    for number, page in enumerate(source, 1):
        angle = chance.uniform(-1, 1)
        picture = page.get_pixmap(dpi=200, colorspace=pymupdf.csGRAY, annots=False).pil_image()
        picture = picture.rotate(angle, expand=False, fillcolor=255)
        with tempfile.NamedTemporaryFile(suffix=".jpg") as file:
            picture.save(file.name, quality=80)
            new = made.new_page(width=page.rect.width, height=page.rect.height)
            new.insert_image(new.rect, filename=file.name)
        if number in pages:
            turned = np.deg2rad(angle)
            for field in pages[number]["fields"]:
                a, b, c, d = field["rect"]
                x, y = (a + c) / 2 - page.rect.width / 2, (b + d) / 2 - page.rect.height / 2
                cx = x * np.cos(turned) + y * np.sin(turned) + page.rect.width / 2
                cy = -x * np.sin(turned) + y * np.cos(turned) + page.rect.height / 2
                field["rect"] = [cx - (c - a) / 2, cy - (d - b) / 2, cx + (c - a) / 2, cy + (d - b) / 2]
    made.save(out)


def overlap(a: list, b: list) -> float:
    """Intersection over union."""
    x, y = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    if x <= 0 or y <= 0:
        return 0
    return x * y / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - x * y)


def detected(limn: str, path: str) -> list:
    run = subprocess.run([limn, "form", "detect", path, "--json"], capture_output=True, text=True, timeout=SECONDS)
    answer = json.loads(run.stdout) if run.stdout.strip() else {}
    return [field for field in answer.get("fields") or [] if field["certainty"] >= 0.5]


def peer(path: str) -> list:
    """What acroforge finds, in page space. It gives a place to each field and no certainty that Limn could choose by."""
    import acroforge

    kinds = {"checkbox": "check", "comb": "text", "choice": "combo"}
    found = []
    try:
        manifest = acroforge.detect(Path(path).read_bytes())
    except Exception:  # noqa: BLE001 it refuses scans, and does not survive all documents
        return []
    with pymupdf.open(path) as document:
        for field in manifest.fields:
            page = document[field.page]
            rect = pymupdf.Rect(field.rect) * page.transformation_matrix * page.rotation_matrix
            kind = field.type.value
            found.append({"page": field.page + 1, "rect": [rect.x0, rect.y0, rect.x1, rect.y1], "type": kinds.get(kind, kind)})
    return found


def compare(pages: dict, fields: list) -> dict:
    counts = collections.Counter()
    types, wrong = collections.Counter(), {"missed": [], "invented": []}
    by_page = collections.defaultdict(list)
    for field in fields:
        by_page[field["page"]].append(field)
    for number, page in pages.items():
        here = by_page[number]
        used = set()
        for field in page["fields"]:
            best = max(range(len(here)), key=lambda index: overlap(here[index]["rect"], field["rect"]), default=None)
            hit = best is not None and overlap(here[best]["rect"], field["rect"]) >= 0.5
            counts["printed"] += field["printed"]
            if hit:
                used.add(best)
                counts["found"] += field["printed"]
                types[field["type"], here[best]["type"]] += 1
            elif field["printed"]:
                wrong["missed"].append((number, field))
        counts["right"] += len(used)
        counts["detected"] += len(here)
        wrong["invented"] += [(number, here[index]) for index in range(len(here)) if index not in used]
        counts["pages"] += 1
    return {"counts": counts, "types": types, "wrong": wrong}


def one(job: tuple) -> dict:
    limn, path, variant, seed = job
    with tempfile.TemporaryDirectory() as folder:
        bare, out = f"{folder}/bare.pdf", f"{folder}/varied.pdf"
        try:
            strip(path, bare)
            pages = truth(path, bare)
            if not pages:
                return {}
            key = layout(pages)
            if variant == "scan":
                scanned(bare, out, pages, seed)
            else:
                varied(bare, out, variant, pages)
        except (pikepdf.PdfError, pdfium.PdfiumError, RuntimeError, ValueError) as error:
            return {"unread": f"{path}: {error}"}
        start = time.monotonic()
        fields = detected(limn, out) if limn else peer(out)
        return {"file": path, "key": key, "seconds": time.monotonic() - start, "pages": pages, "fields": fields} | compare(pages, fields)


def filled(job: tuple) -> dict:
    """Makes a form of a flat sheet, fills its texts, and counts in three engines where ink is that was not there before."""
    limn, path, variant = job
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        stripped, bare, form, out, values = (f"{folder}/{name}" for name in ("stripped.pdf", "bare.pdf", "form.pdf", "out.pdf", "values.json"))
        try:
            strip(path, stripped)
            pages = truth(path, stripped)
            key = f"{variant} {layout(pages)}"
            varied(stripped, bare, variant, pages)
        except (pikepdf.PdfError, pdfium.PdfiumError, RuntimeError, ValueError):
            return {}
        if not pages:
            return {}
        run = subprocess.run([limn, "form", "detect", bare, "-o", form, "--json"], capture_output=True, text=True, timeout=SECONDS)
        answer = json.loads(run.stdout) if run.stdout.strip() else {}
        made = [one for one in answer.get("fields") or [] if one["made"] and one["page"] <= PAGES]
        fields = [one for one in made if one["type"] == "text"]
        if not fields:
            return {}
        # A word that each place has room for.
        words = {one["name"]: "1" * (one["cells"] or 1) if one["cells"] or one["rect"][2] - one["rect"][0] < 40 else "Maren" for one in fields}
        Path(values).write_text(json.dumps(words))
        run = subprocess.run([limn, "form", "fill", form, values, "-o", out, "--json"], capture_output=True, text=True, timeout=SECONDS)
        if run.returncode not in (0, 3):
            return {"failed": f"{path}: {run.stdout[-300:]}{run.stderr[-300:]}", "key": key}
        by_page, others = collections.defaultdict(list), collections.defaultdict(list)
        for one in made:
            # Some engines draw something where nobody has signed.
            (by_page if one["type"] == "text" else others)[one["page"]].append(one["rect"])
        for engine, draw in ENGINES.items():
            for page, rects in by_page.items():
                before, after = draw(bare, page), draw(out, page)
                if before is None or after is None or before.shape != after.shape:
                    counts[engine, "unread"] += len(rects)
                    continue
                new = np.abs(before.astype(int) - after) > 60
                # Not all engines know user units.
                wide = pages[page]["width" if variant == "upright" else "height"] if page in pages else after.shape[1] / SCALE
                scale = after.shape[1] / wide
                inside = np.zeros_like(new)
                for x0, y0, x1, y1 in rects + others[page]:
                    part = tuple(slice(max(0, int((low - 1) * scale)), int((high + 1) * scale) + 1) for low, high in ((y0, y1), (x0, x1)))
                    inside[part] = True
                    counts[engine, "shown"] += [x0, y0, x1, y1] in rects and bool(new[part].any())
                counts[engine, "fields"] += len(rects)
                counts[engine, "pages"] += 1
                counts[engine, "covering"] += bool((new & ~inside).any())
        return {"counts": counts, "key": key}


def poppler(path: str, page: int) -> np.ndarray | None:
    run = subprocess.run(["pdftoppm", "-gray", "-r", str(72 * SCALE), "-f", str(page), "-l", str(page), path], capture_output=True, timeout=SECONDS)
    return graymap(run.stdout)


def mupdf(path: str, page: int) -> np.ndarray | None:
    run = subprocess.run(["mutool", "draw", "-q", "-F", "pgm", "-r", str(72 * SCALE), "-o", "-", path, str(page)], capture_output=True, timeout=SECONDS)
    return graymap(run.stdout)


def graymap(data: bytes) -> np.ndarray | None:
    parts = data.split(maxsplit=4)
    if len(parts) < 4 or parts[0] != b"P5":
        return None
    width, height = int(parts[1]), int(parts[2])
    return np.frombuffer(data[-width * height:], np.uint8).reshape(height, width)


def pdfium_page(path: str, page: int) -> np.ndarray | None:
    document = pdfium.PdfDocument(path)
    document.init_forms()
    return np.asarray(document[page - 1].render(scale=SCALE).to_pil().convert("L"))


ENGINES = {"poppler": poppler, "pdfium": pdfium_page, "mupdf": mupdf}


def fill_all(limn: str, forms: list) -> list:
    """Fills the forms that differ, and tells what three engines show of it. Returns rows for the report."""
    counts, seen = collections.Counter(), set()
    with Pool(2) as pool:
        for result in pool.imap(filled, [(limn, file, variant) for variant in ("upright", "90") for file in forms]):
            if not result or result["key"] in seen:
                continue
            seen.add(result["key"])
            if "failed" in result:
                print("not filled:", result["failed"], flush=True)
                counts["failed"] += 1
                continue
            counts += result["counts"]
    rows = [[engine, *(counts[engine, what] for what in ("fields", "shown", "pages", "covering", "unread"))] for engine in ENGINES]
    for row in rows:
        print("{}: {} fields filled, {} show it; {} pages, {} with ink elsewhere; {} unread".format(*row), flush=True)
    print(f"{counts['failed']} forms could not be filled.")
    return rows


def sampled_names(results: list) -> list:
    """200 names of fields that were found, with what the form's author called them: the columns of the list of names."""
    chance, rows = random.Random(45), []
    for result in results:
        here = []
        with pymupdf.open(result["file"]) as document:
            for number in result["pages"]:
                page = document[number - 1]
                widgets = [(widget.rect * page.rotation_matrix, widget.field_label or widget.field_name or "") for widget in page.widgets() or []]
                for field in result["fields"]:
                    if field["page"] != number:
                        continue
                    known = [(overlap(field["rect"], list(rect)), words) for rect, words in widgets]
                    best, words = max(known, default=(0, ""))
                    if best >= 0.5:
                        name = f"{field['name']} = {field['choice']}" if field["choice"] else field["name"]
                        place = ",".join(str(round(edge)) for edge in field["rect"])
                        here.append((Path(result["file"]).name, str(number), place, field["type"], name, " ".join(words.split())[:80]))
        chance.shuffle(here)
        rows += here[:14]
    chance.shuffle(rows)
    return sorted(rows[:200])


def write_names(path: Path, rows: list) -> tuple:
    """Writes the list of names, and keeps what a person has said of names that are the same. Returns how many are accepted and judged."""
    known = {}
    if path.exists():
        for line in path.read_text().splitlines()[1:]:
            *row, verdict = line.split("\t")
            known[tuple(row)] = verdict
    lines = ["file\tpage\tplace\ttype\tname\tthe author's words\taccepted"]
    lines += ["\t".join((*row, known.get(row, ""))) for row in rows]
    path.write_text("\n".join(lines) + "\n")
    verdicts = [known.get(row, "") for row in rows]
    return verdicts.count("yes"), sum(verdict != "" for verdict in verdicts)


def layout(pages: dict) -> str:
    """The places of all fields: forms that differ in nothing that is seen have the same."""
    return json.dumps([[round(value) for value in field["rect"]] for page in pages.values() for field in page["fields"]])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("limn")
    parser.add_argument("--variants", nargs="*", default=["upright", "90", "180", "270", "crop", "unit", "half", "double", "scan"])
    parser.add_argument("--only", default="")
    parser.add_argument("--peer", action="store_true", help="also ask acroforge about the first two variants")
    parser.add_argument("--names", type=Path, help="write 200 names of the first variant, for a person to judge")
    parser.add_argument("--fill", action="store_true", help="also fill what was found, and look at it in three engines")
    parser.add_argument("--dump", type=Path, help="write what was found as JSON lines")
    parser.add_argument("--report", type=Path)
    options = parser.parse_args()
    files = [str(path) for path in distinct()]
    foreign = os.environ.get("LIMN_FOREIGN")
    if foreign:
        files += [str(path) for path in sorted(Path(foreign, "forms").glob("*.pdf"))]
    forms = []
    for file in files:
        if options.only not in file:
            continue
        try:
            with pikepdf.open(file) as pdf:
                if "/AcroForm" in pdf.Root:
                    forms.append(file)
        except Exception:  # noqa: BLE001 a file that cannot be read has no form
            continue
    names = None
    rows, dump = [], options.dump.open("w") if options.dump else None
    runs = [(options.limn, variant) for variant in options.variants]
    runs += [("", variant) for variant in options.variants[:2]] if options.peer else []
    for program, variant in runs:
        kept = []
        counts, types, seen, taken = collections.Counter(), collections.Counter(), set(), 0.0
        with Pool(2) as pool:
            for index, result in enumerate(pool.imap(one, [(program, file, variant, place) for place, file in enumerate(forms)])):
                if "unread" in result and program and variant == options.variants[0]:
                    print("left out:", result["unread"], flush=True)
                if not result.get("pages"):
                    continue
                # Forms that differ in nothing that is seen count once.
                if result["key"] in seen:
                    continue
                seen.add(result["key"])
                counts += result["counts"]
                types += result["types"]
                taken += result["seconds"]
                kept.append(result)
                if dump and program:
                    record = {key: result[key] for key in ("file", "pages", "fields")}
                    dump.write(json.dumps(record | {"variant": variant}) + "\n")
        if options.names and program and variant == options.variants[0]:
            names = write_names(options.names, sampled_names(kept))
        recall, precision = counts["found"] / max(1, counts["printed"]), counts["right"] / max(1, counts["detected"])
        same = sum(number for (true, kind), number in types.items() if true == kind or true in ("combo", "list") and kind == "text")
        checks = {pair: number for pair, number in types.items() if pair[0] in ("check", "radio")}
        ticked = sum(number for (_, kind), number in checks.items() if kind in ("check", "radio"))
        row = [f"{'Limn' if program else 'acroforge'}, {variant}", len(seen), counts["pages"], counts["printed"], recall, precision, same / max(1, sum(types.values())), ticked / max(1, sum(checks.values())), counts["pages"] / max(taken, 1e-9)]
        rows.append(row)
        print("{:18} {} forms, {} pages, {} printed fields: recall {:.3f}, precision {:.3f}, types {:.3f}, boxes to tick {:.3f}, {:.1f} pages/s".format(*row), flush=True)
    filled_rows = fill_all(options.limn, forms) if options.fill else []
    if options.report:
        lines = [
            "# Fields that are found on flat sheets", "",
            "Made by `Scripts/form-detection --report --peer`: the fields of every form of the corpora are taken away, and "
            "`limn form detect` looks for them. Forms whose fields lie at the same places count once. A field counts as found at an "
            "overlap of a half (intersection over union); of the fields that are not found, those count that the page prints: with a "
            "line below them as long as they are, a frame, a ring or a tint, by the pixels of pdfium. What is found and is no field of the "
            "form counts against precision, also where people do write, such as signature lines that are signed by hand.", "",
        ]
        lines += ["| pages | forms | pages | printed fields | recall | precision | types | boxes to tick |", "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"]
        lines += ["| {} | {} | {} | {} | {:.3f} | {:.3f} | {:.3f} | {:.3f} |".format(*row[:8]) for row in rows]
        if names:
            lines += ["", "[A list of {} names](DETECTION-NAMES.tsv), of which at most 14 are of one form: a person accepts {} of them.".format(names[1], names[0])]
        if filled_rows:
            lines += ["", "The fields that were found, upright and turned by 90°, are made and filled with a word, and the page is compared with the flat one in three engines: "
                      "ink elsewhere than in the filled fields, with a point around them, would cover what is printed.", "",
                      "| engine | fields filled | show it | pages | with ink elsewhere | unread |", "| --- | ---: | ---: | ---: | ---: | ---: |"]
            lines += ["| " + " | ".join(map(str, row)) + " |" for row in filled_rows]
        options.report.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
