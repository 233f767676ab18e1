# SPDX-License-Identifier: GPL-3.0-or-later
"""Names the sources that calculate with numbers from outside before anything bounds them.

A number that overflows ends the program, and so does an index that is out of range. Three rules keep them in bounds:

1. JSON enters through BoundedJSON alone, which refuses numbers beyond 2⁵³. Nothing else makes a JSONDecoder.
2. Binary integers of any size enter through a reader's `integer()` or a check. Nothing converts `signed()` or `unsigned()`.
3. A message or a subscript does not calculate with a member of a value, such as `item.layer + 1`: the value may be decoded.
   Messages use `.ordinal`, which cannot overflow. A subscript by a member of a decoded value stands behind a check that names
   the member: `indices.contains(item.layer)`, `..<count).contains(…)`, `item.layer <`, or a `guard` or `where` with it.

Usage: decoded_numbers.py [FOLDER…], by default Sources.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
DOOR = "Sources/LimnGeometry/BoundedJSON.swift"
INTERPOLATION = re.compile(r'\\\(((?:[^()"]|\([^()"]*\))*)\)')
# A member or a parameter plus or minus a number: `placed.index + 1`, `layer + 1`.
SUM = re.compile(r"((?:\w+[?!]?\.)*\w+) [+-] \d")
SUBSCRIPT = re.compile(r"\w[\])]?\[((?:\w+\.)+(?:index|layer|page|data|number|item|place|field|position)\w*)( [+-] \d+)?\]")
DECODED = re.compile(r"\b(?:Decodable|Codable|ByteReader|init\(decoding)")
# Members that count what is in memory.
COUNTS = {"count", "endIndex", "startIndex", "upperBound", "lowerBound"}
# Words for a position in a collection in memory.
POSITIONS = {"index", "number", "place"}


def counted(name: str, lines: list[str], number: int) -> bool:
    """Whether a bare name is bound by a loop, a closure or an earlier line of the same function, by what is in memory."""
    bound = re.compile(
        rf"\bfor (?:case )?(?:let )?\(?[^=]*\b{name}\b[^=]* in |\{{ [^}}]*\b{name}\b[^}}]* in\b|\(\s*\b{name}\b, |\blet {name} = "
        rf"|\bvar {name} = |\(let {name}\)|if let {name}|guard let {name}|, {name}\) = ")
    return any(bound.search(line) for line in lines[max(0, number - 60):number + 1])


def guarded(member: str, lines: list[str], number: int) -> bool:
    """Whether one of the lines before, or the line itself, checks a member."""
    last = re.escape(member)
    check = re.compile(rf"contains\([^)]*{last}|{last} (?:<|>=|<=|>|==)|== {last}\b|(?:guard|where|allSatisfy|index\(below)[^=]*{last.split('.')[-1]}")
    return any(check.search(line) for line in lines[max(0, number - 12):number + 1])


def problems(path: Path) -> list[str]:
    name = str(path.relative_to(ROOT))
    text = path.read_text(encoding="utf-8")
    decodes = DECODED.search(text) is not None
    found, lines = [], text.splitlines()
    for number, line in enumerate(lines):
        code = line.split("//")[0] if '"' not in line else line
        if code.lstrip().startswith("//"):
            continue
        where = f"{name}:{number + 1}"
        if "JSONDecoder()" in code and name != DOOR:
            found.append(f"{where}: decode JSON by BoundedJSON, which bounds its numbers.")
        if re.search(r"\bInt\(try (?:\w+\.)?(?:signed|unsigned)\(\)\)", code):
            found.append(f"{where}: read an integer by integer(), which bounds it.")
        for part in INTERPOLATION.findall(code):
            for term in SUM.findall(part):
                members = term.split(".")
                if members[-1] in COUNTS or term.isdigit():
                    continue
                if len(members) == 1 and (term in POSITIONS or counted(term, lines, number)):
                    continue
                found.append(f"{where}: “{term}” may be any number; a message uses .ordinal, or bounds it first.")
        for member, _ in SUBSCRIPT.findall(code) if decodes else []:
            if not guarded(member, lines, number):
                found.append(f"{where}: “{member}” may be any number; check it before it is an index.")
    return found


def main() -> None:
    folders = [Path(name).resolve() for name in sys.argv[1:]] or [ROOT / "Sources"]
    found = [line for folder in folders for path in sorted(folder.rglob("*.swift")) for line in problems(path)]
    for line in found:
        print(line)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
