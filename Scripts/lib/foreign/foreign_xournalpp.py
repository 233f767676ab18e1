# SPDX-License-Identifier: GPL-3.0-or-later
"""Has Xournal++ write notes into a folder: FOLDER.

This writes each file, Debian's Xournal++ opens it in Xvfb, and xdotool presses Ctrl+S. The folder then holds what
Xournal++ saved.
"""
import base64
import contextlib
import gzip
import math
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

from foreign import handwriting

A4 = (595.27559, 841.88976)
PATIENCE = 120
# A picture of 2 × 2 pixels.
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEklEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==")
RULINGS = ("plain", "ruled", "lined", "staves", "graph", "dotted", "isodotted", "isograph")


def stroke(points: list, color: str, width, tool: str = "pen", more: str = "") -> str:
    widths = width if isinstance(width, list) else [width]
    return (f'<stroke tool="{tool}" color="#{color}" width="{" ".join(f"{value:.8g}" for value in widths)}"{more}>'
            f'{" ".join(f"{value:.8g}" for point in points for value in point)}</stroke>')


def text(words: str, x: float, y: float, size: float = 12) -> str:
    return f'<text font="Sans" size="{size}" x="{x}" y="{y}" color="#008000ff">{words}</text>'


def page(*layers: str, size: tuple = A4, background: str = 'type="solid" color="#ffffffff" style="lined"') -> str:
    return (f'<page width="{size[0]}" height="{size[1]}">\n<background {background}/>\n'
            + "\n".join(layer if layer.startswith("<layer") else f"<layer>\n{layer}\n</layer>" for layer in layers)
            + "\n</page>")


def curve(x: float, y: float, count: int, height: float, step: float = 0.9) -> list:
    """A wave whose points are as close together as Xournal++'s stabilizer leaves them, or a step apart."""
    return [(x + step * i, y + height * math.sin(step * i / 30)) for i in range(count)]


def pressed(count: int, width: float) -> list:
    """The pen's width, and one for each segment of a line whose pressure comes and goes."""
    return [width, *(width * (0.2 + 0.7 * math.sin(math.pi * i / count)) for i in range(1, count))]


def strokes() -> str:
    """Every tool, with pressure, dashes, fills and a dot."""
    box = [(396.76, 226.72), (396.76, 141.7), (198.38, 141.7), (198.38, 226.72), (396.76, 226.72)]
    ring = [(400 + 55 * math.cos(i / 10), 360 + 35 * math.sin(i / 10)) for i in range(63)]
    letters, widths = handwriting.stroke(random.Random(2), 120, 560, 60)
    return page("\n".join([
        stroke(curve(90, 80, 400, 25), "002e99ff", pressed(400, 2.26)),
        stroke(box, "808080ff", 2.26, more=' style="dash"'),
        stroke(curve(90, 300, 200, 12), "ed5353ff", pressed(200, 2.26), more=' style="dashdot"'),
        stroke([(86.47, 248.3), (518.99, 248.3)], "ffa154ff", 1.41, more=' style="dot"'),
        stroke([(60, 420), (230, 420)], "000000ff", 1.41, more=' style="cust: 3 4 9"'),
        stroke(curve(100, 620, 220, 30), "000000ff", 1.41),
        stroke(curve(120, 620, 130, 9), "ffffffff", 8.5, "eraser"),
        stroke(ring, "64baffff", 0.85, more=' fill="128"'),
        stroke(curve(100, 480, 180, 8), "ffa1547f", 19.84, "highlighter"),
        stroke([(170, 380), (200, 390), (280, 384)], "9bdb4d7f", 2.83, "highlighter"),
        stroke([(300, 500), (300, 500)], "000000ff", 2.26),
        stroke([(128.78, 700.5), (466.49, 700.5)], "ffe16b7f", 10.616218, "highlighter", ' fill="255"'),
        stroke(letters, "20306aff", [1.41, *widths]),
    ]), background='type="solid" color="#ffffffff" style="graph" config="m1=40,rm=1"')


def layers() -> str:
    named = f'<layer name="Named &amp; layer">\n{text("l2", 156, 223.5)}\n</layer>'
    return page(text("l1", 171.75, 122.25), named, text("l3", 162, 309.75) + stroke(curve(90, 400, 9, 4, step=9), "000000ff", 2))


