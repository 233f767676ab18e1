#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Imports the PDFs of a folder into a library that `limn serve` serves, makes a character for each, and exports all
characters of the library as PDFs. It needs nothing but Python.

    export_all.py http://localhost:8420 sheets/ exports/ [--token CODE]

The code is that of a link of `limn access add NAME --role owner`; a server with --no-auth needs none. PDFs that the library
has already are not imported twice, and characters that are there are kept, so that it can be run again.
"""
import argparse
import json
import pathlib
import sys
import time
import urllib.error
import urllib.parse
import urllib.request


class Server:
    """The HTTP interface of a server."""

    def __init__(self, address: str, token: str | None):
        self.root = address.rstrip("/") + "/api/v1"
        self.token = token

    def send(self, method: str, path: str, body: bytes | None = None, kind: str | None = None) -> bytes:
        """Sends a request; waits and sends it again where the server is busy."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        if kind:
            headers["Content-Type"] = kind
        for attempt in range(10):
            request = urllib.request.Request(self.root + path, data=body, headers=headers, method=method)
            try:
                with urllib.request.urlopen(request) as answer:
                    return answer.read()
            except urllib.error.HTTPError as error:
                if error.code not in (429, 503) or attempt == 9:
                    raise
                time.sleep(float(error.headers.get("Retry-After", "1")))
        raise RuntimeError("unreachable")

    def json(self, method: str, path: str, value=None) -> dict:
        body = None if value is None else json.dumps(value).encode()
        return json.loads(self.send(method, path, body, None if body is None else "application/json"))

    def all(self, path: str):
        """The items of a list, part after part."""
        cursor = ""
        while cursor is not None:
            part = self.json("GET", path + (f"?cursor={urllib.parse.quote(cursor)}" if cursor else ""))
            yield from part["items"]
            cursor = part.get("next")


def reason(error: urllib.error.HTTPError) -> str:
    """The sentence with which the server has refused something (RFC 9457)."""
    try:
        return json.loads(error.read())["detail"]
    except (ValueError, KeyError):
        return str(error)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--token")
    options = parser.parse_args()
    server = Server(options.address, options.token)
    options.output.mkdir(parents=True, exist_ok=True)
    failures = 0

    for file in sorted(options.folder.glob("*.pdf")):
        name = urllib.parse.quote(file.stem)
        try:
            answer = server.send("POST", f"/templates?name={name}", file.read_bytes(), "application/pdf")
        except urllib.error.HTTPError as error:
            print(f"{file.name}: {reason(error)}", file=sys.stderr)
            failures += 1
            continue
        template = json.loads(answer)["id"]
        if not server.json("GET", f"/characters?template={template}&limit=1")["items"]:
            server.json("POST", "/characters", {"name": file.stem, "template": template})

    # All exports are begun before the first is waited for: the server makes several at once.
    characters = [character for character in server.all("/characters") if character["template"]]
    jobs = [(character, server.json("POST", f"/characters/{character['id']}/exports", {})) for character in characters]
    for character, job in jobs:
        while job["state"] in ("waiting", "running"):
            time.sleep(0.2)
            job = server.json("GET", f"/jobs/{job['id']}")
        if job["state"] != "done":
            print(f"{character['name']}: {job.get('problem', {}).get('detail', job['state'])}", file=sys.stderr)
            failures += 1
            continue
        # Names may hold what no file's name may; two characters may share one.
        stem = "".join(letter if letter.isalnum() or letter in " -_" else "_" for letter in character["name"])
        target = options.output / f"{stem} {character['id']}.pdf"
        target.write_bytes(server.send("GET", f"/jobs/{job['id']}/result"))
        server.send("DELETE", f"/jobs/{job['id']}")
        print(target)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
