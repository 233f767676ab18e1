# SPDX-License-Identifier: GPL-3.0-or-later
"""Moves ink to new editions whose truth is known, and reports it beside the plain alternatives.

Made revisions of made sheets and of real documents; real documents in two editions; long documents; nonsense pairs.
"""
import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

import pymupdf

from . import limits, made, pairs, real
from .judge import judge

HEADER = ["| {} | strokes | right | wrong, called certain | wrong, called likely | lost or doubled | called certain "
          "| left alone | one affine transform a page |",
          "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"]


def table(first, rows):
    lines = [HEADER[0].format(first), HEADER[1]]
    for name, row in rows.items():
        if row["strokes"]:
            share = {key: f"{100 * row[key] / row['strokes']:.1f} %" for key in ("right", "certain", "left_alone", "affine")}
            lines.append(f"| {name} | {row['strokes']} | {share['right']} | {row['wrong_certain']} | {row['wrong_likely']} "
                         f"| {row['lost']} | {share['certain']} | {share['left_alone']} | {share['affine']} |")
    return lines + [""]


def with_sum(rows):
    return rows | {"**all**": sum(rows.values(), Counter())}


def made_revisions(limn, options, folder):
    rows = {}
    for number in range(options.count):
        kind = made.KINDS[number % len(made.KINDS)]
        case = made.make(kind, options.seed * 1000 + number, folder)
        rows.setdefault(kind, Counter()).update(judge(limn, case, folder, f"made {kind} {number}"))
    return with_sum(rows), [f"{options.count} revisions of made sheets."]


def real_revisions(limn, options, folder):
    rows, cases = {}, 0
    for number, document in enumerate(real.DOCUMENTS):
        for each, kind in enumerate(real.KINDS):
            case = real.make(document, kind, options.seed * 10000 + 100 * number + each, folder)
            if case and case.strokes:
                cases += 1
                rows.setdefault(kind, Counter()).update(judge(limn, case, folder, f"{Path(document).name} {kind}"))
    return with_sum(rows), [f"{cases} revisions of {len(real.DOCUMENTS)} real documents, their first pages."]


def real_pairs(limn, found, folder):
    rows = {}
    for name, old, new in found:
        case = pairs.make(old, new)
        if case.strokes and Path(old).read_bytes() != Path(new).read_bytes():
            rows[name] = judge(limn, case, folder, name)
            print(name, dict(rows[name]), file=sys.stderr, flush=True)
    return with_sum(rows)


def picture(limn, folder, path):
    """Draws the first page of a tax form of two years side by side, with moved ink in colours for certainty."""
    old, new = (pairs.FORMS / year / "f1040.pdf" for year in ("ty2021", "ty2022"))
    preview = Path(folder, "preview")
    judge(limn, pairs.make(old, new), folder, "picture", str(preview))
    images = [pymupdf.Pixmap(str(preview / f"{edition}-1.png")) for edition in ("old", "new")]
    width, height = images[0].width, images[0].height
    with pymupdf.open() as document:
        page = document.new_page(width=2 * width + 10, height=height)
        for number, image in enumerate(images):
            page.insert_image((number * (width + 10), 0, number * (width + 10) + width, height), pixmap=image)
        page.get_pixmap(clip=(0, 0, 2 * width + 10, 0.9 * height)).save(path)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("limn")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", choices=("made", "real", "forms", "documents", "long", "nonsense"))
    parser.add_argument("--report")
    options = parser.parse_args()
    parts = options.only or ("made", "real", "forms", "documents", "long", "nonsense")
    text, failures = [], []
    with tempfile.TemporaryDirectory() as folder:
        for part, make in (("made", made_revisions), ("real", real_revisions)):
            if part in parts:
                rows, intro = make(options.limn, options, folder)
                text += [f"## {'Made sheets' if part == 'made' else 'Real documents, revised'}", "", *intro, "",
                         *table("revision", rows)]
                check(part, rows["**all**"], 0.97, failures)
        for part, found, intro in (
                ("forms", pairs.forms, "Tax forms of three years (habutax of PyPI)."),
                ("documents", pairs.documents, "Manuals and cards of Debian 11, 12 and 13.")):
            if part in parts:
                rows = real_pairs(options.limn, found(), folder)
                text += [f"## {intro[:-1]}", "", "A stroke on each line of text that both editions hold once, "
                         f"at most {pairs.STROKES} a document.", "", *table("document", rows)]
                check(part, rows["**all**"], 0.95, failures)
                if part == "forms" and options.report:
                    text += ["The first page of 2021 and of 2022; green is certain, orange is likely:", "",
                             "![Form 1040 of two years, with the moved ink](REBASE.png)", ""]
        if "long" in parts:
            text += ["## Long documents", "",
                     "Octave's manual, of Debian 12 and 13. Medians of three runs; memory of the largest process.", "",
                     "| pages | both texts by pdftotext | limn rebase | times | memory |", "| --- | --- | --- | --- | --- |"]
            for pages, reading, moving, memory in limits.long_documents(options.limn, folder):
                text.append(f"| {pages} | {reading:.2f} s | {moving:.2f} s | {moving / reading:.1f} | {memory:.0f} MiB |")
            text.append("")
        if "nonsense" in parts:
            text += ["## Pairs that are no editions", "",
                     "| pair | told | exit code | nothing written, ink untouched | message |",
                     "| --- | --- | --- | --- | --- |"]
            for what, relation, code, untouched, messages in limits.nonsense(options.limn, folder):
                text.append(f"| {what} | {relation} | {code} | {'yes' if untouched else 'no'} | {' '.join(messages)} |")
                if not untouched or code == 0:
                    failures.append(f"{what}: told {relation}, exit code {code}")
            text.append("")
        if options.report and "forms" in parts:
            picture(options.limn, folder, Path(options.report).with_suffix(".png"))
    print("\n".join(text))
    if options.report:
        intro = ["# Ink moved to new editions", "",
                 f"By `Scripts/rebase --report`. Right: within 1.5 pt of the truth. “Left alone” and “one affine transform "
                 "a page” (least squares over words that both pages hold once) say what these would get right. Wanted: 97 % right "
                 "of made revisions and 95 % of real editions, and none wrong that is called certain.", ""]
        Path(options.report).write_text("\n".join(intro + text))
    sys.exit("\n".join(failures) if failures else 0)


def check(name, row, wanted, failures):
    """Notes what misses the targets."""
    if row["right"] < wanted * row["strokes"]:
        failures.append(f"{name}: {100 * row['right'] / row['strokes']:.1f} % right, {100 * wanted:.0f} % wanted")
    for key, words in (("wrong_certain", "wrong, called certain"), ("lost", "lost or doubled")):
        if row[key]:
            failures.append(f"{name}: {row[key]} strokes {words}")


if __name__ == "__main__":
    main()
