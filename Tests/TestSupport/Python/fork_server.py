# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs scripts without their start: fork_server.py SOCKET

Listens at the socket. A request is one line of JSON with `script`, `arguments`, `stdout` and `stderr`; the last two are
paths. A child, which has what most scripts import already, runs the script as Python would, and answers with its exit code.
The server ends with its standard input.
"""
import contextlib
import json
import os
import runpy
import signal
import socket
import sys
import threading
import traceback

with contextlib.suppress(ImportError):
    import pikepdf  # noqa: F401
    import pymupdf  # noqa: F401
    import pypdfium2  # noqa: F401
    from PIL import Image  # noqa: F401


def perform(request: dict) -> int:
    for number, name in ((1, "stdout"), (2, "stderr")):
        file = os.open(request[name], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.dup2(file, number)
        os.close(file)
    sys.argv = [request["script"], *request["arguments"]]
    sys.path[0] = os.path.dirname(request["script"])
    try:
        runpy.run_path(request["script"], run_name="__main__")
        return 0
    except SystemExit as exit:
        if exit.code is None or isinstance(exit.code, int):
            return (exit.code or 0) & 0xFF
        print(exit.code, file=sys.stderr)
        return 1
    except BaseException:
        traceback.print_exc()
        return 1
    finally:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(Exception):
                stream.flush()


def serve(listener: socket.socket):
    while True:
        connection, _ = listener.accept()
        if os.fork() == 0:
            listener.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            code = perform(json.loads(connection.makefile().readline()))
            connection.sendall(f"{code}\n".encode())
            os._exit(0)
        connection.close()


def main():
    # Children are not waited for.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    # Whoever started this holds the other end of standard input.
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(sys.argv[1])
        listener.listen(64)
        print("ready", flush=True)
        serve(listener)


if __name__ == "__main__":
    main()
