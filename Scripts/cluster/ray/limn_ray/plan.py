# SPDX-License-Identifier: GPL-3.0-or-later
"""Cuts a list into shards.

The tasks are ordered by their cost, the costliest first, and cut in that order. Nodes take shards from the front, so the
last shards consist of the cheapest tasks. A shard is as large as a part of the work that is left ("guided
self-scheduling", Polychronopoulos and Kuck, 1987): the first ones cost little administration, the last ones end together.
"""
from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Cutting:
    """What shards depend on, beside the list. It is kept with the results, so that a second run cuts alike."""

    slots: int
    """How many shards are worked on at once; 1 or more."""
    cores: int
    """How many cores work on a shard; 1 or more."""
    shortest: float = 5
    """Seconds that a shard lasts at least, by its cost, except the last one."""
    longest: float = 60
    """Seconds that a shard lasts at most, unless a single task lasts longer."""
    tasks: int = 2000
    """The most tasks of a shard for each of its cores."""
    bytes: int = 1 << 30
    """The most bytes that the inputs of a shard have for each of its cores, unless a single task has more."""

    def values(self) -> dict[str, float]:
        return asdict(self)


@dataclass(frozen=True)
class Shard:
    """Some tasks of a list, as their places in it."""

    number: int
    """From 0, in the order of work."""
    key: str
    """Names the shard: the same list and the same tasks have the same key."""
    indexes: "array[int]"
    milliseconds: int
    """The cost of all its tasks, in milliseconds of one core."""


class Plan:
    """The shards of a list. In memory are the order of the tasks, 4 bytes each, and where shards begin."""

    def __init__(self, digest: str, milliseconds: Sequence[int], sizes: Sequence[int], cutting: Cutting) -> None:
        self.digest = digest
        # Sorting is stable, so tasks of equal cost stay in the order of the list.
        self.order = array("I", sorted(range(len(milliseconds)), key=milliseconds.__getitem__, reverse=True))
        self.total = sum(milliseconds)
        self.begins = array("I")
        self.costs: "array[int]" = array("Q")
        self._cut(milliseconds, sizes, cutting)

    def __len__(self) -> int:
        return len(self.costs)

    def __iter__(self) -> Iterator[Shard]:
        return map(self.shard, range(len(self)))

    def shard(self, number: int) -> Shard:
        end = self.begins[number + 1] if number + 1 < len(self) else len(self.order)
        indexes = self.order[self.begins[number]:end]
        key = hashlib.sha256(self.digest.encode() + indexes.tobytes()).hexdigest()[:24]
        return Shard(number, key, indexes, self.costs[number])

    def _cut(self, milliseconds: Sequence[int], sizes: Sequence[int], cutting: Cutting) -> None:
        shortest, longest = (seconds * 1000 * cutting.cores for seconds in (cutting.shortest, cutting.longest))
        most_tasks, most_bytes = cutting.tasks * cutting.cores, cutting.bytes * cutting.cores
        left, cost, size, tasks, goal = self.total, 0, 0, 0, 0.0
        for place, index in enumerate(self.order):
            full = cost + milliseconds[index] > goal or size + sizes[index] > most_bytes or tasks >= most_tasks
            if tasks == 0 or full:
                if tasks:
                    self.costs.append(cost)
                left -= cost
                # Half of an equal part: costs are estimates, and what is left evens them out.
                goal = min(max(left / (2 * cutting.slots), shortest), longest)
                self.begins.append(place)
                cost = size = tasks = 0
            cost += milliseconds[index]
            size += sizes[index]
            tasks += 1
        if tasks:
            self.costs.append(cost)
