# SPDX-License-Identifier: GPL-3.0-or-later
"""The report of what reading handwriting does: a part before the first heading of its second level, and one below each."""
import re
from pathlib import Path


def renew(report: Path, title: str, text: str) -> None:
    """Replaces the part below a heading, or adds it; an empty title is the part before all headings. The others stay."""
    parts = re.split(r"(?m)^(?=## )", report.read_text()) if report.exists() else [""]
    head = f"## {title}\n" if title else ""
    at = next((index for index, part in enumerate(parts) if index > 0 and part.startswith(head)), len(parts)) if title else 0
    parts[at:at + 1] = [f"{head}\n{text.strip()}\n" if title else f"{text.strip()}\n"]
    report.write_text("\n".join(part.strip("\n") + "\n" for part in parts if part.strip()))
