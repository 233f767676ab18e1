# SPDX-License-Identifier: GPL-3.0-or-later
"""The code that the manual and the package's page show works, as it stands there."""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PAGES = {"Documentation/Manual.docc/Python.md": 6, "Packaging/python/README.md": 3}
BLOCKS = [pytest.param(block, id=f"{Path(page).stem}-{number}") for page in PAGES
          for number, block in enumerate(re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.S))]


def test_all_blocks_are_found() -> None:
    assert len(BLOCKS) == sum(PAGES.values())


@pytest.mark.parametrize("block", BLOCKS)
def test_shown_code_works(block: str, samples: Path, tmp_path: Path) -> None:
    for name, given in (("character-sheet.pdf", "character-sheet.pdf"), ("character-sheet.pdf", "sheet.pdf"), ("map-landscape.pdf", "map.pdf"),
                        ("map-landscape.pdf", "map-landscape.pdf"), ("character-sheet.xopp", "character-sheet.xopp"),
                        ("character-sheet.xopp", "notes.xopp")):
        shutil.copyfile(samples / name, tmp_path / given)
    shutil.copyfile(samples / "character-sheet.pdf", tmp_path / "named.pdf")
    done = subprocess.run([sys.executable, "-W", "error", "-c", block], cwd=tmp_path, capture_output=True, text=True, timeout=120,
                          env={**os.environ, "PYTHONPATH": str(ROOT / "Packaging/python")}, check=False)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr, done.stderr
