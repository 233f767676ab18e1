# SPDX-License-Identifier: GPL-3.0-or-later
"""What the driver of limn-ray costs: a million tasks on four nodes that answer at once."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from ray_nodes import RayNodes

TASKS = int(os.environ.get("LIMN_SCALE_TASKS", 1_000_000))
# The mean of a task: a page or two of the corpus.
MILLISECONDS = 30
MOST_BYTES = 500_000_000
# Of the time of the work, on one core; on more it would be less of their time together.
MOST_SHARE = 0.05


def main():
    with tempfile.TemporaryDirectory(prefix="lr",ignore_cleanup_errors=True) as folder:
        tasks = pathlib.Path(folder) / "tasks.jsonl"
        with open(tasks, "w") as file:
            for n in range(TASKS):
                file.write(json.dumps({
                    "cost": {"bytes": 48_213, "milliseconds": MILLISECONDS // 2 + n * 7919 % MILLISECONDS, "pages": 1},
                    "inputs": [{"bytes": 48_213, "path": f"books/{n:07}.pdf", "sha256": f"{n:064x}"}],
                    "options": {"dpi": 100}, "output": f"books/{n:07}-{{page}}.png", "task": f"{n:064x}",
                    "verb": "render"}) + "\n")
        with RayNodes(folder, 4) as nodes:
            begin = time.perf_counter()
            log = open(f"{folder}/driver.log", "wb")
            driver = subprocess.Popen(
                [sys.executable, "-m", "limn_ray.command", "run", str(tasks), "--out", f"{folder}/out", "--limn",
                 str(pathlib.Path(__file__).with_name("answering-limn")), "--address", nodes.address,
                 "--progress", "json"], env=nodes.environment(), stderr=log)
            largest = processor = 0
            while driver.poll() is None:
                status = pathlib.Path(f"/proc/{driver.pid}/status").read_text()
                if "VmHWM:" in status:
                    largest = int(status.split("VmHWM:")[1].split()[0]) * 1024
                fields = pathlib.Path(f"/proc/{driver.pid}/stat").read_text().rpartition(")")[2].split()
                # Threads of ray are in it.
                processor = max(processor, (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"))
                time.sleep(0.2)
            log.close()
            seconds = time.perf_counter() - begin
        said = pathlib.Path(f"{folder}/driver.log").read_text().splitlines()
        end = [json.loads(line) for line in said if line.startswith("{")][-1:]
        status = subprocess.run(
            [sys.executable, "-m", "limn_ray.command", "status", "--out", f"{folder}/out"], check=False,
            env=RayNodes(folder, 0).environment(), capture_output=True, text=True)
        done = json.loads(status.stdout or '{"done": 0}')["done"]
        work = TASKS * MILLISECONDS / 1000
        print(json.dumps({"tasks": TASKS, "done": done, "exit": driver.returncode, "seconds": round(seconds, 1),
                          "driverBytes": largest, "driverProcessorSeconds": round(processor, 1),
                          "shareOfWork": round(processor / work, 5), "shards": end and end[0]["shards"]}), flush=True)
        if driver.returncode or done != TASKS or largest > MOST_BYTES or processor > MOST_SHARE * work:
            print("\n".join(said[-5:]), file=sys.stderr)
            sys.exit(1)


main()
