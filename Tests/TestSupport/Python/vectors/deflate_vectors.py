# SPDX-License-Identifier: Apache-2.0
"""Deflate as Python's zlib does it: compress FORMAT FILE | same FORMAT PACKED PLAIN | gzip-header."""
import struct
import sys
import zlib

BITS = {"raw": -15, "zlib": 15, "gzip": 31, "dictionary": 15}


def read(name):
    with open(name, "rb") as file:
        return file.read()


command = sys.argv[1]
if command == "compress":
    kind = sys.argv[2]
    extra = {"zdict": b"paper"} if kind == "dictionary" else {}
    packer = zlib.compressobj(9, zlib.DEFLATED, BITS[kind], **extra)
    print((packer.compress(read(sys.argv[3])) + packer.flush()).hex())
elif command == "same":
    unpacker = zlib.decompressobj(BITS[sys.argv[2]])
    plain = unpacker.decompress(read(sys.argv[3]))
    ends = unpacker.eof and not unpacker.unused_data
    print("same" if ends and plain == read(sys.argv[4]) else "different")
elif command == "gzip-header":
    head = b"\x1f\x8b\x08" + bytes([2 | 4 | 8 | 16]) + struct.pack("<IBB", 1234, 0, 3)
    head += struct.pack("<H", 5) + b"extra" + b"name\0" + b"comment\0"
    head += struct.pack("<H", zlib.crc32(head) & 0xFFFF)
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    body = packer.compress(b"header") + packer.flush()
    print((head + body + struct.pack("<II", zlib.crc32(b"header"), 6)).hex())
