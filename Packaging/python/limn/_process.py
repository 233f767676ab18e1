# SPDX-License-Identifier: GPL-3.0-or-later
"""The engine process and the calls that wait for it. The protocol is in LimnBatch's documentation, Engine.md."""
from __future__ import annotations

import atexit
import itertools
import json
import os
import shutil
import subprocess
import tempfile
import threading
import weakref
from collections.abc import Callable, Mapping
from concurrent.futures import Future, InvalidStateError
from typing import Any

from ._errors import EngineDied, error

PROTOCOL = 1
#: The command that came with this package.
BUNDLED = os.path.join(os.path.dirname(os.path.realpath(__file__)), "_programs/bin/limn")


def program() -> str:
    """The path of the command: the one that came with this package, else `$LIMN`, else the one on the PATH."""
    if os.path.exists(BUNDLED):
        return BUNDLED
    found = os.environ.get("LIMN") or shutil.which("limn")
    if not found:
        raise EngineDied("There is no program limn: this package came without it, and none is on the PATH.")
    return found


def shared_memory() -> str | None:
    """A folder in memory, where pictures pass from process to process without being copied; None if there is none."""
    folder = "/dev/shm"
    return folder if os.access(folder, os.W_OK | os.X_OK) else None


class Call:
    """A request under way. `future` gets its result; `on_page` and `on_progress` are called on the reader's thread."""

    def __init__(self, process: "Process", number: int, on_page: Callable[[dict[str, Any]], None] | None,
                 on_progress: Callable[[float], None] | None):
        self.process, self.number = process, number
        self.on_page, self.on_progress = on_page, on_progress
        self.future: Future[dict[str, Any]] = Future()
        self.folder = os.path.join(process.scratch, str(number))
        self.is_closed = False

    def taken(self) -> None:
        """Tells the engine that a page was taken, so that it draws a further one."""
        self.process.send({"id": self.number, "taken": 1})

    def cancel(self) -> None:
        """Ends the request. Its future then has the error `Cancelled`, unless it was done already."""
        self.process.send({"cancel": self.number})

    def close(self) -> None:
        """Removes the files of the request that nobody took, once more when a cancelled request writes no further ones."""
        self.is_closed = True
        shutil.rmtree(self.folder, ignore_errors=True)

    def _settle(self, result: dict[str, Any] | None, failure: Exception | None) -> None:
        if self.is_closed:
            shutil.rmtree(self.folder, ignore_errors=True)
        try:
            if failure is not None:
                self.future.set_exception(failure)
            else:
                self.future.set_result(result or {})
        except InvalidStateError:
            pass  # Somebody cancelled the future itself.


