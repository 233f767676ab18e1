# SPDX-License-Identifier: GPL-3.0-or-later
"""Attacks a server as one of its guests, and measures what another guest feels meanwhile. Scripts/guests tells how."""

import argparse
import http.client
import json
import multiprocessing
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

LIMITS = {"edit": 0.150, "livez": 0.050, "export": 2.0, "memory": 600 << 20}
QUOTA = 2 << 30
API = "/api/v1"
# A large page: so many strokes of so many points.
STROKES, POINTS = 24_000, 50
BRUSH = {"kind": "pen", "color": {"red": 0, "green": 0, "blue": 0, "alpha": 1}, "width": 1, "cap": "round", "dash": []}


class Client:
    """One connection of one person."""

    def __init__(self, port: int, token: str, timeout: float = 120):
        self.port, self.token, self.timeout = port, token, timeout
        self.connection = None

    def ask(self, method: str, path: str, body=None, kind="application/json", **headers):
        """Returns the status and the body; 0 where the connection ends."""
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if body is not None:
            headers["Content-Type"] = kind
            if not isinstance(body, bytes):
                body = json.dumps(body).encode()
        try:
            if self.connection is None:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            if self.connection is not None:
                self.connection.close()
            self.connection = None
            return 0, b""

    def made(self, method: str, path: str, body=None, kind="application/json", **headers) -> dict:
        """Returns the JSON of an answer that must succeed."""
        status, answer = self.ask(method, path, body, kind, **headers)
        if not 200 <= status < 300:
            sys.exit(f"{method} {path}: {status} {answer[:300]!r}")
        return json.loads(answer) if answer else {}


def key() -> str:
    return f"{random.getrandbits(64):x}"


def stroke(x: float, points: int = 20) -> dict:
    return {"brush": BRUSH, "width": 1, "xy": [value for n in range(points) for value in (round(x + n * 0.5, 1), n)]}


class World:
    """A server with a library, an owner and three guests."""

    def __init__(self, server: pathlib.Path, root: pathlib.Path, folder: pathlib.Path):
        self.folder, self.library = folder, folder / "library"
        self.log = open(folder / "log", "wb")
        self.process = subprocess.Popen(
            [server, "--library", self.library, "--port", "0", "--quota", str(QUOTA), "--json"], stdout=subprocess.PIPE,
            stderr=self.log)
        start = json.loads(self.process.stdout.readline())
        self.port = urllib.parse.urlparse(start["address"]).port
        self.owner = Client(self.port, urllib.parse.parse_qs(urllib.parse.urlparse(start["link"]).query)["code"][0])
        sheet = (root / "Samples/character-sheet.pdf").read_bytes()
        self.template = self.owner.made("POST", f"{API}/templates?name=Sheet", sheet, "application/pdf")["id"]
        self.large, self.small = (
            self.owner.made("POST", f"{API}/characters", {"name": name, "template": self.template})["id"]
            for name in ("Large", "Small"))
        self.attacker = self.guest("Ada", "player", self.large)
        self.viewer = self.guest("Vic", "viewer", self.large)
        self.other = self.guest("Bo", "player", self.small)
        self.sheet = sheet

    def guest(self, name: str, role: str, character: str) -> str:
        given = self.owner.made("POST", f"{API}/access", {"name": name, "role": role, "characters": [character]})
        return urllib.parse.parse_qs(urllib.parse.urlparse(given["link"]).query)["code"][0]

    def page(self, character: str) -> str:
        return f"{API}/characters/{character}/pages/1"

    def fill(self) -> None:
        """Draws 1.2 million points on the large page."""
        if json.loads(self.owner.ask("GET", f"{API}/characters/{self.large}/pages")[1])["items"][0]["strokes"]:
            return
        for start in range(0, STROKES, 3000):
            strokes = [stroke(start % 500 + n % 100, POINTS) for n in range(3000)]
            self.owner.made("POST", f"{self.page(self.large)}/edits", {"add": strokes}, Idempotency_Key=key())

    def memory(self) -> int:
        with open(f"/proc/{self.process.pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")

    def disk(self) -> int:
        total = 0
        for place, _, names in os.walk(self.library):
            for name in names:
                try:
                    total += os.lstat(os.path.join(place, name)).st_blocks * 512
                except OSError:
                    pass
        return total

    def end(self) -> float:
        """Ends the server; returns the seconds that it took."""
        start = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
        return time.monotonic() - start


# The attacks. Each runs in processes of its own until it is killed.

