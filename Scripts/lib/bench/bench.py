# SPDX-License-Identifier: GPL-3.0-or-later
"""Times Limn and its peers by turns and prints tables: LIMN MEASURE [--runs N] [--only JOB…] [--report FILE].

Run it in the project's folder, with the Python that has the packages of Scripts/requirements-bench.txt.
"""
import argparse
import importlib.metadata
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from bench import flattening
from bench import ink
from bench import library
from bench import merging
from bench import oneshot
from corpus.files import distinct
from bench.runs import SCRATCH, Processors, Way, by_turns, once

PDFJS = ".corpus-more/pdfjs/pdf.js/test/pdfs/"
MANUALS = ".corpus-more/manuals/r-doc-pdf/usr/share/R/doc/manual/"
SHEET, INK = "Samples/character-sheet.pdf", "Samples/character-sheet.xopp"
GREY = ".corpus/pypdf/resources/pdflatex-outline.pdf"
MIXED = (Path(".corpus-more/pdfjs"), Path(".corpus-more/debian/libpdfbox2-java"))
SLOW = Path("Benchmarks/slow.txt")


@dataclass
class Document:
    title: str
    file: str
    pages: str
    count: int
    dpi: int


PAPER = Document("paper", PDFJS + "issue12337.pdf", "1-14", 14, 150)
MANUAL = Document("manual", MANUALS + "R-exts.pdf", "1-236", 236, 72)
DOCUMENTS = [
    PAPER, MANUAL,
    Document("scans", PDFJS + "issue11878.pdf", "1-4", 4, 150),
    Document("form", PDFJS + "prefilled_f1040.pdf", "1-2", 2, 150),
    Document("book", ".corpus/pymupdf/tests/resources/mupdf_explored.pdf", "1-100", 100, 72),
]


def peers(*arguments: str) -> list:
    return [sys.executable, "Scripts/lib/bench/peers.py", *arguments]


def rendering(limn: str, what: Document, jobs: int = 0) -> list:
    dpi, (first, _, last) = str(what.dpi), what.pages.partition("-")
    poppler = ["-png", "-cropbox", "-r", dpi, "-f", first, "-l", last, what.file, "OUT/page"]
    mutool = ["mutool", "draw", "-q", "-r", dpi, "-o", "OUT/page%d.png"]
    pages = ["pages", dpi, what.pages, what.file, "OUT"]
    own = [limn, "render", what.file, "-o", "OUT", "--pages", what.pages, "--dpi", dpi, "--quiet"]
    return [
        Way("limn", [own]),
        Way("pdftocairo -png", [["pdftocairo", *poppler]]),
        Way("pdftoppm -png", [["pdftoppm", *poppler]]),
        Way("mutool draw", [[*mutool, what.file, what.pages]]),
        Way("mutool draw -T 2", [[*mutool, "-B", "256", "-T", "2", what.file, what.pages]]),
        Way("pypdfium2 + Pillow", [peers("pdfium", *pages)]),
        Way("PyMuPDF", [peers("pymupdf", *pages)]),
    ]


def own_thumbnails(limn: str, listed: str, *options: str) -> Way:
    command = [limn, "thumbnail", "--files-from", listed, "-0", "-o", "OUT", "--keep-folders", "--size", "256"]
    return Way("limn", [[*command, "--quiet", *options]], lenient=True)


def thumbnails(limn: str, files: list, listed: str) -> list:
    """Limn and the libraries take all files at once; the commands are started once a file."""
    def each(*command: str) -> list:
        return [
            [part.replace("FILE", file).replace("STEM", str(index)) for part in command]
            for index, file in enumerate(files)
        ]

    first = ("-png", "-cropbox", "-singlefile", "-scale-to", "256", "FILE", "OUT/STEM")
    return [
        own_thumbnails(limn, listed),
        Way("pdftocairo, a process each", each("pdftocairo", *first), True),
        Way("pdftoppm, a process each", each("pdftoppm", *first), True),
        Way("mutool draw, a process each",
            each("mutool", "draw", "-q", "-w", "256", "-h", "256", "-o", "OUT/STEM.png", "FILE", "1"), True),
        Way("pypdfium2, one process", [peers("pdfium", "thumbnails", "256", listed, "OUT")]),
        Way("PyMuPDF, one process", [peers("pymupdf", "thumbnails", "256", listed, "OUT")]),
    ]


FLATTENING = [
    Way("limn", [["LIMN", "flatten", SHEET, INK, "-o", "OUT/filled.pdf", "--quiet"]]),
    Way("xournalpp --create-pdf", [["xournalpp", "--create-pdf=OUT/filled.pdf", INK]]),
]


