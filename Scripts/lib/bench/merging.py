# SPDX-License-Identifier: GPL-3.0-or-later
"""Replaces parts of a report that is there already."""
from pathlib import Path


def sections(lines: list) -> dict:
    """Lines by the title that they stand below, up to a colon; what comes before the first title is below ""."""
    found, name = {"": []}, ""
    for line in lines:
        if line.startswith("### "):
            name = line[4:].partition(":")[0]
            found[name] = []
        found[name].append(line)
    return found


def merge(path: Path, targets: list, lines: list) -> None:
    """Puts new targets and sections in the places of those of the same names, or behind the others."""
    head, _, rest = path.read_text().partition("## Targets\n")
    table, _, body = rest.partition("## Measured\n")
    rows = {row.split("|")[1]: row for row in table.splitlines() if row.startswith("|")}
    rows |= {row.split("|")[1]: row for row in targets}
    kept, new = sections(body.strip("\n").split("\n")), sections(lines)
    new.pop("")
    for name, part in new.items():
        while part and not part[-1]:
            part.pop()
        kept[name] = part + [""]
    text = "\n".join(line for part in kept.values() for line in part).strip("\n")
    path.write_text("\n".join([f"{head}## Targets", "", *rows.values(), "", "## Measured", "", text, ""]))
