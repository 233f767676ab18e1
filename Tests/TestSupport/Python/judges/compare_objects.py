# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares all objects of an export with those of its original.

Pages that were drawn on may differ in /Contents and /Resources. There the original's streams must still be in /Contents,
in order, changed at most in Q operators that became spaces, and its resources must still be there. An inline image
without end may have been blanked. Everything else that can be reached from the trailer must be equal: streams in their
raw bytes, XMP metadata (which libqpdf decompresses) in its decoded ones. The catalog may have got /Version 1.4, the files
that were embedded (see embedded_files), and structure elements of what was drawn (see structure_additions).
"""
import pikepdf
import embedded_files
import structure_additions
from pikepdf import Array, Dictionary, Name, Object, Stream

LIMIT = 50


def key_of(value):
    return value.objgen if isinstance(value, Object) and value.is_indirect else None


def items_of(dictionary):
    # Keys that are not UTF-8 can be listed with their values, but not looked up.
    return {key: value for key, value in dictionary.items() if value is not None}


def leaves(root):
    """The pages in order with what they inherit as resources."""
    result = []

    def walk(node, resources, above):
        if not isinstance(node, Dictionary) or len(result) > 100000:
            return
        own = node.get("/Resources")
        resources = own if isinstance(own, Dictionary) else resources
        if "/Kids" not in node or node.get("/Type") == Name.Page:
            result.append((node, resources))
            return
        if node.is_indirect and node.objgen in above:
            return
        kids = node.get("/Kids")
        for kid in kids if isinstance(kids, Array) else []:
            walk(kid, resources, above | {key_of(node)})

    walk(root.get("/Pages"), None, frozenset())
    return result


class Comparison:
    def __init__(self, touched, page_keys=("/Contents", "/Resources"), root_keys=()):
        self.skipped = {pair: set(page_keys) for pair in touched}
        self.root_keys = set(root_keys)
        self.differences = []
        self.seen = set()
        self.pending = []

    def differ(self, path, what):
        if len(self.differences) < LIMIT:
            self.differences.append(f"{path}: {what}")

    def skip(self, a, b, keys):
        """Leaves out keys of two dictionaries that the caller compares by other rules."""
        self.skipped[(key_of(a), key_of(b))] = set(keys)

    def push(self, a, b, path):
        self.pending.append((a, b, path))

    def run(self):
        while self.pending and len(self.differences) < LIMIT:
            self.compare(*self.pending.pop())

    def compare(self, a, b, path):
        pair = (key_of(a), key_of(b))
        if pair[0] and pair[1]:
            if pair in self.seen:
                return
            self.seen.add(pair)
        if isinstance(a, Stream) or isinstance(b, Stream):
            if not (isinstance(a, Stream) and isinstance(b, Stream)):
                return self.differ(path, f"{type(a)} became {type(b)}")
            skip = {"/Length"}
            if a.get("/Type") == Name.Metadata and a.get("/Filter") is not None:
                skip |= {"/Filter", "/DecodeParms"}
                if a.read_bytes() != b.read_bytes():
                    self.differ(path, "metadata differs")
            elif a.read_raw_bytes() != b.read_raw_bytes():
                self.differ(path, "stream data differs")
            return self.dictionaries(a, b, path, skip)
        if isinstance(a, Dictionary):
            if not isinstance(b, Dictionary):
                return self.differ(path, f"a dictionary became {b!r}"[:200])
            skip = set(self.skipped.get(pair, ()))
            if path == "/Root":
                skip |= self.root_keys
                if str(b.get("/Version")) == "/1.4":
                    # Highlighters need it, and only there can an update say so.
                    skip.add("/Version")
            return self.dictionaries(a, b, path, skip)
        if isinstance(a, Array):
            if not isinstance(b, Array) or len(a) != len(b):
                return self.differ(path, "an array changed its length")
            for index, (x, y) in enumerate(zip(a, b)):
                self.push(x, y, f"{path}/{index}")
            return
        if type(a) is not type(b):
            return self.differ(path, f"{a!r} became {b!r}"[:200])
        same = bytes(a) == bytes(b) if isinstance(a, pikepdf.String) else a == b
        if not same:
            self.differ(path, f"{a!r} became {b!r}"[:200])

    def dictionaries(self, a, b, path, skip):
        left = {k: v for k, v in items_of(a).items() if k not in skip}
        right = {k: v for k, v in items_of(b).items() if k not in skip}
        if left.keys() != right.keys():
            self.differ(path, f"keys {sorted(left.keys() ^ right.keys())} are on one side only")
        for key in sorted(left.keys() & right.keys()):
            self.push(left[key], right[key], path + key)


def streams_of(page):
    contents = page.get("/Contents")
    if isinstance(contents, Stream):
        return [contents]
    return [s for s in contents if isinstance(s, Stream)] if isinstance(contents, Array) else []


def wrapped(new, after):
    """The content of a page that has become a form, as poppler would stop within it; None for any other page."""
    start = new[0].read_bytes() if len(new) == 1 else b""
    if not start.startswith(b"q /LimnPage"):
        return None
    return after.Resources.XObject[start.split()[1].decode()].read_bytes()


def compare_touched(comparison, before, after, inherited, path):
    old, new = streams_of(before), streams_of(after)
    if not old:
        if len(new) != 1:
            comparison.differ(path, "a page without content got more than one stream")
    elif (form := wrapped(new, after)) is not None:
        if not form.startswith(b"\n".join(stream.read_bytes() for stream in old)):
            comparison.differ(path, "the form of a page's content holds something else")
        new = []
    elif len(new) != len(old) + 2 or new[0].read_bytes() != b"q\n":
        return comparison.differ(path, f"{len(old)} content streams became {len(new)}")
    for x, y in zip(old, new[1:]):
        if x.read_raw_bytes() == y.read_raw_bytes():
            continue
        x, y = x.read_bytes(), y.read_bytes()
        changed = [(p, q) for p, q in zip(x, y) if p != q]
        # An inline image without end is blanked from its BI on.
        image = x.rfind(b"BI", 0, len(y.rstrip(b" ")) + 2)
        if image >= len(y.rstrip(b" ")) and not y[image:].strip(b" "):
            changed = [(p, q) for p, q in zip(x[:image], y) if p != q]
        if len(x) != len(y) or any(c != (ord("Q"), ord(" ")) for c in changed):
            comparison.differ(path, "a content stream changed in more than excess Q operators")
    resources = after.get("/Resources")
    if not isinstance(resources, Dictionary):
        return comparison.differ(path, "the page has lost its resources")
    forms = {k for k in resources.get("/XObject", {}).keys() if k.startswith("/LimnInk")}
    if not forms:
        comparison.differ(path, "there is no overlay")
    for key, value in items_of(inherited if inherited is not None else {}).items():
        mine = resources.get(key)
        if key == "/XObject" and isinstance(value, Dictionary):
            for name, form in items_of(value).items():
                comparison.push(form, mine.get(name), f"{path}/XObject{name}")
        else:
            comparison.push(value, mine, f"{path}/Resources{key}")


def differences(original, output, pages, password="", files=0):
    """What differs and must not, a line each; `pages` (from 0) were drawn on, so many files were embedded."""
    a, b = pikepdf.open(original, password=password), pikepdf.open(output, password=password)
    left, right = leaves(a.Root), leaves(b.Root)
    pairs = {(key_of(left[n][0]), key_of(right[n][0])) for n in pages if n < min(len(left), len(right))}
    comparison = Comparison(pairs, root_keys=("/Names", "/AF") if files else ())
    if files:
        embedded_files.compare(comparison, a.Root, b.Root, files)
    structure_additions.compare(comparison, a.Root, b.Root)
    if len(left) != len(right):
        comparison.differ("/Pages", f"{len(left)} pages became {len(right)}")
    else:
        for n in pages:
            compare_touched(comparison, left[n][0], right[n][0], left[n][1], f"page {n}")
    for n in set(range(min(len(left), len(right)))) - set(pages):
        if (key_of(left[n][0]), key_of(right[n][0])) in pairs:
            comparison.differ(f"page {n}", "shares its object with a page that was drawn on")
    for key in set(a.trailer.keys()) | set(b.trailer.keys()):
        if key in {"/Root", "/Info"} and key in a.trailer and key in b.trailer:
            comparison.push(a.trailer[key], b.trailer[key], key)
        elif key in {"/Root", "/Info"}:
            comparison.differ(key, "is on one side only")
    if isinstance(a.trailer.get("/ID"), Array) and bytes(a.trailer.ID[0]) != bytes(b.trailer.ID[0]):
        comparison.differ("/ID", "the permanent identifier changed")
    if ("/Encrypt" in a.trailer) != ("/Encrypt" in b.trailer):
        comparison.differ("/Encrypt", "is on one side only")
    elif "/Encrypt" in a.trailer:
        for key in ["/V", "/R", "/P"]:
            if a.trailer.Encrypt.get(key) != b.trailer.Encrypt.get(key):
                comparison.differ("/Encrypt" + key, "changed")
    comparison.run()
    return comparison.differences
