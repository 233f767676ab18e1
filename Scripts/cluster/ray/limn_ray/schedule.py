# SPDX-License-Identifier: GPL-3.0-or-later
"""Which node gets which shard, and what happens to shards that were lost. Knows no Ray, so that it can be tested."""
from __future__ import annotations

import time
from array import array
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from .plan import Plan, Shard
from .shard import Outcome


@dataclass(frozen=True)
class Node:
    """A node that can work."""

    id: str
    name: str
    cores: int


class Pool(Protocol):
    """The nodes of a cluster."""

    def nodes(self) -> list[Node]: ...

    def start(self, node: Node, shard: Shard) -> object:
        """Starts a shard on a node, and returns what stands for it."""

    def ended(self, running: list[object], seconds: float) -> list[tuple[object, Outcome | None]]:
        """Waits until some have ended. None stands for one that was lost with its node."""

    def stop(self, running: object) -> None: ...


@dataclass
class Limits:
    slots: int
    """How many shards a node works on at once."""
    attempts: int = 8
    """How often a shard is tried before it is given up."""
    strikes: int = 3
    """How many failed shards in a row retire a node for a while."""
    rest: float = 30
    """Seconds that such a node rests; twice as long each time."""
    wait: float = 300
    """Seconds to wait for a node when there is none."""
    linger: float = 3
    """A shard that takes this many times as long as its cost says is started once more when nodes are idle."""


@dataclass
class Counts:
    """How far a run is."""

    tasks: int = 0
    failed: int = 0
    shards: int = 0
    milliseconds: int = 0
    retries: int = 0
    found: int = 0
    worked: float = 0
    """Seconds that nodes worked on shards that were done."""


@dataclass
class _NodeState:
    node: Node
    running: int = 0
    strikes: int = 0
    rests: int = 0
    rests_until: float = 0
    is_wrong: bool = False


@dataclass
class _Running:
    shard: Shard
    state: _NodeState
    begin: float = field(default_factory=time.monotonic)


