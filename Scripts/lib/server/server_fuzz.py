# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs schemathesis over a server's OpenAPI document: ADDRESS SAMPLES FOLDER SECONDS [options…].

The library gets a template and a character first, and paths of the document name these, so that most requests reach
something. Requests without ids of their own reach nothing but 404."""
import json
import os
import pathlib
import subprocess
import sys
import urllib.request

address, samples, folder, seconds = sys.argv[1].rstrip("/"), *map(pathlib.Path, sys.argv[2:4]), sys.argv[4]
api = address + "/api/v1"


def send(path: str, body: bytes, kind: str, **headers) -> dict:
    headers = {"Content-Type": kind} | {name.replace("_", "-"): value for name, value in headers.items()}
    with urllib.request.urlopen(urllib.request.Request(api + path, data=body, headers=headers)) as answer:
        return json.load(answer)


template = send("/templates?name=Sheet", (samples / "character-sheet.pdf").read_bytes(), "application/pdf")["id"]
new = json.dumps({"name": "Maren", "template": template}).encode()
character = send("/characters", new, "application/json")["id"]
stroke = json.dumps({"add": [{"brush": {}, "width": 2, "xy": [72, 72, 200, 90]}]}).encode()
send(f"/characters/{character}/pages/1/edits", stroke, "application/json", Idempotency_Key="1")
job = send(f"/characters/{character}/exports", b"{}", "application/json")["id"]

with urllib.request.urlopen(api + "/openapi.json") as answer:
    document = json.load(answer)
known = {
    "template": template, "character": character, "job": job, "page": 1, "identifier": f"{character}:1",
    "region": "full", "size": "64,", "rotation": "0", "file": "default.png",
}
for path, methods in document["paths"].items():
    for method, operation in methods.items():
        for parameter in operation.get("parameters", []):
            if parameter["in"] == "path" and parameter["name"] in known:
                # What is removed must be another's: the rest is asked for the ones that are there.
                if method != "delete":
                    parameter["example"] = known[parameter["name"]]
described = folder / "openapi.json"
described.write_text(json.dumps(document))

configuration = folder / "schemathesis.toml"
configuration.write_text(
    """
[checks.positive_data_acceptance]
# What a schema cannot say is refused with these: revisions, keys, locked or damaged documents, quotas.
expected-statuses = ["2xx", "3xx", "400", "401", "403", "404", "409", "412", "413", "415", "416", "422", "428", "429", "503",
    "507"]
# A revision that is missing or none is refused, too.
[checks.negative_data_rejection]
expected-statuses = ["400", "401", "403", "404", "405", "406", "409", "411", "412", "413", "415", "422", "428", "429", "5xx"]
[checks.missing_required_header]
expected-statuses = ["400", "401", "403", "406", "412", "415", "422", "428"]
# The script that calls this looks at the server's own log: 503 and 507 are no failures.
[checks.not_a_server_error]
enabled = false
"""
)
command = [
    sys.executable, "-m", "schemathesis.cli", "--config-file", str(configuration), "run", str(described),
    "--url", address, "--checks", "all", "--max-time", seconds, "--continue-on-failure",
    # It never ends.
    "--exclude-path", "/api/v1/events", "--request-timeout", "30", "--generation-database", ":memory:", "--no-color",
    *sys.argv[5:],
]
hooks = {"SCHEMATHESIS_HOOKS": "server_fuzz_hooks", "PYTHONPATH": str(pathlib.Path(__file__).parent)}
sys.exit(subprocess.run(command, env=os.environ | hooks, cwd=folder).returncode)
