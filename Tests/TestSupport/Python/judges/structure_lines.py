# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the structure tree of a PDF, the numbers of the first page's marked content, and the parent tree: FILE."""
import sys

import pikepdf

from judge_burnt import marked


def show(kid):
    if not isinstance(kid, pikepdf.Dictionary):
        return str(kid)
    if kid.get("/Type") == "/MCR":
        return f"MCR {kid.MCID}"
    return f"OBJR {str(kid.Obj.Subtype)[1:]}"


def walk(element, depth):
    kids = element.get("/K", [])
    kids = list(kids) if isinstance(kids, (pikepdf.Array, list)) else [kids]
    below = [k for k in kids if isinstance(k, pikepdf.Dictionary) and "/S" in k]
    own = [show(k) for k in kids if k is not None and k not in below]
    print("  " * depth + " ".join([str(element.S)[1:], *own]))
    for kid in below:
        walk(kid, depth + 1)


pdf = pikepdf.open(sys.argv[1])
root = pdf.Root.StructTreeRoot
walk(root.K, 0)
print("content", *sorted(marked(pdf.pages[0])))
for key, value in pikepdf.NumberTree(root.ParentTree).items():
    names = [str(e.S)[1:] for e in (value if isinstance(value, pikepdf.Array) else [value])]
    print("parents", key, *names)
