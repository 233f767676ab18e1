# SPDX-License-Identifier: GPL-3.0-or-later
"""Sends mutated edits and other JSON bodies to a server, and expects no death and no failure: ADDRESS SAMPLES COUNT [SEED].

No answer may be a failure of the server but 503 and 507, none may end the connection, and none may take longer than 20 s."""

import http.client
import json
import pathlib
import random
import sys
import time
import urllib.parse

address, samples, count = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
seed = int(sys.argv[4]) if len(sys.argv) > 4 else int(time.time())
chance = random.Random(seed)
port = urllib.parse.urlparse(address).port
API = "/api/v1"
NUMBERS = ["9223372036854775807", "-9223372036854775808", "9007199254740992", "18446744073709551616", "1e308", "-1e308", "1e400",
           "1e-400", "-0", "0.1", "-1", "0", "1", "2", "0.5", "100", "65535", "65536", "2147483648", "1e15", "1e9", "1e10", "NaN", "null", "true", '"7"', "[]"]
BRUSH = {"kind": "pen", "color": {"red": 0, "green": 0, "blue": 0, "alpha": 1}, "width": 1, "cap": "round", "dash": []}
STROKE = {"brush": BRUSH, "layer": 0, "width": 2, "xy": [72, 72, 200, 90], "pressure": [0.5, 1], "time": [0, 0.1]}
ITEMS = [
    STROKE, {"note": {"at": [3, 4], "color": BRUSH["color"], "title": "a", "text": "b"}, "layer": 0},
    {"link": {"area": [1, 2, 3, 4], "page": 2}}, {"link": {"area": [1, 2, 3, 4], "uri": "https://a.example"}},
    {"picture": {"data": 0, "frame": [0, 0, 9, 9], "crop": [0, 0, 1, 1], "opacity": 1, "transform": [1, 0, 0, 1, 0, 0]}},
    {"text": {"runs": [{"text": "a", "style": {
        "family": "serif", "size": 12, "weight": 400, "isItalic": False, "isUnderlined": False, "isStruck": False,
        "color": BRUSH["color"]}}], "width": 99, "lineHeight": 1.2, "transform": [1, 0, 0, 1, 5, 5]}},
]
PICTURE = {"format": "png", "bytes": "iVBORw0KGgo="}
connection = None


def ask(method: str, path: str, body: bytes, kind: str = "application/json", **headers):
    global connection
    fields = {"Content-Type": kind} | {name.replace("_", "-"): value for name, value in headers.items()}
    for attempt in range(2):
        try:
            if connection is None:
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
            connection.request(method, path, body, fields)
            answer = connection.getresponse()
            text = answer.read()
            if answer.getheader("Connection") == "close":
                connection = None
            return answer.status, text
        except (OSError, http.client.HTTPException) as error:
            connection = None
            # A server may close a connection that was idle.
            if attempt:
                sys.exit(f"seed {seed}: {method} {path}: {error!r} after {body[:500]!r}")


def made(method: str, path: str, body: bytes, kind: str = "application/json", **headers) -> dict:
    status, text = ask(method, path, body, kind, **headers)
    if not 200 <= status < 300:
        sys.exit(f"{method} {path}: {status} {text[:300]!r}")
    return json.loads(text)


def edit():
    kinds = chance.sample(["add", "remove", "replace", "insert", "layers"], chance.randint(1, 3))
    result = {}
    for kind in kinds:
        if kind == "add":
            result[kind] = chance.choices(ITEMS, k=chance.randint(1, 5))
        elif kind == "remove":
            result[kind] = [chance.randint(0, 4)]
        elif kind == "layers":
            result[kind] = [{"name": "a", "id": 7}, {"name": "b", "audience": "gameMaster"}][: chance.randint(1, 2)]
        else:
            result[kind] = [{"index": chance.randint(0, 4), "item": chance.choice(ITEMS)}]
    needs = "picture" in json.dumps(result)
    return result | ({"pictures": [PICTURE]} if needs or chance.random() < 0.3 else {})


