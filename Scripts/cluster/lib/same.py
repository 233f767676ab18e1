# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether two batches of one list have the same results: the same lines but for times and shards, and the same files."""
import hashlib
import json
import pathlib
import sys

# What depends on who did the work and when.
PERSONAL = ("seconds", "shard")


def results(path):
    """The lines of merged results by their place in the list. Ends the program where a place has none or two."""
    found = {}
    for line in pathlib.Path(path).read_text().splitlines():
        result = json.loads(line)
        if result["index"] in found:
            sys.exit(f"{path}: task {result['index']} has two results.")
        found[result["index"]] = {k: v for k, v in result.items() if k not in PERSONAL}
    return found


def objects(out):
    """The names of all objects, after their content has been compared with their names."""
    names = set()
    for path in (pathlib.Path(out) / "objects").rglob("*"):
        if path.is_file():
            if hashlib.sha256(path.read_bytes()).hexdigest() != path.stem:
                sys.exit(f"{path} is not what its name says.")
            names.add(path.name)
    return names


def check(tasks, one, other):
    """`one` and `other` are pairs: merged results and folder. Returns the numbers of tasks and objects."""
    expected, found = results(one[0]), results(other[0])
    count = sum(1 for line in open(tasks, "rb") if line.strip())
    if len(found) != count or len(expected) != count:
        sys.exit(f"{other[0]}: {len(found)} results for {count} tasks; one run has {len(expected)}.")
    for index, result in expected.items():
        if found[index] != result:
            different = {k: (v, found[index].get(k)) for k, v in result.items() if found[index].get(k) != v}
            sys.exit(f"{other[0]}: task {index} differs: {different}")
    here, there = objects(one[1]), objects(other[1])
    # Objects of attempts whose results did not count may be left.
    if not here <= there:
        sys.exit(f"{other[1]} lacks {len(here - there)} objects.")
    return count, len(here)
