# SPDX-License-Identifier: GPL-3.0-or-later
"""What the library costs: imports against thumbnails, saving, lists of thousands, and memory."""
import json
import subprocess
import tempfile
from pathlib import Path

from corpus.files import distinct
from bench.runs import SCRATCH, Way, by_turns, once

SHEET, INK = "Samples/character-sheet.pdf", "Samples/character-sheet.xopp"
CHARACTERS, PDFS = 10_000, 200


def at(folder: str) -> list:
    return ["--library", folder, "--quiet"]


def importing(report, limn: str, runs: int) -> None:
    """A sheet of two pages, into a library that is made for it."""
    ways = [
        Way("limn template import", [[limn, "template", "import", SHEET, *at("OUT/library")]]),
        Way("limn thumbnail", [[limn, "thumbnail", SHEET, "-o", "OUT/sheet.png", "--quiet"]]),
    ]
    once(ways[0])
    own, thumbnail = outcomes = by_turns(ways, max(15, runs))
    report.table("library: import of a sheet of two pages", outcomes)
    report.target("import with thumbnail, of what a thumbnail takes", 3, own.seconds / thumbnail.seconds, most=True)


def importing_many(report, limn: str, runs: int, folder: str) -> None:
    """As many PDFs as somebody keeps; only those that can be imported, so that all are."""
    names = [str(file) for file in distinct(Path(".corpus-more/pdfjs"), Path(".corpus"))]
    trial = subprocess.run(
        [limn, "template", "import", *names, "--keep-going", "--json", "--library", f"{folder}/trial"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False, text=True)
    rows = [json.loads(line) for line in trial.stdout.splitlines()]
    good = [row["input"] for row in rows if "id" in row and not row["wasThere"] and row["pageCount"] < 100][:PDFS]
    listed = f"{folder}/files"
    Path(listed).write_text("".join(f"{name}\n" for name in good))

    def way(jobs: int) -> Way:
        command = [limn, "template", "import", "--files-from", listed, "--jobs", str(jobs), *at("OUT/library")]
        return Way(f"{jobs} worker{'s' * (jobs > 1)}", [command])

    outcomes = by_turns([way(1), way(2)], max(3, runs))
    report.table(f"library: import of {len(good)} PDFs", outcomes)
    report.target(f"import of {len(good)} PDFs: from 1 to 2 workers", 1.8,
                  outcomes[0].seconds / outcomes[1].seconds)


def exporting_many(report, limn: str, runs: int, folder: str) -> None:
    """Characters of one template, together and one by one."""
    library = f"{folder}/exports"
    subprocess.run([limn, "template", "import", SHEET, *at(library)], check=True)
    names = [f"c{index:02}" for index in range(20)]
    for name in names:
        subprocess.run([limn, "character", "create", name, "--template", "character-sheet", *at(library)], check=True)
        subprocess.run([limn, "character", "draw", name, INK, *at(library)], check=True)
    outcomes = by_turns([
        Way("limn export, all at once", [[limn, "export", *names, "-o", "OUT", *at(library)]]),
        Way("limn export, one by one", [[limn, "export", name, "-o", "OUT", *at(library)] for name in names]),
    ], max(3, runs))
    report.table(f"library: export of {len(names)} characters of one template", outcomes)


def inside(report, measure: str, folder: str) -> None:
    done = subprocess.run([measure, "--library", folder, str(CHARACTERS)], stdout=subprocess.PIPE, check=True, text=True)
    rows = {row["job"]: row["seconds"] * 1000 for row in map(json.loads, done.stdout.splitlines())}
    report.say("", f"### library of {CHARACTERS:,} characters, inside one process", "", "| job | median |",
               "| --- | ---: |")
    for job, median in rows.items():
        report.say(f"| {job} | {median:.2f} ms |")
    for job in ("list", "search names", "search text", "tags"):
        report.target(f"{job}, {CHARACTERS:,} characters", 20, rows[job], " ms", most=True)
    report.target("saving 50 strokes, of 64 KiB written and synced", 3, rows["save 50 strokes"] / rows["fsync 64 KiB"],
                  most=True)
    report.target("saving 50 strokes", 50, rows["save 50 strokes"], " ms", most=True)
    report.target("opening one of 100 drawn pages, of opening the only one", 1.5,
                  rows["open 100 pages"] / rows["open 1 page"], most=True)


def memory(report, limn: str, library: str) -> None:
    """Every command that goes through a library of thousands."""
    report.say("", f"### library of {CHARACTERS:,} characters: highest resident set", "", "| command | process | a worker |",
               "| --- | ---: | ---: |")
    commands = [
        ["character", "list"], ["character", "list", "--json"], ["character", "list", "--search", "moria"],
        ["character", "show", "100 pages"], ["character", "draw", "Drawn on", "--page", "1", INK],
        ["character", "undo", "Drawn on"], ["template", "list"], ["template", "show", "Sheet"],
        ["library", "check"], ["library", "backup", "OUT/backup"], ["template", "import", SHEET],
    ]
    highest = 0
    for command in commands:
        way = Way(" ".join(command), [[limn, *command, "--library", library], ["touch", "OUT/done"]], lenient=True)
        row = once(way, observe=True)
        highest = max(highest, row.peak)
        worker = f"{row.child_peak / 1024:.0f} MiB" if row.child_peak else ""
        report.say(f"| {way.name} | {row.peak / 1024:.0f} MiB | {worker} |")
    report.target(f"memory of any command, {CHARACTERS:,} characters", 100, highest / 1024, " MiB", most=True)


def measure(report, limn: str, program: str, runs: int) -> None:
    SCRATCH.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=SCRATCH) as folder:
        importing(report, limn, runs)
        importing_many(report, limn, runs, folder)
        exporting_many(report, limn, runs, folder)
        inside(report, program, f"{folder}/many")
        memory(report, limn, f"{folder}/many")
