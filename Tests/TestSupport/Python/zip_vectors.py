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
    patch(data, first + 20, "<I", 120)
    return patch(data, first + 24, "<I", 120)


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
    "count-too-small": lambda: end_record(8, "<H", 1, 1),
    "count-too-large": lambda: end_record(8, "<H", 3, 3),
}

with open(sys.argv[2], "wb") as file:
    file.write(MAKERS[sys.argv[1]]())
