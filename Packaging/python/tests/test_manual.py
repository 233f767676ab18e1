# SPDX-License-Identifier: GPL-3.0-or-later
"""The code that the manual, the package's page and the notebook show works, as it stands there."""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import limn

from notebook import code_of

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
                          env={**os.environ, "PYTHONPATH": str(Path(limn.__file__).parents[1])}, check=False)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr, done.stderr


def test_the_notebook_runs_and_shows_the_whole_interface(samples: Path, tmp_path: Path) -> None:
    notebook = ROOT / "Documentation/examples/python.ipynb"
    for name in ("character-sheet.pdf", "character-sheet.xopp", "map-landscape.pdf"):
        shutil.copyfile(samples / name, tmp_path / name)
    cells = code_of(notebook)
    for name in (name for name in vars(limn.Engine) if not name.startswith("_")):
        assert any(f".{name}(" in cell for cell in cells), f"no cell calls {name}"
    done = subprocess.run([sys.executable, str(Path(__file__).with_name("notebook.py")), str(notebook)], cwd=tmp_path, capture_output=True,
                          text=True, timeout=120, check=False, env={**os.environ, "PYTHONPATH": str(Path(limn.__file__).parents[1])})
    assert done.returncode == 0 and done.stdout.endswith(f"{len(cells)} cells ran.\n"), done.stderr
