# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints what the annotations of FILE's first page say, as a JSON list of dictionaries of texts."""
import json
import sys

import pikepdf

found = []
with pikepdf.open(sys.argv[1]) as pdf:
    numbers = {page.obj.objgen: str(index + 1) for index, page in enumerate(pdf.pages)}
    for annotation in pdf.pages[0].obj.get("/Annots", []):
        entry = {"Subtype": str(annotation["/Subtype"])}
        for key in ("/Contents", "/T", "/DA", "/DS", "/Q"):
            if key in annotation:
                entry[key[1:]] = str(annotation[key])
        entry["Rect"] = " ".join(str(round(float(number))) for number in annotation["/Rect"])
        if "/AP" in annotation:
            entry["AP"] = "yes"
        if "/A" in annotation:
            entry["URI"] = str(annotation["/A"]["/URI"])
        if "/Dest" in annotation:
            entry["Dest"] = numbers[annotation["/Dest"][0].objgen]
        found.append(entry)
print(json.dumps(found))
