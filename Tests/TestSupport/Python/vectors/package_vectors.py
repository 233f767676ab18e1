# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes hostile and unusual packages of a sound one: SOUND.limnpkg NAME OUT.limnpkg."""
import ctypes
import io
import json
import struct
import sys
import warnings
import zipfile

warnings.simplefilter("ignore")
MANIFEST, PDF = "limn-package.json", "template.pdf"
xxhash = ctypes.CDLL("libxxhash.so.0")


class Hash(ctypes.Structure):
    _fields_ = [("low", ctypes.c_uint64), ("high", ctypes.c_uint64)]


xxhash.XXH3_128bits.restype = Hash
xxhash.XXH3_128bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]


def hashed(data):
    found = xxhash.XXH3_128bits(data, len(data))
    return f"{found.high:016x}{found.low:016x}"


class Package:
    """The entries of the sound package, in order, and what its manifest says."""

    def __init__(self, path):
        with zipfile.ZipFile(path) as archive:
            self.entries = [(info.filename, archive.read(info)) for info in archive.infolist()]
        self.manifest = json.loads(dict(self.entries)[MANIFEST])
        self.entries = [entry for entry in self.entries if entry[0] != MANIFEST]
        self.attributes = {}
        self.comment = b""

    def part(self, path):
        return next(part for part in self.manifest["parts"] if part["path"] == path)

    def replace(self, path, data, honest=True):
        self.entries = [(name, data if name == path else old) for name, old in self.entries]
        if honest:
            self.part(path).update(size=len(data), xxh3=hashed(data))

    def remove(self, path):
        self.entries = [entry for entry in self.entries if entry[0] != path]

    def unlist(self, path):
        self.manifest["parts"] = [part for part in self.manifest["parts"] if part["path"] != path]

    def add(self, path, data, role=None, **more):
        self.entries.append((path, data))
        if role:
            self.manifest["parts"].append(dict(path=path, role=role, size=len(data), xxh3=hashed(data), **more))

    def bytes(self, method=zipfile.ZIP_DEFLATED, manifest=None, out=None):
        out = out or io.BytesIO()
        with zipfile.ZipFile(out, "w", method) as archive:
            if manifest is None:
                manifest = json.dumps(self.manifest).encode()
            for name, data in ([(MANIFEST, manifest)] if manifest else []) + self.entries:
                info = zipfile.ZipInfo(name)
                info.compress_type = method
                info.external_attr = self.attributes.get(name, 0o100600) << 16
                archive.writestr(info, data)
            archive.comment = self.comment
        return out.getvalue()


def flag_entry(data, name, bit):
    """Sets a general purpose bit of an entry in both headers."""
    data = bytearray(data)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        local = archive.getinfo(name).header_offset
    at = data.index(b"PK\1\2")
    while data[at + 46 : at + 46 + len(name)] != name.encode():
        at = data.index(b"PK\1\2", at + 1)
    data[local + 6] |= bit
    data[at + 8] |= bit
    return data


def renamed(package, old, new):
    """Another name of the same length, behind zipfile's back."""
    return package.bytes().replace(old.encode(), new.encode())


class Unseekable(io.BytesIO):
    """A pipe: sizes follow the data in descriptors."""

    def seekable(self):
        return False

    def seek(self, *_):
        raise OSError

    def tell(self):
        raise OSError


CASES = {}


def case(function):
    CASES[function.__name__.replace("_", "-")] = function
    return function


def simple(name, change):
    """A case that is made by a change of the package."""

    def make(package):
        change(package)
        return package.bytes()

    CASES[name] = make


def ink(package):
    return dict(package.entries)["pages/1.limn"]


def manifest_case(name, change):
    simple(name, lambda package: change(package.manifest))


# Sound, made by another program.
simple("repacked", lambda package: None)
CASES["repacked-stored"] = lambda package: package.bytes(zipfile.ZIP_STORED)
simple("reordered", lambda package: package.entries.reverse())
manifest_case("unknown-keys", lambda m: (m.update(more=[1]), m["character"].update(mood="good")))
simple("unknown-role", lambda p: p.add("notes/one.txt", b"hello", "notes", page=7))

# Names.
for index, name in enumerate(
    ["../evil", "a/../../evil", "/etc/passwd", "..\\evil", "C:evil", "a//b", "./a", "a/", "a.", "ü", "a\nb", "a b", "x" * 201]
):
    simple(f"name-{index}", lambda p, name=name: p.add(name, b"x", "notes"))
simple("unlisted", lambda p: p.add("notes.txt", b"x"))
simple("folder-entry", lambda p: p.add("pages/", b""))
simple("duplicate", lambda p: p.add(PDF, b"other"))
simple("case-collision", lambda p: p.add("Template.PDF", b"x", "notes"))
simple("file-and-folder", lambda p: p.add("pages", b"x", "notes"))
simple("manifest-as-part", lambda p: p.manifest["parts"].append(dict(path=MANIFEST, role="notes", size=1, xxh3="0" * 32)))

# Kinds of entries.
simple("link", lambda p: p.attributes.update({PDF: 0o120777}))
simple("device", lambda p: p.attributes.update({PDF: 0o020600}))
CASES["encrypted"] = lambda p: flag_entry(p.bytes(), PDF, 1)
CASES["strongly-encrypted"] = lambda p: flag_entry(p.bytes(), PDF, 0x41)
CASES["bzip2"] = lambda p: p.bytes(zipfile.ZIP_BZIP2)
CASES["streamed"] = lambda p: p.bytes(out=Unseekable())

