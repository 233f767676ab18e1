# SPDX-License-Identifier: GPL-3.0-or-later
"""limn-server with a library of its own, as a process that may be killed and comes back."""
import http.cookies
import json
import os
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SAMPLE = ROOT / "Samples/character-sheet.pdf"
# How many seconds the server may take; it is also used where no browser is.
PATIENCE = 60


def programs() -> Path:
    """The folder of limn, limn-server and limn-worker. Scripts/studio-engines says where that is."""
    folder = Path(os.environ.get("LIMN_PROGRAMS") or ROOT / ".build-suite/release")
    if not (folder / "limn-server").exists():
        raise RuntimeError(f"limn-server is not in {folder}; run this by Scripts/studio-engines.")
    return folder


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


class Refused(Exception):
    """The server's answer was no."""

    def __init__(self, status: int, sentence: str):
        super().__init__(f"{status}: {sentence}")
        self.status = status


class Server:
    def __init__(self, *options: str, host: str = "127.0.0.1", library: Path | None = None):
        self.folder = tempfile.TemporaryDirectory(prefix="limn-studio-")
        self.library = library or Path(self.folder.name) / "library"
        self.log = open(Path(self.folder.name) / "log", "ab")
        # Names are told with their port, so it is chosen here where there are any.
        self.port = free_port() if any("{port}" in option for option in options) else 0
        self.options, self.host = [option.replace("{port}", str(self.port)) for option in options], host
        self.token, self.process = None, None
        self.start()

    def start(self):
        """Starts it at the port that it had."""
        self.process = subprocess.Popen(
            [programs() / "limn-server", "--library", self.library, "--host", self.host, "--port", str(self.port), "--json",
             *self.options],
            stdout=subprocess.PIPE, stderr=self.log, text=True, env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})
        told = self.process.stdout.readline()
        if not told:
            self.process.wait(timeout=PATIENCE)
            raise RuntimeError(f"limn-server ended with {self.process.returncode}: {self.words()}")
        said = json.loads(told)
        self.address, self.link = said["address"], said["link"]
        self.port = urllib.parse.urlsplit(self.address).port

    def words(self) -> str:
        return (Path(self.folder.name) / "log").read_text(errors="replace")[-4000:]

    def kill(self):
        """As when the power goes: nobody is asked."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(timeout=PATIENCE)

    def close(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                self.kill()
        self.log.close()
        self.folder.cleanup()

    # What a program says to it.

    def sign_in(self):
        """A token for this program. The owner's own link is left for the browser."""
        told = subprocess.run(
            [programs() / "limn", "access", "add", f"journeys-{os.getpid()}-{time.monotonic_ns()}", "--role", "owner", "--library",
             self.library], check=True, capture_output=True, text=True).stdout
        code = told.split("code=")[1].split()[0]
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/v1/session", json.dumps({"code": code}).encode(), {"Content-Type": "application/json"},
            method="POST")
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            cookie = http.cookies.SimpleCookie(answer.headers["Set-Cookie"])
        self.token, = (morsel.value for morsel in cookie.values())
        self.cookie, = cookie.keys()

    def ask(
        self, method: str, path: str, body=None, headers: dict | None = None, raw: bool = False, seconds: float = PATIENCE
    ):
        """The answer to a request: JSON, or bytes where `raw`. `body` is sent as JSON if it is not bytes."""
        if self.token is None:
            self.sign_in()
        sent = {"Authorization": f"Bearer {self.token}", **(headers or {})}
        if body is not None and not isinstance(body, bytes):
            body, sent["Content-Type"] = json.dumps(body).encode(), "application/json"
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/api/v1{path}", body, sent, method=method)
        try:
            with urllib.request.urlopen(request, timeout=seconds) as answer:
                content = answer.read()
        except urllib.error.HTTPError as error:
            raise Refused(error.code, error.read().decode(errors="replace")) from error
        return content if raw else json.loads(content or b"null")

    def template(self, file: Path = SAMPLE, name: str = "Sheet") -> str:
        """The text of a thousand pages is read on import, which takes its time on a busy machine."""
        return self.ask("POST", f"/templates?name={urllib.parse.quote(name)}", file.read_bytes(), {"Content-Type": "application/pdf"}, seconds=600)["id"]

    def character(self, name: str, template: str | None = None) -> str:
        return self.ask("POST", "/characters", {"name": name, "template": template or self.template()})["id"]

    def size(self, character: str, page: int) -> tuple[float, float]:
        """A page's width and height in points."""
        template = self.ask("GET", f"/characters/{character}")["template"]
        found = self.ask("GET", f"/templates/{template}/pages")["items"][page - 1]
        found = found.get("size", found)
        return (found["width"], found["height"]) if isinstance(found, dict) else tuple(found)

    def draw(self, character: str, page: int, strokes: list) -> dict:
        return self.ask("POST", f"/characters/{character}/pages/{page}/edits", {"add": strokes},
                        {"Idempotency-Key": f"journeys-{time.monotonic_ns()}"})

    def strokes(self, character: str, page: int) -> list:
        return self.ask("GET", f"/characters/{character}/pages/{page}/ink", headers={"Accept": "application/json"})["pages"][0].get("strokes", [])

    def export(self, character: str, **options) -> bytes:
        job = self.ask("POST", f"/characters/{character}/exports", options)
        end = time.monotonic() + 60
        while job["state"] not in ("done", "failed", "cancelled"):
            if time.monotonic() > end:
                raise RuntimeError(f"the export does not end: {job}")
            time.sleep(0.1)
            job = self.ask("GET", f"/jobs/{job['id']}")
        if job["state"] != "done":
            raise RuntimeError(f"the export failed: {job}")
        return self.ask("GET", f"/jobs/{job['id']}/result", raw=True)


def line(y: float, x0: float = 80, x1: float = 500, width: float = 2) -> dict:
    """A straight stroke across the page, in points."""
    brush = {"kind": "pen", "color": {"red": 0.1, "green": 0.1, "blue": 0.4, "alpha": 1}, "width": width, "cap": "round", "dash": []}
    return {"brush": brush, "width": width, "xy": [x0, y, x1, y]}
