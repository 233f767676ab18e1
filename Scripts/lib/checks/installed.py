# SPDX-License-Identifier: GPL-3.0-or-later
"""Succeeds when every `name==version` of a requirements file is installed in that version."""
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path


def is_installed(line: str) -> bool:
    name, wanted = line.split("==")
    try:
        return version(name) == wanted
    except PackageNotFoundError:
        return False


lines = (line.partition("#")[0].strip() for line in Path(sys.argv[1]).read_text().splitlines())
sys.exit(not all(is_installed(line) for line in lines if line and not line.startswith("-")))