class Report:
    """What is printed, and written as Markdown."""

    def __init__(self):
        self.lines, self.targets = [], []

    def say(self, *lines: str) -> None:
        self.lines += lines
        print("\n".join(lines), flush=True)

    def table(self, title: str, outcomes: list) -> None:
        """The first row is Limn; the ratios say how many times as long, and as large, the others are."""
        own = outcomes[0]
        self.say("", f"### {title}", "", "| program | median | × time | bytes | × bytes | files |",
                 "| --- | ---: | ---: | ---: | ---: | ---: |")
        for row in outcomes:
            self.say(
                f"| {row.name} | {row.seconds:.3f} s | {row.seconds / own.seconds:.2f} | {row.bytes:,} | "
                f"{row.bytes / own.bytes:.2f} | {row.files} |")

    def target(self, text: str, least: float, measured: float, unit: str = "×", most: bool = False) -> None:
        met = measured <= least if most else measured >= least
        bound = f"{'at most' if most else 'at least'} {least:g}{unit}"
        self.targets.append(f"| {text} | {bound} | {measured:.2f}{unit} | {'met' if met else '**missed**'} |")

    def faster(self, text: str, outcomes: list, **wanted: float) -> None:
        """A target for each program whose name begins like a keyword."""
        own = outcomes[0]
        for start, least in wanted.items():
            peer = next(row for row in outcomes if row.name.startswith(start))
            self.target(f"{text}: faster than {peer.name}", least, peer.seconds / own.seconds)


def measure_pages(report: Report, limn: str, runs: int) -> None:
    for what in DOCUMENTS:
        ways = rendering(limn, what)
        once(ways[0])
        outcomes = by_turns(ways, runs)
        report.table(
            f"{what.title}: {what.count} pages of {Path(what.file).name} at {what.dpi} dpi, as PNG", outcomes)
        if what is PAPER:
            report.faster("paper", outcomes, pdftocairo=15, mutool=2.5, pypdfium2=4)
            report.target(
                "paper: bytes, of pdftocairo's", 60, 100 * outcomes[0].bytes / outcomes[1].bytes, " %", most=True)
        elif what is MANUAL:
            report.faster("manual", outcomes, pdftocairo=12, mutool=1.8, PyMuPDF=2.5, pypdfium2=2.5)


def listing(folder: str, files: list) -> str:
    path = f"{folder}/files"
    Path(path).write_bytes(b"".join(os.fsencode(file) + b"\0" for file in files))
    return path


def mixed() -> list:
    slow = {line for line in SLOW.read_text().splitlines() if line and not line.startswith("#")}
    return [str(file) for file in distinct(*MIXED) if str(file) not in slow]


def measure_thumbnails(report: Report, limn: str, runs: int) -> None:
    files = mixed()
    with tempfile.TemporaryDirectory() as folder:
        ways = thumbnails(limn, files, listing(folder, files))
        once(ways[0])
        outcomes = by_turns(ways, runs)
    report.table(f"thumbnails: {len(files)} mixed PDFs, page 1 at 256 pixels, as PNG", outcomes)
    report.say("", f"Left out, as they hang one of the programs: the files in {SLOW}.")
    report.faster("thumbnails", outcomes, pdftocairo=5, mutool=2.5, pypdfium2=1)


def measure_scaling(report: Report, limn: str, runs: int) -> None:
    def ways(own: Way) -> list:
        return [Way(f"{jobs} worker{'s' * (jobs > 1)}", [[*own.commands[0], "--jobs", str(jobs)]], own.lenient)
                for jobs in (1, 2)]

    report.say("", "### scaling: from one worker to two", "", "| job | 1 worker | 2 workers | × |",
               "| --- | ---: | ---: | ---: |")
    files = mixed()
    with tempfile.TemporaryDirectory() as folder:
        jobs = [(what.title, rendering(limn, what)[0]) for what in (PAPER, MANUAL)]
        jobs.append(("thumbnails", own_thumbnails(limn, listing(folder, files))))
        for title, own in jobs:
            one, two = by_turns(ways(own), max(3, runs))
            report.say(f"| {title} | {one.seconds:.3f} s | {two.seconds:.3f} s | {one.seconds / two.seconds:.2f} |")
            report.target(f"{title}: from 1 to 2 workers", 1.8, one.seconds / two.seconds)


