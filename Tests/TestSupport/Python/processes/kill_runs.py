# SPDX-License-Identifier: GPL-3.0-or-later
"""Kills a program at random moments and looks at what is left: JOB.json.

The job is {"program", "folder", "commands", "runs", "seed"}: a command is a list of arguments, with OUT for the new file
and RECEIPT for its receipt; it is run in "folder", to which its other names are relative. Each run is done with an old
file and an old receipt in the place of the new ones, or without them, and is killed alone or with all processes of its
group. Prints a list with an object a run, and one for each command that was run again at the end, undisturbed.
"""
import json
import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

OLD = b"old\n"


def read(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


def kind(found, old, new):
    if found is None:
        return "none"
    return {old: "old", new: "new"}.get(found, "partial")


def is_group_alive(group):
    try:
        os.killpg(group, 0)
        return True
    except ProcessLookupError:
        return False


class Place:
    """A folder in which runs follow one another."""

    def __init__(self, job, name):
        self.job = job
        self.folder = os.path.join(job["folder"], name)
        self.temporary = os.path.join(job["folder"], name + "-tmp")
        self.out, self.receipt = os.path.join(self.folder, "out.pdf"), os.path.join(self.folder, "receipt.json")
        os.makedirs(self.folder)
        os.makedirs(self.temporary)
        # How long each command takes as things are now, and for how many runs more that is believed.
        self.seconds, self.left = {}, {}

    def start(self, command):
        names = {"OUT": self.out, "RECEIPT": self.receipt}
        return subprocess.Popen(
            [self.job["program"]] + [names.get(word, word) for word in command], cwd=self.job["folder"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
            env=dict(os.environ, TMPDIR=self.temporary, SWIFT_BACKTRACE="enable=no"))

    def undisturbed(self, command):
        began = time.monotonic()
        process = self.start(command)
        text = process.communicate()[0]
        return {
            "code": process.returncode, "seconds": time.monotonic() - began, "out": read(self.out),
            "receipt": read(self.receipt), "text": text, "names": sorted(os.listdir(self.folder)),
        }

    def prepare(self, replaces):
        for path in [self.out, self.receipt]:
            if replaces:
                with open(path, "wb") as file:
                    file.write(OLD)
            elif os.path.exists(path):
                os.unlink(path)

    def here(self, good, key):
        """What was written or said elsewhere, as it is here."""
        return good[key] and good[key].replace(good["place"], self.folder.encode())

    def delay(self, run):
        """The moment of a run. Other tests come and go, so that the time that a command takes is measured time and again."""
        index = run["index"]
        if self.left.get(index, 0) == 0:
            self.prepare(False)
            self.seconds[index] = self.undisturbed(run["command"])["seconds"]
            self.left[index] = 8
        self.left[index] -= 1
        return run["share"] * self.seconds[index]

    def run(self, run):
        delay = self.delay(run)
        self.prepare(run["replaces"])
        good = run["good"]
        process = self.start(run["command"])
        time.sleep(delay)
        was_running = process.poll() is None
        try:
            if run["whole"]:
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
        except ProcessLookupError:
            pass
        # Workers have the other end of the pipe as well, and end when their parent has.
        text = process.communicate()[0]
        end = time.monotonic() + 60
        while is_group_alive(process.pid) and time.monotonic() < end:
            time.sleep(0.002)
        old = OLD if run["replaces"] else None
        names = set(os.listdir(self.folder)) - {"out.pdf", "receipt.json"}
        return {
            "command": run["index"], "delay": delay, "whole": run["whole"], "replaces": run["replaces"],
            "wasRunning": was_running, "orphans": is_group_alive(process.pid),
            "out": kind(read(self.out), old, good["out"]),
            "receipt": kind(read(self.receipt), old, self.here(good, "receipt")),
            "said": {b"": "nothing", self.here(good, "text"): "all"}.get(text, "part"),
            "left": sorted(names), "leftInTemporary": sorted(os.listdir(self.temporary)),
        }


def main():
    with open(sys.argv[1]) as file:
        job = json.load(file)
    chance = random.Random(job["seed"])
    lanes = [Place(job, f"lane{n}") for n in range(2)]
    runs = []
    share = job["runs"] // len(job["commands"])
    for index, command in enumerate(job["commands"]):
        lanes[0].prepare(False)
        tries = [lanes[0].undisturbed(command) for _ in range(2)]
        good = dict(tries[0], place=lanes[0].folder.encode())
        if any(t["code"] != 0 or t["out"] != good["out"] or t["receipt"] != good["receipt"] for t in tries):
            raise RuntimeError(f"{command} does not do the same each time: {[t['code'] for t in tries]}")
        for n in range(share):
            # Spread over the whole time, and a little beyond.
            runs.append({
                "index": index, "command": command, "good": good, "share": 1.2 * (n + chance.random()) / share,
                "whole": chance.random() < 0.5, "replaces": chance.random() < 0.5,
            })
    chance.shuffle(runs)
    with ThreadPoolExecutor(len(lanes)) as pool:
        parts = pool.map(lambda n: [lanes[n].run(run) for run in runs[n::len(lanes)]], range(len(lanes)))
    results = [result for part in parts for result in part]
    after = []
    for lane in lanes:
        for index, command in enumerate(job["commands"]):
            good = next(run["good"] for run in runs if run["index"] == index)
            lane.prepare(True)
            done = lane.undisturbed(command)
            after.append({
                "command": index, "code": done["code"], "names": done["names"],
                "out": kind(done["out"], OLD, good["out"]), "receipt": kind(done["receipt"], OLD, lane.here(good, "receipt")),
            })
    json.dump({"runs": results, "after": after}, sys.stdout)


main()
