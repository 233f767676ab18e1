# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the validator's picture of ten times ten squares as a PDF page, 240 points wide: 1000 pixels at 300 an inch."""
import sys

from iiif_validator.validator import ValidationInfo

lines = []
for x, column in enumerate(ValidationInfo().colorInfo):
    for y, color in enumerate(column):
        channels = " ".join(f"{level / 255:.5f}" for level in color)
        lines.append(f"{channels} rg {24 * x} {216 - 24 * y} 24 24 re f")
content = "\n".join(lines)
objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 240 240] /Contents 4 0 R /Resources << >> >>",
    f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
]
text, offsets = "%PDF-1.4\n", []
for number, body in enumerate(objects, 1):
    offsets.append(len(text))
    text += f"{number} 0 obj\n{body}\nendobj\n"
table = "".join(f"{offset:010d} 00000 n \n" for offset in offsets)
text += f"xref\n0 5\n0000000000 65535 f \n{table}trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n{len(text)}\n%%EOF\n"
sys.stdout.write(text)
