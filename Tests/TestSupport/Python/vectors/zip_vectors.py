# SPDX-License-Identifier: Apache-2.0
"""Makes ZIP archives, sound and unsound: NAME OUT.zip."""
import io
import struct
import sys
import warnings
import zipfile

TEXT = b"Ink on paper. " * 300
NAME = "content.xml"
warnings.simplefilter("ignore")


def archive(entries, method=zipfile.ZIP_DEFLATED, comment=b""):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as z:
        for name, data in entries:
            z.writestr(name, data)
        z.comment = comment
    return bytearray(out.getvalue())


def central(data):
    return data.rindex(b"PK\1\2")


def patch(data, at, form, value):
    struct.pack_into(form, data, at, value)
    return data


class Unseekable(io.RawIOBase):
    """A pipe: sizes follow the data in descriptors."""

    def __init__(self):
        self.data = bytearray()

    def writable(self):
        return True

    def seekable(self):
        return False

    def write(self, b):
        self.data += b
        return len(b)


def plain():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as z:
        z.writestr("a.txt", "stored")
        z.writestr("dir/", "")
        z.writestr("dir/b.bin", b"B" * 5000, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def streamed():
    out = Unseekable()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as z:
        z.writestr(NAME, TEXT)
    return out.data


def zip64():
    """Every 32-bit field that may be is all ones, with ZIP64 records in their place."""
    data = archive([(NAME, TEXT)])
    at = central(data)
    packed, size = struct.unpack_from("<II", data, at + 20)
    local, entry, end = data[:at], data[at:-22], data[-22:]
    extra = struct.pack("<HHQQQ", 1, 24, size, packed, 0)
    struct.pack_into("<II", entry, 20, 0xFFFFFFFF, 0xFFFFFFFF)
    struct.pack_into("<H", entry, 30, len(extra))
    struct.pack_into("<I", entry, 42, 0xFFFFFFFF)
    entry += extra
    record = struct.pack("<IQHHIIQQQQ", 0x06064B50, 44, 45, 45, 0, 0, 1, 1, len(entry), at)
    locator = struct.pack("<IIQI", 0x07064B50, 0, at + len(entry), 1)
    struct.pack_into("<HHII", end, 8, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF)
    return local + entry + record + locator + end


def overlap():
    data = archive([("a", b"A" * 100), ("b", b"B" * 100)], zipfile.ZIP_STORED)
    first = data.index(b"PK\1\2")
    for at in [18, 22, first + 20, first + 24]:
        patch(data, at, "<I", 120)
    return data


def other_local_name():
    data = archive([(NAME, TEXT)])
    data[30] = ord("C")
    return data


def sized(offset, value):
    data = archive([(NAME, TEXT)])
    return patch(data, central(data) + offset, "<I", value)


def flagged():
    data = archive([(NAME, TEXT)])
    patch(data, 6, "<H", 1)
    return patch(data, central(data) + 8, "<H", 1)


def many():
    """Contents of several pieces, stored and deflated."""
    out = io.BytesIO()
    text = bytes(k * k % 251 for k in range(700_000))
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as z:
        z.writestr("stored", text)
        z.writestr("deflated", text, zipfile.ZIP_DEFLATED)
        z.writestr("zeros", bytes(1_000_000), zipfile.ZIP_DEFLATED)
        z.writestr("nothing", b"")
        z.writestr("nothing deflated", b"", zipfile.ZIP_DEFLATED)
    return out.getvalue()


def local_zip64():
    """The local header has its sizes in a ZIP64 field; those of the directory are ordinary."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as z:
        with z.open(NAME, "w", force_zip64=True) as entry:
            entry.write(TEXT)
    return out.getvalue()


def special(kind, folder=0):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as z:
        info = zipfile.ZipInfo(NAME)
        info.create_system = 3
        info.external_attr = (kind | 0o777) << 16 | folder
        z.writestr(info, "/etc/passwd")
    return out.getvalue()


def local(offset, form, value):
    return patch(archive([(NAME, TEXT)]), offset, form, value)


def gap():
    """Bytes between two entries."""
    data = archive([("a", b"A"), ("b", b"B")])
    second = data.index(b"PK\3\4", 4)
    at = data.index(b"PK\1\2")
    entry = data.rindex(b"PK\1\2")
    patch(data, entry + 42, "<I", second + 5)
    patch(data, len(data) - 6, "<I", at + 5)
    return data[:second] + b"hello" + data[second:]


def end_record(offset, form, *values):
    data = archive([("a", b"A"), ("b", b"B")])
    for k, value in enumerate(values):
        patch(data, len(data) - 22 + offset + k * struct.calcsize(form), form, value)
    return data


MAKERS = {
    "plain": plain,
    "streamed": streamed,
    "zip64": zip64,
    "comment": lambda: archive([(NAME, TEXT)], comment=b"a comment" * 50),
    "prefixed": lambda: b"#!/bin/sh\n" * 9 + archive([(NAME, TEXT)]),
    "trailing": lambda: archive([(NAME, TEXT)]) + b"\0\0\0\0",
    "empty": lambda: archive([]),
    "names": lambda: archive(
        [
            (name, b"x")
            for name in [
                "../up", "a/../../b", "/etc/passwd", "C:/x", "back\\slash", "line\nbreak", "fine/..name/ü.txt", "a.b",
            ]
        ]
    ),
    "encrypted": flagged,
    "bzip2": lambda: archive([(NAME, TEXT)], zipfile.ZIP_BZIP2),
    "lying-size": lambda: sized(24, 5000),
    "lying-small": lambda: sized(24, 100),
    "wrong-crc": lambda: sized(16, 12345),
    "bomb": lambda: archive([(NAME, b"\0" * 100_000_000)]),
    "overlap": overlap,
    "duplicate": lambda: archive([(NAME, TEXT), (NAME, b"other")]),
    "other-local-name": other_local_name,
    "split": lambda: end_record(4, "<H", 1, 1),
    "many": many,
    "local-zip64": local_zip64,
    "link": lambda: special(0o120000),
    "device": lambda: special(0o020000),
    "folder": lambda: special(0, 0x10),
    "file": lambda: special(0o100000),
    "gap": gap,
    "local-method": lambda: local(8, "<H", 0),
    "local-crc": lambda: local(14, "<I", 1),
    "local-packed": lambda: local(18, "<I", 1),
    "local-size": lambda: local(22, "<I", 1),
    "local-flags": lambda: local(6, "<H", 1),
    "end-records-differ": lambda: patch(zip64(), -14, "<H", 2),
    "count-too-small": lambda: end_record(8, "<H", 1, 1),
    "count-too-large": lambda: end_record(8, "<H", 3, 3),
}

with open(sys.argv[2], "wb") as file:
    file.write(MAKERS[sys.argv[1]]())
