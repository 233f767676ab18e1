# SPDX-License-Identifier: GPL-3.0-or-later
"""A Ray cluster of several nodes on this machine, for tests and measurements.

Ray listens on all addresses. Run this in a network namespace of its own (Scripts/cluster/lib/alone).
"""
import os
import pathlib
import signal
import subprocess
import sys
import time

PORT = 6379
# Ends when the cluster has as many nodes as it should have.
ALL_THERE = """
import ray, sys, time
ray.init(address=sys.argv[1], log_to_driver=False, logging_level="error")
while sum(node["Alive"] for node in ray.nodes()) < int(sys.argv[2]):
    time.sleep(0.2)
"""


class RayNodes:
    """A head without cores, which is never killed, and nodes that work."""

    def __init__(self, folder, count, cores=1, environments=None, object_bytes=100_000_000):
        """`object_bytes` are for objects of each node: little, where only shards travel."""
        self.folder, self.count, self.cores = pathlib.Path(folder), count, cores
        self.environments, self.object_bytes = environments or {}, object_bytes
        self.processes = []
        self.address = f"127.0.0.1:{PORT}"

    def environment(self, node=None):
        home = self.folder / "home"
        home.mkdir(parents=True, exist_ok=True)
        return {**os.environ, "HOME": str(home), "RAY_USAGE_STATS_ENABLED": "0", "RAY_TMPDIR": str(self.folder),
                "PYTHONPATH": str(pathlib.Path(__file__).resolve().parents[1] / "ray"),
                **self.environments.get(node, {})}

    def __enter__(self):
        self.folder.mkdir(parents=True, exist_ok=True)
        try:
            self._start("--head", "--port", str(PORT), "--num-cpus", "0", "--include-dashboard=false",
                        "--temp-dir", str(self.folder / "r"))
            for node in range(self.count):
                self.add(node)
            # A raylet is a node only once the head knows it.
            subprocess.run([sys.executable, "-c", ALL_THERE, self.address, str(self.count + 1)], env=self.environment(),
                           stderr=subprocess.DEVNULL, timeout=120, check=True)
        except BaseException:
            self.__exit__()
            raise
        return self

    def add(self, node):
        self._start("--address", self.address, "--num-cpus", str(self.cores), node=node)

    def _start(self, *options, node=None):
        command = [sys.executable, "-m", "ray.scripts.scripts", "start", "--node-ip-address=127.0.0.1",
                   "--disable-usage-stats", "--object-store-memory", str(self.object_bytes), "--block", *options]
        sockets = self._sockets()
        log = open(self.folder / f"node-{len(self.processes)}.log", "wb")
        process = subprocess.Popen(command, env=self.environment(node), stdout=log, stderr=log, start_new_session=True)
        log.close()
        self.processes.append(process)
        deadline = time.monotonic() + 600
        # A node takes the first name that no socket has. Two that start at once take the same one, and one of them aborts.
        while self._sockets() == sockets:
            if time.monotonic() > deadline or process.poll() is not None:
                raise SystemExit(f"a node of Ray did not start: {(self.folder / log.name).read_text()[-2000:]}")
            time.sleep(0.3)

    def _sockets(self):
        """The sockets of raylets; those of killed ones stay."""
        return set((self.folder / "r" / "session_latest" / "sockets").glob("raylet*"))

    def kill(self, node):
        """kill -9 for the raylet of a node that works."""
        for child in _descendants(self.processes[node + 1].pid):
            try:
                name = pathlib.Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0")[0]
            except OSError:
                continue
            if name.endswith(b"/raylet"):
                os.kill(child, signal.SIGKILL)

    def __exit__(self, *_):
        for process in reversed(self.processes):
            for child in [*_descendants(process.pid), process.pid]:
                try:
                    os.kill(child, signal.SIGKILL)
                except OSError:
                    pass
            process.wait(30)


def _descendants(process):
    try:
        children = pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return []
    return [int(c) for child in children for c in [child, *_descendants(int(child))]]
