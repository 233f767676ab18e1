# SPDX-License-Identifier: GPL-3.0-or-later
"""Tells how far a run is, on standard error."""
from __future__ import annotations

import json
import sys
import time

from .schedule import Counts


class Progress:
    """One line about every `every` seconds; as JSON for programs."""

    def __init__(self, tasks: int, milliseconds: int, as_json: bool, every: float) -> None:
        self.tasks, self.milliseconds, self.as_json, self.every = tasks, milliseconds, as_json, every
        self.begin = self.last = time.monotonic()
        self.earlier: int | None = None

    def tell(self, sentence: str) -> None:
        if self.as_json:
            print(json.dumps({"event": "note", "message": sentence}), file=sys.stderr, flush=True)
        else:
            print(f"limn-ray: {sentence}", file=sys.stderr, flush=True)

    def update(self, counts: Counts, nodes: int, at_end: bool = False) -> None:
        now = time.monotonic()
        if self.earlier is None:
            self.earlier = counts.tasks
        if not at_end and now - self.last < self.every:
            return
        self.last = now
        seconds = max(now - self.begin, 1e-6)
        rate = (counts.tasks - self.earlier) / seconds
        left = self._left(counts, seconds)
        if self.as_json:
            print(json.dumps({
                "event": "end" if at_end else "progress", "done": counts.tasks, "failed": counts.failed,
                "total": self.tasks, "seconds": round(seconds, 3), "rate": round(rate, 2),
                "left": None if left is None else round(left, 1), "nodes": nodes, "retries": counts.retries,
                "shards": counts.shards, "worked": round(counts.worked, 3)}), file=sys.stderr, flush=True)
            return
        words = [f"{counts.tasks:,} of {self.tasks:,} tasks", f"{rate:,.1f} a second", f"{nodes} nodes"]
        if counts.failed:
            words.append(f"{counts.failed:,} failed")
        if counts.retries:
            words.append(f"{counts.retries:,} shards tried again")
        if left is not None and not at_end:
            words.append(f"{_time(left)} left")
        self.tell(", ".join(words) + ".")

    def _left(self, counts: Counts, seconds: float) -> float | None:
        """Seconds, from the cost of what is done: the tasks at the end are cheaper than those before."""
        if not counts.milliseconds or not counts.tasks:
            return None
        # Shards of earlier runs count as an average one: their tasks are known, not their time.
        share = min(1.0, (counts.tasks - (self.earlier or 0)) / max(self.tasks - (self.earlier or 0), 1))
        by_cost = counts.milliseconds / max(self.milliseconds, 1)
        part = by_cost if not self.earlier else share
        return seconds * (1 - part) / part if part else None


def _time(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
