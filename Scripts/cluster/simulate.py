# SPDX-License-Identifier: GPL-3.0-or-later
"""What a cluster does with very long lists: a simulation of the planner. Nothing but Python.

    python3 Scripts/cluster/simulate.py --costs results.jsonl --nodes 1000 --cores 32 --tasks 1000000000

Model
  cost      seconds of a task on one core: drawn from measured results up to their 98th percentile, and above it from a Pareto
            distribution whose index is Hill's estimate from these 2 %, cut off at --budget, where limn ends a task.
  shard     as limn_ray.plan cuts: half an equal part of what is left, between --shortest and --longest. Many tasks are drawn as one
            sum (normal, by mean and variance of the body; tails one by one). It lasts as long as its sum on all cores, or as
            its longest task if that is more, and --overhead.
  estimate  the planner does not know costs: its estimate of a shard is right up to a lognormal factor with --error as sigma.
  nodes     take the next shard when they have ended one. A node fails once in --mtbf hours on average (exponential), loses what it works on,
            and is back after --repair seconds.
  driver    hands out one shard after another, and spends --driver seconds on each task.
"""
from __future__ import annotations

import argparse
import functools
import heapq
import itertools
import json
import math
import random
import statistics
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Costs:
    """Seconds of tasks: the body as it was measured, and a Pareto tail."""

    body: tuple[float, ...]
    share: float
    begin: float
    index: float
    budget: float

    @classmethod
    def fit(cls, seconds: list[float], budget: float, share: float = 0.02) -> "Costs":
        ordered = sorted(s for s in seconds if s > 0)
        if len(ordered) < 50:
            raise SystemExit("50 results or more are needed to know what tasks cost.")
        count = max(5, round(share * len(ordered)))
        tail, begin = ordered[-count:], ordered[-count - 1]
        # Hill 1975. An index near 0 would be a tail that only the budget ends.
        index = count / max(sum(math.log(value / begin) for value in tail), 1e-9)
        return cls(tuple(ordered[:-count]), count / len(ordered), begin, max(index, 0.1), budget)

    @functools.cached_property
    def moments(self) -> tuple[float, float]:
        """Mean and variance of the body."""
        return statistics.fmean(self.body), statistics.pvariance(self.body)

    def tail(self, rng: random.Random) -> float:
        return min(self.begin * (1 - rng.random())**(-1 / self.index), self.budget)

    def mean(self) -> float:
        body = sum(self.body) / len(self.body)
        a, m, b = self.index, self.begin, max(self.budget, self.begin)
        # The mean of a Pareto distribution whose values above b count as b.
        tail = m + m * math.log(b / m) if abs(a - 1) < 1e-9 else m + m / (a - 1) * (1 - (m / b)**(a - 1))
        return (1 - self.share) * body + self.share * tail

    def shard(self, tasks: int, rng: random.Random) -> tuple[float, float]:
        """The sum and the largest of the costs of some tasks."""
        mean, variance = self.moments
        spread = math.sqrt(tasks * self.share * (1 - self.share))
        long = min(tasks, max(0, round(rng.gauss(tasks * self.share, spread))))
        short = tasks - long
        total = max(rng.gauss(short * mean, math.sqrt(short * variance)), 0.0)
        largest = self.body[-1]
        # Above some hundreds the sum of the tail is near its mean, and its largest value has a distribution of its own.
        drawn = [self.tail(rng) for _ in range(min(long, 200))]
        if drawn:
            total += sum(drawn) * long / len(drawn)
            largest = max(largest, max(drawn))
        if long > 200:
            largest = max(largest, min(self.begin * (1 - rng.random()**(1 / long))**(-1 / self.index), self.budget))
        return total, largest

    @functools.cached_property
    def _sums(self) -> list[float]:
        """The sums of the costliest 0, 1, 2… values of the body."""
        return list(itertools.accumulate(reversed(self.body), initial=0.0))

    def costliest(self, part: float) -> float:
        """The integral of the cost over the costliest part of a list, from 0 to 1: the mean cost if the part is 1."""
        u, a, m = min(part, self.share), self.index, self.begin
        capped = min(u, self.share * (m / max(self.budget, m))**a)
        total = capped * self.budget
        if u > capped:
            power = 1 - 1 / a
            between = math.log(u / capped) if abs(power) < 1e-9 else (u**power - capped**power) / power
            total += m * self.share**(1 / a) * between
        if part > self.share:
            place = min((part - self.share) / (1 - self.share), 1.0) * len(self.body)
            whole = min(int(place), len(self.body) - 1)
            total += (self._sums[whole] + (place - whole) * self.body[-1 - whole]) * (1 - self.share) / len(self.body)
        return total

    def at(self, part: float) -> float:
        """The cost of the task after the costliest part of a list."""
        if part < self.share:
            return min(self.begin * (max(part, 1e-12) / self.share)**(-1 / self.index), max(self.budget, self.begin))
        place = (part - self.share) / (1 - self.share) * len(self.body)
        return self.body[-1 - min(int(place), len(self.body) - 1)]


