# SPDX-License-Identifier: GPL-3.0-or-later
"""Times whole commands by turns and prints a table: LIMN MEASURE [--runs N]. Run it in the project's folder."""
import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SHEET, INK = "Samples/character-sheet.pdf", "Samples/character-sheet.xopp"
TEXT, GREY = ".corpus/pypdf/resources/issue-604.pdf", ".corpus/pypdf/resources/pdflatex-outline.pdf"
SAMPLES = [str(path) for path in sorted(Path("Samples").glob("*.pdf")) if "encrypted" not in path.name]


def rendering(file: str, last: str) -> dict:
    return {
        "limn render": [["limn", "render", file, "-o", "OUT", "--pages", f"1-{last}", "--dpi", "150", "--quiet"]],
        "pdftocairo -png": [["pdftocairo", "-png", "-cropbox", "-r", "150", "-l", last, file, "OUT/page"]],
        # Uncompressed: how much of the line above is drawing, and how much is compressing.
        "pdftocairo -tiff": [["pdftocairo", "-tiff", "-cropbox", "-r", "150", "-l", last, file, "OUT/page"]],
        "pdftoppm -png": [["pdftoppm", "-png", "-cropbox", "-r", "150", "-l", last, file, "OUT/page"]],
        "mutool draw": [["mutool", "draw", "-q", "-r", "150", "-o", "OUT/page%d.png", file, f"1-{last}"]],
    }


def thumbnails(files: list) -> dict:
    """Limn takes all files at once; its peers are started once a file."""
    def each(*command: str) -> list:
        return [[part.replace("FILE", file).replace("STEM", Path(file).stem) for part in command] for file in files]

    first = ("-png", "-cropbox", "-singlefile", "-scale-to", "256")
    return {
        "limn thumbnail": [["limn", "thumbnail", *files, "-o", "OUT", "--size", "256", "--quiet"]],
        "pdftocairo -png": each("pdftocairo", *first, "FILE", "OUT/STEM"),
        "pdftoppm -png": each("pdftoppm", *first, "FILE", "OUT/STEM"),
        "mutool draw": each("mutool", "draw", "-q", "-w", "256", "-h", "256", "-o", "OUT/STEM.png", "FILE", "1"),
    }


FLATTENING = {
    "limn flatten": [["limn", "flatten", SHEET, INK, "-o", "OUT/filled.pdf", "--quiet"]],
    "xournalpp --create-pdf": [["xournalpp", "--create-pdf=OUT/filled.pdf", INK]],
}


class Failed(Exception):
    pass


def run(commands: list, limn: str) -> tuple:
    """Runs the commands in a fresh folder: the seconds they took and the bytes they left."""
    with tempfile.TemporaryDirectory() as out:
        ready = [[part.replace("OUT", out) for part in command] for command in commands]
        for command in ready:
            command[0] = limn if command[0] == "limn" else command[0]
        start = time.perf_counter()
        for command in ready:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            # 3 is Limn's word for "done, with warnings".
            if done.returncode not in ((0, 3) if command[0] == limn else (0,)):
                complaint = done.stderr.decode(errors="replace")
                raise Failed(f"{Path(command[0]).name} ended with {done.returncode}: {complaint}")
        seconds = time.perf_counter() - start
        sizes = [path.stat().st_size for path in Path(out).rglob("*") if path.is_file()]
    if not sizes:
        raise Failed(f"{' '.join(commands[0])} made nothing")
    return seconds, sum(sizes)


def by_turns(job: str, ways: dict, limn: str, runs: int) -> list:
    """Medians of all ways to do a job; every way is warmed up once, then each has its turn in every round."""
    ways = {name: ways[name] for name in ways if ways[name][0][0] == "limn" or shutil.which(ways[name][0][0])}
    times, sizes = {name: [] for name in ways}, {}
    for turn in range(runs + 1):
        for name, commands in list(ways.items()):
            try:
                seconds, sizes[name] = run(commands, limn)
            except Failed as failure:
                print(f"{name}: {failure}".strip(), file=sys.stderr)
                if commands[0][0] == "limn":
                    sys.exit(1)
                del ways[name]
                continue
            if turn:
                times[name].append(seconds)
    return [
        {"job": job, "program": name, "seconds": statistics.median(times[name]), "bytes": sizes[name]} for name in ways
    ]


def show(rows: list) -> None:
    """A block a job: its first program is Limn, the ratios say how many times as long the others took."""
    job = None
    for row in rows:
        if row["job"] != job:
            job, base = row["job"], row
            print(f"\n{job}\n  {'':28}{'median':>11}{'time':>9}{'bytes':>12}{'size':>8}")
        line = f"  {row['program']:28}{row['seconds'] * 1000:8.1f} ms{row['seconds'] / base['seconds']:8.2f}×"
        if row.get("bytes"):
            line += f"{row['bytes']:12,}{row['bytes'] / base['bytes']:7.2f}×"
        if row.get("points"):
            line += f"   {row['points'] / row['seconds'] / 1e6:.1f} M points/s of {row['points']:,}"
        if row.get("kept"):
            line += f", {row['kept']:,} kept"
        print(line, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("limn")
    parser.add_argument("measure")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()

    peers = ["pdftocairo", "pdftoppm", "mutool", "xournalpp"]
    missing = [name for name in peers if not shutil.which(name)]
    texts, greys = ([file] if Path(file).exists() else [] for file in (TEXT, GREY))
    print(f"Medians of runs by turns ({options.runs} of each program), after one to warm up. × is against Limn.")
    if missing:
        print(f"Not installed, so not measured: {', '.join(missing)} (Scripts/setup --test).")
    if not texts:
        print("The text document is missing, so it is not measured (Scripts/corpus).")

    for file, last in [(SHEET, "2"), *((text, "16") for text in texts)]:
        job = f"render {last} pages of {Path(file).name} at 150 dpi"
        show(by_turns(job, rendering(file, last), options.limn, options.runs))
    show(by_turns(f"thumbnails of {len(SAMPLES)} samples at 256 px", thumbnails(SAMPLES), options.limn, options.runs))
    show(by_turns("flatten ink onto the character sheet", FLATTENING, options.limn, options.runs))

    # Pages that hold colour, then pages that are grey throughout.
    inside = [options.measure, SHEET, "Samples/map-landscape.pdf", *texts, *greys, INK]
    done = subprocess.run(inside, stdout=subprocess.PIPE, check=True, text=True)
    show([json.loads(line) for line in done.stdout.splitlines()])


main()
