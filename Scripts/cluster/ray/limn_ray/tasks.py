# SPDX-License-Identifier: GPL-3.0-or-later
"""The task list on the disk. In memory are 20 bytes a task."""
from __future__ import annotations

import hashlib
import json
from array import array
from collections.abc import Iterable
from dataclasses import dataclass

# As `limn batch` has it.
LONGEST_LINE = 1 << 20
LARGEST_COST = (1 << 32) - 1


class ListError(Exception):
    """A task list that cannot be read; the text names the line."""


@dataclass(frozen=True)
class TaskList:
    """A list, read once: for each task where its line begins, what it costs and how much it reads."""

    path: str
    digest: str
    offsets: "array[int]"
    milliseconds: "array[int]"
    bytes: "array[int]"

    def __len__(self) -> int:
        return len(self.milliseconds)

    @classmethod
    def read(cls, path: str) -> "TaskList":
        """Reads the list as a stream, without the lines that repeat a task. Throws ListError for a line that is no task."""
        offsets, milliseconds, sizes = array("Q"), array("I"), array("Q")
        digest = hashlib.sha256()
        place = number = 0
        seen: set[int] = set()
        with open(path, "rb") as file:
            while line := file.readline(LONGEST_LINE + 2):
                number += 1
                if len(line) > LONGEST_LINE + 1:
                    raise ListError(f"{path}, line {number}: a task is longer than 1 MiB.")
                digest.update(line)
                if line.strip():
                    name, cost, size = _head(line, path, number)
                    if name not in seen:
                        seen.add(name)
                        offsets.append(place)
                        milliseconds.append(cost)
                        sizes.append(size)
                place += len(line)
        return cls(path, digest.hexdigest(), offsets, milliseconds, sizes)

    def lines(self, indexes: Iterable[int]) -> bytes:
        """The lines of some tasks, in the given order."""
        parts = []
        with open(self.path, "rb") as file:
            for index in indexes:
                file.seek(self.offsets[index])
                parts.append(file.readline(LONGEST_LINE + 2).rstrip(b"\r\n"))
        return b"\n".join(parts) + b"\n"


def _head(line: bytes, path: str, number: int) -> tuple[int, int, int]:
    """The beginning of the task's name as a number, its milliseconds and its bytes. Where a list has no name or no cost, the
    hash of the line and the bytes of the inputs stand for them."""
    try:
        task = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ListError(f"{path}, line {number}: this is not JSON ({error}).") from None
    if not isinstance(task, dict) or not isinstance(task.get("inputs"), list):
        raise ListError(f"{path}, line {number}: a task is an object with “verb” and “inputs”.")
    cost = task.get("cost")
    cost = cost if isinstance(cost, dict) else {}
    size = _count(cost.get("bytes"))
    if not size:
        size = sum(_count(i.get("bytes")) for i in task["inputs"] if isinstance(i, dict))
    # A page costs some tens of milliseconds and is about as many kilobytes.
    milliseconds = _count(cost.get("milliseconds")) or size // 1000
    name = task.get("task")
    digest = hashlib.sha256(name.encode() if isinstance(name, str) else line).digest()
    return int.from_bytes(digest[:8], "big"), max(1, min(milliseconds, LARGEST_COST)), min(size, 1 << 62)


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0