@dataclass(frozen=True)
class Cluster:
    nodes: int
    cores: int
    shortest: float = 5
    longest: float = 60
    most: int = 2000
    overhead: float = 0.5
    error: float = 0.3
    mtbf: float = 1000
    """Hours."""
    repair: float = 300
    driver: float = 16e-6
    drivers: int = 1
    learned: bool = False


def cut(tasks: int, left: float, cost: float, costs: Costs, cluster: Cluster, rng: random.Random) -> tuple[int, float, float]:
    """The next shard of a list of which `left` tasks with so much cost are left: its tasks, their sum, and the largest of them."""
    goal = min(max(cost / (2 * cluster.nodes * cluster.cores), cluster.shortest), cluster.longest) * cluster.cores
    most = min(left, cluster.most * cluster.cores)
    if not cluster.learned:
        size = max(1, int(min(most, max(1.0, goal / costs.mean() * rng.lognormvariate(0, cluster.error)))))
        return size, *costs.shard(size, rng)
    begin = 1 - left / tasks
    low, high = 1, max(1, int(most))
    while low < high:
        middle = (low + high + 1) // 2
        fits = (costs.costliest(begin + middle / tasks) - costs.costliest(begin)) * tasks <= goal
        low, high = (middle, high) if fits else (low, middle - 1)
    return low, (costs.costliest(begin + low / tasks) - costs.costliest(begin)) * tasks, costs.at(begin + 0.5 / tasks)


def simulate(tasks: int, costs: Costs, cluster: Cluster, seed: int = 1) -> dict[str, Any]:
    """Seconds of the run, and what share of the nodes' time went where."""
    rng = random.Random(seed)
    mean = costs.mean()
    left, cost, again = float(tasks), tasks * mean, []
    free = [(0.0, node) for node in range(cluster.nodes)]
    heapq.heapify(free)
    fails = [rng.expovariate(1 / (cluster.mtbf * 3600)) for _ in range(cluster.nodes)]
    driver_free = worked = lost = overhead = uneven = 0.0
    ends, shards, failures = [0.0] * cluster.nodes, 0, 0
    running: list[float] = []
    while left >= 1 or again:
        time, node = heapq.heappop(free)
        if again:
            size, total, largest = again.pop()
        else:
            size, total, largest = cut(tasks, left, cost, costs, cluster, rng)
            left -= size
            cost -= total if cluster.learned else size * mean
        # Drivers share the nodes evenly, so each does its part of the shards.
        begin = max(time, driver_free)
        driver_free = begin + size * cluster.driver / cluster.drivers
        length = max(total / cluster.cores, largest) + cluster.overhead
        end = begin + length
        shards += 1
        if fails[node] < end:
            stop = max(begin, fails[node])
            lost += (stop - begin) + cluster.repair
            failures += 1
            again.append((size, total, largest))
            back = stop + cluster.repair
            fails[node] = back + rng.expovariate(1 / (cluster.mtbf * 3600))
            heapq.heappush(free, (back, node))
            continue
        worked += total / cluster.cores
        uneven += length - cluster.overhead - total / cluster.cores
        overhead += cluster.overhead
        ends[node] = end
        running.append(end)
        heapq.heappush(free, (end, node))
    seconds = max(ends)
    all = seconds * cluster.nodes
    waiting = max(all - worked - lost - overhead - uneven, 0.0)
    return {"seconds": seconds, "efficiency": worked / all, "stragglers": (uneven + sum(seconds - e for e in ends)) / all,
            "failures": lost / all, "overhead": overhead / all,
            "driver": max(waiting - sum(seconds - e for e in ends), 0.0) / all, "shards": shards, "failed": failures,
            "nodeHours": all / 3600, "meanTask": mean}


def seconds_of(path: str) -> list[float]:
    """The times of work in a file of results."""
    with open(path, encoding="utf-8") as file:
        return [float(result["seconds"]) for result in map(json.loads, file) if result.get("seconds")]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--costs", required=True)
    parser.add_argument("--tasks", type=int, default=1_000_000)
    parser.add_argument("--budget", type=float, default=200)
    parser.add_argument("--seed", type=int, default=1)
    for name, kind in (("nodes", int), ("cores", int), ("shortest", float), ("longest", float), ("most", int),
                       ("overhead", float),
                       ("error", float), ("mtbf", float), ("repair", float), ("driver", float), ("drivers", int)):
        parser.add_argument(f"--{name}", type=kind, default=getattr(Cluster, name, None), required=not hasattr(Cluster, name))
    parser.add_argument("--learned", action="store_true")
    options = parser.parse_args()
    costs = Costs.fit(seconds_of(options.costs), options.budget)
    cluster = Cluster(**{name: getattr(options, name) for name in Cluster.__dataclass_fields__})
    print(json.dumps({**simulate(options.tasks, costs, cluster, options.seed), "cluster": asdict(cluster),
                      "tail": {"share": costs.share, "begin": costs.begin, "index": costs.index}}))


if __name__ == "__main__":
    main()
