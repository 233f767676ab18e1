# SPDX-License-Identifier: GPL-3.0-or-later
"""Exports one PDF in every mode and has other programs judge each export."""
import json
import os
import re
import subprocess
import tempfile
import time
from functools import lru_cache

import pikepdf

from exports import export_ink
import judge_export
from exports.export_pixels import Pages
from corpus.guarding import Lost, guarded

# judge_burnt takes these by name: the original's answers serve all modes.
judge_export.text = lru_cache(judge_export.text)
judge_export.check = lru_cache(judge_export.check)
import compare_objects  # noqa: E402
import judge_annotated  # noqa: E402
import judge_burnt  # noqa: E402

MODES = ("overlay", "annotate", "burn", "redraw", "raster")
# Longer documents are neither drawn anew nor made pictures here.
LONGEST_REDRAWN, RASTER_DPI = 40, 72
PATIENCE, SECONDS = 120, 120
SIZE = re.compile(r"size:\s+([\d.]+) x ([\d.]+) pts")
ORDER = ("clean", "warnings", "errors")


def page_sizes(file, first, last):
    """What poppler tells of a document: the number of pages, and the sizes of some; raises Lost with the reason."""
    command = ["pdfinfo", "-f", str(first), "-l", str(last), file]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=20)
    except subprocess.TimeoutExpired:
        raise Lost("takes too long")
    if b"Incorrect password" in done.stderr:
        raise Lost("locked")
    text = done.stdout.decode(errors="replace")
    count = re.search(r"^Pages:\s+(\d+)", text, re.MULTILINE)
    if done.returncode or not count:
        raise Lost("cannot open")
    if int(count[1]) == 0:
        raise Lost("no pages")
    return int(count[1]), [(float(w), float(h)) for w, h in SIZE.findall(text)]


def choose(file, digest):
    """The pages that get ink, with its scale there, and the number of pages."""
    count, sizes = page_sizes(file, 1, 2)
    turn = int(digest[:8], 16) % 3
    numbers = [1, 2] if turn == 2 and count > 1 else [count if turn == 1 else 1]
    if numbers[-1] > 2:
        _, sizes = page_sizes(file, count, count)
    elif numbers == [2]:
        sizes = sizes[1:]
    scales = [export_ink.scale_for(*size) for size in sizes]
    return dict(zip(numbers, scales + [1.0] * len(numbers))), count


def why_not(said):
    """The kind of reason for which nothing was written."""
    text = " ".join(said["messages"])
    if said["status"] == "locked":
        return "password"
    for kind, words in {"signed": "is signed", "no pages": "has no pages", "unverified": "is not published"}.items():
        if words in text:
            return kind
    return {"limit": "limit", "refused": "too large"}.get(said["status"], "other")


def annotated(original, output, pages, files):
    """As judge_annotated, where the source ink of signed documents hangs on an annotation instead of the catalog."""
    with pikepdf.open(output) as pdf:
        for page in pages:
            notes = compare_objects.leaves(pdf.Root)[page][0].get("/Annots", [])
            files -= any(isinstance(note, pikepdf.Dictionary) and "/AF" in note for note in list(notes)[-3:])
    return judge_annotated.differences(original, output, pages, max(files, 0))


