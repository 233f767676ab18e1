# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the figures of Benchmarks/figures.toml, as they are and as git remembers them."""

import json
import re
import subprocess
import tomllib
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Figure:
    """A figure with its values: pairs of the time in seconds and the number, oldest first."""

    name: str
    unit: str
    wanted: float | None
    values: list = field(default_factory=list)
    #: Its value at each release, where there was one.
    released: dict = field(default_factory=dict)


@dataclass
class Group:
    title: str
    text: str
    figures: list


class History:
    """The versions of files that git knows; none where there is no git."""

    def __init__(self, root: Path):
        self.root = root
        self.tags = self.git("tag", "--list", "v*", "--sort=v:refname").split()

    def git(self, *arguments) -> str:
        run = subprocess.run(["git", *arguments], cwd=self.root, capture_output=True, text=True)
        return run.stdout if run.returncode == 0 else ""

    def versions(self, file: str) -> list:
        """The time and the text of each version of a file, oldest first. What is not committed comes last."""
        made = []
        for line in reversed(self.git("log", "--format=%H %ct", "--", file).splitlines()):
            commit, time = line.split()
            text = self.git("show", f"{commit}:{file}")
            if text:
                made.append((int(time), text))
        path = self.root / file
        now = path.read_text(encoding="utf-8") if path.exists() else ""
        if now and (not made or made[-1][1] != now):
            made.append((int(path.stat().st_mtime), now))
        return made

    def at_tags(self, file: str) -> dict:
        """The text of a file at each release."""
        return {tag.removeprefix("v"): self.git("show", f"{tag}:{file}") for tag in self.tags}


def number(text: str) -> float | None:
    """The first number of a cell, such as 1,234.5 ms."""
    match = re.search(r"\d[\d,]*(?:\.\d+)?", text)
    return float(match[0].replace(",", "")) if match else None


def cell(text: str, row: str, column: str) -> str | None:
    """A cell of the first table that has this row and this column."""
    names = []
    for line in text.splitlines():
        if not line.startswith("|"):
            names = []
            continue
        cells = [part.strip() for part in line.strip().strip("|").split("|")]
        if not names:
            names = cells
        elif cells[0] == row and column in names and names.index(column) < len(cells):
            return cells[names.index(column)]
    return None


def value(text: str, described: dict) -> float | None:
    """The figure in a version of its file; none where it did not exist yet."""
    if "key" in described:
        found = json.loads(text) if text else {}
        for name in described["key"].split("."):
            found = found.get(name) if isinstance(found, dict) else None
        made = float(found) if isinstance(found, (int, float)) else None
    else:
        told = cell(text, described["row"], described["column"])
        made = None if told is None else number(told)
    return None if made is None else made * described.get("scale", 1)


def read(root: Path) -> list:
    """The groups with all that is known of their figures. A figure that no version of its file has is a mistake."""
    history, groups = History(root), []
    for told in tomllib.loads((root / "Benchmarks/figures.toml").read_text(encoding="utf-8"))["group"]:
        shared = {key: told[key] for key in ("column", "unit", "scale") if key in told}
        versions, releases = history.versions(told["file"]), history.at_tags(told["file"])
        figures = []
        for one in told["figures"]:
            described = {**shared, **one}
            figure = Figure(one["name"], described["unit"], described.get("wanted"))
            figure.values = [(time, known) for time, text in versions if (known := value(text, described)) is not None]
            figure.released = {tag: value(text, described) for tag, text in releases.items()}
            if not figure.values:
                raise SystemExit(f"figures: {told['file']} does not have “{one['name']}”.")
            figures.append(figure)
        groups.append(Group(told["title"], told["text"].strip(), figures))
    return groups
