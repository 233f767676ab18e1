# SPDX-License-Identifier: GPL-3.0-or-later
"""The work of one shard, on a node: fetch the inputs, run limn, publish what it made.

The order makes the result safe against every death: objects first, then the part with the result lines, last the marker
that names the part. A shard counts as done when it has a marker. One marker names one part, so each task has one result,
however often its shard was worked on.
"""
from __future__ import annotations

import hashlib
import json
import os
import shutil
import socket
import tempfile
import time
from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from . import program
from .store import Store, fetch, store

DONE = "done"


@dataclass(frozen=True)
class Work:
    """What a node needs to know of a shard."""

    key: str
    label: str
    """The shard's number and their count, such as 3/120."""
    indexes: "array[int]"
    lines: bytes
    out: str
    root: str
    limn: str
    version: str
    jobs: int
    options: tuple[str, ...] = ()
    scratch: str | None = None


@dataclass(frozen=True)
class Outcome:
    """What became of a shard on a node."""

    key: str
    node: str
    tasks: int = 0
    failed: int = 0
    seconds: float = 0
    problem: str = ""
    """Nothing, or a sentence: then there is no marker."""
    kind: str = ""
    """again: another attempt may help; node: another node may help; wrong: nothing helps."""
    found: bool = False
    """Another run had done the shard."""


@dataclass
class Problem(Exception):
    kind: str
    sentence: str


@dataclass
class Local:
    """The inputs of a shard as files of this node."""

    lines: list[bytes] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    """The address of each copy, by the copy's path."""


def work(shard: Work) -> Outcome:
    """Does a shard. Never throws: what went wrong is in the outcome."""
    begin, node = time.monotonic(), socket.gethostname()
    try:
        out = store(shard.out)
        marker = _marker(out, shard.key)
        found = marker is not None
        if marker is None:
            program.check_version(shard.limn, shard.version, node)
            marker = _run(shard, out)
        return Outcome(
            shard.key, node, marker["tasks"], marker["failed"], time.monotonic() - begin, found=found)
    except Problem as problem:
        return Outcome(shard.key, node, problem=problem.sentence, kind=problem.kind)
    # Object stores throw whatever their libraries throw.
    except Exception as error:
        text = f"{type(error).__name__}: {error}"
        return Outcome(shard.key, node, problem=f"{node}: {text}", kind="again")


def _marker(out: Store, key: str) -> dict[str, Any] | None:
    name = f"{DONE}/{key}.json"
    return None if out.size(name) is None else json.loads(out.read(name))


def _run(shard: Work, out: Store) -> dict[str, Any]:
    folder = _scratch(shard, out)
    try:
        local = _inputs(shard, folder)
        path = os.path.join(folder, "tasks.jsonl")
        with open(path, "wb") as file:
            file.write(b"\n".join(local.lines) + b"\n")
        program.run_batch(shard, path, os.path.join(folder, "out"))
        return _publish(shard, out, folder, local)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _scratch(shard: Work, out: Store) -> str:
    """A new folder. Removes those of processes that were killed on this node."""
    parent = shard.scratch or out.scratch() or os.path.join(tempfile.gettempdir(), f"limn-ray-{os.getuid()}")
    os.makedirs(parent, exist_ok=True)
    host = socket.gethostname()
    for name in os.listdir(parent):
        owner = name.rsplit("@", 2)
        if len(owner) == 3 and owner[1] == host and not program.is_alive(owner[2]):
            shutil.rmtree(os.path.join(parent, name), ignore_errors=True)
    return tempfile.mkdtemp(prefix=f"{shard.key}-", suffix=f"@{host}@{program.identity()}", dir=parent)


def _inputs(shard: Work, folder: str) -> Local:
    """Gives each input that is in an object store a copy here. One that is not there fails its task, and no other."""
    local, copies = Local(), {}
    for line in shard.lines.splitlines():
        task = json.loads(line)
        changed = False
        for place, given in enumerate(task["inputs"]):
            given = {"path": given} if isinstance(given, str) else given
            url = _address(given, shard.root)
            if url is None:
                continue
            if url not in copies:
                copies[url] = path = os.path.join(folder, "inputs", str(len(copies)), _file_name(url))
                os.makedirs(os.path.dirname(path))
                local.names[path] = url
                _fetch(url, path)
            task["inputs"][place] = {**given, "path": copies[url]}
            changed = True
        local.lines.append(json.dumps(task, ensure_ascii=False).encode() if changed else line)
    return local


def _address(given: dict[str, Any], root: str) -> str | None:
    """Where an input has to be fetched from; nothing if it is a file of this node."""
    if isinstance(url := given.get("url"), str):
        return url
    path = given.get("path")
    if isinstance(path, str) and "://" in root and not path.startswith("/"):
        return f"{root.rstrip('/')}/{path}"
    return None


def _file_name(url: str) -> str:
    """The end of an address, fit to be a file's name here."""
    end = url.split("?", 1)[0].rstrip("/").rsplit("/", 1)[-1]
    return "".join(c if c.isalnum() or c in "._-" else "_" for c in end)[-100:].lstrip(".") or "input"


def _fetch(url: str, path: str) -> None:
    for attempt in range(3):
        try:
            fetch(url, path)
            return
        except FileNotFoundError:
            # limn names the missing file in the task's result.
            return
        except Exception as error:
            if attempt == 2:
                raise Problem("again", f"{url} could not be fetched: {error}") from None
            time.sleep(2**attempt)


def _publish(shard: Work, out: Store, folder: str, local: Local) -> dict[str, Any]:
    results: list[bytes | None] = [None] * len(shard.indexes)
    objects: dict[str, None] = {}
    failed = 0
    with open(os.path.join(folder, "out", "results-1-of-1.jsonl"), "rb") as file:
        for line in file:
            result = _with_addresses(json.loads(line), local.names)
            place = result["index"]
            if not 0 <= place < len(results) or results[place] is not None:
                raise Problem("wrong", f"limn gave task {place} of shard {shard.label} two results, or one too many.")
            result["index"], result["shard"] = shard.indexes[place], shard.label
            results[place] = json.dumps(result, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
            objects.update((o["object"], None) for o in result.get("outputs", []))
            failed += result["status"] not in ("ok", "warnings")
    lines = [line for line in results if line is not None]
    if len(lines) != len(results):
        raise Problem("again", f"limn left out {len(results) - len(lines)} tasks of shard {shard.label}.")
    _put_objects(out, os.path.join(folder, "out"), objects)
    part = b"\n".join(lines) + b"\n"
    name = f"parts/{shard.key}-{hashlib.sha256(part).hexdigest()[:16]}.jsonl"
    marker = {"part": name, "tasks": len(lines), "failed": failed, "limn": shard.version}
    out.write(part, name)
    out.write(json.dumps(marker).encode(), f"{DONE}/{shard.key}.json")
    return marker


def _put_objects(out: Store, folder: str, objects: Iterable[str]) -> None:
    for name in objects:
        path = os.path.join(folder, name)
        # Under the name of its content can only be the same content.
        if out.size(name) != os.stat(path).st_size:
            out.put(path, name)


def _with_addresses(result: Any, names: dict[str, str]) -> Any:
    """A result in which the addresses of inputs stand for the paths of their copies."""
    if not names:
        return result
    if isinstance(result, str):
        if "/inputs/" not in result:
            return result
        for path, url in names.items():
            result = result.replace(path, url)
        return result
    if isinstance(result, list):
        return [_with_addresses(value, names) for value in result]
    if isinstance(result, dict):
        return {key: _with_addresses(value, names) for key, value in result.items()}
    return result