class Run:
    def __init__(self, limn, file, digest):
        self.limn, self.file = limn, file
        self.inked, self.count = choose(file, digest)

    def prepare(self):
        """What all modes need to know of the original; called once something was written."""
        if hasattr(self, "pages"):
            return
        judge_export.text(self.file, "")
        judge_export.check(self.file, "")
        try:
            self.pages = Pages(self.file, self.inked, self.count)
        except Lost as error:
            self.pages, self.undrawn = None, str(error)

    def flatten(self, mode, folder):
        ink, output = os.path.join(folder, "ink.json"), os.path.join(folder, f"{mode}.pdf")
        with open(ink, "w") as stream:
            stream.write(export_ink.ink(list(self.inked.values())))
        page = ["--page", str(max(self.inked))] if len(self.inked) == 1 else []
        command = [self.limn, "flatten", self.file, ink, "-o", output, "--mode", mode, "--json", *page]
        if mode == "raster":
            command += ["--dpi", str(RASTER_DPI)]
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=PATIENCE)
            return json.loads(done.stdout), output
        except subprocess.TimeoutExpired:
            return {"status": "lost", "messages": [f"It takes longer than {PATIENCE} s."]}, output
        except ValueError:
            return {"status": "lost", "messages": [f"It ends with {done.returncode} and says nothing."]}, output

    def judged(self, mode):
        """What became of the document in a mode."""
        start = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            said, output = self.flatten(mode, folder)
            result = {
                "status": said["status"], "save": said.get("save") or "", "reason": said.get("reason") or "",
                "messages": said["messages"], "harm": [], "unjudged": [], "seconds": 0, "shown": None,
            }
            if said["status"] in ("ok", "warnings"):
                self.prepare()
                self.judge(mode, said, output, result)
            else:
                result["why"] = why_not(said)
        result["seconds"] = round(time.monotonic() - start, 2)
        return result

    def judge(self, mode, said, output, result):
        def ask(name, function, *arguments):
            try:
                result["harm"] += guarded(SECONDS, function, *arguments)
            except Lost as error:
                result["unjudged"].append(f"{name}: {error}")

        files = int(bool((said.get("sourceInk") or {}).get("included")))
        pages = [n - 1 for n in self.inked]
        if mode == "overlay":
            ask("objects", compare_objects.differences, self.file, output, pages, "", files)
        if mode == "annotate":
            count = len(export_ink.STROKES)
            ask("objects", annotated, self.file, output, {n: count for n in pages}, files)
        if said["save"] == "append":
            ask("prefix", judge_export.appended, self.file, output, said["overriddenObjects"])
        if mode == "burn":
            report = said.get("burnt") or {}
            complete = not (report.get("leftOut") or report.get("doubtful"))
            ask("burning", judge_burnt.harm, self.file, output, "", complete)
        if mode in ("overlay", "annotate"):
            before = judge_export.text(self.file, "")
            if before is None:
                result["unjudged"].append("text: pdftotext takes too long")
            elif before != judge_export.text(output, ""):
                result["harm"].append("pdftotext finds another text")
            self.judge_pixels(output, result)
        after = judge_export.check(output, "")
        # What is made anew has nothing of the original to blame.
        before = judge_export.check(self.file, "") if mode in ("overlay", "annotate", "burn") else "clean"
        if ORDER.index(after) > ORDER.index(before) and mode != "burn":
            result["harm"].append(f"qpdf --check says {after}, said {before} of the original")
        try:
            count, _ = page_sizes(output, 1, 1)
            if count != self.count:
                result["harm"].append(f"{self.count} pages became {count}")
        except Lost as error:
            result["harm"].append(f"poppler does not open the export: {error}")

    def judge_pixels(self, output, result):
        if self.pages is None:
            result["unjudged"].append(f"pixels: {self.undrawn}")
            return
        wrong, result["shown"] = self.pages.judge(output)
        result["harm"] += wrong
        result["compared"] = [len(self.pages.numbers), len(self.inked)]


def run(limn, file, digest, modes=MODES):
    """What became of a file in every mode; a word instead where poppler cannot open it."""
    record = {"file": file, "digest": digest, "modes": {}}
    try:
        work = Run(limn, file, digest)
    except Lost as error:
        # The program must say so too.
        record["unopened"] = str(error)
        with tempfile.TemporaryDirectory() as folder:
            blind = object.__new__(Run)
            blind.limn, blind.file, blind.inked, blind.count = limn, file, {1: 1.0}, 1
            said, _ = blind.flatten("overlay", folder)
            record["said"] = [said["status"], *said["messages"]]
        return record
    record |= {"pages": work.count, "inked": sorted(work.inked)}
    for mode in modes:
        if mode in ("redraw", "raster") and work.count > LONGEST_REDRAWN:
            continue
        record["modes"][mode] = work.judged(mode)
    return record
