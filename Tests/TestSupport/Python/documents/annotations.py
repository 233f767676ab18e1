# SPDX-License-Identifier: GPL-3.0-or-later
"""Lists the /Ink annotations of all pages of a FILE as pikepdf reads them, and the embedded files."""
import json
import sys

import pikepdf


def plain(annotation):
    form = annotation.AP.N
    states = form.Resources.get("/ExtGState", {})
    return {
        "lines": [[float(n) for n in line] for line in annotation.InkList],
        "color": [float(n) for n in annotation.C], "opacity": float(annotation.get("/CA", 1)),
        "width": float(annotation.BS.W), "name": str(annotation.NM), "contents": str(annotation.Contents),
        "flags": int(annotation.F), "blends": [str(s.get("/BM", "/Normal")) for s in states.values()],
        "files": [str(f.UF) for f in annotation.get("/AF", [])],
    }


with pikepdf.open(sys.argv[1]) as pdf:
    pages = [
        [plain(item) for item in page.get("/Annots", []) if item.get("/Subtype") == "/Ink"] for page in pdf.pages
    ]
    files = {name: {
        "bytes": list(spec.get_file().read_bytes()), "type": spec.get_file().mime_type,
        "relation": str(spec.obj.get("/AFRelationship", "")),
    } for name, spec in pdf.attachments.items()}
    associated = [str(f.UF) for f in pdf.Root.get("/AF", [])]
json.dump({"pages": pages, "files": files, "associated": associated, "names": list(files)}, sys.stdout)
