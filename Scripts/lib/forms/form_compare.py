# SPDX-License-Identifier: GPL-3.0-or-later
"""Fills the same forms with the same values by Limn and by other programs, and compares what comes out: LIMN.

Values are read by pikepdf, pages are drawn by poppler, pdfium and mutool. Run it in the project.
"""
import argparse
import collections
import csv
import importlib.metadata
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from forms import form_judges as judges
import pymupdf
from forms.form_entries import value_for, visible
from bench.runs import Processors

SHEET, PARTY = "Samples/character-sheet.pdf", "Samples/party.csv"
PDFJS = ".corpus-more/pdfjs/pdf.js/test/pdfs/"
PDFBOX = ".corpus-more/debian/libpdfbox2-java/pdfbox/src/test/resources/org/apache/pdfbox/pdmodel/interactive/form/"
FORMS = [
    SHEET, PDFJS + "prefilled_f1040.pdf", PDFJS + "160F-2019.pdf", PDFJS + "issue6127.pdf", PDFBOX + "AlignmentTests.pdf",
    PDFBOX + "MultilineFields.pdf", PDFBOX + "AcroFormsRotation.pdf",
    ".corpus-more/debian/qpdf/qpdf/qtest/qpdf/manual-appearances.pdf",
]
ENGINES = ("poppler", "pdfium", "mutool")
JARS = ":".join(f"/usr/share/java/{name}.jar" for name in ("pdfbox2", "fontbox2", "commons-logging"))
BUTTONS = ("check", "radio")
HEADING = "## Side by side with other programs"


def shown(limn: str, form: str) -> list:
    run = subprocess.run([limn, "form", "show", form, "--json"], capture_output=True, text=True, check=True)
    return json.loads(run.stdout)["fields"]


def state_of(field: dict, value: str):
    """The state of the button with an exported value; None where there is not just one."""
    states = {widget["state"] for widget in field["widgets"] if widget.get("state")}
    if value in states:
        return value
    return states.pop() if len(states) == 1 and len(field["options"]) == 1 else None


def wanted_of(fields: list) -> dict:
    wanted = {}
    for field in fields:
        value = value_for(field)
        if value is None or field["name"] != field["name"].strip() or not visible(field):
            continue
        if field["type"] in BUTTONS:
            value = state_of(field, value)
            if value is None:
                continue
        kind = "button" if field["type"] in BUTTONS else "text" if field["type"] == "text" else "choice"
        wanted[field["name"]] = {"kind": kind, "value": value}
    return wanted


def xfdf(values: dict) -> str:
    rows = "".join(
        f"<field name={quoteattr(name)}><value>{escape(what['value'])}</value></field>" for name, what in values.items())
    return ("<?xml version=\"1.0\" encoding=\"UTF-8\"?><xfdf xmlns=\"http://ns.adobe.com/xfdf/\"><fields>"
            f"{rows}</fields></xfdf>")


def prepare(values: dict, folder: str) -> None:
    """The same values as each program takes them."""
    Path(folder, "limn.json").write_text(json.dumps({name: what["value"] for name, what in values.items()}))
    Path(folder, "peers.json").write_text(json.dumps(values))
    Path(folder, "values.xfdf").write_text(xfdf(values))
    Path(folder, "values.tsv").write_text(
        "".join(f"{name}\t" + what["value"].replace("\n", "\\n") + "\n" for name, what in values.items()))


def ways(limn: str, classes: str) -> dict:
    """The command of each program, with FORM, IN and OUT to be put in."""
    peers = {
        name: [sys.executable, "Scripts/lib/forms/form_peers.py", name, "FORM", "IN/peers.json", "OUT"]
        for name in ("pypdf", "PyMuPDF", "pikepdf")
    }
    return {
        "Limn": [limn, "form", "fill", "FORM", "IN/limn.json", "-o", "OUT", "--quiet"],
        "Limn, unverified": [limn, "form", "fill", "FORM", "IN/limn.json", "-o", "OUT", "--quiet", "--no-verify"],
        **peers,
        "pdftk-java": ["pdftk", "FORM", "fill_form", "IN/values.xfdf", "output", "OUT"],
        "PDFBox": ["java", "-cp", f"{JARS}:{classes}", "FillWithPDFBox", "FORM", "IN/values.tsv", "OUT"],
    }


def timed(command: list) -> float:
    start = time.perf_counter()
    subprocess.run(command, capture_output=True, timeout=600)
    return time.perf_counter() - start


def judge(form: str, out: str, fields: list, wanted: dict, folder: str) -> tuple:
    """How many values are right, and how many are right and seen by every engine at every place."""
    if not os.path.exists(out) or not os.path.getsize(out):
        return 0, 0
    by_name = {field["name"]: field for field in fields}
    try:
        values, _ = judges.values(out)
    except Exception:
        return 0, 0
    right = {name for name, what in wanted.items() if what["value"] in values.get(name, [])}
    with pymupdf.open(form) as document:
        sizes = {number + 1: (page.rect.width, page.rect.height) for number, page in enumerate(document)}
    places = collections.defaultdict(list)
    for name in right:
        for widget in by_name[name]["widgets"]:
            is_on = wanted[name]["kind"] != "button" or widget.get("state") == wanted[name]["value"]
            if widget.get("page") in sizes and is_on:
                places[widget["page"]].append((name, widget["rect"]))
    unseen = set()
    for page, rects in places.items():
        for engine in ENGINES:
            try:
                before, after = (judges.ENGINES[engine](path, page, folder) for path in (form, out))
            except Exception:
                unseen.update(name for name, _ in rects)
                continue
            unseen.update(
                name for name, rect in rects
                if before.size != after.size or not judges.changed(before, after, rect, sizes[page]))
    return len(right), len(right - unseen)