def measure_memory(report: Report, limn: str, runs: int, count: int = 10_000) -> None:
    report.say("", "### memory: highest resident set", "", "| job | program | process | a worker |",
               "| --- | --- | ---: | ---: |")
    files = mixed()
    SCRATCH.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=SCRATCH) as folder:
        links = [f"{folder}/{index:05}.pdf" for index in range(count)]
        for index, link in enumerate(links):
            os.link(files[index % len(files)], link)
        many = once(own_thumbnails(limn, listing(folder, links)), observe=True)
    jobs = [(f"thumbnails of {count:,} files", many)]
    jobs += [(PAPER.title, once(way, observe=True)) for way in rendering(limn, PAPER)]
    for title, row in jobs:
        workers = f"{row.child_peak / 1024:.0f} MiB" if row.name == "limn" else ""
        report.say(f"| {title} | {row.name} | {row.peak / 1024:.0f} MiB | {workers} |")
    report.say("", f"{count:,} files took {many.seconds:.1f} s, {many.files:,} pictures.")
    report.target(f"memory of the parent, {count:,} files", 60, many.peak / 1024, " MiB", most=True)
    report.target("memory of a worker (its limit)", 512, many.child_peak / 1024, " MiB", most=True)


def measure_flattening(report: Report, limn: str, runs: int) -> None:
    ways = [Way(way.name, [[limn if part == "LIMN" else part for part in command] for command in way.commands])
            for way in FLATTENING]
    once(ways[0])
    report.table("flattening: ink onto the character sheet", by_turns(ways, max(5, runs)))
    flattening.measure(report, limn, runs)


def measure_inside(report: Report, measure: str) -> None:
    """What is timed inside one process: pages that hold colour, and pages that are grey throughout."""
    inside = [measure, SHEET, "Samples/map-landscape.pdf", PAPER.file, GREY]
    done = subprocess.run(inside, stdout=subprocess.PIPE, check=True, text=True)
    report.say("", "### inside one process", "", "| job | program | median | bytes |", "| --- | --- | ---: | ---: |")
    for row in map(json.loads, done.stdout.splitlines()):
        size = f"{row['bytes']:,}" if row.get("bytes") else ""
        report.say(f"| {row['job']} | {row['program']} | {row['seconds'] * 1000:.1f} ms | {size} |")


def machine() -> list:
    model = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())

    def first(*command: str) -> str:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        return (re.search(r"\d+(\.\d+)+", done.stdout) or ["?"])[0]

    versions = [f"poppler {first('pdftocairo', '-v')}", f"mutool {first('mutool', '-v')}"]
    versions += [f"{name} {importlib.metadata.version(name)}" for name in ("pypdfium2", "pillow", "pymupdf")]
    versions.append(f"xournalpp {first('xournalpp', '--version')}")
    return [
        f"Machine: {os.cpu_count()} cores, {model[1] if model else platform.machine()}, "
        f"{platform.freedesktop_os_release()['PRETTY_NAME']}.",
        f"Programs: {', '.join(versions)}.",
    ]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("limn")
    parser.add_argument("measure")
    parser.add_argument("--runs", type=int, default=3)
    parts = {
        "pages": measure_pages, "thumbnails": measure_thumbnails, "scaling": measure_scaling,
        "memory": measure_memory, "flattening": measure_flattening, "oneshot": oneshot.measure,
    }
    inside = {"inside": measure_inside, "ink": ink.measure}
    both = {"library": library.measure}
    everything = [*parts, *inside, *both]
    parser.add_argument("--only", nargs="+", choices=everything, default=everything)
    parser.add_argument("--report", type=Path)
    options = parser.parse_args()

    limn, report, processors = os.path.realpath(options.limn), Report(), Processors()
    for name in options.only:
        if name in inside:
            inside[name](report, options.measure)
        elif name in both:
            both[name](report, limn, options.measure, options.runs)
        else:
            parts[name](report, limn, options.runs)
    targets = ["| target | wanted | measured | |", "| --- | --- | ---: | --- |", *report.targets]
    busy = (f"Medians of {options.runs} runs by turns, whole commands on the clock, Limn's isolation on. Other "
            f"programs took {processors.taken_by_others():.0%} of the processors meanwhile.")
    print("\n".join(["", *targets, "", *machine(), busy]))
    if options.report and set(options.only) != set(everything) and options.report.exists():
        # What was not measured now stays as it is.
        merging.merge(options.report, report.targets, report.lines)
    elif options.report:
        options.report.write_text("\n".join([
            "# Limn and its peers", "", "Made by `Scripts/bench --report`. × is against Limn: above 1, Limn is "
            "faster or smaller.", "", *machine(), busy, "", "## Targets", "", *targets, "", "## Measured",
            *report.lines, ""]))


main()
