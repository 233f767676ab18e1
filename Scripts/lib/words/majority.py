# SPDX-License-Identifier: GPL-3.0-or-later
"""Which words programs find on pages, judged by what most of them find. See Scripts/words."""
import argparse
import collections
import json
import random
import re
import statistics
import subprocess
import sys
import unicodedata
import xml.etree.ElementTree
from pathlib import Path

import pymupdf
import pypdfium2
import pypdfium2.raw as pdfium

ROOT = Path(__file__).resolve().parents[3]
OTHERS = ("pdftotext", "mupdf", "pdfium")
#: So many pages of one script count, and so many of one file, so that no document decides.
OF_SCRIPT, OF_FILE = 60, 3
#: How far edges may lie apart, in points.
NEAR = 0.5
#: What is no letter: control characters, private use, and the places of unknown letters. Engines differ in them by design.
NONE = re.compile("[\u0000-\u0008\u000e-\u001f\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]")
UNKNOWN = re.compile("[\ue000-\uf8ff\ufffc-\uffff\U000f0000-\U0010ffff]")
JUDGED = 60


def scripts_of(text):
    """The scripts that a text is written in, by the names of its letters."""
    counts = collections.Counter(unicodedata.name(c, "?").split()[0] for c in text if c.isalpha())
    merged = {"HIRAGANA": "JAPANESE", "KATAKANA": "JAPANESE", "CJK": "HAN", "FULLWIDTH": "LATIN", "HALFWIDTH": "JAPANESE", "MICRO": "GREEK"}
    total = collections.Counter()
    for name, count in counts.items():
        total[merged.get(name, name)] += count
    return {name for name, count in total.items() if count >= 20 and name not in ("?", "MODIFIER", "MATHEMATICAL", "FEMININE", "MASCULINE", "SCRIPT", "DOUBLE-STRUCK", "BLACK-LETTER", "ORDINAL")}


def plain(word):
    """A word as it counts: compatible letters are one, and what no engine agrees on is left out."""
    if UNKNOWN.search(word):
        return ""
    return unicodedata.normalize("NFKC", NONE.sub("", word)).strip()


def by_pdftotext(file, number):
    made = subprocess.run(["pdftotext", "-bbox", "-cropbox", "-f", str(number), "-l", str(number), file, "-"], capture_output=True, timeout=JUDGED, check=True)
    text = re.sub("[\u0000-\u0008\u000b\u000c\u000e-\u001f]", "", made.stdout.decode("utf-8", "replace"))
    tree = xml.etree.ElementTree.fromstring(re.sub(r"<!DOCTYPE[^>]*>", "", text).replace(' xmlns="http://www.w3.org/1999/xhtml"', ""))
    return [(word.text or "", *(float(word.get(edge)) for edge in ("xMin", "yMin", "xMax", "yMax"))) for word in tree.iter("word")]


def by_mupdf(file, number):
    with pymupdf.open(file) as document:
        page = document[number - 1]
        return [(word, *(pymupdf.Rect(box) * page.rotation_matrix)) for *box, word, _, _, _ in page.get_text("words", flags=pymupdf.TEXTFLAGS_WORDS | pymupdf.TEXT_MEDIABOX_CLIP)]


def by_pdfium(file, number):
    document = pypdfium2.PdfDocument(file)
    try:
        page = document[number - 1]
        text = page.get_textpage()
        words, letters, boxes = [], "", []

        def end():
            nonlocal letters, boxes
            if letters:
                edges = list(zip(*boxes))
                words.append((letters, min(edges[0]), min(edges[1]), max(edges[2]), max(edges[3])))
            letters, boxes = "", []

        width, height = page.get_size()
        for index in range(text.count_chars()):
            code = pdfium.FPDFText_GetUnicode(text, index)
            if code > sys.maxunicode:
                code = 0xFFFD
            letter = "-" if code in (2, 0xFFFE) else chr(code)
            if letter.isspace() or code == 0:
                end()
                continue
            left, bottom, right, top = text.get_charbox(index, loose=True)
            corners = [shown(page, x, y, width, height) for x, y in ((left, bottom), (right, top))]
            (x0, y0), (x1, y1) = corners
            letters += letter
            boxes.append((min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)))
        end()
        return words
    finally:
        document.close()


def shown(page, x, y, width, height):
    """A place of the page's own space where the page shows it, in points from the upper left."""
    scale = 100
    across, down = pdfium.c_int(), pdfium.c_int()
    pdfium.FPDF_PageToDevice(page, 0, 0, round(width * scale), round(height * scale), 0, x, y, across, down)
    return across.value / scale, down.value / scale


def by_limn(file, number):
    made = subprocess.run([LIMN, "text", file, "--json", "--quiet", "--pages", str(number)], capture_output=True, timeout=JUDGED, check=False)
    page = json.loads(made.stdout.splitlines()[0])
    return [(word["text"], *word["rect"]) for word in page["words"]]


ENGINES = {"limn": by_limn, "pdftotext": by_pdftotext, "mupdf": by_mupdf, "pdfium": by_pdfium}


def counted(words):
    return collections.Counter(word for word in (plain(text) for text, *_ in words) if word)


def likeness(found, wanted):
    """The harmonic mean of precision and recall."""
    both = sum((found & wanted).values())
    return 2 * both / max(found.total() + wanted.total(), 1)


def letters(words):
    return collections.Counter(letter for word, count in words.items() for letter in word for _ in range(count))


def majority(counters):
    """How often most programs find each word: at least as often as two of three find it."""
    return collections.Counter({word: sorted(counter[word] for counter in counters)[1] for word in set().union(*counters)})


