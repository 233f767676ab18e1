# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the reference of all commands into a DocC catalogue: PROGRAMS PAGES.toml CATALOGUE."""

import re
import sys
import tomllib
from pathlib import Path

from manual import commands


def escaped(text: str) -> str:
    text = text.replace("<", "\\<").replace("*", "\\*").replace("`", "'")
    # What is typed keeps its hyphens; in a sentence, two of them would become a dash.
    return re.sub(r"(?<![\w-])(--[a-z][a-z-]*|-(?= is standard))", r"`\1`", text)


def listed(entry) -> str:
    names = ", ".join(f"`{name}`" for name in entry.names) or f"`{entry.value}`"
    value = f" *{escaped(entry.value)}*" if entry.names and entry.value else ""
    text = escaped(entry.text)
    if entry.choices:
        text += f" One of: {escaped(', '.join(entry.choices))}."
    if entry.default and entry.default not in ("false", "[]") and "default" not in entry.text:
        text += f" The default is {escaped(entry.default)}."
    return f"- {names}{value}: {text}"


def page(command, written: dict) -> str:
    own = written["page"].get(command.page, {})
    made = [f"# {command.name}", "", escaped(command.abstract), "", "## Overview", ""]
    made += [escaped(text) + "\n" for text in (command.discussion, own.get("text", "").strip()) if text]
    for title, wanted in (("Arguments", False), ("Options", True)):
        entries = [entry for entry in command.entries if entry.is_option == wanted]
        if entries:
            made += [f"### {title}", "", *(listed(entry) for entry in entries), ""]
    for example in own.get("examples", []):
        made += [example["does"], "", "```sh", example["run"].rstrip(), "```", ""]
    if command.commands:
        made += ["## Topics", "", "### Commands", "", *(f"- <doc:{below.page}>" for below in command.commands), ""]
    return "\n".join(made)


def main(programs: str, sections: str, catalogue: str) -> None:
    limn = commands.read(Path(programs))
    written = tomllib.loads(Path(sections).read_text(encoding="utf-8"))
    for command in limn.all():
        if command is not limn:
            (Path(catalogue) / f"{command.page}.md").write_text(page(command, written), encoding="utf-8")
    lines = ["# Commands", "", "Every command with its options, as the programs tell them.", "", "## Overview", ""]
    lines += ["All commands keep to the same exit codes:", ""]
    lines += [f"- {one['name']}: {one['text']}" for one in written["exit"]]
    lines += ["", "## Topics", "", "### Commands", "", *(f"- <doc:{command.page}>" for command in limn.commands)]
    (Path(catalogue) / "Commands.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
