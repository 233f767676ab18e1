# SPDX-License-Identifier: GPL-3.0-or-later
"""The program limn on a node: its version, and its runs, which end with the process that started them."""
from __future__ import annotations

import ctypes
import functools
import os
import signal
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .shard import Work

PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True)


@functools.cache
def version(limn: str) -> str:
    """What `limn --version` says. Throws OSError where there is no such program."""
    run = subprocess.run([limn, "--version"], capture_output=True, text=True, timeout=60, check=False)
    if run.returncode != 0:
        raise OSError(f"{limn} --version ended with {run.returncode}: {run.stderr.strip()[-500:]}")
    return run.stdout.strip()


def check_version(limn: str, expected: str, node: str) -> None:
    """Throws a Problem of the node where limn is missing or another one: results of two versions must not be mixed."""
    from .shard import Problem

    try:
        found = version(limn)
    except (OSError, subprocess.SubprocessError) as error:
        raise Problem("node", f"{node}: limn does not start: {error}") from None
    if found != expected:
        raise Problem("node", f"{node} has limn {found}, but this run is made with {expected}.")


def run_batch(shard: Work, tasks: str, out: str) -> None:
    """Runs `limn batch run`. Throws a Problem unless every task has a result."""
    from .shard import Problem

    command = [shard.limn, "batch", "run", tasks, "-o", out, "--jobs", str(shard.jobs), "--progress", "none",
               *(() if "://" in shard.root else ("--root", shard.root)), *shard.options]
    try:
        run = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, preexec_fn=end_with_parent)
    except OSError as error:
        raise Problem("node", f"limn does not start: {error}") from None
    try:
        _, said = run.communicate()
    finally:
        if run.poll() is None:
            run.terminate()
            run.wait()
    if run.returncode in (0, 3):
        return
    kind = "wrong" if run.returncode in (1, 64) else "again"
    lines = said.decode(errors="replace").strip().splitlines()[-3:]
    raise Problem(kind, f"limn ended with {run.returncode} in shard {shard.label}: {' '.join(lines) or 'no word'}")


def end_with_parent() -> None:
    """For the start of a child: it ends when this process does."""
    # A worker of Ray that was killed must not leave limn behind: another node has its shard by then.
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def identity() -> str:
    """This process among all that this machine has had since it started."""
    return f"{os.getpid()}.{_start(os.getpid())}"


def is_alive(identity: str) -> bool:
    number, _, start = identity.partition(".")
    return number.isdigit() and _start(int(number)) == start


def _start(process: int) -> str:
    try:
        with open(f"/proc/{process}/stat", "rb") as file:
            return file.read().rpartition(b")")[2].split()[19].decode()
    except (OSError, IndexError):
        return ""