def pages() -> str:
    """Every ruling, one with settings of its own, a coloured one, and a picture."""
    backgrounds = [f'type="solid" color="#ffffffff" style="{name}"' for name in RULINGS]
    backgrounds.append('type="solid" color="#ffffffff" style="graph" config="m1=40,rm=1"')
    backgrounds.append('type="solid" color="#ffc0d4ff" style="plain"')
    backgrounds.append('type="pixmap" domain="attach" filename="bg_1.png"')
    return "\n".join(
        page(text(f"p{number}", 10, 10), background=background, size=A4 if number < 11 else (50, 50))
        for number, background in enumerate(backgrounds, 1))


def single() -> str:
    """One stroke of ninety points."""
    return page(stroke(curve(100, 112.5, 90, 40, step=4), "000000ff", 0.42))


def written() -> str:
    """Two pages of handwriting with pressure, 6,000 points."""
    return "\n".join(page("\n".join(handwriting.page(number, A4))) for number in (1, 2))


@contextlib.contextmanager
def display(folder: Path):
    """A display of its own; the value is its name."""
    chosen = folder / "display"
    with open(chosen, "wb") as number, open(folder / "xvfb.log", "wb") as log:
        server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(number.fileno()), "-screen", "0", "1280x1024x24", "-noreset", "-nolisten", "tcp"],
            pass_fds=[number.fileno()], stdout=log, stderr=log)
    try:
        wait(lambda: chosen.read_text().endswith("\n"), lambda: f"Xvfb did not start: {(folder / 'xvfb.log').read_text()}")
        yield ":" + chosen.read_text().strip()
    finally:
        server.terminate()
        server.wait()


def wait(is_done, complaint) -> None:
    end = time.monotonic() + PATIENCE
    while not is_done():
        if time.monotonic() > end:
            sys.exit(f"foreign_xournalpp: {complaint()}")
        time.sleep(0.1)


def is_written(file: Path, before: bytes) -> bool:
    """Whether the file is another one than before, and complete."""
    data = file.read_bytes() if file.exists() else b""
    try:
        return data != before and gzip.decompress(data).endswith(b"</xournal>\n")
    except (OSError, EOFError):
        return False


def save(file: Path, environment: dict) -> None:
    """Has Xournal++ open a file and save it."""
    before = file.read_bytes()
    # Xournal++ warns of input devices that are missing; nobody needs to read that.
    editor = subprocess.Popen(
        ["xournalpp", file.name], cwd=file.parent, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)

    def pressed_keys() -> bool:
        # The title names the file once it is loaded; before, Ctrl+S would ask for a name. A window that is not ready
        # yet hears nothing, so the keys are pressed until the file is there.
        title = "^" + re.escape(file.name)
        search = ["xdotool", "search", "--onlyvisible", "--pid", str(editor.pid), "--name", title]
        found = subprocess.run(search, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for window in found.stdout.split():
            subprocess.run(
                ["xdotool", "windowfocus", window, "key", "--clearmodifiers", "ctrl+s"], env=environment,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + 2
        while time.monotonic() < end:
            if is_written(file, before):
                return True
            time.sleep(0.1)
        return False

    try:
        wait(pressed_keys, lambda: f"Xournal++ did not save {file.name}.")
    finally:
        editor.kill()
        editor.wait()


def package(notes: Path, file: Path) -> None:
    """The ZIP form, which Debian's Xournal++ reads and does not write, of notes that it wrote."""
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in (
                ("mimetype", b"application/xournal++"), ("META-INF/version", b"current=1 min=1\n"),
                ("content.xml", gzip.decompress(notes.read_bytes()))):
            archive.writestr(zipfile.ZipInfo(name), content)


def main(target: Path) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        work = folder / "notes"
        runtime = folder / "runtime"
        work.mkdir()
        runtime.mkdir(mode=0o700)
        home = {key: str(folder) for key in ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME")}
        with display(folder) as screen:
            environment = {
                **os.environ, **home, "XDG_RUNTIME_DIR": str(runtime), "DISPLAY": screen, "GDK_BACKEND": "x11",
                "NO_AT_BRIDGE": "1", "DBUS_SESSION_BUS_ADDRESS": "disabled:"}
            for make, title in (
                    (strokes, "strokes"), (layers, "layers"), (pages, "pages"), (single, "stroke"), (written, "handwriting")):
                file = work / f"xournalpp-{title}.xopp"
                (work / f"{file.name}.bg_1.png").write_bytes(PNG)
                xml = f'<?xml version="1.0" standalone="no"?>\n<xournal creator="Limn" fileversion="4">\n{make()}\n</xournal>\n'
                file.write_bytes(gzip.compress(xml.encode(), mtime=0))
                save(file, environment)
                shutil.copy(file, target)
    package(target / "xournalpp-stroke.xopp", target / "xournalpp-stroke-zip.xopp")


main(Path(sys.argv[1]))
