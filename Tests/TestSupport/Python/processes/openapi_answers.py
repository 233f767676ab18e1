# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks a description with openapi-spec-validator, and answers against it: OPENAPI.json ANSWERS.jsonl. A line for each
answer that does not fit, then how many fit."""
import json
import re
import sys

from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

with open(sys.argv[1], encoding="utf-8") as file:
    document = json.load(file)
validate(document)


def operation(method: str, path: str):
    """The operation of a path; one without variable segments goes first."""
    for template in sorted(document["paths"], key=lambda name: name.count("{")):
        pattern = re.sub(r"\\\{.*?\\\}", "[^/]+", re.escape(template))
        if re.fullmatch(pattern, path) and method.lower() in document["paths"][template]:
            return document["paths"][template][method.lower()]
    return None


def fault(line: dict):
    found = operation(line["method"], line["path"])
    if found is None:
        return "no operation"
    answer = found["responses"].get(str(line["status"]), found["responses"]["default"])
    if "$ref" in answer:
        answer = document["components"]["responses"][answer["$ref"].rsplit("/", 1)[1]]
    kind = line["type"].split(";")[0]
    contents = answer.get("content", {})
    if not contents and not kind:
        return None
    if kind not in contents and "*/*" not in contents:
        return f"type {kind}"
    schema = contents.get(kind, {}).get("schema")
    if schema:
        whole = {**schema, "components": document["components"]}
        for error in Draft202012Validator(whole).iter_errors(json.loads(line["body"])):
            return f"{error.json_path}: {error.message}"
    return None


fitting = 0
with open(sys.argv[2], encoding="utf-8") as file:
    for text in file:
        line = json.loads(text)
        problem = fault(line)
        fitting += problem is None
        if problem:
            print(line["method"], line["path"], line["status"], problem)
print(fitting, "answers")
