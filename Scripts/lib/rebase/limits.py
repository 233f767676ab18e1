# SPDX-License-Identifier: GPL-3.0-or-later
"""Time and memory with long documents, and pairs that are no editions of each other."""
import json
import os
import subprocess
import tempfile
import time
from pathlib import Path

import pymupdf

from . import ink, pairs


def run(command):
    """Seconds and the largest memory in MiB of one process, the command and the processes that it started."""
    with tempfile.TemporaryFile("w+") as output:
        start = time.monotonic()
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - start
        output.seek(0)
        return seconds, usage.ru_maxrss / 1024, os.waitstatus_to_exitcode(status), output.read()


def shortened(path, pages, folder):
    """The first pages of a document."""
    with pymupdf.open(path) as document:
        document.select(range(pages))
        target = os.path.join(folder, f"{pages}-{Path(path).parts[-6]}.pdf")
        document.save(target, garbage=3)
    return target


def long_documents(limn, folder):
    """Rows for a table: pages, seconds of both texts read by pdftotext, seconds of limn rebase, its memory."""
    old, new = [next((pairs.PACKAGES / f"octave-doc@{suite}").rglob("octave.pdf")) for suite in ("bookworm", "trixie")]
    rows = []
    for pages in (100, None):
        both = [shortened(path, pages, folder) if pages else str(path) for path in (old, new)]
        case = pairs.make(*both)
        before, after = os.path.join(folder, "book.xopp"), os.path.join(folder, "book-new.xopp")
        ink.write(before, case.sizes, case.strokes)
        reading, moving, memory = [], [], []
        for _ in range(3):
            reading.append(sum(run(["pdftotext", path, os.devnull])[0] for path in both))
            seconds, most, _, _ = run([limn, "rebase", *both, before, "-o", after, "--quiet"])
            moving.append(seconds)
            memory.append(most)
        rows.append((len(case.sizes), sorted(reading)[1], sorted(moving)[1], max(memory)))
    return rows


def scan(folder, name, text):
    """A page that holds a picture only."""
    with pymupdf.open() as source:
        source.new_page().insert_text((72, 100), text, fontsize=20)
        picture = source[0].get_pixmap(dpi=100).tobytes("png")
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_image(page.rect, stream=picture)
        document.save(os.path.join(folder, name))
    return os.path.join(folder, name)


def empty(folder, name):
    with pymupdf.open() as document:
        document.new_page()
        document.save(os.path.join(folder, name))
    return os.path.join(folder, name)


def nonsense(limn, folder):
    """Rows for a table: what the pair is, the relation that Limn tells, its exit code, and whether all is untouched."""
    form = str(pairs.FORMS / "ty2022" / "f1040.pdf")
    manual = str(next((pairs.PACKAGES / "r-doc-pdf@bookworm").rglob("R-data.pdf")))
    other = str(next((pairs.PACKAGES / "octave-doc@bookworm").rglob("liboctave.pdf")))
    tried = [
        ("a form and a manual", form, manual), ("a manual and a form", manual, form),
        ("manuals of two programs", manual, other),
        ("two forms of one office", form, str(pairs.FORMS / "ty2022" / "f8889.pdf")),
        ("two scans", scan(folder, "scan1.pdf", "One letter"), scan(folder, "scan2.pdf", "Quite another letter")),
        ("a form and a scan", form, scan(folder, "scan3.pdf", "A form on paper")),
        ("a form and an empty page", form, empty(folder, "empty.pdf")),
        ("two empty pages", empty(folder, "empty1.pdf"), empty(folder, "empty2.pdf")),
    ]
    rows = []
    for what, old, new in tried:
        before, after = os.path.join(folder, "n.xopp"), Path(folder, "n-new.xopp")
        with pymupdf.open(old) as document:
            sizes = [(page.rect.width, page.rect.height) for page in document]
        ink.write(before, sizes, [ink.Stroke(0, ink.zigzag(100, 100 + 40 * n), None) for n in range(5)])
        data = Path(before).read_bytes()
        after.unlink(missing_ok=True)
        _, _, code, output = run([limn, "rebase", old, new, before, "-o", str(after), "--json"])
        result = json.loads(output.splitlines()[0])
        untouched = not after.exists() and Path(before).read_bytes() == data
        # Without the names of files, which are of this machine.
        messages = [message.split(": ", 1)[-1] for message in result["messages"][:1]]
        rows.append((what, result["relation"], code, untouched, messages))
    return rows
