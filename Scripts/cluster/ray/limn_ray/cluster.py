# SPDX-License-Identifier: GPL-3.0-or-later
"""The nodes of a Ray cluster as a pool."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ray
from ray.exceptions import RayError
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from .plan import Shard
from .schedule import Node
from .shard import Outcome, Work, work


class Cluster:
    """Runs shards as Ray tasks: one object reference for each shard in work, none for tasks."""

    def __init__(self, slots: int, make: Callable[[Shard, int], Work]) -> None:
        """`make` gives the work of a shard for a number of cores."""
        self.slots, self.make = slots, make
        # What is lost is started again by the schedule, which knows the nodes.
        self.remote = ray.remote(max_retries=0)(work)

    def nodes(self) -> list[Node]:
        return [
            Node(node["NodeID"], node["NodeManagerHostname"] + _suffix(node), cores)
            for node in ray.nodes()
            if node["Alive"] and (cores := int(node["Resources"].get("CPU", 0))) > 0
        ]

    def start(self, node: Node, shard: Shard) -> object:
        share = max(1, node.cores // self.slots)
        strategy = NodeAffinitySchedulingStrategy(node.id, soft=False)
        options: dict[str, Any] = {"num_cpus": node.cores / self.slots if self.slots > 1 else share}
        return self.remote.options(scheduling_strategy=strategy, **options).remote(self.make(shard, share))

    def ended(self, running: list[object], seconds: float) -> list[tuple[object, Outcome | None]]:
        ready, _ = ray.wait(running, num_returns=1, timeout=seconds)
        return [(one, self._outcome(one)) for one in ready]

    def stop(self, running: object) -> None:
        ray.cancel(running, force=True)

    def _outcome(self, one: object) -> Outcome | None:
        try:
            return ray.get(one)
        except RayError:
            return None


def _suffix(node: dict[str, Any]) -> str:
    """Tells several nodes on one machine apart."""
    return f"/{node['NodeID'][:6]}"
