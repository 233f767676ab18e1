# SPDX-License-Identifier: GPL-3.0-or-later
"""Watches a running process and its children through /proc."""
import os
import threading
import time
from pathlib import Path


def field(pid: int, name: str) -> int:
    """A number of /proc/PID/status, such as VmHWM in kB; 0 when the process is gone."""
    try:
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith(name + ":"):
                return int(line.split()[1])
    except (OSError, ValueError):
        pass
    return 0


def children(pid: int) -> list:
    found = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            found += Path(f"/proc/{pid}/task/{task}/children").read_text().split()
    except OSError:
        pass
    return [int(child) for child in found]


def state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


def running(program: str) -> list:
    """The processes that run a program, whoever their parent is."""
    found = []
    for entry in os.listdir("/proc"):
        try:
            if entry.isdigit() and os.readlink(f"/proc/{entry}/exe") == program:
                found.append(int(entry))
        except OSError:
            pass
    return found


class Watch:
    """Polls one process until it ends: its peak memory, its children's, its descriptors, its longest zombie."""

    def __init__(self, pid: int, interval: float = 0.02):
        self.pid, self.interval = pid, interval
        self.peak = self.child_peak = self.longest_zombie = 0
        self.descriptors, self.children = [], set()
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.poll, daemon=True)
        self.thread.start()

    def poll(self) -> None:
        dead_since = {}
        while not self.ended.is_set():
            self.peak = max(self.peak, field(self.pid, "VmHWM"))
            now = time.monotonic()
            for child in children(self.pid):
                self.children.add(child)
                # A child that has not yet become another program still has its parent's memory.
                self.child_peak = max(self.child_peak, field(child, "VmHWM"))
                if state(child) == "Z":
                    self.longest_zombie = max(self.longest_zombie, now - dead_since.setdefault(child, now))
                else:
                    dead_since.pop(child, None)
            try:
                self.descriptors.append(len(os.listdir(f"/proc/{self.pid}/fd")))
            except OSError:
                pass
            self.ended.wait(self.interval)

    def stop(self) -> None:
        self.ended.set()
        self.thread.join()
