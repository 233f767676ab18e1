# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures limn-server under load: edits of many people, pictures, idle watchers, fairness; and other programs beside it."""
import argparse
import asyncio
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

from server import server_peers

ROOT = pathlib.Path(__file__).resolve().parents[3]
API = "/api/v1"


class Server:
    """A server in a folder of its own."""

    def __init__(self, program, folder, options=()):
        begin = time.perf_counter()
        self.log = open(folder / "log", "wb")
        self.process = subprocess.Popen(
            [program, "--library", folder / "library", "--port", "0", *options],
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.address = self.process.stdout.readline().strip()
        self.link = self.process.stdout.readline().strip()
        self.port = int(self.address.rsplit(":", 1)[1].strip("/"))
        self.start = time.perf_counter() - begin

    def resident(self):
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(text.split("VmRSS:")[1].split()[0]) * 1024

    def stop(self):
        self.process.terminate()
        self.process.wait(30)


class Connection:
    """HTTP/1.1 with keep-alive, and no more than that, so that the client costs little."""

    def __init__(self, port, host=None):
        self.port, self.host, self.streams = port, host or f"127.0.0.1:{port}", None

    async def request(self, method, path, body=b"", fields=""):
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 24)
        reader, writer = self.streams
        length = f"Content-Length: {len(body)}\r\n" if body or method == "POST" else ""
        writer.write(f"{method} {path} HTTP/1.1\r\nHost: {self.host}\r\n{length}{fields}\r\n".encode() + body)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        status, lower = int(head[9:12]), head.lower()
        if "content-length: " in lower:
            return status, await reader.readexactly(int(lower.split("content-length: ")[1].split("\r\n")[0]))
        if "chunked" not in lower:
            return status, b""
        parts = []
        while size := int((await reader.readline()).strip(), 16):
            parts.append((await reader.readexactly(size + 2))[:-2])
        await reader.readline()
        return status, b"".join(parts)

    def close(self):
        if self.streams:
            self.streams[1].close()
            self.streams = None


async def post(port, path, value=None, body=None, kind="application/json", fields=""):
    connection = Connection(port)
    data = json.dumps(value).encode() if body is None else body
    status, answer = await connection.request("POST", path, data, f"Content-Type: {kind}\r\n{fields}")
    connection.close()
    if status not in (200, 201, 202):
        raise SystemExit(f"{path}: {status} {answer[:300]!r}")
    return json.loads(answer)


def quantile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


def stroke(number):
    brush = {"kind": "pen", "color": {"red": 0, "green": 0, "blue": 0, "alpha": 1}, "width": 1.5, "cap": "round", "dash": []}
    xy = [round(50 + number % 400 + 3 * i + (i % 5) / 7, 2) for i in range(60)]
    return {"add": [{"brush": brush, "width": 1.5, "xy": xy}]}


async def draw(port, template, people, seconds):
    """So many people draw five strokes a second each. Returns times in ms, and how many strokes are missing."""
    characters = []
    for number in range(people):
        made = await post(port, f"{API}/characters", {"name": f"P {number}", "template": template})
        characters.append(made["id"])
    times, acknowledged, refused = [], [0] * people, 0
    start = time.perf_counter() + 1

    async def person(number):
        nonlocal refused
        connection = Connection(port)
        path = f"{API}/characters/{characters[number]}/pages/1/edits"
        body = json.dumps(stroke(number)).encode()
        await asyncio.sleep(max(0, start + number / people / 5 - time.perf_counter()))
        for index in range(seconds * 5):
            due = start + number / people / 5 + index / 5
            if (pause := due - time.perf_counter()) > 0:
                await asyncio.sleep(pause)
            fields = f"Content-Type: application/json\r\nIdempotency-Key: {number}-{index}\r\n"
            begin = time.perf_counter()
            status, _ = await connection.request("POST", path, body, fields)
            times.append(1000 * (time.perf_counter() - begin))
            if status == 200:
                acknowledged[number] += 1
            else:
                refused += 1
        connection.close()

    await asyncio.gather(*(person(number) for number in range(people)))
    taken = time.perf_counter() - start
    lost = 0
    connection = Connection(port)
    for number in range(people):
        _, answer = await connection.request("GET", f"{API}/characters/{characters[number]}/pages")
        pages = json.loads(answer)
        pages = pages["items"] if isinstance(pages, dict) and "items" in pages else pages.get("pages", pages)
        lost += acknowledged[number] - next(page["strokes"] for page in pages if page["page"] == 1)
    connection.close()
    return times, sum(acknowledged), refused, lost, taken


async def pictures(port, template, pages, width):
    """Times of one page after another, first drawn and then kept, in ms; the first few draw the worker up."""
    connection = Connection(port)
    found = []
    for _ in range(2):
        times = []
        for page in range(1, pages + 1):
            begin = time.perf_counter()
            status, body = await connection.request("GET", f"/iiif/template:{template}:{page}/full/{width},/0/default.png")
            if status == 404:
                status, body = await connection.request("GET", f"/iiif/{template}:{page}/full/{width},/0/default.png")
            times.append(1000 * (time.perf_counter() - begin))
            if status != 200:
                raise SystemExit(f"picture {page}: {status} {body[:200]!r}")
        found.append(times)
    connection.close()
    return found