class Process:
    """One engine. It ends with the object, with the interpreter, or when the pipe to it closes, whatever comes first."""

    def __init__(self, arguments: list[str]):
        self.scratch = tempfile.mkdtemp(prefix="limn-", dir=shared_memory())
        self.pid = os.getpid()
        self.numbers = itertools.count(1)
        self.calls: dict[int, Call] = {}
        self.lock = threading.Lock()
        self.writing = threading.Lock()
        self.is_dead = False
        try:
            # A group of its own: Ctrl-C goes to this program, which decides what to cancel.
            self.child = subprocess.Popen(
                [program(), "engine", "--stdio", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, start_new_session=True)
        except OSError as problem:
            shutil.rmtree(self.scratch, ignore_errors=True)
            raise EngineDied(f"The engine cannot be started: {problem}") from problem
        assert self.child.stdin and self.child.stdout and self.child.stderr
        self.complaints: list[bytes] = []
        self._finalizer = weakref.finalize(self, _end, self.child, self.scratch, self.pid)
        self.reader: threading.Thread | None = None
        self.errors = threading.Thread(target=_listen, args=(self.child.stderr, self.complaints), daemon=True)
        self.errors.start()
        first = self.child.stdout.readline()
        try:
            hello = json.loads(first)
            assert hello["protocol"] == PROTOCOL
        except (ValueError, KeyError, AssertionError):
            self.close()
            raise EngineDied(self._last_words("The engine did not start.")) from None
        self.version: str = hello["limn"]
        # The thread must not keep the object alive that it serves.
        self.reader = threading.Thread(target=_read, args=(weakref.ref(self), self.child.stdout), daemon=True)
        self.reader.start()
        _alive.add(self)

    def call(self, message: Callable[[str], Mapping[str, Any]], on_page: Callable[[dict[str, Any]], None] | None = None,
             on_progress: Callable[[float], None] | None = None) -> Call:
        """Sends a request. `message` makes it, given the folder for its files."""
        with self.lock:
            if self.is_dead:
                raise EngineDied("The engine has ended.")
            call = Call(self, next(self.numbers), on_page, on_progress)
            self.calls[call.number] = call
        try:
            os.mkdir(call.folder, 0o700)
            request = message(call.folder)
        except BaseException:
            with self.lock:
                self.calls.pop(call.number, None)
            call.close()
            raise
        self.send({"id": call.number, "folder": call.folder, **request})
        return call

    def send(self, message: Mapping[str, Any]) -> None:
        """Writes a line. A dead engine is told by the calls that wait for it."""
        line = json.dumps(message).encode() + b"\n"
        with self.writing:
            try:
                assert self.child.stdin
                self.child.stdin.write(line)
                self.child.stdin.flush()
            except (OSError, ValueError):
                pass

    def close(self) -> None:
        """Ends the engine. Requests under way fail with `EngineDied`."""
        for number in list(self.calls):
            self.send({"cancel": number})
        self._finalizer()
        self._fail("The engine was closed.")
        for thread in (self.reader, self.errors):
            if thread is not None and thread is not threading.current_thread():
                thread.join(timeout=1)

    def forget(self) -> None:
        """Called in a child after fork: the engine belongs to the parent, and must not wait for the child's end, too."""
        self.is_dead = True
        # Threads that this child does not have may hold the locks, and wait for the calls.
        self.lock, self.writing, self.calls = threading.Lock(), threading.Lock(), {}
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (self.child.stdin, self.child.stdout, self.child.stderr):
            if stream:
                os.dup2(nothing, stream.fileno(), inheritable=False)
        os.close(nothing)

    def _receive(self, line: bytes) -> None:
        event = json.loads(line)
        kind, number = event.get("event"), event.get("id")
        with self.lock:
            call = self.calls.get(number)
            if kind in ("done", "failed"):
                self.calls.pop(number, None)
        if call is None:
            return
        if kind == "page" and call.on_page:
            call.on_page({**event["page"], "code": event["code"]})
        elif kind == "progress" and call.on_progress:
            call.on_progress(event["share"])
        elif kind == "done":
            call._settle(event["result"], None)
        elif kind == "failed":
            call._settle(None, error(event["code"], event["message"]))

    def _fail(self, sentence: str) -> None:
        with self.lock:
            self.is_dead = True
            calls, self.calls = list(self.calls.values()), {}
        for call in calls:
            call._settle(None, EngineDied(sentence))

    def _last_words(self, sentence: str) -> str:
        self.errors.join(timeout=1)
        words = b"".join(self.complaints).decode(errors="replace").strip()
        return f"{sentence} {words}".strip()


_alive: "weakref.WeakSet[Process]" = weakref.WeakSet()


def _listen(stream: Any, into: list[bytes]) -> None:
    with stream:
        for line in stream:
            into.append(line)
            del into[:-50]


def _read(owner: "weakref.ref[Process]", stream: Any) -> None:
    with stream:
        for line in stream:
            process = owner()
            if process is None:
                return
            try:
                process._receive(line)
            except Exception:  # noqa: BLE001 - a callback of the caller must not end the engine for all others
                import traceback
                traceback.print_exc()
            del process
    process = owner()
    if process is not None:
        process._fail(process._last_words("The engine ended."))


def _end(child: "subprocess.Popen[bytes]", scratch: str, pid: int) -> None:
    if os.getpid() != pid:
        return  # After fork, the engine belongs to the parent.
    try:
        if child.stdin:
            child.stdin.close()
    except OSError:
        pass
    try:
        child.wait(timeout=2)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
    shutil.rmtree(scratch, ignore_errors=True)


def _forked() -> None:
    for process in list(_alive):
        process.forget()


@atexit.register
def _close_all() -> None:
    for process in list(_alive):
        process.close()


os.register_at_fork(after_in_child=_forked)
