# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes manual pages: PROGRAMS PAGES.toml FOLDER. Each command has a page, limn-ink-convert(1) for limn ink convert."""

import os
import sys
import textwrap
import time
import tomllib
from pathlib import Path

from manual import commands


def plain(text: str) -> str:
    """Text for roff: nothing in it is a request, an escape or a hyphen where a minus is meant."""
    text = text.replace("\\", "\\e").replace("`", "").replace("-", "\\-")
    for character, name in {"“": "\\(lq", "”": "\\(rq", "…": "\\&...", "×": "\\(mu", "–": "\\(en", "→": "\\(->"}.items():
        text = text.replace(character, name)
    return text


def lines(text: str) -> list:
    """Paragraphs as lines of roff, a line that begins like a request protected."""
    made = []
    for index, paragraph in enumerate(text.strip().split("\n\n")):
        if index:
            made.append(".PP")
        for line in textwrap.wrap(" ".join(paragraph.split()), 78, break_on_hyphens=False, break_long_words=False):
            line = plain(line)
            made.append("\\&" + line if line.startswith((".", "'")) else line)
    return made


def signature(entry) -> str:
    """The option as it is typed, with its value in italics."""
    value = f"\\fI{plain(entry.value)}\\fR" if entry.value else ""
    if not entry.is_option:
        return value + (" ..." if entry.is_repeating else "")
    names = ", ".join(f"\\fB{plain(name)}\\fR" for name in entry.names)
    return f"{names} {value}".strip()


def described(entry) -> list:
    made = [".TP", signature(entry)] + lines(entry.text or "See the description.")
    if entry.choices:
        made += lines(f"One of: {', '.join(entry.choices)}.")
    if entry.default and entry.default not in ("false", "[]") and "default" not in entry.text:
        made += lines(f"The default is {entry.default}.")
    return made


def definitions(pairs: list) -> list:
    return [line for term, text in pairs for line in [".TP", f"\\fB{plain(term)}\\fR"] + lines(text)]


def synopsis(command) -> list:
    parts = [f"\\fB{plain(command.name)}\\fR"]
    if command.commands:
        return [" ".join(parts + ["\\fIcommand\\fR", "[\\fIoptions\\fR]"])]
    if any(entry.is_option for entry in command.entries):
        parts.append("[\\fIoptions\\fR]")
    for entry in command.entries:
        if not entry.is_option:
            parts.append(signature(entry))
    return [" ".join(parts)]


def applicable(entries: list, command) -> list:
    """Those of the common definitions that belong to the command: all, or those that name an option that it has."""
    return [
        (one["name"], one["text"]) for one in entries
        if not one.get("option") and not one.get("command") or command.has(one.get("option", ""))
        or command.name == one.get("command")
    ]


def page(command, written: dict, pages: list, date: str, version: str) -> str:
    own = written.get("page", {}).get(command.page, {})
    made = [
        '.\\" SPDX-' + 'License-Identifier: GPL-3.0-or-later',
        f'.TH {command.page.upper()} 1 {date} "Limn {version}" "Limn manual"', ".SH NAME",
        f"{plain(command.page)} \\- {plain(command.abstract.rstrip('.'))}", ".SH SYNOPSIS", *synopsis(command),
    ]
    about = "\n\n".join(text for text in (command.abstract, command.discussion, own.get("text", "")) if text)
    made += [".SH DESCRIPTION", *lines(about)]
    if command.commands:
        made.append(".SH COMMANDS")
        for below in command.commands:
            made += [".TP", f"\\fB{plain(below.page)}\\fR(1)"] + lines(below.abstract)
    arguments = [entry for entry in command.entries if not entry.is_option]
    options = [entry for entry in command.entries if entry.is_option]
    for title, entries in (("ARGUMENTS", arguments), ("OPTIONS", options)):
        if entries:
            made += [f".SH {title}"] + [line for entry in entries for line in described(entry)]
    if command.commands and len(command.words) > 1:
        return "\n".join(made + see_also(command, pages)) + "\n"
    made += [".SH EXIT STATUS"] + definitions([(one["name"], one["text"]) for one in written["exit"]])
    for title, key in (("ENVIRONMENT", "variable"), ("FILES", "file")):
        if found := applicable(written[key], command):
            made += [f".SH {title}"] + definitions(found)
    if examples := own.get("examples"):
        made.append(".SH EXAMPLES")
        for index, example in enumerate(examples):
            made += [".PP"] * (index > 0) + [*lines(example["does"]), ".PP", ".RS 4", ".EX"]
            made += [("\\&" if line.startswith((".", "'")) else "") + line.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
                     for line in example["run"].splitlines()]
            made += [".EE", ".RE"]
    return "\n".join(made + see_also(command, pages)) + "\n"


def see_also(command, pages: list) -> list:
    others = [other for other in pages if other != command.page and (
        other.rpartition("-")[0] == command.page.rpartition("-")[0] or other == command.page.rpartition("-")[0])]
    if command.page == "limn":
        others = [other for other in pages if other.count("-") == 1]
    if not others:
        others = ["limn"]
    made = [".SH SEE ALSO"]
    for index, other in enumerate(sorted(set(others))):
        made.append(f".BR {plain(other)} (1){',' if index + 1 < len(set(others)) else ''}")
    return made


def main(programs: str, sections: str, folder: str) -> None:
    limn = commands.read(Path(programs))
    written = tomllib.loads(Path(sections).read_text(encoding="utf-8"))
    all_commands = list(limn.all())
    pages = [command.page for command in all_commands]
    if unknown := set(written.get("page", {})) - set(pages):
        sys.exit(f"{sections} describes commands that do not exist: {', '.join(sorted(unknown))}.")
    date = time.strftime("%Y-%m-%d", time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))))
    version = commands.version(Path(programs))
    for command in all_commands:
        text = page(command, written, pages, date, version)
        (Path(folder) / f"{command.page}.1").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
