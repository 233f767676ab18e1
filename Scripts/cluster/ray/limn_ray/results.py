# SPDX-License-Identifier: GPL-3.0-or-later
"""What lies in a store beside the objects: the plan, markers, parts; and all results as one file."""
from __future__ import annotations

import json
import os
from array import array
from typing import Any, BinaryIO

from .shard import DONE
from .store import Store

RUN = "run.json"


class Refused(Exception):
    """The store belongs to another list, or to another version of limn."""


def open_run(out: Store, wanted: dict[str, Any]) -> dict[str, Any]:
    """Notes what a run is, or takes over what an earlier run noted. Throws Refused where the two do not go together.

    Cutting is taken over, so that both cut the same shards, whatever nodes there are.
    """
    data = json.dumps(wanted, sort_keys=True).encode()
    out.create(data, RUN)
    found = json.loads(out.read(RUN))
    if found.get("list") != wanted["list"]:
        raise Refused("these results belong to another list of tasks; choose another place for the new ones.")
    if found.get("limn") != wanted["limn"]:
        raise Refused(f"these results were made by limn {found.get('limn')}, and this is {wanted['limn']}.")
    if found.get("options") != wanted["options"]:
        raise Refused(f"these results were made with the options {found.get('options')}.")
    return found


class Markers:
    """Which shards are done."""

    def __init__(self, out: Store) -> None:
        self.out = out
        self.keys = {name.removesuffix(".json") for name in out.names(DONE)}

    def failed(self, key: str) -> int | None:
        """How many tasks of a shard failed; nothing for a shard that is not done."""
        return self.marker(key)["failed"] if key in self.keys else None

    def marker(self, key: str) -> dict[str, Any]:
        return json.loads(self.out.read(f"{DONE}/{key}.json"))


def part(out: Store, key: str) -> bytes:
    """The result lines of a shard that is done."""
    return out.read(json.loads(out.read(f"{DONE}/{key}.json"))["part"])


def status(out: Store) -> dict[str, Any]:
    run, markers = json.loads(out.read(RUN)), Markers(out)
    found = [markers.marker(key) for key in sorted(markers.keys)]
    done = sum(marker["tasks"] for marker in found)
    return {"count": run["tasks"], "done": done, "missing": run["tasks"] - done,
            "failed": sum(marker["failed"] for marker in found), "shards": run["shards"], "shardsDone": len(found)}


def merge(out: Store, target: str) -> dict[str, Any]:
    """Writes one line for each task that has a result, in the order of the list; returns counts.

    In memory are 12 bytes a task. The lines are copied to a file beside the target first, since parts are in the order of
    work.
    """
    count = json.loads(out.read(RUN))["tasks"]
    places, lengths = array("Q", bytes(8 * count)), array("I", bytes(4 * count))
    failed = twice = 0
    temporary = f"{target}.{os.getpid()}.tmp"
    try:
        with open(temporary, "xb+") as lines, open(f"{temporary}2", "xb") as merged:
            markers = Markers(out)
            for key in sorted(markers.keys):
                for line in part(out, key).splitlines(keepends=True):
                    result = json.loads(line)
                    index = result["index"]
                    if not 0 <= index < count or lengths[index]:
                        twice += 1
                        continue
                    places[index], lengths[index] = lines.tell(), len(line)
                    failed += result["status"] not in ("ok", "warnings")
                    lines.write(line)
            lines.flush()
            done = _copy(lines, merged, places, lengths)
            merged.flush()
            os.fsync(merged.fileno())
        os.replace(f"{temporary}2", target)
    finally:
        for name in (temporary, f"{temporary}2"):
            if os.path.exists(name):
                os.unlink(name)
    return {"count": count, "done": done, "failed": failed, "missing": count - done, "twice": twice}


def _copy(lines: BinaryIO, merged: BinaryIO, places: "array[int]", lengths: "array[int]") -> int:
    done = 0
    for place, length in zip(places, lengths):
        if length:
            lines.seek(place)
            merged.write(lines.read(length))
            done += 1
    return done