class Schedule:
    """Works through the shards of a plan that are not done yet."""

    def __init__(self, pool: Pool, plan: Plan, limits: Limits, tell: Callable[[str], None],
                 progress: Callable[[Counts, int], None], published: Callable[[str], None] = lambda key: None) -> None:
        self.pool, self.plan, self.limits = pool, plan, limits
        self.tell, self.progress, self.published = tell, progress, published
        self.counts = Counts()
        self.given_up: list[tuple[Shard, str]] = []
        self.wrong = ""
        self._attempts = array("B", bytes(len(plan)))
        self._done = bytearray(len(plan))
        self._states: dict[str, _NodeState] = {}
        self._running: dict[object, _Running] = {}
        self._looked = self._had_node = -1e9

    def run(self, done: Callable[[str], int | None]) -> None:
        """Returns when every shard is done or given up.

        `done` tells how many tasks of a shard failed in an earlier run; nothing for a shard that is not done."""
        queue: deque[int] = deque()
        for shard in self.plan:
            failed = done(shard.key)
            if failed is not None:
                self._done[shard.number] = 1
                self._count(shard, Outcome(shard.key, "", len(shard.indexes), failed))
                self.published(shard.key)
            else:
                queue.append(shard.number)
        self._had_node = time.monotonic()
        try:
            while (queue or self._running) and not self.wrong:
                self._look_for_nodes()
                self._start(queue)
                if not self._running and time.monotonic() - self._had_node > self.limits.wait:
                    self.wrong = f"for {self.limits.wait:.0f} seconds no node could work."
                self._collect(queue)
                self.progress(self.counts, sum(not s.is_wrong for s in self._states.values()))
        finally:
            for running in list(self._running):
                self.pool.stop(running)

    def _look_for_nodes(self) -> None:
        now = time.monotonic()
        if now - self._looked < 1:
            return
        self._looked = now
        alive = {node.id: node for node in self.pool.nodes()}
        for id, node in alive.items():
            if id not in self._states:
                self._states[id] = _NodeState(node)
        for id in [id for id in self._states if id not in alive]:
            self.tell(f"{self._states.pop(id).node.name} is gone.")

    def _start(self, queue: deque[int]) -> None:
        now = time.monotonic()
        free = [s for s in self._states.values() if not s.is_wrong and s.rests_until <= now]
        if free:
            self._had_node = now
        # The emptiest node first.
        for state in sorted(free, key=lambda s: s.running / s.node.cores):
            while state.running < self.limits.slots:
                while queue and self._done[queue[0]]:
                    queue.popleft()
                number = queue.popleft() if queue else self._lingering(state, now)
                if number is None:
                    return
                shard = self.plan.shard(number)
                self._attempts[number] += 1
                running = self.pool.start(state.node, shard)
                self._running[running] = _Running(shard, state)
                state.running += 1

    def _lingering(self, idle: _NodeState, now: float) -> int | None:
        """A shard that takes far too long on another node, and that no second node works on."""
        copies: dict[int, int] = {}
        for one in self._running.values():
            copies[one.shard.number] = copies.get(one.shard.number, 0) + 1
        pace = max(self.counts.worked / max(self.counts.milliseconds, 1), 0.001)
        for one in self._running.values():
            expected = max(one.shard.milliseconds * pace, 10)
            if (copies[one.shard.number] == 1 and one.state is not idle
                    and now - one.begin > self.limits.linger * expected
                    and self._attempts[one.shard.number] < self.limits.attempts):
                self.tell(f"a shard lingers on {one.state.node.name}; {idle.node.name} does it, too.")
                return one.shard.number
        return None

    def _collect(self, queue: deque[int]) -> None:
        if not self._running:
            time.sleep(0.2)
            return
        for running, outcome in self.pool.ended(list(self._running), 1):
            one = self._running.pop(running)
            one.state.running -= 1
            number = one.shard.number
            if self._done[number]:
                continue
            if outcome is None:
                self._looked = -1e9
                self._again(one, f"{one.state.node.name} was lost", queue, strike=False)
            elif outcome.problem:
                self._failed(one, outcome, queue)
            else:
                one.state.strikes = one.state.rests = 0
                self._done[number] = 1
                self._count(one.shard, outcome)
                self.published(one.shard.key)

    def _failed(self, one: _Running, outcome: Outcome, queue: deque[int]) -> None:
        if outcome.kind == "wrong":
            self.wrong = outcome.problem
        elif outcome.kind == "node":
            if not one.state.is_wrong:
                self.tell(f"{outcome.problem} It gets no work.")
            one.state.is_wrong = True
            # The shard is not to blame.
            self._attempts[one.shard.number] -= 1
            queue.appendleft(one.shard.number)
        else:
            self._again(one, outcome.problem, queue, strike=True)

    def _again(self, one: _Running, reason: str, queue: deque[int], strike: bool) -> None:
        number = one.shard.number
        if strike:
            self._strike(one.state)
        if any(other.shard.number == number for other in self._running.values()):
            return
        if self._attempts[number] >= self.limits.attempts:
            self.tell(f"shard {number + 1} is given up after {self._attempts[number]} attempts: {reason}")
            self.given_up.append((one.shard, reason))
            self._done[number] = 1
            return
        self.counts.retries += 1
        self.tell(f"shard {number + 1} is tried again: {reason}")
        queue.appendleft(number)

    def _strike(self, state: _NodeState) -> None:
        """A node that fails all it gets, say on a full disk, must not go through the list."""
        state.strikes += 1
        if state.strikes >= self.limits.strikes:
            pause = self.limits.rest * 2**min(state.rests, 6)
            state.strikes, state.rests, state.rests_until = 0, state.rests + 1, time.monotonic() + pause
            self.tell(f"{state.node.name} has failed {self.limits.strikes} shards in a row; it rests for {pause:.0f} s.")

    def _count(self, shard: Shard, outcome: Outcome) -> None:
        self.counts.tasks += len(shard.indexes)
        self.counts.failed += outcome.failed
        self.counts.shards += 1
        if outcome.found or not outcome.node:
            self.counts.found += 1
        else:
            self.counts.milliseconds += shard.milliseconds
            self.counts.worked += outcome.seconds