def mutated(value) -> bytes:
    """JSON with some of its numbers, names and bytes changed."""
    text = json.dumps(value)
    for _ in range(chance.choice([0, 0, 1, 1, 2, 3])):
        places = [place for place, letter in enumerate(text) if letter.isdigit()]
        if not places:
            break
        start = chance.choice(places)
        end = start
        while end < len(text) and (text[end].isdigit() or text[end] in ".-e"):
            end += 1
        text = text[:start] + chance.choice(NUMBERS) + text[end:]
    body = bytearray(text.encode())
    if chance.random() < 0.2:
        for _ in range(chance.randint(1, 4)):
            if not body:
                break
            place = chance.randrange(len(body))
            action = chance.randint(0, 3)
            if action == 0:
                body[place] = chance.randrange(256)
            elif action == 1:
                del body[place: place + chance.randint(1, 9)]
            elif action == 2:
                body[place:place] = body[place: place + 40] * chance.randint(1, 20)
            else:
                body[place:place] = chance.choice([b"[", b"{", b'"', b"\\u0000", b"\xff", b"," * 30, b"[" * 500])
    return bytes(body)


template = made("POST", f"{API}/templates?name=Sheet", (samples / "character-sheet.pdf").read_bytes(), "application/pdf")["id"]
character = made("POST", f"{API}/characters", json.dumps({"name": "Maren", "template": template}).encode())["id"]
page = f"{API}/characters/{character}/pages/1"
others = [
    ("PATCH", f"{API}/characters/{character}", {"name": "a", "tags": ["b"], "favorite": True, "lastPage": 1}),
    ("POST", f"{API}/characters/{character}/exports", {"dpi": 150, "tolerance": 1, "max-size": 1000, "mode": "overlay"}),
    ("PUT", f"{API}/characters/{character}/form", {"values": {"identity.name": "a"}}),
    ("POST", f"{page}/items/picture", {"region": [0, 0, 99, 99], "scale": 1, "item": ITEMS[5]}),
    ("POST", f"{API}/jobs", {"verb": "render", "inputs": ["0" * 64], "options": {"dpi": 1, "page": 1, "width": 7}}),
    ("POST", f"{API}/characters/{character}/rebase",
     {"to": template, "dryRun": True, "corrections": [{"page": 1, "item": 1, "newPage": 1, "dx": 0, "dy": 0}]}),
    ("POST", f"{API}/characters/{character}/presence", {"page": 1}),
    ("POST", f"{API}/access", {"name": "Ada", "role": "player", "characters": [character], "days": 3}),
]
statuses: dict[int, int] = {}
revision = 0
for number in range(count):
    if chance.random() < 0.7:
        value = [edit() for _ in range(chance.randint(1, 3))] if chance.random() < 0.2 else edit()
        method, path = "POST", f"{page}/edits"
    else:
        method, path, value = chance.choice(others)
    body = mutated(value)
    start = time.monotonic()
    expected = f'"{revision}"' if chance.random() < 0.8 else chance.choice(['"0"', '"7"', "*"])
    status, text = ask(method, path, body, Idempotency_Key=str(number), If_Match=expected)
    if method == "POST" and path == f"{page}/edits":
        if status == 200:
            revision = json.loads(text)["revision"]
        elif status == 412:
            revision = json.loads(text).get("currentRevision", 0)
    statuses[status] = statuses.get(status, 0) + 1
    if status >= 500 and status not in (503, 507):
        sys.exit(f"seed {seed}: {method} {path} was answered {status} {text[:300]!r} after {body[:2000]!r}")
    if time.monotonic() - start > 20:
        sys.exit(f"seed {seed}: {method} {path} took {time.monotonic() - start:.0f} s after {body[:2000]!r}")
if ask("GET", "/livez", b"")[0] != 200:
    sys.exit(f"seed {seed}: the server does not live.")
print(f"{count} mutated bodies with the seed {seed}: " + ", ".join(f"{n} × {status}" for status, n in sorted(statuses.items())))
