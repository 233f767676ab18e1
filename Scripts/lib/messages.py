# SPDX-License-Identifier: GPL-3.0-or-later
"""Lists the sentences that Limn's programs say: string literals of the sources that end like a sentence. A literal that goes on
with + is one sentence, and an interpolated value is shown as ‹its expression›."""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
QUERY = re.compile("(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WITH|PRAGMA|REPLACE) ")
TABLE = ROOT / "Documentation/Messages.md"
HEAD = """<!-- Scripts/messages writes this file. -->
# What Limn says

Every sentence of Limn's programs, by module and file: messages, help, and descriptions in the server's API. A value that
differs each time stands in ‹›. After changing a sentence, run `Scripts/messages --update` and read the new one aloud.
"""


def literals(source: str):
    """The literals of a file, those that + joins as one."""
    joined, end = "", -1
    for found in tokens(source):
        start, stop, text = found
        if joined and re.fullmatch(r"\s*\+\s*", source[end:start]):
            joined, end = joined + text, stop
            continue
        if joined:
            yield joined
        joined, end = text, stop
    if joined:
        yield joined


def tokens(source: str):
    """The literals with their places. A literal inside an interpolation belongs to the literal around it."""
    position = 0
    while match := re.compile(r'"""|"|//|/\*').search(source, position):
        start = match.start()
        if match.group() == "//":
            position = source.find("\n", start) + 1 or len(source)
            continue
        if match.group() == "/*":
            position = source.find("*/", start) + 2
            continue
        text, position = literal(source, match.end(), match.group())
        yield start, position, text


def literal(source: str, i: int, quotes: str) -> tuple[str, int]:
    """The text of a literal that begins at i, and where it ends."""
    text = ""
    while not source.startswith(quotes, i):
        if source.startswith("\\(", i):
            depth, j = 1, i + 2
            while depth:
                if source[j] == '"':
                    inner = '"""' if source.startswith('"""', j) else '"'
                    j = literal(source, j + len(inner), inner)[1]
                    continue
                depth += {"(": 1, ")": -1}.get(source[j], 0)
                j += 1
            text, i = text + "‹" + " ".join(source[i + 2:j - 1].split()) + "›", j
        elif source.startswith("\\\n", i):
            i += 2
            while source[i] == " ":
                i += 1
        elif source[i] == "\\":
            text, i = text + {"n": "\n", "t": "\t"}.get(source[i + 1], source[i + 1]), i + 2
        else:
            text, i = text + source[i], i + 1
        if i >= len(source):
            break
    return text, i + len(quotes)


def is_sentence(text: str) -> bool:
    words = text.strip()
    return (bool(re.match(r"[A-Z“‹0-9]", words)) and words[-1] in ".?!" and words.count(" ") > 1
            and "{\"" not in words and not QUERY.match(words))


def table() -> str:
    parts = [HEAD]
    for module in sorted((ROOT / "Sources").iterdir()):
        rows = []
        for file in sorted(module.rglob("*.swift")):
            said = [" ".join(text.split()) for text in literals(file.read_text()) if is_sentence(text)]
            if said:
                rows.append(f"**{file.relative_to(module)}**\n\n" + "\n".join(f"- {one}" for one in dict.fromkeys(said)) + "\n")
        if rows:
            parts.append(f"## {module.name}\n\n" + "\n".join(rows))
    return "\n".join(parts)


def main() -> int:
    made = table()
    if sys.argv[1:] == ["--update"]:
        TABLE.write_text(made)
        return 0
    if TABLE.exists() and TABLE.read_text() == made:
        return 0
    print("Documentation/Messages.md is not what the sources say. Run Scripts/messages --update and read what changed.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
