# SPDX-License-Identifier: GPL-3.0-or-later
"""recipes.py FOLDER PICTURES NAME…: runs commands of Scripts/cluster/README.md as they stand there, and compares with one run.

Each block of commands that `<!-- run: NAME -->` precedes runs in a folder of its own, which has the documents in books/.
"""
import contextlib
import os
import pathlib
import re
import shutil
import subprocess
import sys

import same

HERE = pathlib.Path(__file__).resolve().parents[1]
ROOT = HERE.parents[1]
# These leave results of the whole list.
WHOLE = {"one", "parallel", "xargs", "make", "ray", "slurm"}


def blocks():
    text = (HERE / "README.md").read_text()
    found = dict(re.findall(r"<!-- run: (\w+) -->\n```sh\n(.*?)```", text, re.S))
    # The file that the text shows is the one that runs.
    shown = re.search(r"<!-- file: (\S+) -->\n```make\n(.*?)```", text, re.S)
    if shown[2] != "".join((HERE / shown[1]).read_text().splitlines(keepends=True)[1:]):
        sys.exit(f"README.md shows another {shown[1]} than the one that is there.")
    return found


@contextlib.contextmanager
def surroundings(name, folder):
    """The variables for a recipe, with the nodes that it needs."""
    if name == "ray":
        from ray_nodes import RayNodes
        with RayNodes(folder / "nodes", 2) as nodes:
            yield {**nodes.environment(), "RAY_ADDRESS": nodes.address}
    elif name == "slurm":
        from slurm_nodes import SlurmNodes
        with SlurmNodes(folder / "nodes", 2) as nodes:
            yield {**nodes.environment(), "LIMN_CPUS": "1"}
    else:
        yield dict(os.environ)


def wait_for_slurm(folder, variables):
    for _ in range(600):
        if (folder / "results.jsonl").exists():
            return
        subprocess.run(["sleep", "1"], check=False)
    queue = subprocess.run(["squeue"], env=variables, capture_output=True, text=True, check=False).stdout
    sys.exit(f"Slurm did not finish:\n{queue}")


def run(name, text, folder, documents):
    folder = folder / name
    folder.mkdir(parents=True)
    (folder / "nodes").mkdir()
    (folder / "books").symlink_to(documents)
    (folder / "Scripts").symlink_to(ROOT / "Scripts")
    shutil.copy(HERE / "batch.mk", folder)
    if name == "metrics":
        shutil.copytree(folder.parent / "one" / "out", folder / "out")
    # The package is there already: pip would fetch Ray anew for every run.
    text = re.sub(r"^pip install .*$", "", text, flags=re.M)
    with surroundings(name, folder) as variables:
        made = subprocess.run(["bash", "-euo", "pipefail", "-c", text], cwd=folder, env=variables, capture_output=True,
                              text=True, check=False, timeout=1500)
        # The batches of real files have tasks that fail, which 3 tells.
        if made.returncode not in (0, 3):
            sys.exit(f"{name} ended with {made.returncode}:\n{made.stdout[-2000:]}{made.stderr[-3000:]}")
        if name == "slurm":
            wait_for_slurm(folder, variables)
    return made


def main():
    folder, documents, names = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve(), sys.argv[3:]
    found = blocks()
    if names == ["all"]:
        names = [n for n in found if n != "one"]
    for name in ["one", *names]:
        made = run(name, found[name], folder, documents)
        if name == "one":
            # The first line with a result that is not 0 ends a block of commands; here that is the run, if a task fails.
            subprocess.run(["limn", "batch", "merge", "out", "-o", "results.jsonl", "--link", "pictures"],
                           cwd=folder / name, check=False, capture_output=True)
        elif name in WHOLE:
            one, other = folder / "one", folder / name
            tasks, objects = same.check(one / "tasks.jsonl", (one / "results.jsonl", one / "out"),
                                        (other / "results.jsonl", other / "out"))
            print(f"{name}: {tasks} tasks and {objects} files, the same as of one run.", flush=True)
        elif name == "metrics":
            count = sum(1 for _ in open(folder / "one" / "results.jsonl"))
            if f"limn_batch_tasks_done {count}\n" not in made.stdout:
                sys.exit(f"metrics.py says something else than {count} tasks:\n{made.stdout}{made.stderr}")
            print(f"metrics: {count} tasks are told.", flush=True)
        else:
            print(f"{name}: {made.stdout.strip().splitlines()[-1]}", flush=True)


main()