async def watchers(server, count):
    """Bytes of the server while so many watch events, and how much that is more than before."""
    before = server.resident()
    held = []
    for _ in range(count):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(f"GET {API}/events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
        await reader.readuntil(b"\r\n\r\n")
        held.append((reader, writer))

    async def read(reader):
        while await reader.read(1 << 16):
            pass

    tasks = [asyncio.create_task(read(reader)) for reader, _ in held]
    await asyncio.sleep(3)
    after = server.resident()
    for task in tasks:
        task.cancel()
    for _, writer in held:
        writer.close()
    return before, after


async def fairness(server, limn, book, sheet):
    """p99 of a page for one person, alone and while another one renders a long book, in ms."""
    add = [limn, "access", "add", "--library", server.library, "--role", "owner"]
    codes = [subprocess.run(add + [name], check=True, capture_output=True, text=True).stdout.split("code=")[1].split()[0]
             for name in ("Ada", "Bo")]

    async def pages(count):
        connection, times = Connection(server.port), []
        field = f"Authorization: Bearer {codes[0]}\r\nContent-Type: application/pdf\r\n"
        for _ in range(count):
            begin = time.perf_counter()
            status, body = await connection.request("POST", "/api/v1/render?width=1000&format=png", sheet, field)
            if status != 200:
                raise SystemExit(f"page: {status} {body[:200]!r}")
            times.append(1000 * (time.perf_counter() - begin))
        connection.close()
        return times

    await pages(20)
    alone = await pages(200)
    field = f"Authorization: Bearer {codes[1]}\r\n"
    stored = await post(server.port, f"{API}/files", body=book, kind="application/pdf", fields=field)
    wanted = {"verb": "render", "inputs": [stored["id"]], "options": {"width": 800, "format": "png"}}
    job = await post(server.port, f"{API}/jobs", wanted, fields=field)
    connection, beside = Connection(server.port), []
    while True:
        beside += await pages(10)
        _, answer = await connection.request("GET", f"{API}/jobs/{job['id']}", fields=field)
        state = json.loads(answer)
        if state["state"] not in ("waiting", "running") or len(beside) >= 200:
            break
    return alone, beside, state["state"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--server", default=str(ROOT / ".build-load/release/limn-server"))
    parser.add_argument("--limn", default=str(ROOT / ".build-suite/release/limn"))
    parser.add_argument("--no-report", action="store_true")
    options = parser.parse_args()
    lines = []

    def say(text=""):
        print(text, flush=True)
        lines.append(text)

    load = os.getloadavg()
    say("# The server under load")
    say()
    say(f"Written by `Scripts/server-load` on {os.cpu_count()} processors, over loopback; the client runs on the same ones. "
        f"Load of the machine before: {load[0]:.1f}, so compare ratios rather than times.")
    say()
    say("| What | Measured | Goal |")
    say("| --- | --- | --- |")
    book = server_peers.book(120)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        server = Server(options.server, folder, ["--no-auth"])
        try:
            say(f"| from the command to the address on its first line | {1000 * server.start:.0f} ms | 2,000 ms |")
            pdf = {"body": book, "kind": "application/pdf"}
            template = asyncio.run(post(server.port, f"{API}/templates?name=Book", **pdf))["id"]
            cold, warm = asyncio.run(pictures(server.port, template, 120, 1000))
            say(f"| a page, 1000 pixels wide, drawn: p50 | {statistics.median(cold):.1f} ms | 40 ms |")
            say(f"| the same, kept: p50 | {statistics.median(warm):.2f} ms | 3 ms |")
            times, made, refused, lost, taken = asyncio.run(draw(server.port, template, options.people, options.seconds))
            say(f"| {options.people} people, five strokes a second each, {taken:.0f} s: p50 · p99 of an acknowledged edit | "
                f"{statistics.median(times):.1f} · {quantile(times, 0.99):.1f} ms | 100 ms |")
            say(f"| the same: acknowledged · refused · lost | {made} · {refused} · {lost} | none lost |")
            before, after = asyncio.run(watchers(server, 1000))
            say(f"| memory with 1,000 idle event streams (before: {before >> 20} MiB) | {after >> 20} MiB | 300 MiB |")
        finally:
            server.stop()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        server = Server(options.server, folder)
        server.library = str(folder / "library")
        try:
            alone, beside, state = asyncio.run(fairness(server, options.limn, server_peers.book(1000), server_peers.book(1)))
            ratio = quantile(beside, 0.99) / quantile(alone, 0.99)
            say(f"| p99 of a page: alone · while another renders 1,000 pages ({state} at the end) | "
                f"{quantile(alone, 0.99):.1f} · {quantile(beside, 0.99):.1f} ms, {ratio:.1f} times | 3 times |")
        finally:
            server.stop()
    say()
    say("## Beside other programs")
    say()
    say("One page of a book at a time is posted as a PDF and comes back as a PNG of 1000 pixels, by eight clients; the services "
        "on PyMuPDF and pypdfium2 are ten lines each, behind uvicorn with two processes.")
    say()
    say("| Service | Pages a second | Share of Limn |")
    say("| --- | --- | --- |")
    with tempfile.TemporaryDirectory() as name:
        own = Server(options.server, pathlib.Path(name), ["--no-auth"])
        try:
            rates = asyncio.run(server_peers.compare(own.port, Connection))
        finally:
            own.stop()
    for name, rate in rates.items():
        say(f"| {name} | {rate:.0f} | {rate / rates['Limn']:.2f} |")
    if not options.no_report:
        (ROOT / "Benchmarks/SERVER.md").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    sys.exit(main())
