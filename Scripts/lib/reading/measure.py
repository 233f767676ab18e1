# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how well `limn text --ink` cuts, reads and finds handwriting: LIMN WORDS [--report=FILE] [--pages N]."""
import argparse
import json
import subprocess
import tempfile
import threading
import time
import unicodedata
from pathlib import Path

from reading.pages import KINDS, POINTS, compose, placed, xopp
from reading.report import renew
from reading.words import STRAY, TEXTS

PRECISION = 0.95
# How far the edges of a word's box may be off, in points.
NEAR = 1.0


class Watch:
    """The highest memory of the workers that a process starts, in MB, as the kernel tells it every few milliseconds."""

    def __init__(self, process: subprocess.Popen) -> None:
        self.process, self.peak = process, 0.0
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self) -> None:
        while self.process.poll() is None:
            try:
                tasks = Path(f"/proc/{self.process.pid}/task").iterdir()
                children = [child for task in tasks for child in (task / "children").read_text().split()]
                for child in children:
                    status = Path(f"/proc/{child}/status").read_text()
                    if "VmHWM" in status:
                        self.peak = max(self.peak, int(status.split("VmHWM:")[1].split()[0]) / 1000)
            except OSError:
                pass
            time.sleep(0.003)


class Reader:
    def __init__(self, limn: str, folder: Path) -> None:
        self.limn, self.file, self.peak = limn, folder / "page.xopp", 0.0

    def run(self, strokes: list, *options: str) -> tuple[list, float]:
        """The objects that the command prints of a page, and how long it took in seconds."""
        self.file.write_text(xopp(strokes))
        start = time.monotonic()
        with subprocess.Popen([self.limn, "text", "--ink", str(self.file), "--json", *options], stdout=subprocess.PIPE,
                              text=True) as process:
            watch = Watch(process)
            output = process.stdout.read()
        taken = time.monotonic() - start
        self.peak = max(self.peak, watch.peak)
        if process.returncode not in (0, 3):
            raise SystemExit(f"limn failed: {output}")
        return [json.loads(line) for line in output.splitlines()], taken


def folded(text: str) -> str:
    parts = unicodedata.normalize("NFKD", text.lower())
    return "".join(part for part in parts if not unicodedata.combining(part))


def recall(rows: list) -> tuple[float, float]:
    """The highest recall at the wanted precision, and its threshold, of rows of certainty and truth."""
    rows = sorted(rows, key=lambda row: -row[0])
    wanted = sum(truth for _, truth in rows)
    best, true = (0.0, 1.0), 0
    for count, (certainty, truth) in enumerate(rows, 1):
        true += truth
        # Rows of one certainty are taken together.
        if count < len(rows) and rows[count][0] == certainty:
            continue
        if true / count >= PRECISION:
            best = (true / max(1, wanted), certainty)
    return best


def searched(reader: Reader, strokes: list, queries: list) -> dict:
    """The certainty with which a page says each query. One that has more letters than a piece has steps is nowhere in it, and
    no page has hits without all words: where there are none, words of each length are looked for by themselves."""
    hits, _ = reader.run(strokes, "--certainty", "0", "--search", " ".join(queries))
    found = dict.fromkeys(queries, 0.0)
    for hit in hits:
        found[hit["query"]] = max(found[hit["query"]], hit["certainty"])
    lengths = sorted({len(query) for query in queries})
    if not hits and len(lengths) > 1:
        for length in lengths:
            found |= searched(reader, strokes, [query for query in queries if len(query) == length])
    return found


def judged(rows: list, read: list) -> str:
    """The cells of a table: the lattice's recall and threshold, the best string's recall and precision."""
    share, threshold = recall(rows)
    wanted = sum(truth for _, truth in rows)
    right = sum(1 for said, truth in read if said and truth)
    told = sum(1 for said, _ in read if said)
    return f"{share:.2f} | {threshold:.2f} | {right / max(1, wanted):.2f} | {right / max(1, told):.2f}"


def counts(has: set, query: str) -> bool:
    """Whether a query is a fair one: it is no beginning of another word that is there."""
    return not any(word != query and word.startswith(query) for word in has)


