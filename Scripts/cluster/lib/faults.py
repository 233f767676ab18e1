# SPDX-License-Identifier: GPL-3.0-or-later
"""faults.py FOLDER DOCUMENTS: what must not lose or mix a result. Each time, shards are run again while they say 75.

A shared folder that fails now and then; a full disk; kills; two runs of one list at once; another version.
"""
import json
import os
import pathlib
import random
import subprocess
import sys

import same

HERE = pathlib.Path(__file__).resolve().parent
SHARDS = 2
AGAIN = 75
# On a busy machine a document must not fail in one run and not in another.
PATIENCE = ("--timeout", "300")


def batch(*arguments, **options):
    return subprocess.run(["limn", "batch", *map(str, arguments)], capture_output=True, check=False, **options)


class Faults:
    def __init__(self, folder, documents):
        self.folder = folder
        folder.mkdir(parents=True)
        self.tasks = folder / "tasks.jsonl"
        self.tasks.write_bytes(batch("plan", "--verb", "thumbnail", documents).stdout)
        self.count = sum(1 for _ in open(self.tasks))
        batch("run", self.tasks, "-o", folder / "one", *PATIENCE)
        batch("merge", folder / "one", "-o", folder / "one.jsonl")

    def start(self, out, shard, **variables):
        return subprocess.Popen(["limn", "batch", "run", self.tasks, "-o", out, "--shard", f"{shard}/{SHARDS}", "--quiet", "--jobs", "1",
                                 *PATIENCE],
                                env={**os.environ, **variables}, stderr=subprocess.PIPE)

    def until_done(self, out, attempts=200, **variables):
        """Runs each shard until it is done. Returns how often one had to be run again."""
        again = 0
        for shard in range(1, SHARDS + 1):
            for _ in range(attempts):
                run = self.start(out, shard, **variables)
                said = run.communicate()[1]
                if run.returncode != AGAIN:
                    break
                again += 1
            if run.returncode not in (0, 3):
                sys.exit(f"shard {shard} ended with {run.returncode}: {said.decode()[-1000:]}")
        return again

    def compare(self, name, out, note):
        merged = self.folder / f"{name}.jsonl"
        batch("merge", out, "-o", merged, "--verify")
        tasks, objects = same.check(self.tasks, (self.folder / "one.jsonl", self.folder / "one"), (merged, out))
        print(f"{name}: {note}; {tasks} tasks and {objects} files, the same as of one run.", flush=True)

    def failing_folder(self):
        shim, out = self.folder / "faults.so", self.folder / "failing"
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", shim, HERE / "faults.c", "-ldl"], check=True)
        again = self.until_done(out, LD_PRELOAD=str(shim), LIMN_FAULT_FOLDER=str(out), LIMN_FAULT_EVERY="60")
        self.compare("failing", out, f"one in 60 calls failed, and {again} runs had to be repeated")

    def full_disk(self):
        disk = self.folder / "disk"
        disk.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=96k", "tmpfs", disk], check=True)
        try:
            run = self.start(disk / "out", 1)
            said = run.communicate()[1].decode()
            if run.returncode != AGAIN:
                sys.exit(f"on a full disk, limn ended with {run.returncode} and not with 75: {said}")
            # Somebody makes room.
            subprocess.run(["mount", "-o", "remount,size=64m", disk], check=True)
            self.until_done(disk / "out")
            self.compare("full", disk / "out", f"the full disk was told ({said.strip().splitlines()[-1]})")
        finally:
            subprocess.run(["umount", disk], check=False)

    def kills(self):
        out, rng, killed = self.folder / "killed", random.Random(1), 0
        for _ in range(6):
            for shard in range(1, SHARDS + 1):
                run = self.start(out, shard)
                try:
                    run.communicate(timeout=rng.uniform(0.2, 2))
                except subprocess.TimeoutExpired:
                    run.kill()
                    run.communicate()
                    killed += 1
        self.until_done(out)
        self.compare("killed", out, f"{killed} runs ended by kill -9")

    def two_at_once(self):
        out = self.folder / "twice"
        runs = [self.start(out, shard) for shard in (1, 1, 2, 2)]
        codes = []
        for run in runs:
            run.communicate()
            codes.append(run.returncode)
        if not set(codes) <= {0, 3, AGAIN}:
            sys.exit(f"two runs at once ended with {codes}")
        self.until_done(out)
        self.compare("twice", out, f"two runs of each shard at once ended with {codes}")

    def other_version(self):
        """Results of another version: limn batch refuses the folder, and keeps what is there."""
        out = self.folder / "older"
        self.until_done(out)
        before = sorted((p.name, p.read_bytes()) for p in out.glob("results-*.jsonl"))
        noted = json.loads((out / "batch.json").read_text())
        (out / "batch.json").write_text(json.dumps({**noted, "limn": "0.0.9"}))
        run = self.start(out, 1)
        said = run.communicate()[1].decode()
        if run.returncode != 1 or "0.0.9" not in said:
            sys.exit(f"a folder of another version was not refused by name: {run.returncode}, {said}")
        if sorted((p.name, p.read_bytes()) for p in out.glob("results-*.jsonl")) != before:
            sys.exit("the refused run has changed results.")
        print(f"older: refused: {said.strip()}", flush=True)


def main():
    faults = Faults(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve())
    for one in sys.argv[3:] or ("two_at_once", "other_version", "kills", "full_disk", "failing_folder"):
        getattr(faults, one)()


main()
