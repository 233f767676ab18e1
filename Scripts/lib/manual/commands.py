# SPDX-License-Identifier: GPL-3.0-or-later
"""What the programs say of themselves: their commands with arguments, options and sentences."""

import json
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Entry:
    """An argument or an option: how it is written, and what it does."""

    names: list
    value: str
    text: str
    is_repeating: bool = False
    choices: list = field(default_factory=list)
    default: str = ""

    @property
    def is_option(self) -> bool:
        return bool(self.names)


@dataclass
class Command:
    """A command with the words that call it, such as limn ink convert."""

    words: list
    abstract: str
    discussion: str = ""
    entries: list = field(default_factory=list)
    commands: list = field(default_factory=list)

    @property
    def name(self) -> str:
        return " ".join(self.words)

    @property
    def page(self) -> str:
        return "-".join(self.words)

    def all(self):
        """The command and those below it."""
        yield self
        for command in self.commands:
            yield from command.all()

    def has(self, option: str) -> bool:
        return any(option in entry.names for entry in self.entries)


def written(name: dict) -> str:
    return ("-" if name["kind"] == "short" else "--") + name["name"]


def entry(argument: dict) -> Entry:
    flag = argument["kind"] == "flag"
    names = [written(name) for name in argument.get("names", [])] if argument["kind"] != "positional" else []
    return Entry(
        names, "" if flag else argument.get("valueName", "value"), argument.get("abstract", ""),
        argument.get("isRepeating", False), argument.get("allValues", []), argument.get("defaultValue", ""))


def command(described: dict, above: list) -> Command:
    words = above + [described["commandName"]]
    shown = [one for one in described.get("arguments", []) if one.get("shouldDisplay", True)]
    below = [one for one in described.get("subcommands", []) if one.get("shouldDisplay", True)]
    return Command(
        words, described.get("abstract", ""), described.get("discussion", ""), [entry(one) for one in shown],
        [command(one, words) for one in below])


def server_entries(help_text: str) -> list:
    """The options of `limn-server --help`: `  --port <port>   The port.` Descriptions go on in indented lines."""
    entries = []
    options = help_text.partition("OPTIONS:\n")[2]
    for line in options.splitlines():
        match = re.fullmatch(r"  (--?[a-z-]+(?:, --[a-z-]+)*)(?: <(.*?)>)?(?:  +(\S.*))?", line)
        if match:
            entries.append(Entry(match[1].split(", "), match[2] or "", match[3] or ""))
        elif line.startswith(" " * 10) and entries:
            entries[-1].text = f"{entries[-1].text} {line.strip()}".strip()
        elif line.strip():
            raise SystemExit(f"limn-server --help has a line that is not understood: {line}")
    return entries


def read(programs: Path) -> Command:
    """The commands of `limn` with those options of `limn serve` that the server knows alone."""
    def told(*arguments) -> str:
        return subprocess.run(arguments, check=True, capture_output=True, text=True).stdout

    limn = command(json.loads(told(programs / "limn", "--experimental-dump-help"))["command"], [])
    text = told(programs / "limn-server", "--help")
    for one in limn.all():
        if one.words == ["limn", "serve"]:
            one.abstract = "Serves a library over HTTP."
            one.discussion = " ".join(text.partition("\n")[2].partition("USAGE:")[0].split())
            one.entries = server_entries(text)
    return limn


def version(programs: Path) -> str:
    """The version of the programs."""
    return subprocess.run([programs / "limn", "--version"], check=True, capture_output=True, text=True).stdout.strip()
