# SPDX-License-Identifier: GPL-3.0-or-later
"""Says what libraries must show, from the packets in a folder alone.

It reads the format of Documentation/Sync.md and joins states by the rules there. It shares no code with Limn, and reads no ink: of
an item it knows the place and whether it is there.
"""
import gzip
import hashlib
import json
from pathlib import Path

Dot = tuple[str, int]


class Unit:
    """A state of a unit: what it has seen, what is known of changes, and the versions of entries."""

    def __init__(self) -> None:
        self.seen: dict[str, int] = {}
        self.changes: dict[Dot, tuple[int, dict[str, int]]] = {}
        self.entries: dict[str, dict[Dot, list[tuple[Dot, dict]]]] = {}

    def has_seen(self, dot: Dot) -> bool:
        return dot[1] <= self.seen.get(dot[0], 0)

    def covers(self, other: dict[str, int]) -> bool:
        return all(number <= self.seen.get(name, 0) for name, number in other.items())

    def join(self, other: "Unit") -> None:
        joined: dict[str, dict[Dot, list[tuple[Dot, dict]]]] = {}
        for key in self.entries.keys() | other.entries.keys():
            mine, theirs = self.entries.get(key, {}), other.entries.get(key, {})
            kept = {dot: parts for dot, parts in mine.items() if dot in theirs or not other.has_seen(dot)}
            kept |= {dot: parts for dot, parts in theirs.items() if dot not in mine and not self.has_seen(dot)}
            if kept:
                joined[key] = kept
        self.entries = joined
        self.changes |= other.changes
        for name, number in other.seen.items():
            self.seen[name] = max(number, self.seen.get(name, 0))

    def values(self, key: str) -> list[list[dict]]:
        """The values of each part of an entry that nobody has replaced, the one that counts first."""
        found = []
        for parts in zip(*self.entries[key].values()):
            left = [(writer, value) for writer, value in parts
                    if not any(other != writer and writer[1] <= self.changes[other][1].get(writer[0], 0) for other, _ in parts)]
            left.sort(key=lambda part: (self.changes[part[0]][0], part[0]), reverse=True)
            found.append([value for _, value in left])
        return found


def read(coded: dict, known: Unit) -> tuple[Unit, dict[str, int]]:
    """A unit of a packet, and what its reader must have seen."""
    names = coded["replicas"]

    def vector(numbers: list[int]) -> dict[str, int]:
        return {names[numbers[at]]: numbers[at + 1] for at in range(0, len(numbers), 2)}

    unit = Unit()
    unit.seen = vector(coded["seen"])
    dots = [(names[change["r"]], change["n"]) for change in coded["changes"]]
    for dot, change in zip(dots, coded["changes"]):
        unit.changes[dot] = (change["t"], vector(change["p"]))
    for text, versions in coded["entries"].items():
        key = text
        if text[0] not in "=#":
            library, rest = text.split(".", 1)
            key = f"{names[int(library)]}.{rest}"
        unit.entries[key] = {}
        for version in versions:
            dot = dots[version["d"]]
            if "v" in version:
                writers = [dots[at] for at in version.get("w", [version["d"]] * len(version["v"]))]
                unit.entries[key][dot] = list(zip(writers, version["v"]))
            else:
                unit.entries[key][dot] = known.entries.get(key, {}).get(dot, [])
    return unit, vector(coded["base"])


def units(folder: Path) -> dict[tuple[str, str], Unit]:
    """The states that all packets of a folder come to, by character and name."""
    waiting = []
    for path in sorted(folder.glob("changes/*/*.limnsync")):
        data = path.read_bytes()
        if hashlib.sha256(data).hexdigest() == path.stem:
            waiting += json.loads(gzip.decompress(data))["units"]
    found: dict[tuple[str, str], Unit] = {}
    while waiting:
        left = []
        for coded in waiting:
            unit = found.setdefault((coded["character"], coded["unit"]), Unit())
            theirs, base = read(coded, unit)
            if unit.covers(base):
                unit.join(theirs)
            else:
                left.append(coded)
        if len(left) == len(waiting):
            raise ValueError(f"{len(left)} units of packets build upon others that are missing")
        waiting = left
    return found


def shown(folder: Path) -> dict[str, dict]:
    """What libraries must show of each character: the name, the tags, the values of its form, and the items of each page."""
    characters: dict[str, dict] = {}
    for (character, name), unit in units(folder).items():
        one = characters.setdefault(character, {"name": None, "tags": [], "values": {}, "pages": {}})
        for key in unit.entries:
            parts = unit.values(key)
            first = parts[0][0]
            if name == "about" and key == "=name":
                one["name"] = first["text"]
            elif name == "about" and key.startswith("=tag "):
                one["tags"] = sorted([*one["tags"], first["text"]])
            elif name == "form":
                one["values"][key[1:]] = next(iter(first.values()))
            elif len(parts) == 3:
                page = int(name.split()[1])
                one["pages"][page] = one["pages"].get(page, 0) + 1
    return characters
