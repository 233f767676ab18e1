# SPDX-License-Identifier: GPL-3.0-or-later
"""Lays ink over real PDFs with the program `limn` and judges every export: LIMN ONE TWO FOLDER PASSWORDS.

ONE and TWO are ink files of one and two pages, PASSWORDS an object of passwords by file name. Prints a list with an
object for every PDF in FOLDER and below: "file" (relative to FOLDER), "features" (by pikepdf, nothing where it cannot
open the file), "pages" (drawn on, from 1), limn's "status", "save", "reason" and "messages", and "harm" (see judge_export.py). Files take
turns in getting their ink on the first page, on the last, and on the first two.

Every file is handled in a process of its own with a limit on its time: some of these files are made to hang programs.
"""
import json
import os
import signal
import subprocess
import sys
import tempfile

import pikepdf

import judge_export

WORKERS = os.cpu_count() or 2


def in_processes(function, items, seconds):
    """The results of a function over items, each from a child; None where a child died or took too long."""
    results, running = [None] * len(items), {}
    with tempfile.TemporaryDirectory() as folder:
        waiting = list(enumerate(items))[::-1]
        while waiting or running:
            while waiting and len(running) < WORKERS:
                index, item = waiting.pop()
                child = os.fork()
                if child == 0:
                    code = 1
                    try:
                        # The default action of the alarm ends the child even inside a library's endless loop.
                        signal.alarm(seconds)
                        result = function(item)
                        with open(os.path.join(folder, str(index)), "w") as file:
                            json.dump(result, file)
                        code = 0
                    except Exception as error:
                        print(f"{item}: {error!r}", file=sys.stderr)
                    finally:
                        os._exit(code)
                running[child] = index
            child, status = os.wait()
            index = running.pop(child)
            if status == 0:
                with open(os.path.join(folder, str(index))) as file:
                    results[index] = json.load(file)
    return results


def features_of_page(page):
    found, inherited, node, depth = set(), {}, page.obj, 0
    while isinstance(node, pikepdf.Dictionary) and depth < 50:
        for key in ["/Rotate", "/CropBox"]:
            if key in node:
                inherited.setdefault(key, node[key])
        node, depth = node.get("/Parent"), depth + 1
    if int(inherited.get("/Rotate", 0)) % 360 in (90, 180, 270):
        found.add("rotation")
    if "/CropBox" in inherited and [float(x) for x in inherited["/CropBox"]] != [float(x) for x in page.mediabox]:
        found.add("CropBox")
    notes = page.obj.get("/Annots")
    for note in notes if isinstance(notes, pikepdf.Array) else []:
        if isinstance(note, pikepdf.Dictionary) and note.get("/Subtype") == pikepdf.Name.Link:
            found.add("links")
    return found


def features_of(pdf, raw):
    found, form = set(), pdf.Root.get("/AcroForm")
    if isinstance(form, pikepdf.Dictionary) and len(form.get("/Fields", [])) > 0:
        found.add("form")
    if isinstance(pdf.Root.get("/Outlines"), pikepdf.Dictionary) and "/First" in pdf.Root.Outlines:
        found.add("outline")
    if b"/ObjStm" in raw:
        found.add("object streams")
    for page in list(pdf.pages)[:400]:
        found |= features_of_page(page)
    return sorted(found)


def survey(file, password):
    """The number of pages and the features; none where pikepdf cannot tell."""
    with open(file, "rb") as stream:
        raw = stream.read()
    try:
        pdf = pikepdf.open(file, password=password)
        return len(pdf.pages), features_of(pdf, raw)
    except Exception:
        return 0, []


def flatten(job):
    limn, one, two, index, file, password = job
    count, features = survey(file, password)
    page = 1 if index % 2 == 0 else max(count, 1)
    ink, choice, pages = one, ["--page", str(page)], [page]
    if index % 3 == 2 and count >= 2:
        ink, choice, pages = two, [], [1, 2]
    result = {"features": features, "pages": pages, "status": "", "save": "", "reason": "", "messages": [], "harm": []}
    with tempfile.TemporaryDirectory() as folder:
        output, secret = os.path.join(folder, "out.pdf"), os.path.join(folder, "password")
        command = [limn, "flatten", file, ink, "-o", output, "--json", "--timeout", "120", *choice]
        if password:
            with open(secret, "w") as stream:
                stream.write(password)
            command += ["--password-file", secret]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=300)
        try:
            said = json.loads(done.stdout)
        except ValueError:
            return result | {"status": f"exit {done.returncode}"}
        result.update(
            status=said["status"], save=said["save"] or "", reason=said["reason"] or "", messages=said["messages"])
        if said["status"] in ("ok", "warnings"):
            files = int(said["sourceInk"]["included"])
            result["harm"] = judge_export.harm(file, output, [page - 1 for page in pages], password, files)
            if said["save"] == "append":
                result["harm"] += judge_export.appended(file, output, said["overriddenObjects"], password)
    return result


def main():
    limn, one, two, root, passwords = sys.argv[1:]
    os.environ["SWIFT_BACKTRACE"] = "enable=no"
    passwords = json.loads(passwords)
    files = sorted(
        os.path.join(folder, name)
        for folder, _, names in os.walk(root, followlinks=True) for name in names if name.lower().endswith(".pdf"))
    jobs = [
        (limn, one, two, index, file, passwords.get(os.path.basename(file), "")) for index, file in enumerate(files)
    ]
    lost = {"features": [], "pages": [], "status": "lost", "save": "", "reason": "", "messages": []}
    lost |= {"harm": ["the judge died or took too long"]}
    results = in_processes(flatten, jobs, 900)
    json.dump(
        [{"file": os.path.relpath(file, root)} | (result or lost) for file, result in zip(files, results)], sys.stdout)


if __name__ == "__main__":
    main()
