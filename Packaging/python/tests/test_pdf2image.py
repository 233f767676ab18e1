# SPDX-License-Identifier: GPL-3.0-or-later
"""The same calls as pdf2image's, with the same outcome."""
from pathlib import Path

import numpy
import pdf2image as theirs
import pytest
from PIL import Image

import limn.pdf2image as ours


@pytest.mark.parametrize("arguments", [
    {}, {"dpi": 60}, {"first_page": 2}, {"last_page": 1}, {"first_page": 1, "last_page": 9}, {"first_page": 5},
    {"size": 200}, {"size": (200, None)}, {"size": (None, 150)}, {"size": (100, 300)}, {"grayscale": True, "dpi": 50},
    {"single_file": True, "dpi": 50}, {"fmt": "png", "transparent": True, "dpi": 50}, {"fmt": "jpeg", "dpi": 50},
])
def test_images_have_the_same_number_size_and_mode(arguments: dict[str, object], sheet: Path) -> None:
    one = theirs.convert_from_path(sheet, **arguments)  # type: ignore[arg-type]
    other = ours.convert_from_path(sheet, **arguments)  # type: ignore[arg-type]
    assert len(one) == len(other)
    for a, b in zip(one, other):
        assert a.mode == b.mode  # type: ignore[union-attr]
        assert all(abs(x - y) <= 1 for x, y in zip(a.size, b.size))  # type: ignore[union-attr]
        # poppler draws thin lines thicker in small pictures, so the places of dark and light count.
        small = [numpy.asarray(image.convert("L").resize((24, 34), Image.Resampling.BOX)) for image in (a, b)]  # type: ignore[union-attr]
        assert numpy.corrcoef(small[0].ravel(), small[1].ravel())[0, 1] > 0.75


def test_bytes_paths_and_names(sheet: Path, tmp_path: Path) -> None:
    assert len(ours.convert_from_bytes(sheet.read_bytes(), dpi=30)) == 2
    for library, folder in ((theirs, tmp_path / "theirs"), (ours, tmp_path / "ours")):
        folder.mkdir()
        made = library.convert_from_path(sheet, dpi=30, output_folder=folder, output_file="page", fmt="jpeg", paths_only=True)
        assert [Path(str(one)).parent for one in made] == [folder] * 2
    assert sorted(one.name for one in (tmp_path / "ours").iterdir()) == sorted(one.name for one in (tmp_path / "theirs").iterdir())
    with pytest.raises(ours.PDFPageCountError):
        ours.convert_from_bytes(b"no PDF")
    assert ours.pdfinfo_from_path(sheet)["Pages"] == theirs.pdfinfo_from_path(sheet)["Pages"] == 2
    assert ours.pdfinfo_from_bytes(sheet.read_bytes())["Title"] == theirs.pdfinfo_from_path(sheet)["Title"]
