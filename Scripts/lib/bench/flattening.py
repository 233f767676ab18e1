# SPDX-License-Identifier: GPL-3.0-or-later
"""What flattening costs: time against Xournal++, bytes for each point of ink, and appending to longer and longer files."""
import json
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from foreign import handwriting
from bench.runs import SCRATCH, Way, by_turns, once

MANUALS = ".corpus-more/manuals/"
SAMPLES = ("character-sheet", "map-landscape")
PAGES = (10, 100, 1_000, 10_000)


@dataclass
class Manual:
    title: str
    file: str
    # How many times as fast as Xournal++ it shall be, without verification and with it.
    plain: float
    verified: float


OCTAVE = Manual("octave", MANUALS + "octave-doc/usr/share/doc/octave/octave.pdf", 20, 8)
EXTENSIONS = Manual("R-exts", MANUALS + "r-doc-pdf/usr/share/R/doc/manual/R-exts.pdf", 12, 5)


def flatten(limn: str, pdf: str, ink: str, *options: str) -> list:
    return [limn, "flatten", pdf, ink, "-o", "OUT/filled.pdf", "--quiet", *options]


def against_xournalpp(report, limn: str, runs: int, manual: Manual, ink: str, points: int) -> None:
    ways = [
        Way("limn --no-verify", [flatten(limn, manual.file, ink, "--no-verify")]),
        Way("limn", [flatten(limn, manual.file, ink)]),
        Way("xournalpp --create-pdf", [["xournalpp", "--create-pdf=OUT/filled.pdf", ink]]),
    ]
    once(ways[0])
    outcomes = by_turns(ways, max(5, runs))
    report.table(f"flattening: {points:,} points on every tenth page of {Path(manual.file).name}", outcomes)
    plain, verified, peer = (outcome.seconds for outcome in outcomes)
    report.target(f"{manual.title}: faster than xournalpp, without verification", manual.plain, peer / plain)
    report.target(f"{manual.title}: faster than xournalpp", manual.verified, peer / verified)


def added(limn: str, pdf: str, ink: str, *options: str) -> float:
    """The bytes that an export adds for each point."""
    with tempfile.TemporaryDirectory(dir=SCRATCH) as out:
        command = [part.replace("OUT", out) for part in flatten(limn, pdf, ink, "--json", "--no-verify", *options)]
        done = subprocess.run(command, stdout=subprocess.PIPE, check=False, text=True)
    receipt = json.loads(done.stdout)
    return (receipt["bytes"] - receipt["inputBytes"]) / receipt["pointsIn"]


def has_table(file: str) -> bool:
    """Whether a document's newest cross-reference is a table: then it has no object streams to put annotations into."""
    tail = Path(file).read_bytes()
    start = int(tail[tail.rindex(b"startxref") + 9:].split()[0])
    return tail[start:start + 4] == b"xref"


def sizes(report, limn: str, files: list) -> None:
    report.say("", "### flattening: bytes added for each point of ink, at 0.1 pt", "",
               "| ink | overlay | with source ink | annotate | with source ink |",
               "| --- | ---: | ---: | ---: | ---: |")
    for title, pdf, ink in files:
        modes = [[added(limn, pdf, ink, "--mode", mode, *options) for options in (["--no-source-ink"], [])]
                 for mode in ("overlay", "annotate")]
        report.say(f"| {title} | {' | '.join(f'{value:.2f}' for mode in modes for value in mode)} |")
        report.target(f"{title}: bytes a point, overlay", 4, modes[0][0], "", most=True)
        report.target(f"{title}: bytes a point, with source ink", 8, modes[0][1], "", most=True)
        if not has_table(pdf):
            report.target(f"{title}: bytes a point, annotate", 8, modes[1][0], "", most=True)


def document(pages: int) -> bytes:
    """A document with some text on each page and a plain cross-reference table."""
    parts, places = [b"%PDF-1.7\n"], []

    def add(text: str) -> None:
        places.append(sum(map(len, parts[-1:])) + (places[-1] if places else 0))
        parts.append(f"{len(places)} 0 obj\n{text}\nendobj\n".encode())

    kids = " ".join(f"{4 + 2 * index} 0 R" for index in range(pages))
    add("<</Type/Catalog/Pages 2 0 R>>")
    add(f"<</Type/Pages/Count {pages}/Kids[{kids}]>>")
    add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
    for index in range(pages):
        text = f"BT /F 12 Tf 72 720 Td (Page {index + 1} of {pages}) Tj ET"
        add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F 3 0 R>>>>"
            f"/Contents {5 + 2 * index} 0 R>>")
        add(f"<</Length {len(text)}>>\nstream\n{text}\nendstream")
    start = sum(map(len, parts))
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    return b"".join([*parts, f"xref\n0 {len(places) + 1}\n0000000000 65535 f \n{table}trailer\n"
                     f"<</Size {len(places) + 1}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n".encode()])


def lengths(report, limn: str, runs: int, folder: str) -> None:
    report.say("", "### flattening: the same ink appended to longer and longer documents", "",
               "| cross-reference | pages | limn --no-verify | qpdf --show-npages | cp |",
               "| --- | ---: | ---: | ---: | ---: |")
    plain = {}
    for pages in PAGES:
        plain[pages] = f"{folder}/{pages}.pdf"
        Path(plain[pages]).write_bytes(document(pages))
    handwriting.write(plain[10], Path(f"{folder}/ink.xopp"))
    for kind in ("table", "stream"):
        base = None
        for pages in PAGES:
            file = plain[pages]
            if kind == "stream":
                file = f"{folder}/{pages}-stream.pdf"
                subprocess.run(["qpdf", "--object-streams=generate", plain[pages], file], check=True)
            ways = [
                Way("limn", [flatten(limn, file, f"{folder}/ink.xopp", "--no-verify", "--save", "append")]),
                # What it prints does not matter, and a way has to make a file.
                Way("qpdf", [["qpdf", "--show-npages", file], ["touch", "OUT/done"]]),
                Way("cp", [["cp", file, "OUT/copy.pdf"]]),
                Way("touch", [["touch", "OUT/done"]]),
            ]
            own, qpdf, copy, touch = (outcome.seconds for outcome in by_turns(ways, max(9, runs)))
            qpdf -= touch
            base = base or own
            report.say(f"| {kind} | {pages:,} | {own:.3f} s | {qpdf:.3f} s | {copy:.3f} s |")
        report.target(f"appending, {kind}, {pages:,} pages: beyond {PAGES[0]} pages, of qpdf and cp", 1,
                      max(0, own - base) / (qpdf + copy), most=True)


def measure(report, limn: str, runs: int) -> None:
    for program in ("xournalpp", "qpdf"):
        if not shutil.which(program):
            raise SystemExit(f"{program} is missing; Scripts/setup --bench installs it.")
    SCRATCH.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=SCRATCH) as folder:
        files = [(name, f"Samples/{name}.pdf", f"Samples/{name}.xopp") for name in SAMPLES]
        for manual in (OCTAVE, EXTENSIONS):
            ink = f"{folder}/{manual.title}.xopp"
            points = handwriting.write(manual.file, Path(ink))
            files.append((manual.title, manual.file, ink))
            against_xournalpp(report, limn, runs, manual, ink, points)
        for name in SAMPLES:
            table = f"{folder}/{name}.pdf"
            subprocess.run(["qpdf", "--object-streams=disable", f"Samples/{name}.pdf", table], check=True)
            files.append((f"{name}, with a table", table, f"Samples/{name}.xopp"))
        sizes(report, limn, files)
        lengths(report, limn, runs, folder)
