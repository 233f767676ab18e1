# SPDX-License-Identifier: GPL-3.0-or-later
"""Says what an export with annotations harmed: JOBS.json, a list of {"original", "output", "pages", "isAppended",
"files", "password"}. Prints a list of sentences for each job, empty when all is well.

"pages" maps pages, from 0, to the number of annotations that were added; "files" is how many files were embedded. Pages
that were written on may differ in /Annots: the old items must be there, equal and in order, and new /Ink annotations
behind them. The catalog may differ in /Names and /AF, which must still have all old entries, and a structure tree may
have got elements of what is new (see structure_additions). Everything else must be equal (see compare_objects), the text
the same, and `qpdf --check` no worse.
"""
import json
import sys

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream

import compare_objects
import embedded_files
import judge_export
import structure_additions
from compare_objects import key_of, leaves


def check_annotation(annotation, page, path, wrong):
    def say(what):
        wrong.append(f"{path}: {what}")

    if annotation.get("/Subtype") != Name.Ink or annotation.get("/Type") != Name.Annot:
        return say("is no ink annotation")
    for key in ["/Rect", "/InkList", "/C", "/BS", "/NM", "/F", "/Contents", "/P", "/AP"]:
        if key not in annotation:
            return say(f"has no {key}")
    if annotation.F != 4 or key_of(annotation.P) != key_of(page):
        say("/F or /P is wrong")
    rect = [float(n) for n in annotation.Rect]
    form = annotation.AP.N
    if not isinstance(form, Stream) or "/Group" in form:
        return say("its appearance is no form, or a group")
    a, b, c, d, e, f = [float(n) for n in form.Matrix]
    x0, y0, x1, y1 = [float(n) for n in form.BBox]
    corners = [(a * x + c * y + e, b * x + d * y + f) for x in (x0, x1) for y in (y0, y1)]
    box = [min(x for x, _ in corners), min(y for _, y in corners), max(x for x, _ in corners), max(y for _, y in corners)]
    if max(abs(p - q) for p, q in zip(rect, box)) > 1e-6:
        say(f"its /Rect {rect} is not its appearance's {box}")
    for line in annotation.InkList:
        if len(line) < 4 or len(line) % 2:
            say("a line has no pairs of coordinates")
        for x, y in zip([float(n) for n in line[::2]], [float(n) for n in line[1::2]]):
            if not (rect[0] - 0.1 <= x <= rect[2] + 0.1 and rect[1] - 0.1 <= y <= rect[3] + 0.1):
                return say("a line leaves the /Rect")


def differences(original, output, pages, files, password="", overlaid=()):
    """What differs and must not; pages in `overlaid` got ink as content as well, and may differ in what that takes."""
    a, b = pikepdf.open(original, password=password), pikepdf.open(output, password=password)
    left, right = leaves(a.Root), leaves(b.Root)
    pairs = {(key_of(left[n][0]), key_of(right[n][0])) for n in pages if n < min(len(left), len(right))}
    keys = ["/Annots"] + (["/Contents", "/Resources"] if overlaid else [])
    comparison = compare_objects.Comparison(pairs, keys, ["/Names", "/AF"])
    wrong = comparison.differences
    if len(left) != len(right):
        return [f"{len(left)} pages became {len(right)}"]
    for n in overlaid:
        compare_objects.compare_touched(comparison, left[n][0], right[n][0], left[n][1], f"page {n}")
    for n, count in pages.items():
        # The order of tabs is that of the structure, as PDF/UA wants it where there are annotations.
        if "/StructTreeRoot" in a.Root and "/Tabs" not in left[n][0] and right[n][0].get("/Tabs") == Name.S:
            comparison.skip(left[n][0], right[n][0], {*keys, "/Tabs"})
        before, after = left[n][0].get("/Annots"), right[n][0].get("/Annots")
        old = list(before) if isinstance(before, Array) else []
        new = list(after) if isinstance(after, Array) else []
        if len(new) != len(old) + count:
            wrong.append(f"page {n}: {len(old)} annotations became {len(new)}")
            continue
        for index, (x, y) in enumerate(zip(old, new)):
            comparison.push(x, y, f"page {n} annotation {index}")
        for index, annotation in enumerate(new[len(old):]):
            check_annotation(annotation, right[n][0], f"page {n} new annotation {index}", wrong)
        names = [str(x.NM) for x in new if isinstance(x, Dictionary) and "/NM" in x]
        added = [str(x.NM) for x in new[len(old):]]
        if len(set(added)) != count or any(names.count(name) > 1 for name in added):
            wrong.append(f"page {n}: names are not unique")
    for n in set(range(len(left))) - set(pages):
        if (key_of(left[n][0]), key_of(right[n][0])) in pairs:
            wrong.append(f"page {n} shares its object with a page that was written on")
    embedded_files.compare(comparison, a.Root, b.Root, files)
    structure_additions.compare(comparison, a.Root, b.Root)
    if "/Info" in a.trailer and "/Info" in b.trailer:
        comparison.push(a.trailer.Info, b.trailer.Info, "/Info")
    comparison.push(a.trailer.Root, b.trailer.Root, "/Root")
    comparison.run()
    return wrong


def harm(job):
    original, output, password = job["original"], job["output"], job.get("password", "")
    pages = {int(n): count for n, count in job["pages"].items()}
    found = judge_export.appended(original, output) if job["isAppended"] else []
    found += differences(original, output, pages, job["files"], password)
    wanted = judge_export.text(original, password)
    if wanted is not None and wanted != judge_export.text(output, password):
        found.append("pdftotext finds another text")
    verdicts = ["clean", "warnings", "errors"]
    before, after = judge_export.check(original, password), judge_export.check(output, password)
    if verdicts.index(after) > verdicts.index(before):
        found.append(f"qpdf --check says {after}, said {before} of the original")
    return found


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        jobs = json.load(file)
    json.dump([harm(job) for job in jobs], sys.stdout)
