# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the samples are, and an engine that many tests share."""
from collections.abc import Iterator
from pathlib import Path

import pytest

import limn

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def samples() -> Path:
    return ROOT / "Samples"


@pytest.fixture(scope="session")
def engine() -> Iterator[limn.Engine]:
    with limn.Engine() as engine:
        yield engine


@pytest.fixture
def sheet(samples: Path) -> Path:
    return samples / "character-sheet.pdf"