def edges_near(all_words):
    """For each program, how many words that all find once have both edges along the line near the middle ones of the others."""
    places = {}
    for name, words in all_words.items():
        groups = collections.defaultdict(list)
        for text, *box in words:
            groups[plain(text)].append(box)
        places[name] = {word: boxes[0] for word, boxes in groups.items() if word and len(boxes) == 1}
    shared = set.intersection(*(set(one) for one in places.values()))
    near, far = collections.Counter(), []
    for word in shared:
        boxes = {name: one[word] for name, one in places.items()}
        middle = [statistics.median(boxes[name][edge] for name in OTHERS) for edge in range(4)]
        along = (1, 3) if middle[3] - middle[1] > 1.6 * (middle[2] - middle[0]) and len(word) > 1 else (0, 2)
        for name, box in boxes.items():
            is_near = all(abs(box[edge] - middle[edge]) <= NEAR for edge in along)
            near[name] += is_near
            if name == "limn" and not is_near:
                far.append((word, [round(box[edge] - middle[edge], 2) for edge in along]))
    return near, len(shared), far


def chosen(files, count, seed):
    """Pages in many scripts: rare ones first."""
    pages = collections.defaultdict(list)
    for file in files:
        try:
            with pymupdf.open(file) as document:
                if document.needs_pass:
                    continue
                for number in range(min(len(document), OF_FILE)):
                    for script in scripts_of(document[number].get_text()):
                        pages[script].append((str(file), number + 1))
        except (RuntimeError, ValueError, pymupdf.mupdf.FzErrorBase):
            continue
    dice = random.Random(seed)
    taken = {}
    for script, all_pages in sorted(pages.items(), key=lambda one: (len(one[1]), one[0])):
        limit = count - len(taken) if script == "LATIN" else OF_SCRIPT
        for page in dice.sample(all_pages, len(all_pages)):
            if limit > 0 and page not in taken:
                taken[page] = script
                limit -= 1
    return sorted((script, *page) for page, script in taken.items())


def main():
    global LIMN
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("limn")
    reader.add_argument("--count", type=int, default=500)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--only", default="", help="files with this in their path")
    reader.add_argument("--worst", type=int, default=0, help="also tells so many pages on which Limn is far from the others")
    reader.add_argument("--report")
    options = reader.parse_args()
    LIMN = options.limn
    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    files = sorted(file for folder in (".corpus", ".corpus-more") for file in (ROOT / folder).rglob("*.pdf") if file.is_file() and options.only in str(file))
    pages = chosen(files, options.count, options.seed)
    scores = collections.defaultdict(lambda: collections.defaultdict(list))
    near, shared, unread, worst = collections.Counter(), 0, 0, []
    for index, (script, file, number) in enumerate(pages, 1):
        print(f"\r{index} of {len(pages)}", end="", file=sys.stderr, flush=True)
        try:
            words = {name: engine(file, number) for name, engine in ENGINES.items()}
        except (subprocess.SubprocessError, xml.etree.ElementTree.ParseError, pypdfium2.PdfiumError, RuntimeError, IndexError, KeyError, ValueError) as error:
            print(f"\n{file} {number}: {error!r}"[:300], file=sys.stderr)
            unread += 1
            continue
        counters = {name: counted(one) for name, one in words.items()}
        wanted = majority([counters[name] for name in OTHERS])
        if wanted.total() == 0:
            unread += 1
            continue
        for name, counter in counters.items():
            scores[script][name].append((likeness(counter, wanted), likeness(letters(counter), letters(wanted))))
        of_page, both, far = edges_near(words)
        near += of_page
        shared += both
        worst.append((scores[script]["limn"][-1][0] - max(scores[script][name][-1][0] for name in OTHERS), file, number,
                      list(((counters["limn"] - wanted)).items())[:8], list((wanted - counters["limn"]).items())[:8], far[:4]))
    print(file=sys.stderr)
    text = report(scores, near, shared, unread)
    print(text)
    for line in sorted(worst)[:options.worst]:
        print(*line)
    if options.report:
        Path(options.report).write_text(text)


def report(scores, near, shared, unread):
    def row(title, pages):
        means = [[statistics.mean(one[part] for one in pages[name]) for name in ENGINES] for part in (0, 1)]
        return f"| {title} | {len(pages['limn'])} | " + " | ".join(f"{value:.3f}" for part in means for value in part) + " |"

    total = collections.defaultdict(list)
    for pages in scores.values():
        for name, ones in pages.items():
            total[name] += ones
    lines = [
        "# Words", "",
        f"Which words programs find on {len(total['limn'])} pages of the corpora in {len(scores)} scripts. What at least two of pdftotext, MuPDF and pdfium find is",
        "taken for right, so Limn has no vote. 1 is the same words (the same letters), as often; means of the pages. Made by `Scripts/words --report`.", "",
        "| script | pages | words: " + " | ".join(ENGINES) + " | letters: " + " | ".join(ENGINES) + " |",
        "| --- |" + " ---: |" * (1 + 2 * len(ENGINES))]
    lines += [row(script.capitalize(), pages) for script, pages in sorted(scores.items(), key=lambda one: -len(one[1]["limn"]))]
    lines += [row("**all**", total), ""]
    lines += [f"Words that all four find once on a page: {shared}. Both ends within {NEAR} pt of the middle one of the three: "
              + ", ".join(f"{name} {near[name] / max(shared, 1):.1%}" for name in ENGINES) + "."]
    if unread:
        lines += ["", f"{unread} pages are not counted: one of the programs cannot read them, or no two agree on a word."]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
