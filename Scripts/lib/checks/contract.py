# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the server's OpenAPI document with its baseline: ROOT BUILD [--update].

A change is breaking if a client that keeps to the baseline could fail: a route, an answer or a part of an answer is gone or
has another type, or a request has to say more, or may no longer say what it did. The exit code is 1 if there is such a
change.
"""
import json
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

METHODS = ("get", "put", "post", "delete", "patch", "head", "options")


def document(build: Path) -> dict:
    """The document of the server that was built, from a server with an empty library."""
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [build / "limn-server", "--library", f"{folder}/library", "--port", "0", "--no-auth"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            address = server.stdout.readline().strip()
            if not address:
                sys.exit(f"interface: limn-server does not start: {server.stderr.read()}")
            with urllib.request.urlopen(f"{address}api/v1/openapi.json", timeout=30) as answer:
                return json.load(answer)
        finally:
            server.terminate()
            server.wait(timeout=30)


def types(schema: dict) -> set:
    """The JSON types that a schema names; empty for any type."""
    named = schema.get("type", [])
    return {named} if isinstance(named, str) else set(named)


class Comparison:
    def __init__(self, old: dict, new: dict):
        self.old, self.new, self.found, self.seen = old, new, [], set()

    def resolved(self, document: dict, part: dict) -> dict:
        while "$ref" in part:
            target = document
            for name in part["$ref"].removeprefix("#/").split("/"):
                target = target[name.replace("~1", "/").replace("~0", "~")]
            part = target
        return part

    def note(self, place: str, sentence: str):
        self.found.append(f"{place}: {sentence}")

    def schemas(self, place: str, old: dict, new: dict, is_request: bool):
        """What a client sends may become more, what it gets may become less than before: neither is allowed."""
        key = (old.get("$ref"), new.get("$ref"), is_request)
        if key[0] and key[1]:
            if key in self.seen:
                return
            self.seen.add(key)
        old, new = self.resolved(self.old, old), self.resolved(self.new, new)
        before, after = types(old), types(new)
        if is_request and after and (not before or before - after):
            self.note(place, f"took {sorted(before) or 'anything'}, takes {sorted(after)}")
        if not is_request and before and (not after or after - before):
            self.note(place, f"was {sorted(before)}, is {sorted(after) or 'anything'}")
        if is_request and "enum" in new and (gone := set(map(str, old.get("enum", ["anything"]))) - set(map(str, new["enum"]))):
            self.note(place, f"no longer takes {', '.join(sorted(gone))}")
        required, wanted = set(old.get("required", [])), set(new.get("required", []))
        for name in sorted(wanted - required if is_request else required - wanted):
            self.note(f"{place}.{name}", "is now required" if is_request else "may now be missing")
        properties = new.get("properties", {})
        for name, schema in old.get("properties", {}).items():
            if name in properties:
                self.schemas(f"{place}.{name}", schema, properties[name], is_request)
            elif not is_request or new.get("additionalProperties") is False:
                self.note(f"{place}.{name}", "is gone")
        if isinstance(old.get("items"), dict) and isinstance(new.get("items"), dict):
            self.schemas(f"{place}[]", old["items"], new["items"], is_request)

    def contents(self, place: str, old: dict, new: dict, is_request: bool):
        for media, content in old.get("content", {}).items():
            other = new.get("content", {}).get(media)
            if other is None:
                self.note(place, f"{media} is gone")
            elif "schema" in content and "schema" in other:
                self.schemas(f"{place} {media} ", content["schema"], other["schema"], is_request)

    def operations(self, place: str, old: dict, new: dict):
        def parameters(document, operation):
            found = [self.resolved(document, one) for one in operation.get("parameters", [])]
            return {(one["in"], one["name"]): one for one in found}

        before, after = parameters(self.old, old), parameters(self.new, new)
        for (where, name), parameter in after.items():
            if parameter.get("required") and not before.get((where, name), {}).get("required"):
                self.note(place, f"{name} in its {where} is now required")
        for key, parameter in before.items():
            if key not in after:
                self.note(place, f"{key[1]} in its {key[0]} is gone")
            elif "schema" in parameter and "schema" in after[key]:
                self.schemas(f"{place} {key[1]}", parameter["schema"], after[key]["schema"], True)
        old_body, new_body = (self.resolved(document, operation.get("requestBody", {}))
                              for document, operation in ((self.old, old), (self.new, new)))
        if new_body.get("required") and not old_body.get("required"):
            self.note(place, "a body is now required")
        self.contents(f"{place} body", old_body, new_body, True)
        for status, answer in old.get("responses", {}).items():
            other = new.get("responses", {}).get(status)
            if other is None:
                self.note(place, f"the answer {status} is gone")
            else:
                self.contents(f"{place} {status}", self.resolved(self.old, answer), self.resolved(self.new, other), False)

    def run(self) -> list:
        for path, item in self.old["paths"].items():
            for method in METHODS:
                if method not in item:
                    continue
                new = self.new["paths"].get(path, {}).get(method)
                if new is None:
                    self.note(f"{method.upper()} {path}", "is gone")
                else:
                    self.operations(f"{method.upper()} {path}", item[method], new)
        return self.found


def main() -> int:
    root, build = Path(sys.argv[1]), Path(sys.argv[2])
    baseline, new = root / "Documentation/interface/openapi.json", document(build)
    if sys.argv[3:] == ["--update"]:
        baseline.write_text(json.dumps(new, indent=1, sort_keys=True, ensure_ascii=False) + "\n")
        print(f"interface: {len(new['paths'])} paths of the server are written.")
        return 0
    if not baseline.exists():
        sys.exit(f"interface: {baseline} is missing; Scripts/interface --update writes it.")
    old = json.loads(baseline.read_text())
    if found := Comparison(old, new).run():
        print("The server's contract has changed in a way that can break clients:", *(f"- {line}" for line in found), sep="\n")
        print("interface: if that is meant, tell of it in CHANGELOG.md and run Scripts/interface --update.")
        return 1
    told = "nothing has changed" if old == new else "some is new; Scripts/interface --update adds it"
    print(f"interface: no breaking change of {len(old['paths'])} paths of the server; {told}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
