# SPDX-License-Identifier: GPL-3.0-or-later
"""What Scripts/lib/consumer.sh needs besides the shell: `listings PAGE SOURCES` and `documents SAMPLES FOLDER`."""

import re
import sys
from pathlib import Path

import pikepdf

NAMES = ["PageAsPicture", "InkInMemory", "AskingFirst", "FiftyRequests", "DrawnCharacter"]
LIMIT = 10


def check_listings(page, sources):
    """Fails unless the page's listings are the programs, and each has at most ten lines without imports."""
    listings = re.findall(r"```swift\n(.*?)```", Path(page).read_text(encoding="utf-8"), re.DOTALL)
    if len(listings) != len(NAMES):
        sys.exit(f"{page} has {len(listings)} listings instead of {len(NAMES)}.")
    for name, listing in zip(NAMES, listings):
        program = (Path(sources) / name / "main.swift").read_text(encoding="utf-8")
        if program.split("\n", 1)[1] != listing:
            sys.exit(f"Tests/Consumer/Sources/{name}/main.swift is not the listing of {page}.")
        body = [line for line in listing.splitlines() if line.strip() and not line.startswith("import ")]
        if len(body) > LIMIT:
            sys.exit(f"{name} has {len(body)} lines; at most {LIMIT} are allowed.")


def make_documents(samples, folder):
    """Writes a document of four pages, and one with a field that is signed, so far as a reader can tell."""
    sample = Path(samples) / "character-sheet.pdf"
    with pikepdf.open(sample) as document:
        document.pages.extend(list(document.pages))
        document.save(Path(folder) / "long.pdf")
    with pikepdf.open(sample) as document:
        value = pikepdf.Dictionary(
            Type=pikepdf.Name.Sig, Filter=pikepdf.Name("/Adobe.PPKLite"), ByteRange=[0, 1, 2, 3], Contents=b"\0" * 16
        )
        field = document.make_indirect(
            pikepdf.Dictionary(
                Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Widget, FT=pikepdf.Name.Sig, T=pikepdf.String("signature"),
                Rect=[0, 0, 0, 0], V=document.make_indirect(value),
            )
        )
        form = document.Root.get("/AcroForm", pikepdf.Dictionary(Fields=[]))
        form.Fields.append(field)
        document.Root.AcroForm = form
        document.save(Path(folder) / "signed.pdf")


if __name__ == "__main__":
    {"listings": check_listings, "documents": make_documents}[sys.argv[1]](*sys.argv[2:])
