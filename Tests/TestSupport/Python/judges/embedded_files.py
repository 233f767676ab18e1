# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the embedded files of an export with those of its original."""
from pikepdf import Array, Dictionary


def entries(root):
    """The entries of the name tree of embedded files, in its order, and what is wrong with its /Limits."""
    found, wrong = [], []

    def walk(node, depth):
        start = len(found)
        names = node.get("/Names")
        if isinstance(names, Array):
            for index in range(0, len(names) // 2 * 2, 2):
                found.append((bytes(names[index]), names[index + 1]))
        for kid in node.get("/Kids", []) if isinstance(node.get("/Kids"), Array) else []:
            if isinstance(kid, Dictionary) and depth < 30:
                walk(kid, depth + 1)
        keys = [key for key, _ in found[start:]]
        if "/Limits" in node and keys and [bytes(k) for k in node["/Limits"]] != [min(keys), max(keys)]:
            wrong.append("the /Limits of embedded files are wrong")
        if keys != sorted(keys):
            wrong.append("embedded files are not in order")

    names = root.get("/Names")
    files = names.get("/EmbeddedFiles") if isinstance(names, Dictionary) else None
    if isinstance(files, Dictionary):
        walk(files, 0)
    return found, wrong


def compare(comparison, before_root, after_root, files):
    """All files must still be there, with so many more, and the rest of the catalog's /Names and /AF."""
    (before, problems), (after, more) = entries(before_root), entries(after_root)
    if not problems:
        comparison.differences += more
    if len(after) != len(before) + files:
        comparison.differences.append(f"{len(before)} embedded files became {len(after)}")
    rest = list(after)
    for key, value in before:
        match = next((i for i, (k, _) in enumerate(rest) if k == key), None)
        if match is None:
            comparison.differences.append(f"the embedded file {key} is missing")
        else:
            comparison.push(value, rest.pop(match)[1], f"embedded file {key}")
    for key in ["/Names", "/AF"]:
        old, new = before_root.get(key), after_root.get(key)
        if isinstance(old, Dictionary):
            for name in set(old.keys()) - {"/EmbeddedFiles"}:
                comparison.push(old[name], new[name], f"/Root{key}{name}")
        if isinstance(old, Array):
            for index, item in enumerate(old):
                comparison.push(item, new[index], f"/Root{key}/{index}")
