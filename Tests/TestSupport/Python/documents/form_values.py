# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the values of the form of FILE by full name as JSON; names of states with their slash."""
import json
import sys

import pikepdf


def names(node):
    """The parts of a field's full name, from the root."""
    parts = []
    while node is not None:
        if "/T" in node:
            parts.append(str(node.T))
        node = node.get("/Parent")
    return ".".join(reversed(parts))


def inherited(node, key):
    while node is not None:
        if key in node:
            return node[key]
        node = node.get("/Parent")
    return None


values, seen = {}, set()


def walk(node):
    if node.is_indirect and node.objgen in seen:
        return
    seen.add(node.objgen)
    kids = list(node.get("/Kids", []))
    if not kids:
        value = inherited(node, "/V")
        if value is not None and inherited(node, "/FT") != "/Sig":
            values[names(node)] = str(value)
    for kid in kids:
        walk(kid)


with pikepdf.open(sys.argv[1]) as pdf:
    for field in pdf.Root.get("/AcroForm", {}).get("/Fields", []):
        walk(field)
    for page in pdf.pages:
        for annotation in page.get("/Annots", []):
            if annotation.get("/Subtype") == "/Widget":
                walk(annotation)
print(json.dumps(values))
