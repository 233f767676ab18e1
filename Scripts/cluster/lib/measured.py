# SPDX-License-Identifier: GPL-3.0-or-later
"""One list of real documents, done by one run of limn and by the ways to share it out: the seconds, and that all is the same."""
import json
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import threading
import time

import same
from ray_nodes import RayNodes
from slurm_nodes import SlurmNodes

# A document must not fail in one run and not in another because the machine is busy: limn has this many seconds for a page,
# and the list leaves out what takes longer than LONGEST seconds alone.
PATIENCE = ("--timeout", "60")
LONGEST = 2
ROOT = pathlib.Path(__file__).resolve().parents[3]
# Each document in three sizes.
VERBS = (("thumbnail", "--size", "128"), ("thumbnail", "--size", "256"), ("render", "--pages", "1", "--scale-to", "512"))


def ran(*command, expected=(0, 3), **options):
    made = subprocess.run([str(c) for c in command], capture_output=True, text=True, check=False, **options)
    if made.returncode not in expected:
        sys.exit(f"{' '.join(map(str, command[:4]))} ended with {made.returncode}: {made.stderr[-2000:]}")
    return made


class List:
    """A list of tasks, and what one run of limn makes of it. Both are kept in the folder, and are made once."""

    def __init__(self, folder, names, count):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.tasks, about = self.folder / "tasks.jsonl", self.folder / "about.json"
        self.cores = len(os.sched_getaffinity(0))
        if not about.exists():
            slow = self._make(names, count)
            self.one()
            about.write_text(json.dumps({"slow": slow}))
        self.slow = json.loads(about.read_text())["slow"]
        self.count = len(self.tasks.read_text().splitlines())
        self.documents = len({json.loads(line)["inputs"][0]["sha256"] for line in open(self.tasks)})

    def _make(self, names, count):
        """Returns how many tasks are left out because they are slow."""
        lines = [line for verb in VERBS for line in ran("limn", "batch", "plan", "--verb", *verb, "--list", names)
                 .stdout.splitlines(keepends=True)]
        self.tasks.write_text("".join(lines))
        return self._leave_out_slow(count)

    def _leave_out_slow(self, count):
        """Keeps `count` tasks, none of which takes longer than LONGEST seconds. Returns how many are left out."""
        ran("limn", "batch", "run", self.tasks, "-o", self.folder / "first", "--quiet", "--timeout", LONGEST)
        ran("limn", "batch", "merge", self.folder / "first", "-o", self.folder / "first.jsonl")
        results = [json.loads(line) for line in open(self.folder / "first.jsonl")]
        slow = {r["index"] for r in results if r["seconds"] > LONGEST / 2 or r["status"] == "limit"}
        lines = [line for index, line in enumerate(open(self.tasks)) if index not in slow]
        self.tasks.write_text("".join(lines[:count] if count else lines))
        return len(slow)

    def one(self, name="one", jobs=None, tasks=None):
        """One run on all cores."""
        shutil.rmtree(self.folder / name, ignore_errors=True)
        begin = time.monotonic()
        ran("limn", "batch", "run", tasks or self.tasks, "-o", self.folder / name, "--quiet", "--jobs", jobs or self.cores, *PATIENCE)
        seconds = time.monotonic() - begin
        ran("limn", "batch", "merge", self.folder / name, "-o", self.folder / f"{name}.jsonl")
        return seconds

    def parallel(self, shards=4):
        out = self.folder / "parallel"
        shutil.rmtree(out, ignore_errors=True)
        begin = time.monotonic()
        ran("parallel", "--jobs", shards, "--retries", 3, "limn", "batch", "run", self.tasks, "-o", out, "--quiet", "--jobs", 1,
            *PATIENCE, "--shard", f"{{}}/{shards}", ":::", *range(1, shards + 1), expected=range(shards + 1))
        seconds = time.monotonic() - begin
        ran("limn", "batch", "merge", out, "-o", self.folder / "parallel.jsonl")
        return seconds

    def ray(self, nodes, name="ray", disturb=None, tasks=None, options=()):
        """The driver's time, with its start, and the last line of its progress. Options are those of limn-ray run."""
        out = self.folder / name
        shutil.rmtree(out, ignore_errors=True)
        begin = time.monotonic()
        driver = subprocess.Popen(
            [sys.executable, "-m", "limn_ray.command", "run", tasks or self.tasks, "--out", out, "--address", nodes.address,
             "--progress", "json", *options, "--", *PATIENCE],
            env=nodes.environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        stop = threading.Event()
        disturber = threading.Thread(target=disturb, args=(stop,)) if disturb else None
        if disturber:
            disturber.start()
        said = driver.communicate()[1]
        seconds = time.monotonic() - begin
        stop.set()
        if disturber:
            disturber.join()
        if driver.returncode not in (0, 3):
            sys.exit(f"limn-ray ended with {driver.returncode}: {said[-3000:]}")
        ran(sys.executable, "-m", "limn_ray.command", "merge", "--out", out, "-o", self.folder / f"{name}.jsonl",
            env=nodes.environment())
        return seconds, [json.loads(line) for line in said.splitlines() if '"event": "end"' in line][-1]

    def same(self, name):
        return same.check(self.tasks, (self.folder / "one.jsonl", self.folder / "one"),
                          (self.folder / f"{name}.jsonl", self.folder / name))


def speed(documents, rounds, shards):
    """By turns: one run, shards of GNU parallel, and as many nodes of Ray with one core each."""
    ways = {"one": documents.one, "parallel": lambda: documents.parallel(shards), "ray": lambda: documents.ray(nodes)[0]}
    times = {name: [] for name in ways}
    with RayNodes(documents.folder / "nodes", shards) as nodes:
        for number in range(rounds):
            for name in ways if number % 2 == 0 else reversed(ways):
                seconds = ways[name]()
                times[name].append(seconds)
                print(f"{name}: {seconds:.1f} s", flush=True)
    lines = ["| | seconds | speed beside one run | results |", "| --- | ---: | ---: | --- |"]
    whole = statistics.median(times["one"])
    names = {"one": f"one `limn batch run` with {documents.cores} jobs", "parallel": f"GNU parallel, {shards} shards",
             "ray": f"Ray, {shards} nodes of one core, with the driver's start"}
    for name, seconds in times.items():
        middle = statistics.median(seconds)
        count = f"{documents.count:,}" if name == "one" else "the same {:,} results and {:,} files".format(*documents.same(name))
        lines.append(f"| {names[name]} | {middle:.1f} ({', '.join(f'{s:.1f}' for s in seconds)}) | {whole / middle:.0%} | {count} |")
    return lines


def killed_raylets(documents, seed=1):
    """Kills a raylet of a node that works at random moments and starts another one."""
    rng, kills = random.Random(seed), []
    with RayNodes(documents.folder / "killed-nodes", 4) as nodes:
        def disturb(stop):
            while not stop.wait(rng.uniform(4, 10)):
                node = rng.randrange(len(nodes.processes) - 1)
                if nodes.processes[node + 1].poll() is None and not stop.is_set():
                    nodes.kill(node)
                    kills.append(node)
                    nodes.add(len(nodes.processes))
        seconds, end = documents.ray(nodes, "killed-ray", disturb, options=("--longest", "15"))
    tasks, objects = documents.same("killed-ray")
    return [f"Four nodes of Ray, each killed raylet replaced by a new node: {len(kills)} raylets killed with -9 in {seconds:.0f} s, "
            f"{end['retries']} of {end['shards']} shards tried again. {tasks:,} results and {objects:,} files, the same as of one "
            "run; none twice, none missing."]


def slurm(documents):
    """An array on two nodes, one of which dies with all that runs on it and comes back."""
    folder = documents.folder / "slurm"
    with SlurmNodes(documents.folder / "slurm-nodes", 2) as nodes:
        begin = time.monotonic()
        variables = {"LIMN_CPUS": "1", "LIMN_SECONDS": "60"}
        made = nodes.run(ROOT / "Scripts/cluster/slurm/submit", documents.tasks, folder, documents.folder / "slurm.jsonl", "--",
                         "--partition", "all", variables=variables, cwd=documents.folder)
        if made.returncode:
            sys.exit(f"submit ended with {made.returncode}: {made.stderr}")
        _until(lambda: list(folder.glob("results-*")), 120)
        time.sleep(5)
        nodes.kill_node("n2")
        time.sleep(15)
        nodes.start_node("n2")
        _until(lambda: (documents.folder / "slurm.jsonl").exists(), 1500)
        seconds = time.monotonic() - begin
    tasks, objects = documents.same("slurm")
    return [f"Slurm with two node daemons, one killed with all its processes 5 s after the first results and started again 15 s later: "
            f"{seconds:.0f} s, most of it Slurm's own wait before it starts a job again. {tasks:,} results and {objects:,} files, "
            "the same as of one run."]


def _until(is_so, seconds):
    deadline = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > deadline:
            sys.exit("Slurm did not finish in time.")
        time.sleep(0.5)
