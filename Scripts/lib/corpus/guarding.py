# SPDX-License-Identifier: GPL-3.0-or-later
"""Calls in child processes: a library that hangs or dies over a file takes nobody along."""
import os
import pickle
import signal
import tempfile
import traceback


class Lost(Exception):
    """A call did not come back, or raised; the text says how."""


def guarded(seconds, function, *arguments):
    """What a call returns; raises Lost where it raises, dies or takes longer."""
    with tempfile.NamedTemporaryFile() as file:
        child = os.fork()
        if child == 0:
            try:
                # The default action of the alarm ends the child even inside a library's endless loop.
                signal.signal(signal.SIGALRM, signal.SIG_DFL)
                signal.alarm(seconds)
                # Libraries complain about files on their own.
                os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
                try:
                    answer = (True, function(*arguments))
                except Exception as error:
                    answer = (False, f"{type(error).__name__}: {error}"[:300])
                with open(file.name, "wb") as stream:
                    pickle.dump(answer, stream)
            finally:
                os._exit(0)
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            number = os.WTERMSIG(status)
            raise Lost("takes too long" if number == signal.SIGALRM else f"dies by signal {number}")
        with open(file.name, "rb") as stream:
            data = stream.read()
    if not data:
        raise Lost("ends without an answer")
    done, value = pickle.loads(data)
    if not done:
        raise Lost(value)
    return value


def each(function, items, seconds, workers):
    """Calls a function with each item, some at a time: yields items with results, None where that was Lost."""
    running, items = {}, iter(items)
    with tempfile.TemporaryDirectory() as folder:
        def start():
            for item in items:
                child = os.fork()
                if child == 0:
                    try:
                        # All that a child starts ends with it.
                        os.setpgid(0, 0)
                        signal.signal(signal.SIGALRM, lambda *_: os.killpg(0, signal.SIGKILL))
                        signal.alarm(seconds)
                        result = function(item)
                        with open(os.path.join(folder, str(os.getpid())), "wb") as file:
                            pickle.dump(result, file)
                    except Exception:
                        traceback.print_exc()
                    finally:
                        os._exit(0)
                running[child] = item
                return

        for _ in range(workers):
            start()
        while running:
            child, _ = os.wait()
            item = running.pop(child, None)
            if item is None:
                continue
            start()
            path = os.path.join(folder, str(child))
            if os.path.exists(path):
                with open(path, "rb") as file:
                    yield item, pickle.load(file)
                os.remove(path)
            else:
                yield item, None
