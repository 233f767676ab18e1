# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the page of figures with its graphs into a DocC catalogue: ROOT VERSION CATALOGUE."""

import re
import sys
from pathlib import Path

from figures import graphs, history

HEAD = """\
# Figures

How fast Limn is, how small its files are, and how that has changed.

## Overview

Each point of a graph is a measurement that was committed with the sources, the oldest on the left. A dashed line is the target.
Times depend on the machine, and some of the early measurements shared it with other work. Ratios and instructions say more. The reports
in `Benchmarks/` tell how each figure is measured, on which machine, and beside which programs.
"""


def told(figure, number: float | None) -> str:
    return "–" if number is None else f"{graphs.written(number)} {figure.unit}"


def named(figure) -> str:
    """A command is typed as it stands, with its hyphens."""
    return f"`{figure.name}`" if figure.name.startswith("limn ") else figure.name


def table(group, version: str) -> list:
    """The figures at each release; this version is the last column."""
    releases = [tag for tag in group.figures[0].released if tag != version]
    made = ["| | " + " | ".join([*releases, version, "wanted"]) + " |", "| --- " * (len(releases) + 3) + "|"]
    for figure in group.figures:
        cells = [told(figure, figure.released[tag]) for tag in releases] + [told(figure, figure.values[-1][1])]
        made.append(f"| {named(figure)} | " + " | ".join([*cells, told(figure, figure.wanted)]) + " |")
    return made


def described(group) -> str:
    """What a graph shows, for those who do not see it."""
    parts = [f"{one.name}: from {told(one, one.values[0][1])} to {told(one, one.values[-1][1])}" for one in group.figures]
    return "; ".join(parts)


def main(root: str, version: str, catalogue: str) -> None:
    resources = Path(catalogue) / "Resources"
    resources.mkdir(parents=True, exist_ok=True)
    page = [HEAD]
    for group in history.read(Path(root)):
        name = "figures-" + re.sub(r"[^a-z]+", "-", group.title.lower())
        (resources / f"{name}.svg").write_text(graphs.svg(group, graphs.LIGHT), encoding="utf-8")
        (resources / f"{name}~dark.svg").write_text(graphs.svg(group, graphs.DARK), encoding="utf-8")
        page += [f"### {group.title}", "", group.text, "", f"![{described(group)}]({name})", "", *table(group, version), ""]
    (Path(catalogue) / "Figures.md").write_text("\n".join(page), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