def measure(reader: Reader, words: list, pages: int) -> list:
    queries = sorted({folded(text) for text in TEXTS.values()})
    lines = ["| Pages | words | cut right | found at precision 0.95 | from certainty | in the best string | its precision |",
             "| --- | --- | --- | --- | --- | --- | --- |"]

    rows, read, exact = [], [], 0
    for index, text in TEXTS.items():
        strokes = [[(x * POINTS, y * POINTS) for x, y in stroke]
                   for stroke in placed(words[index]["strokes"], text, 30, 30, 1)]
        found = searched(reader, strokes, queries)
        said = folded(reader.run(strokes)[0][0]["text"])
        exact += said.strip() == folded(text)
        for query in queries:
            if counts({folded(text)}, query):
                rows.append((found[query], query == folded(text)))
                read.append((query in said, query == folded(text)))
    lines.append(f"| single words | {len(TEXTS)} | – | {judged(rows, read)} |")

    all_rows, all_read, first = [], [], []
    for kind in KINDS:
        rows, read, right, total = [], [], 0, 0
        for seed in range(pages):
            page = compose(words, kind, seed)
            found = searched(reader, page.strokes, queries)
            objects, taken = reader.run(page.strokes)
            first.append((taken, len(page.words)))
            said = folded(objects[0]["text"])
            boxes = [word for line in objects[0]["lines"] for word in line["words"]]
            for _, box in page.words:
                total += 1
                right += any(all(abs(a - b) <= NEAR for a, b in zip(box, other)) for other in boxes)
            has = {folded(text) for text, _ in page.words}
            for query in queries:
                if counts(has, query):
                    rows.append((found[query], query in has))
                    read.append((query in said, query in has))
        lines.append(f"| {kind.name} | {total} | {right / total:.2f} | {judged(rows, read)} |")
        all_rows += rows
        all_read += read
    lines.append(f"| all composed pages | | | {judged(all_rows, all_read)} |")

    one = [[(x * POINTS, y * POINTS) for x, y in stroke] for stroke in placed(words[2]["strokes"], "from", 30, 30, 1)]
    start = min(reader.run(one)[1] for _ in range(3))
    taken = sorted((seconds - start) / max(1, count - 1) * 1000 for seconds, count in first)
    whole = sorted(seconds for seconds, _ in first)
    return lines + [
        "", f"Of {len(TEXTS)} single words, the best string is right for {exact}. "
        f"A page of some 28 words takes {whole[len(whole) // 2]:.2f} s (median), of which {start:.2f} s start two workers and "
        f"load the model: {taken[len(taken) // 2]:.0f} ms a word. A worker takes at most {reader.peak:.0f} MB.",
    ]


HEAD = """# Reading handwriting

What `Scripts/reading` measures: words that people wrote with real pens (sixty pieces by sixty people from UNIPEN,
`hand/words.json` of the folder that `LIMN_FOREIGN` names; they are no part of the project), one by one and composed into pages.
What {count} of them say was read by eye; the others are pieces of several words, or cannot be read. Single words are in their
own size. On composed pages, all small letters are about 4 mm high, and words of many writers stand in each line, which real pages
do not have. {stray} words with ink of a neighbor beside them are only among the single ones.

A word is *cut right* if a box is that of the word within a point. A search is for each word of the whole list on each page. *Found
at precision 0.95* is the share of words on their pages that are found with a certainty such that 95 of 100 pages found for a word are right; that certainty is chosen
on the same pages;
*in the best string* is the share that plain reading finds, by looking for the word in the most probable text.
"""

TAIL = """
Not measured: other scripts and languages than English, sentences as one person writes them, pages of tablets, small handwriting,
crossings-out as people make them, and how many words of a page without them are found wrongly beyond this list of {queries} words.
The words are too few for differences below five hundredths to mean anything.
"""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("limn")
    parser.add_argument("words", type=Path)
    parser.add_argument("--report", type=Path)
    parser.add_argument("--pages", type=int, default=6)
    options = parser.parse_args()
    words = json.loads(options.words.read_text())
    with tempfile.TemporaryDirectory() as folder:
        table = measure(Reader(options.limn, Path(folder)), words, options.pages)
    queries = len({folded(text) for text in TEXTS.values()})
    text = "\n".join([HEAD.format(count=len(TEXTS), stray=len(STRAY)), *table, TAIL.format(queries=queries)])
    print("\n".join(table))
    if options.report:
        renew(options.report, "", text)


if __name__ == "__main__":
    main()
