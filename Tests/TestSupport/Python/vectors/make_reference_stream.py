# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a PDF anew with a stream of cross-references and no object stream: IN OUT.

No library at hand does that, so the objects are copied one by one.
"""
import struct
import sys

import pikepdf

pdf = pikepdf.open(sys.argv[1])
out, rows = bytearray(b"%PDF-1.5\n"), [(0, 0, 255)]
count = 1 + max(item.objgen[0] for item in pdf.objects if isinstance(item, pikepdf.Object))
for number in range(1, count):
    item = pdf.get_object((number, 0))
    rows.append((1, len(out), 0))
    body = item.unparse(resolved=True)
    if isinstance(item, pikepdf.Stream):
        data = item.read_raw_bytes()
        item.stream_dict.Length = len(data)
        body = item.stream_dict.unparse() + b"\nstream\n" + data + b"\nendstream"
    out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
rows.append((1, len(out), 0))
data = b"".join(struct.pack(">BHB", *row) for row in rows)
out += b"%d 0 obj\n<< /Type /XRef /W [1 2 1] /Size %d /Root %s /Length %d >>\nstream\n%s\nendstream\nendobj\n" % (
    count, count + 1, b"%d 0 R" % pdf.Root.objgen[0], len(data), data)
out += b"startxref\n%d\n%%%%EOF\n" % rows[-1][1]
with open(sys.argv[2], "wb") as file:
    file.write(out)
