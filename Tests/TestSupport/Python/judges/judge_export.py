# SPDX-License-Identifier: GPL-3.0-or-later
"""Says what an export harmed: ORIGINAL OUTPUT PAGES PASSWORD FILES.

PAGES names the pages that were drawn on, from 0, parted by commas, or is "-"; FILES is how many files were
embedded. Prints a list of sentences, empty when all
is well: what compare_objects finds, whether pdftotext finds another text, whether `qpdf --check` finds the export worse.
"""
import json
import re
import signal
import subprocess
import sys

import pikepdf

import compare_objects


# So many objects of a file are compared one by one.
OBJECT_LIMIT = 20000
OBJECT = re.compile(rb"(?<![^\r\n])(\d{1,8}) (\d{1,5}) obj\b")


def text(file, password):
    # Some files keep pdftotext busy for ever. Its own time counts, which a busy machine does not change.
    command = ["prlimit", "--cpu=60", "pdftotext", "-upw", password, file, "-"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=1800)
    return None if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL) else done.stdout


def check(file, password):
    command = ["qpdf", f"--password={password}", "--check", file]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=240)
    return {0: "clean", 3: "warnings"}.get(done.returncode, "errors")


def whole(item, size):
    """An object as text. When pikepdf opens a file, it gives pages what they inherit, partly as new objects, and splits
    pages that are listed twice; new objects have numbers from the file's /Size on."""
    text = item.unparse(resolved=True)
    kind = item.get("/Type") if isinstance(item, pikepdf.Dictionary) else None
    if kind == pikepdf.Name.Page:
        for key in ["/MediaBox", "/CropBox", "/Rotate", "/Resources"]:
            value = item.get(key)
            if isinstance(value, pikepdf.Object):
                text = text.replace(key.encode() + b" " + value.unparse(), b"") + value.unparse(resolved=True)
    elif kind == pikepdf.Name.Pages:
        text = re.sub(rb"\b(\d+) 0 R\b", lambda m: m[0] if int(m[1]) < size else b"new", text)
    return text


def is_there(item):
    return isinstance(item, pikepdf.Object) and item.unparse(resolved=True) != b"null"


def appended(original, output, listed=None, password=""):
    """What is wrong with an output that shall be its original with an update behind it.

    Only objects whose numbers are listed may have got another content; without a list, all that the update holds."""
    with open(original, "rb") as a, open(output, "rb") as b:
        before, after = a.read(), b.read()
    if not after.startswith(before):
        return ["the original is not at the beginning of the output"]
    update = after[len(before):]
    overridden = {(int(n), int(g)) for n, g in OBJECT.findall(update)}
    old, new = pikepdf.open(original, password=password), pikepdf.open(output, password=password)
    # A /Size may be too small.
    sizes = [
        max([int(pdf.trailer.Size)] + [int(n) + 1 for n, _ in OBJECT.findall(data)])
        for pdf, data in [(old, before), (new, after)]
    ]
    found = []
    # Listing pikepdf's objects would change them.
    written = {(int(n), int(g)) for n, g in OBJECT.findall(before)}
    numbers = {(n, 0) for n in range(1, min(OBJECT_LIMIT, sizes[0]))} | written
    for key in sorted(numbers - overridden):
        if key[0] >= OBJECT_LIMIT or key[1] > 65535:
            continue
        item = old.get_object(key)
        if not is_there(item):
            # Numbers that no object has are for the update to use.
            continue
        other = new.get_object(key)
        if key not in written and not is_there(other) and b"/ObjStm" not in before:
            # pikepdf has made it, with a number that was free.
            continue
        same = is_there(other) and whole(item, sizes[0]) == whole(other, sizes[1])
        if same and isinstance(item, pikepdf.Stream):
            same = item.read_raw_bytes() == other.read_raw_bytes()
        if not same:
            found.append(f"object {key} changed and is not in the update")
    if listed is not None:
        # From /Size on stand objects that pikepdf has made.
        old_numbers = {
            n for n, g in overridden if n < int(old.trailer.Size) and g <= 65535 and is_there(old.get_object((n, g)))}
        if not old_numbers <= set(listed) <= {n for n, _ in overridden}:
            found.append(f"the update holds {sorted(overridden)}, listed are {listed}")
    return found


def harm(original, output, pages, password="", files=0):
    found = compare_objects.differences(original, output, pages, password, files)
    wanted = text(original, password)
    if wanted is not None and wanted != text(output, password):
        found.append("pdftotext finds another text")
    before, after = check(original, password), check(output, password)
    verdicts = ["clean", "warnings", "errors"]
    if verdicts.index(after) > verdicts.index(before):
        found.append(f"qpdf --check says {after}, said {before} of the original")
    return found


if __name__ == "__main__":
    original, output, pages, password, files = sys.argv[1:]
    numbers = [] if pages == "-" else [int(n) for n in pages.split(",")]
    json.dump(harm(original, output, numbers, password, int(files)), sys.stdout)