def compare(limn: str, runs: int) -> list:
    """A line for each form and program."""
    classes = tempfile.mkdtemp()
    subprocess.run(["javac", "-cp", JARS, "-d", classes, "Scripts/lib/forms/FillWithPDFBox.java"], check=True)
    lines = []
    totals = collections.defaultdict(lambda: [0, 0, 0, 0, 0.0])
    for form in FORMS:
        fields = shown(limn, form)
        wanted = wanted_of(fields)
        with tempfile.TemporaryDirectory() as folder:
            prepare(wanted, folder)
            times, size = collections.defaultdict(list), os.path.getsize(form)
            commands = {
                name: [part.replace("FORM", form).replace("IN/", folder + "/").replace("OUT", f"{folder}/{place}.pdf")
                       for part in command]
                for place, (name, command) in enumerate(ways(limn, classes).items())
            }
            # Every program has its turn in every round, so that what else the machine does falls on all of them.
            for _ in range(runs):
                for name, command in commands.items():
                    times[name].append(timed(command))
            for place, name in enumerate(commands):
                out = f"{folder}/{place}.pdf"
                values, seen = judge(form, out, fields, wanted, folder)
                added = os.path.getsize(out) - size if os.path.exists(out) else 0
                seconds = statistics.median(times[name])
                for index, number in enumerate((len(wanted), values, seen, added, seconds)):
                    totals[name][index] += number
                lines.append(
                    f"| {Path(form).name} | {name} | {len(wanted)} | {values} | {seen} | {added:,} | {seconds:.2f} |")
                print(lines[-1], flush=True)
    shutil.rmtree(classes)
    return lines + [
        f"| **all** | {name} | {count} | {values} | {seen} ({100 * seen / max(count, 1):.1f} %) | {added:,} | {seconds:.2f} |"
        for name, (count, values, seen, added, seconds) in totals.items()
    ]


def many(limn: str, rows: int, processes: int) -> list:
    """The sample sheet for many rows, against a process of pdftk for each."""
    with open(PARTY, newline="", encoding="utf-8") as file:
        head, *party = list(csv.reader(file))
    # Pictures are beyond pdftk.
    columns = [place for place, name in enumerate(head) if name != "portrait"]
    fields = {field["name"]: field for field in shown(limn, SHEET)}
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/rows.csv", "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow([head[place] for place in columns])
            writer.writerows([party[row % len(party)][place] for place in columns] for row in range(rows))
        for row in range(min(processes, len(party))):
            values = {}
            for place in columns:
                field, text = fields.get(head[place]), party[row][place]
                if field is None or field["type"] in BUTTONS and text != "yes":
                    continue
                is_button = field["type"] in BUTTONS
                values[head[place]] = {"value": field["widgets"][0]["state"] if is_button else text}
            Path(folder, f"{row}.xfdf").write_text(xfdf(values))
        start = time.perf_counter()
        for row in range(processes):
            subprocess.run(
                ["pdftk", SHEET, "fill_form", f"{folder}/{row % len(party)}.xfdf", "output", f"{folder}/p{row}.pdf"],
                check=True, capture_output=True)
        each = (time.perf_counter() - start) / processes
        start = time.perf_counter()
        subprocess.run(
            [limn, "form", "fill", SHEET, f"{folder}/rows.csv", "-o", f"{folder}/rows/{{@row:05}}.pdf", "--quiet"],
            check=True, capture_output=True)
        seconds = time.perf_counter() - start
        made = len(list(Path(folder, "rows").glob("*.pdf")))
    return [
        f"{made:,} rows of the sample sheet: Limn {seconds:.1f} s, verified, all in one run; pdftk-java {each:.2f} s a process, "
        f"measured on {processes} rows, which comes to {each * rows:.0f} s for {rows:,}. That is {each * rows / seconds:.1f} "
        "times as long.",
    ]


def versions() -> str:
    libraries = [f"{name} {importlib.metadata.version(name)}" for name in ("pypdf", "PyMuPDF", "pikepdf")]
    debian = [
        subprocess.run(
            ["dpkg-query", "--show", "--showformat=${Package} ${Version}", name], capture_output=True, text=True).stdout
        for name in ("pdftk-java", "libpdfbox2-java")
    ]
    return ", ".join(libraries + debian)


def with_section(report: str, section: list) -> str:
    """A report with this section at its end, in the place of an older one."""
    return report.split(HEADING)[0].rstrip() + "\n\n" + "\n".join([HEADING, "", *section, ""])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("limn")
    parser.add_argument("--report", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--rows", type=int, default=1000)
    parser.add_argument("--processes", type=int, default=100, help="for so many rows pdftk is really run")
    options = parser.parse_args()
    limn = os.path.realpath(options.limn)
    os.environ["SWIFT_BACKTRACE"] = "enable=no"
    processors = Processors()
    table = compare(limn, options.runs)
    rows = many(limn, options.rows, options.processes)
    others = processors.taken_by_others()
    section = [
        f"Made by `Scripts/forms --compare --report`, with {versions()}. Every program fills the same fields with the same "
        "values, in a process of its own. A field is right where pikepdf reads the value, and poppler, pdfium and mutool all "
        f"show something new at every place of it. Seconds are the median of {options.runs} runs, by turns. Limn verifies what "
        "it wrote before it publishes it, which no other program does; the second line of each form is without.", "",
        "| form | program | fields | values right | right and seen | bytes added | seconds |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: |", *table, "", *rows, "",
        f"Other programs took {100 * others:.0f} % of the processors meanwhile.",
    ]
    print("\n".join(section))
    if options.report:
        options.report.write_text(with_section(options.report.read_text(), section))


if __name__ == "__main__":
    main()