def revision(client: Client, world: World) -> int:
    status, answer = client.ask("GET", f"{API}/characters/{world.large}/pages")
    # The server may be ending.
    return json.loads(answer)["items"][0]["revision"] if status == 200 else 0


def lists(world: World, number: int) -> None:
    """Lists of 600 edits on 1.2 million points: additions, and changes of items in their middle."""
    client = Client(world.port, world.attacker)
    while True:
        at = revision(client, world)
        if number % 2:
            edits = [{"add": [stroke(n % 400, 2)]} for n in range(600)]
            client.ask("POST", f"{world.page(world.large)}/edits", edits, Idempotency_Key=key())
        else:
            edits = [edit for n in range(300) for edit in
                     ({"insert": [{"index": 7, "item": stroke(n, 2)}]}, {"remove": [7]})]
            client.ask("POST", f"{world.page(world.large)}/edits", edits, Idempotency_Key=key(), If_Match=f'"{at}"')


def bodies(world: World, number: int) -> None:
    """Bodies of 7 MB of JSON, deep and wide, wherever JSON is taken."""
    size = 7 << 20
    deep = b'{"a":' * 400 + b"1" + b"}" * 400
    texts = [
        b"[" + b",".join([b"{}"] * (size // 3)) + b"]", b'{"a":[' + b",".join([b"1e5"] * (size // 4)) + b"]}",
        b'{"options":[' + b",".join([deep] * (size // len(deep))) + b"]}", b"[" * size,
        b'{"add":[{"brush":{},"width":1,"xy":[' + b",".join([b"1"] * (size // 2)) + b"]}]}",
        b"{" + b",".join(b'"%x":{}' % n for n in range(size // 12)) + b"}",
    ]
    places = [("POST", f"{API}/characters/{world.large}/exports"), ("POST", f"{API}/jobs"),
              ("POST", f"{world.page(world.large)}/edits"), ("PUT", f"{API}/characters/{world.large}/form"),
              ("PATCH", f"{API}/characters/{world.large}"), ("POST", f"{world.page(world.large)}/items/picture")]
    client = Client(world.port, world.attacker)
    while True:
        method, path = random.choice(places)
        client.ask(method, path, random.choice(texts), Idempotency_Key=key(), If_Match='"1"')


def killers() -> list[bytes]:
    """Documents that are hard to read: those at LIMN_FOREIGN, and some of the project's own."""
    found = []
    folder = os.environ.get("LIMN_FOREIGN")
    if folder:
        found = [path.read_bytes() for path in sorted(pathlib.Path(folder, "killers").iterdir()) if path.suffix == ".pdf"]
    def document(content: bytes, box: str = "0 0 612 792") -> bytes:
        return (b"%%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
                b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[%s]/Contents 4 0 R/Resources<</XObject<</F 4 0 R>>>>>>endobj\n"
                b"4 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F 4 0 R>>>>/Length %d>>stream\n"
                % (box.encode(), len(content)) + content + b"\nendstream endobj\ntrailer<</Root 1 0 R>>\n")
    found.append(document(b"/F Do " * 2000))
    found.append(document(b"0 0 m " + b"".join(b"%d %d l " % (n * 7 % 600, n * 13 % 700) for n in range(200_000)) + b"S"))
    found.append(document(b"q " * 500_000, "0 0 14400 14400"))
    return found


def jobs(world: World, number: int) -> None:
    """Jobs of 1,000 hard documents each, by a viewer."""
    client = Client(world.port, world.viewer)
    ids = [client.made("POST", f"{API}/files", one, "application/pdf")["id"] for one in killers()]
    verbs = ["thumbnail", "inspect"]
    for turn in range(4):
        inputs = (ids * 1000)[:1000]
        client.ask("POST", f"{API}/jobs", {"verb": verbs[turn % 2], "inputs": inputs})
    while True:
        time.sleep(1)


def readers(world: World, number: int) -> None:
    """150 readers of a large answer who take a kilobyte a second."""
    sockets = []
    request = (f"GET {world.page(world.large)}/ink HTTP/1.1\r\nHost: 127.0.0.1:{world.port}\r\n"
               f"Authorization: Bearer {world.attacker}\r\n\r\n").encode()
    while True:
        while len(sockets) < 75:
            one = socket.socket()
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            try:
                one.connect(("127.0.0.1", world.port))
                one.sendall(request)
                one.setblocking(False)
                sockets.append(one)
            except OSError:
                one.close()
                break
        for one in list(sockets):
            try:
                if one.recv(1024) == b"":
                    raise OSError
            except BlockingIOError:
                pass
            except OSError:
                one.close()
                sockets.remove(one)
        time.sleep(1)


def files(world: World, number: int) -> None:
    """24,000 tiny files, and then more."""
    client = Client(world.port, world.attacker)
    while True:
        client.ask("POST", f"{API}/files", os.urandom(12), "application/octet-stream")


def uploads(world: World, number: int) -> None:
    """44 hostile uploads at once: hard documents, bytes by chance, archives that unpack to much."""
    client = Client(world.port, world.viewer)
    hard = killers() + [os.urandom(1 << 20), b"%PDF-1.7\n" + os.urandom(1 << 20), world.sheet[:-3000]]
    while True:
        body = random.choice(hard)
        client.ask("POST", random.choice(["/thumbnail?size=2000", "/inspect", "/render?dpi=300"]), body, "application/pdf")


def steps(world: World, number: int) -> None:
    """Undoing and redoing what was drawn on 1.2 million points."""
    client = Client(world.port, world.attacker)
    while True:
        for verb in ("undo", "redo"):
            client.ask("POST", f"{world.page(world.large)}/{verb}", b"")


def taking(world: World, number: int) -> None:
    """Taking back and doing again one's own last change, a stroke of thousands of points, of 1.2 million points."""
    client = Client(world.port, world.attacker)
    client.ask("POST", f"{world.page(world.large)}/edits", {"add": [stroke(number, 5000)]}, Idempotency_Key=key())
    while True:
        for verb in ("undo", "redo"):
            client.ask("POST", f"{API}/characters/{world.large}/{verb}", b"")


def past(world: World, number: int) -> None:
    """The ink of 1.2 million points as it was after earlier edits, and the list of these."""
    client = Client(world.port, world.attacker)
    while True:
        client.ask("GET", f"{world.page(world.large)}/ink?revision={random.randint(1, 9)}")
        client.ask("GET", f"{world.page(world.large)}/history")


def pictures(world: World, number: int) -> None:
    """Pictures of 1.2 million points, each of another part and size."""
    client = Client(world.port, world.attacker)
    while True:
        x, side = random.randint(0, 200), random.randint(100, 300)
        client.ask("GET", f"/iiif/{world.large}:1/{x},{x},{side},{side}/{random.randint(200, 2000)},/0/default.png")


def packages(world: World, number: int) -> None:
    """Packages of 1.2 million points, exports as pictures, and its pages."""
    client = Client(world.port, world.attacker)
    while True:
        client.ask("GET", f"{API}/characters/{world.large}/package")
        client.ask("POST", f"{API}/characters/{world.large}/exports", {"mode": "raster", "dpi": 600})
        client.ask("GET", f"{API}/characters/{world.large}/pages")
        client.ask("GET", f"{API}/characters?q={random.choice('abcdefgh')}")


def texts(world: World, number: int) -> None:
    """Texts of a mebibyte to lay out, and values of a form that are as long."""
    client = Client(world.port, world.attacker)
    style = {"family": "serif", "size": 12, "weight": 400, "color": BRUSH["color"]}
    while True:
        text = "".join(random.choices("abc äöü\n𝄞\u0301", k=200_000))
        run = {"text": text, "style": style}
        item = {"text": {"runs": [run], "width": 99, "lineHeight": 1.2, "transform": [1, 0, 0, 1, 5, 5]}}
        client.ask("POST", f"{world.page(world.large)}/items/picture", {"region": [0, 0, 900, 900], "scale": 4, "item": item})
        client.ask("PUT", f"{API}/characters/{world.large}/form", {"values": {"identity.name": text}}, If_Match='"0"')


def presence(world: World, number: int) -> None:
    """Moving from page to page, before the eyes of all who watch."""
    client = Client(world.port, world.viewer)
    while True:
        client.ask("POST", f"{API}/characters/{world.large}/presence", {"page": random.randint(1, 1_000_000)})


def nothing(world: World, number: int) -> None:
    """No attack, for comparison."""
    time.sleep(1 << 20)


ATTACKS = {"nothing": (nothing, 1), "lists": (lists, 2), "bodies": (bodies, 2), "jobs": (jobs, 1), "readers": (readers, 2),
           "files": (files, 4), "uploads": (uploads, 44), "steps": (steps, 8), "taking": (taking, 8), "past": (past, 16),
           "pictures": (pictures, 16), "packages": (packages, 8), "texts": (texts, 8), "presence": (presence, 8)}
# The attacks on a page of 1.2 million points.
LARGE = {"lists", "readers", "bodies", "steps", "taking", "past", "pictures", "packages"}


def begin(attack, world: World, number: int) -> None:
    """Attacks, and leaves the processors to the server, as a guest's own computer does."""
    os.nice(19)
    attack(world, number)


class Watch:
    """What the other guest feels."""

    def __init__(self, world: World):
        self.world, self.times, self.failed = world, {"edit": [], "livez": [], "export": []}, {}
        self.memory = self.disk = 0
        self.stopping = threading.Event()
        self.threads = [threading.Thread(target=target) for target in (self.edit, self.live, self.export, self.look)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.stopping.set()
        for thread in self.threads:
            thread.join()

    def note(self, kind: str, start: float, status: int, wanted: int) -> None:
        self.times[kind].append(time.monotonic() - start)
        if status != wanted:
            self.failed.setdefault(kind, {}).setdefault(status, 0)
            self.failed[kind][status] += 1

    def edit(self) -> None:
        client = Client(self.world.port, self.world.other, 60)
        body = json.dumps({"add": [stroke(50)]}).encode()
        while not self.stopping.wait(0.1):
            start = time.monotonic()
            status, _ = client.ask("POST", f"{self.world.page(self.world.small)}/edits", body, Idempotency_Key=key())
            self.note("edit", start, status, 200)

    def live(self) -> None:
        client = Client(self.world.port, "", 60)
        while not self.stopping.wait(0.05):
            start = time.monotonic()
            self.note("livez", start, client.ask("GET", "/livez")[0], 200)

    def export(self) -> None:
        client = Client(self.world.port, self.world.other, 60)
        while not self.stopping.wait(2):
            start = time.monotonic()
            status, answer = client.ask("POST", f"{API}/characters/{self.world.small}/exports", {})
            if status != 202:
                self.note("export", start, status, 202)
                continue
            job, state = json.loads(answer)["id"], "waiting"
            while state in ("waiting", "running") and time.monotonic() - start < 60 and not self.stopping.wait(0.05):
                status, answer = client.ask("GET", f"{API}/jobs/{job}")
                state = json.loads(answer)["state"] if status == 200 else "lost"
            has_time = time.monotonic() - start < LIMITS["export"]
            if state in ("waiting", "running") and self.stopping.is_set() and has_time:
                return
            self.note("export", start, 200 if state == "done" else 500, 200)
            client.ask("DELETE", f"{API}/jobs/{job}")

    def look(self) -> None:
        while not self.stopping.wait(0.25):
            try:
                self.memory = max(self.memory, self.world.memory())
            except OSError:
                return


def share(values: list[float], part: float) -> float:
    values = sorted(values)
    return values[min(len(values) - 1, int(part * len(values)))] if values else float("inf")


def run(name: str, options: argparse.Namespace) -> dict:
    attack, count = ATTACKS[name]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        world = World(options.server, options.root, pathlib.Path(folder))
        try:
            if name in LARGE:
                world.fill()
            if name == "files":
                store(world, options.files)
            time.sleep(1)
            attackers = [
                multiprocessing.Process(target=begin, args=(attack, world, number), daemon=True) for number in range(count)]
            with Watch(world) as watch:
                for one in attackers:
                    one.start()
                time.sleep(options.seconds)
            disk = world.disk()
            lived = world.process.poll() is None
            ended = world.end()
            for one in attackers:
                one.kill()
            result = {
                "attack": name, "edit p99": share(watch.times["edit"], 0.99), "edits": len(watch.times["edit"]),
                "livez p99": share(watch.times["livez"], 0.99), "livez max": share(watch.times["livez"], 1),
                "export max": share(watch.times["export"], 1), "memory": watch.memory, "disk": disk, "end": ended,
                "failed": watch.failed, "lived": lived,
            }
        finally:
            world.process.kill()
    result["missed"] = [
        what for what, value, limit in (
            ("edit", result["edit p99"], LIMITS["edit"]), ("livez", result["livez p99"], LIMITS["livez"]),
            ("export", result["export max"], LIMITS["export"]), ("memory", result["memory"], LIMITS["memory"]),
            ("disk", disk, QUOTA), ("end", ended, 12), ("life", not lived, 0)) if value > limit]
    return result


def store(world: World, count: int) -> None:
    """Puts tiny files into the attacker's folder, as a day of uploads would."""
    client = Client(world.port, world.attacker)
    client.made("POST", f"{API}/files", b"first", "application/octet-stream")
    folder = next(path for path in (world.library / "server/files").iterdir() if path.is_dir())
    for number in range(count):
        (folder / f"{number:064x}").write_bytes(b"tiny")


#: Headings, widths, how the figure is told, and its limit.
COLUMNS = [
    ("attack", 9, lambda result: result["attack"], ""),
    ("edit p99", 9, lambda result: f"{1000 * result['edit p99']:.0f} ms", "150 ms"),
    ("/livez p99", 10, lambda result: f"{1000 * result['livez p99']:.0f} ms", "50 ms"),
    ("/livez slowest", 10, lambda result: f"{1000 * result['livez max']:.0f} ms", ""),
    ("export slowest", 8, lambda result: f"{result['export max']:.1f} s", "2 s"),
    ("memory", 8, lambda result: f"{result['memory'] >> 20} MB", "600 MB"),
    ("disk", 8, lambda result: f"{result['disk'] >> 20} MB", f"{QUOTA >> 20} MB"),
    ("end", 6, lambda result: f"{result['end']:.1f} s", "12 s"),
]


def report(results: list[dict], options: argparse.Namespace, busy: float) -> str:
    def row(cells) -> str:
        return "| " + " | ".join(cells) + " |"

    def answers(result: dict) -> str:
        return ", ".join(f"{count} × {kind} {status}" for kind, statuses in result["failed"].items()
                         for status, count in statuses.items())
    lines = [
        "# What one guest can do to the others", "",
        f"Written by `Scripts/guests --release --report` on {os.cpu_count()} processors. Each attack runs for "
        f"{options.seconds:.0f} seconds, against a server with a quota of {QUOTA >> 20} MB. Meanwhile another guest draws on "
        "a sheet ten times a second, asks `/livez` twenty times a second, and exports the sheet again and again. The attackers "
        "run on the same processors with low priority, because a guest's own computer takes no time from a server. Load of "
        f"the machine before: {busy:.1f}.", "",
        row([heading for heading, *_ in COLUMNS] + ["missed", "other answers"]), row(["---"] * (len(COLUMNS) + 2)),
        row([limit or "" for *_, limit in COLUMNS][:1] + [f"under {limit}" if limit else "" for *_, limit in COLUMNS[1:]] + ["", ""]),
        *(row([told(result) for _, _, told, _ in COLUMNS] + [", ".join(result["missed"]), answers(result)]) for result in results),
        "", "The attacks:", "",
        *(f"- **{name}**: {ATTACKS[name][0].__doc__.splitlines()[0]}" for name in (result["attack"] for result in results)),
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    described = "\n".join(f"  {name:9} {attack.__doc__.splitlines()[0]}" for name, (attack, _) in ATTACKS.items())
    parser = argparse.ArgumentParser(
        prog="Scripts/guests", description="Attacks a server as a guest, and measures what another guest feels.",
        epilog="attacks:\n" + described, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("attacks", nargs="*", metavar="ATTACK")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--files", type=int, default=24_000, help="tiny files that lie there before the attack “files”")
    parser.add_argument("--server", type=pathlib.Path)
    parser.add_argument("--report", action="store_true", help="write Benchmarks/GUESTS.md")
    parser.add_argument("--programs", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--root", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.server = options.server or options.programs / "limn-server"
    if not options.server.exists():
        sys.exit(f"{options.server} is not built.")
    unknown = [name for name in options.attacks if name not in ATTACKS]
    if unknown:
        parser.error(f"there is no attack “{unknown[0]}”.")
    busy = os.getloadavg()[0]
    results = []
    print("  ".join(f"{heading:>{max(width, len(heading))}}" for heading, width, _, _ in COLUMNS))
    for name in options.attacks or ATTACKS:
        result = run(name, options)
        results.append(result)
        print("  ".join(f"{told(result):>{max(width, len(heading))}}" for heading, width, told, _ in COLUMNS)
              + (f"  missed: {', '.join(result['missed'])}" if result["missed"] else "")
              + (f"  failed: {result['failed']}" if result["failed"] else ""), flush=True)
    if options.report:
        (options.root / "Benchmarks/GUESTS.md").write_text(report(results, options, busy), encoding="utf-8")
    sys.exit(1 if any(result["missed"] for result in results) else 0)


if __name__ == "__main__":
    main()
