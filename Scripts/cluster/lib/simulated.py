# SPDX-License-Identifier: GPL-3.0-or-later
"""The simulator beside measured runs, and what it says of clusters that nobody here has."""
import json
import pathlib
import statistics
import sys

from ray_nodes import RayNodes

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))

import simulate  # noqa: E402: it is in the folder above



def agreement(documents):
    """Runs on 1, 2 and 4 nodes, with limn as far as there are processors and with a program that sleeps as long, and the
    simulator's time for each."""
    documents.one("alone", jobs=1)
    seconds = simulate.seconds_of(documents.folder / "alone.jsonl")
    # For this list, nothing takes longer than its slowest task; for large ones, limn's limit ends a task.
    known, costs = simulate.Costs.fit(seconds, max(seconds)), simulate.Costs.fit(seconds, 200)
    tasks = documents.folder / "costed.jsonl"
    learned = {r["index"]: max(1, round(r["seconds"] * 1000)) for r in map(json.loads, open(documents.folder / "alone.jsonl"))}
    with open(tasks, "w") as file:
        for index, line in enumerate(open(documents.tasks)):
            task = json.loads(line)
            task["cost"]["milliseconds"] = learned[index]
            file.write(json.dumps(task) + "\n")
    lines = ["| nodes | work | measured s | simulated s | difference |", "| ---: | --- | ---: | ---: | ---: |"]
    for count in (1, 2, 4):
        with RayNodes(documents.folder / f"simulated-{count}", count, environments=_sleeping(count)) as nodes:
            # What a shard takes when its work takes no time.
            _, idle = documents.ray(nodes, "idle", options=("--limn", HERE / "answering-limn"), tasks=tasks)
            answering = idle["seconds"] * count / idle["shards"]
        for work in ("limn", "sleep"):
            if work == "limn" and count > documents.cores:
                continue
            with RayNodes(documents.folder / f"{work}-{count}", count,
                          environments=_sleeping(count, "1") if work == "sleep" else None) as nodes:
                options = ("--limn", HERE / "answering-limn") if work == "sleep" else ()
                _, end = documents.ray(nodes, f"{work}-{count}-out", options=options, tasks=tasks)
            cluster = simulate.Cluster(nodes=count, cores=1, learned=True, mtbf=1e9,
                                       overhead=answering + (_start(documents) if work == "limn" else 0))
            expected = simulate.simulate(documents.count, known, cluster)["seconds"]
            lines.append(f"| {count} | {'limn' if work == 'limn' else 'a program that sleeps as long'} | {end['seconds']:.1f} | "
                         f"{expected:.1f} | {expected / end['seconds'] - 1:+.1%} |")
            print(lines[-1], flush=True)
    return lines, costs


def _sleeping(count, costs="0"):
    return {node: {"LIMN_ANSWER_COSTS": costs} for node in range(count)}


def _start(documents):
    """Seconds that limn and its worker take to start and to end, beside their work."""
    first = documents.folder / "first-task.jsonl"
    first.write_text(open(documents.tasks).readline())
    times = []
    for _ in range(5):
        seconds = documents.one("start", jobs=1, tasks=first)
        times.append(seconds - simulate.seconds_of(documents.folder / "start.jsonl")[0])
    return statistics.median(times)


# What a core costs an hour, in US dollars: a general-purpose virtual processor on demand, and the same where the owner may take it
# back. Round figures of public price lists; put in your own.
ON_DEMAND, SPOT = 0.045, 0.016


def large(costs):
    """A thousand nodes of 32 cores, a billion pages."""
    lines = ["| nodes | pages | costs | shards of | a node at once | drivers | a node fails every | hours | efficiency | stragglers | "
             "failures | driver | $ a million pages, on demand | and spot |",
             "| ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"]
    some, many = 10_000_000, 1_000_000_000
    # Nodes, pages, learned costs, the longest shard in seconds, slots, drivers, hours between failures.
    cases = [
        (10, some, False, 60, 1, 1, 1000), (100, 10 * some, False, 60, 1, 1, 1000), (1000, many, False, 60, 1, 1, 1000),
        (1000, many, False, 60, 1, 20, 1000), (1000, many, False, 60, 4, 20, 1000), (1000, many, False, 240, 4, 20, 1000),
        (1000, many, True, 240, 4, 40, 1000), (1000, many, False, 240, 4, 20, 24), (1000, many, False, 240, 4, 20, 2),
    ]
    for nodes, pages, learned, longest, slots, drivers, hours in cases:
        # A node that works on several shards with a part of its cores each is that many small nodes.
        cluster = simulate.Cluster(nodes=nodes * slots, cores=32 // slots, longest=longest, drivers=drivers, learned=learned,
                                   mtbf=hours)
        made = simulate.simulate(pages, costs, cluster)
        core_hours = made["nodeHours"] * cluster.cores / (pages / 1e6)
        lines.append(
            f"| {nodes:,} | {pages:,} | {'learned' if learned else 'guessed'} | {longest} s | {slots} | {drivers} | {hours:,} h | "
            f"{made['seconds'] / 3600:.2f} | {made['efficiency']:.0%} | {made['stragglers']:.1%} | {made['failures']:.1%} | "
            f"{made['driver']:.0%} | {core_hours * ON_DEMAND:.2f} | {core_hours * SPOT:.2f} |")
    return lines


def tail(costs):
    return (f"The mean task takes {costs.mean() * 1000:.0f} ms of one core; the slowest {costs.share:.0%} begin at "
            f"{costs.begin * 1000:.0f} ms and fall off with a Pareto index of {costs.index:.2f}.")


