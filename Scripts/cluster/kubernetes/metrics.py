# SPDX-License-Identifier: GPL-3.0-or-later
"""Numbers of a batch for Prometheus: python3 metrics.py OUT [PORT]. Reads only what is new in the results each time.

limn_batch_tasks             tasks of the list
limn_batch_tasks_done        tasks with a result
limn_batch_tasks_failed      of these, tasks whose status is not ok or warnings
limn_batch_worked_seconds    seconds of work in these results
limn_batch_left_seconds      seconds of one core that are left, by the mean of the results
"""
from __future__ import annotations

import glob
import http.server
import json
import os
import sys


class Batch:
    def __init__(self, out: str) -> None:
        self.out, self.places = out, {}
        self.done = self.failed = 0
        self.worked = 0.0

    def update(self) -> None:
        for path in glob.glob(os.path.join(glob.escape(self.out), "results-*-of-*.jsonl")):
            with open(path, "rb") as file:
                file.seek(self.places.get(path, 0))
                for line in file:
                    if not line.endswith(b"\n"):
                        break
                    self.places[path] = self.places.get(path, 0) + len(line)
                    self._count(line)

    def _count(self, line: bytes) -> None:
        try:
            result = json.loads(line)
            seconds, failed = float(result["seconds"]), result["status"] not in ("ok", "warnings")
        except (ValueError, KeyError, TypeError, RecursionError):
            return
        self.done += 1
        self.failed += failed
        self.worked += seconds

    def text(self) -> str:
        try:
            with open(os.path.join(self.out, "batch.json"), encoding="utf-8") as file:
                tasks = int(json.load(file)["count"])
        except (OSError, ValueError, KeyError, TypeError):
            tasks = 0
        self.update()
        left = self.worked / self.done * max(tasks - self.done, 0) if self.done else 0
        values = {"tasks": tasks, "tasks_done": self.done, "tasks_failed": self.failed,
                  "worked_seconds": round(self.worked, 3), "left_seconds": round(left, 3)}
        return "".join(f"# TYPE limn_batch_{name} gauge\nlimn_batch_{name} {value}\n" for name, value in values.items())


def serve(out: str, port: int) -> http.server.HTTPServer:
    batch = Batch(out)

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            text = batch.text().encode() if self.path == "/metrics" else b""
            self.send_response(200 if text else 404)
            self.send_header("Content-Type", "text/plain; version=0.0.4")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *_: object) -> None:
            pass

    return http.server.HTTPServer(("", port), Handler)


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 9420).serve_forever()
