# SPDX-License-Identifier: GPL-3.0-or-later
"""Ink and documents that Limn did not write: what Scripts/foreign made, and what lies where LIMN_FOREIGN says."""
import os
from pathlib import Path

MADE = Path(".foreign")


def made(kind: str) -> Path:
    """A folder that Scripts/foreign filled: ink or killers."""
    return MADE / kind


def further(kind: str) -> list:
    """The folder ink, killers or forms in the one that LIMN_FOREIGN names; nothing where it cannot be read."""
    named = os.environ.get("LIMN_FOREIGN")
    folder = Path(named, kind) if named else None
    return [folder] if folder and folder.is_dir() and os.access(folder, os.R_OK | os.X_OK) else []
