# SPDX-License-Identifier: GPL-3.0-or-later
"""The recipe that checks sheets in a workflow: Documentation/ci/check_sheets.py."""
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from PIL import Image, ImageChops

import limn

ROOT = Path(__file__).resolve().parents[3]


def check(folder: Path, *options: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, str(ROOT / "Documentation/ci/check_sheets.py"), "sheets", "accepted", "out", *options], cwd=folder,
        capture_output=True, text=True, timeout=120, check=False, env={**os.environ, "PYTHONPATH": str(Path(limn.__file__).parents[1])})
    assert not done.stderr, done.stderr
    return done.returncode, done.stdout


def test_changes_of_sheets_are_shown(samples: Path, tmp_path: Path) -> None:
    sheets = tmp_path / "sheets"
    sheets.mkdir()
    shutil.copyfile(samples / "character-sheet.pdf", sheets / "hero.pdf")
    shutil.copyfile(samples / "map-landscape.pdf", sheets / "map.pdf")
    values = sheets / "hero.json"

    assert check(tmp_path)[0] == 1, "nothing is accepted yet"
    assert check(tmp_path, "--update")[0] == 0
    code, told = check(tmp_path)
    assert code == 0 and ", 0 of them" in told, told

    values.write_text(json.dumps({"identity.name": "Maren"}))
    (sheets / "map.pdf").unlink()
    code, told = check(tmp_path)
    assert code == 1
    assert told.splitlines()[:3] == ["hero-1.png: differs", "hero-2.png: differs", "map-1.png: gone"], told
    found = Image.open(tmp_path / "out/hero-1-difference.png").convert("RGB")
    red, green, _ = found.split()
    new, gone = ImageChops.subtract(green, red), ImageChops.subtract(red, green)
    assert sum(new.histogram()[100:]) > 20 * (1 + sum(gone.histogram()[100:])), "what was added is green"
