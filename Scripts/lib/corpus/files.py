# SPDX-License-Identifier: GPL-3.0-or-later
"""The real PDFs that Scripts/corpus has fetched."""
import hashlib
from pathlib import Path

ROOTS = (Path(".corpus"), Path(".corpus-more"))


def distinct(*roots: Path) -> list:
    """The PDFs in the folders, sorted, each content once; paths with the project's folder in front are relative."""
    seen, files = set(), []
    for root in roots or ROOTS:
        for path in sorted(path for path in root.rglob("*") if path.suffix.lower() == ".pdf" and path.is_file()):
            digest = hashlib.sha256(path.read_bytes()).digest()
            if digest not in seen:
                seen.add(digest)
                files.append(path)
    return files