# What surrounds entries.
CASES["trailing"] = lambda p: p.bytes() + b"\0"
CASES["prefixed"] = lambda p: b"PK\3\4" + p.bytes()
simple("comment", lambda p: setattr(p, "comment", b"hello"))


# Bombs.
simple("bomb", lambda p: p.replace(PDF, bytes(100_000_000)))
simple("ink-bomb", lambda p: p.replace("pages/1.limn", bytes(600_000_000)))
simple("many-entries", lambda p: [p.add(f"x/{k}", b"") for k in range(25_000)])
simple("many-pages", lambda p, page=b"": [p.add(f"pages/{k}.limn", page, "ink", page=k) for k in range(4, 20_010)])
CASES["manifest-bomb"] = lambda p: p.bytes(manifest=b" " * 40_000_000)
CASES["deep-manifest"] = lambda p: p.bytes(manifest=b"[" * 1_000_000)
CASES["deep-key"] = lambda p: p.bytes(
    manifest=json.dumps(p.manifest).encode()[:-1] + b', "x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
)


@case
def lying_size(package):
    """Both headers announce less than the contents inflate to."""
    data = bytearray(package.bytes())
    size = struct.pack("<I", len(dict(package.entries)[PDF]))
    data = data.replace(size, struct.pack("<I", 50))
    package.part(PDF)["size"] = 50
    return data


# Versions.
manifest_case("newer", lambda m: m.update(version=4))
CASES["newer-and-other"] = lambda p: p.bytes(manifest=b'{"format": "limn-package", "version": 3000}')
manifest_case("version-0", lambda m: m.update(version=0))
manifest_case("version-text", lambda m: m.update(version="1"))
manifest_case("other-format", lambda m: m.update(format="other"))
CASES["no-json"] = lambda p: p.bytes(manifest=b"{")
CASES["no-manifest"] = lambda p: p.bytes(manifest=b"")

# Parts.
simple("missing-part", lambda p: p.remove("pages/3.limn"))
simple("wrong-hash", lambda p: p.replace("pages/1.limn", ink(p)[:-1] + b"x", honest=False))
simple("wrong-pdf", lambda p: p.replace(PDF, dict(p.entries)[PDF].swapcase(), honest=False))
simple("wrong-size", lambda p: p.part(PDF).update(size=5))
simple("negative-size", lambda p: p.part(PDF).update(size=-5))
simple("huge-size", lambda p: p.part(PDF).update(size=1 << 70))
simple("no-hash", lambda p: p.part(PDF).update(xxh3="abc"))
simple("twice", lambda p: p.manifest["parts"].append(p.part(PDF)))
simple("two-thumbnails", lambda p: p.add("thumbnail.jpg", b"x", "thumbnail"))
simple("other-place", lambda p: p.part("pages/1.limn").update(page=3))
simple("ink-without-page", lambda p: p.part("pages/1.limn").pop("page"))
simple("page-beyond", lambda p: p.add("pages/4.limn", ink(p), "ink", page=4))
simple("page-0", lambda p: p.add("pages/0.limn", ink(p), "ink", page=0))
simple("no-ink", lambda p: p.replace("pages/1.limn", b"hello"))
simple("cut-ink", lambda p: p.replace("pages/1.limn", ink(p)[:-3]))
simple("newer-ink", lambda p: p.replace("pages/1.limn", ink(p)[:7] + b"\x09" + ink(p)[8:]))
manifest_case("template-without-facts", lambda m: m.pop("template"))
simple("facts-without-template", lambda p: (p.remove(PDF), p.unlist(PDF)))

# Facts.
manifest_case("no-name", lambda m: m["character"].pop("name"))
manifest_case("number-as-name", lambda m: m["character"].update(name=5))
manifest_case("control-in-name", lambda m: m["character"].update(name="a\x1b[2J"))
manifest_case("long-name", lambda m: m["character"].update(name="x" * 1001))
manifest_case("no-such-day", lambda m: m["character"].update(created="2026-02-30T00:00:00.000Z"))
manifest_case("no-such-time", lambda m: m["character"].update(created="2026-02-20T00:00:00Z"))
manifest_case("last-page-beyond", lambda m: m["character"].update(lastPage=4))
manifest_case("empty-page", lambda m: m["template"]["pages"][0].update(mediaBox=[0, 0, 0, 0]))
manifest_case("three-numbers", lambda m: m["template"]["pages"][0].update(mediaBox=[0, 0, 1]))
manifest_case("tilted-page", lambda m: m["template"]["pages"][0].update(rotation=45))
manifest_case("no-unit", lambda m: m["template"]["pages"][0].update(userUnit=0))
manifest_case("no-pages", lambda m: m["template"].update(pages=[]))

if __name__ == "__main__":
    sound, name, out = sys.argv[1:]
    if name == "list":
        print("\n".join(CASES))
        sys.exit()
    if name.startswith("ink-of:"):
        package = Package(sound)
        with open(name.removeprefix("ink-of:"), "rb") as file:
            package.replace("pages/1.limn", file.read())
        data = package.bytes()
    else:
        data = CASES[name](Package(sound))
    with open(out, "wb") as file:
        file.write(data)
