# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures what reading a library takes, and what a search in it takes: LIMN WORDS [--report=FILE] [--pages N]."""
import argparse
import json
import os
import resource
import statistics
import subprocess
import tempfile
import textwrap
import time
from pathlib import Path

import pikepdf

from reading.pages import KINDS, compose, xopp
from reading.report import renew

PAGES_OF_CHARACTER = 10
ROUNDS = 21
QUERIES = ("from", "about", "the people")
NOWHERE = "xylophone"


class Shelf:
    """A library with handwriting on its pages."""

    def __init__(self, limn: str, folder: Path) -> None:
        self.limn, self.folder = limn, folder
        self.environment = {**os.environ, "LIMN_LIBRARY": str(folder / "library")}

    def run(self, *arguments: str) -> tuple[str, float, float]:
        """What a command prints, and its time and processor time in seconds."""
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        done = subprocess.run([self.limn, *arguments], env=self.environment, capture_output=True, text=True)
        taken, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode not in (0, 1):
            raise SystemExit(f"limn {' '.join(arguments)} failed: {done.stderr}")
        return done.stdout, taken, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def fill(self, words: list, pages: int) -> None:
        paper = pikepdf.new()
        for _ in range(PAGES_OF_CHARACTER):
            paper.add_blank_page(page_size=(612, 1200))
        paper.save(self.folder / "paper.pdf")
        self.run("template", "import", str(self.folder / "paper.pdf"))
        for page in range(pages):
            character, number = f"Notes {page // PAGES_OF_CHARACTER + 1:03}", page % PAGES_OF_CHARACTER + 1
            if number == 1:
                self.run("character", "create", character, "--template", "paper")
            file = self.folder / "page.xopp"
            file.write_text(xopp(compose(words, KINDS[page % len(KINDS)], page).strokes))
            self.run("character", "draw", character, str(file), "--page", str(number))

    def lines(self, words: list, pages: int) -> int:
        """The number of lines that are read on the first page of each kind, for all pages."""
        count = 0
        for page in range(min(pages, len(KINDS))):
            file = self.folder / "page.xopp"
            file.write_text(xopp(compose(words, KINDS[page], page).strokes))
            count += len(json.loads(self.run("text", "--ink", str(file), "--json")[0].splitlines()[0])["lines"])
        return count * pages // max(1, min(pages, len(KINDS)))

    def search(self, query: str) -> tuple[int, float, float]:
        """The characters found, and the time and processor time in seconds."""
        output, taken, processor = self.run("character", "list", "--json", "--search", query)
        return len(output.splitlines()), taken, processor


def measure(shelf: Shelf, words: list, pages: int) -> list:
    shelf.fill(words, pages)
    lines = shelf.lines(words, pages)
    _, taken, processor = shelf.search(NOWHERE)
    rows = ["| Search | characters found | ms | ms of a processor |", "| --- | --- | --- | --- |"]
    for query in (*QUERIES, NOWHERE):
        times, processors, found = [], [], 0
        for _ in range(ROUNDS):
            found, one, two = shelf.search(query)
            times.append(one * 1000)
            processors.append(two * 1000)
        rows.append(f"| {query} | {found} | {statistics.median(times):.0f} | {statistics.median(processors):.0f} |")
    plain = [shelf.run("character", "list", "--json") for _ in range(ROUNDS)]
    start, used = (statistics.median(one[part] * 1000 for one in plain) for part in (1, 2))
    rows.append(f"| none: the list alone | {len(plain[0][0].splitlines())} | {start:.0f} | {used:.0f} |")
    told = (
        f"{pages} pages with about {lines} lines, composed as above, in {-(-pages // PAGES_OF_CHARACTER)} characters. "
        f"`limn character list --search` reads them when it is asked first: that takes {taken:.0f} s, {taken / pages:.2f} s a page, "
        f"and {processor / pages:.2f} s of a processor a page. At that speed, 1,000 pages take {taken / pages * 1000 / 60:.0f} "
        f"minutes. A later search takes, from the start of the command to its end (medians of {ROUNDS}):")
    return [
        textwrap.fill(told, 132, break_on_hyphens=False, break_long_words=False),
        "", *rows,
    ]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("limn")
    parser.add_argument("words", type=Path)
    parser.add_argument("--report", type=Path)
    parser.add_argument("--pages", type=int, default=200)
    options = parser.parse_args()
    words = json.loads(options.words.read_text())
    with tempfile.TemporaryDirectory() as folder:
        found = "\n".join(measure(Shelf(options.limn, Path(folder)), words, options.pages))
    print(found)
    if options.report:
        renew(options.report, "A library", f"What `Scripts/reading --library` measures.\n\n{found}")


if __name__ == "__main__":
    main()
