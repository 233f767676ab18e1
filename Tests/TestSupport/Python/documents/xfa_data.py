# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints what is in the data of the XFA form of FILE; nothing where it has no such form."""
import re
import sys

import pikepdf

with pikepdf.open(sys.argv[1]) as pdf:
    packets = pdf.Root.AcroForm.get("/XFA")
    if packets is not None:
        names = [str(item) for item in list(packets)[::2]]
        text = packets[2 * names.index("datasets") + 1].read_bytes().decode()
        sys.stdout.write(re.search("<xfa:data>(.*)</xfa:data>", text, re.DOTALL).group(1))
