# SPDX-License-Identifier: GPL-3.0-or-later
"""The command limn-ray."""
from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from typing import Any

from . import program
from .plan import Cutting, Plan, Shard
from .progress import Progress
from .results import Markers, Refused, merge, open_run, part, status
from .schedule import Limits, Schedule
from .shard import Work
from .store import store
from .tasks import ListError, TaskList

DONE, FAILED, SOME_FAILED, USAGE, AGAIN, INTERRUPTED = 0, 1, 3, 64, 75, 130


def main(arguments: list[str] | None = None) -> int:
    parser = _parser()
    given = list(sys.argv[1:] if arguments is None else arguments)
    given, passed = (given[:given.index("--")], given[given.index("--") + 1:]) if "--" in given else (given, [])
    try:
        options = parser.parse_args(given)
    except SystemExit as end:
        return USAGE if end.code else DONE
    try:
        return {"run": _run, "status": _status, "merge": _merge}[options.verb](options, tuple(passed))
    except (ListError, Refused) as error:
        return _fail(str(error))
    except FileNotFoundError as error:
        return _fail(f"{error.filename or error} is not there.")
    except OSError as error:
        return _fail(str(error))
    except _Terminated:
        print("limn-ray: ended by a signal; run the same command again for what is missing.", file=sys.stderr)
        return AGAIN
    except KeyboardInterrupt:
        print("limn-ray: interrupted; run the same command again for what is missing.", file=sys.stderr)
        return INTERRUPTED


class _Terminated(BaseException):
    pass


def _fail(sentence: str) -> int:
    print(f"limn-ray: {sentence}", file=sys.stderr)
    return FAILED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="limn-ray", description="Runs a task list of limn batch on a Ray cluster.")
    verbs = parser.add_subparsers(dest="verb", required=True)
    run = verbs.add_parser("run", help="work on a list", epilog="Options after -- go to limn batch run on every node.")
    run.add_argument("tasks", help="a list that limn batch plan has made")
    run.add_argument("--out", required=True, metavar="URI", help="a folder that all nodes share, or s3://…, gs://…")
    run.add_argument("--root", default=".", metavar="URI", help="where relative names of inputs count from")
    run.add_argument("--limn", default="limn", metavar="PATH", help="the program on every node")
    run.add_argument("--address", default="auto", help="the address of the cluster (default: the one of this machine)")
    run.add_argument("--slots", type=_positive, default=1, help="shards that a node works on at once; they share its cores")
    run.add_argument("--shortest", type=float, default=5, metavar="S", help="seconds of a shard, at least (default: 5)")
    run.add_argument("--longest", type=float, default=60, metavar="S", help="seconds of a shard, at most (default: 60)")
    run.add_argument("--attempts", type=_positive, default=8, help="how often a shard is tried (default: 8)")
    run.add_argument("--wait", type=float, default=300, metavar="S", help="how long to wait for nodes (default: 300)")
    run.add_argument("--scratch", metavar="DIR", help="a folder of each node for what is in work")
    run.add_argument("--follow", action="store_true", help="print result lines as they come")
    run.add_argument("--merge", metavar="FILE", help="at the end, write all results into one file")
    run.add_argument("--progress", choices=("auto", "json"), default="auto")
    for verb, text in (("status", "tell how far a run is"), ("merge", "write all results into one file")):
        other = verbs.add_parser(verb, help=text)
        other.add_argument("--out", required=True, metavar="URI")
        if verb == "merge":
            other.add_argument("-o", required=True, dest="file", metavar="RESULTS.jsonl")
    return parser


def _positive(text: str) -> int:
    value = int(text)
    if not 1 <= value <= 100_000:
        raise argparse.ArgumentTypeError("a number from 1 to 100000")
    return value


def _run(options: argparse.Namespace, passed: tuple[str, ...]) -> int:
    from .cluster import Cluster
    import ray

    tasks = TaskList.read(options.tasks)
    version = program.version(options.limn)
    uri = options.out if "://" in options.out else os.path.abspath(options.out)
    root = options.root if "://" in options.root else os.path.abspath(options.root)
    signal.signal(signal.SIGTERM, _terminate)
    ray.init(address=options.address, log_to_driver=False, logging_level="warning", configure_logging=True)
    try:
        def make(shard: Shard, cores: int) -> Work:
            return Work(shard.key, f"{shard.number + 1}/{len(plan)}", shard.indexes, tasks.lines(shard.indexes), uri, root,
                        options.limn, version, cores, passed, options.scratch)

        cluster = Cluster(options.slots, make)
        nodes = cluster.nodes()
        cores = max(1, round(sum(n.cores for n in nodes) / max(len(nodes), 1) / options.slots))
        cutting = Cutting(max(1, len(nodes) * options.slots), cores, options.shortest, options.longest)
        out = store(uri)
        plan = _open(out, tasks, cutting, version, passed)
        progress = Progress(len(tasks), plan.total, options.progress == "json", 1 if options.progress == "json" else 5)
        markers = Markers(out)
        limits = Limits(options.slots, options.attempts, wait=options.wait)
        schedule = Schedule(cluster, plan, limits, progress.tell, progress.update, lambda key: _follow(options, out, key))
        schedule.run(markers.failed)
        progress.update(schedule.counts, len(cluster.nodes()), at_end=True)
    finally:
        ray.shutdown()
    if schedule.wrong:
        progress.tell(schedule.wrong)
        return AGAIN if "no node could work" in schedule.wrong else FAILED
    if options.merge:
        _print(merge(out, options.merge))
    if schedule.given_up:
        progress.tell(f"{len(schedule.given_up)} shards are not done; run the same command again for them.")
        return AGAIN
    return SOME_FAILED if schedule.counts.failed else DONE


def _open(out: Any, tasks: TaskList, cutting: Cutting, version: str, passed: tuple[str, ...]) -> Plan:
    """The plan of this run, or that of the run whose results are there."""
    plan = Plan(tasks.digest, tasks.milliseconds, tasks.bytes, cutting)
    found = open_run(out, {"format": 1, "list": tasks.digest, "tasks": len(tasks), "shards": len(plan), "limn": version,
                           "options": list(passed), "cutting": cutting.values()})
    if found["cutting"] == cutting.values():
        return plan
    return Plan(tasks.digest, tasks.milliseconds, tasks.bytes, Cutting(**found["cutting"]))


def _follow(options: argparse.Namespace, out: Any, key: str) -> None:
    if options.follow:
        sys.stdout.buffer.write(part(out, key))
        sys.stdout.buffer.flush()


def _terminate(*_: object) -> None:
    raise _Terminated


def _print(counts: dict[str, Any]) -> None:
    print(json.dumps(counts))


def _status(options: argparse.Namespace, _: tuple[str, ...]) -> int:
    counts = status(store(options.out))
    _print(counts)
    return SOME_FAILED if counts["missing"] or counts["failed"] else DONE


def _merge(options: argparse.Namespace, _: tuple[str, ...]) -> int:
    counts = merge(store(options.out), options.file)
    _print(counts)
    return SOME_FAILED if counts["missing"] or counts["failed"] else DONE


if __name__ == "__main__":
    sys.exit(main())
