# SPDX-License-Identifier: GPL-3.0-or-later
"""Damages real files in ways that happen, and compares what Limn shows of them with pdfium and mupdf:
LIMN [--count N] [--keep FOLDER]. Run it in the project."""
import argparse
import json
import os
import random
import re
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

from corpus import peers
from corpus.comparing import difference
from corpus.files import ROOTS, distinct

SIDE, SIZE_LIMIT = 200, 2_000_000
# The mean difference of two pictures' channels, of 1, below which they count as alike.
ALIKE = 0.03


def cut(data: bytes, draw: random.Random) -> bytes:
    return data[:draw.randrange(len(data) // 2, len(data))]


def cut_tail(data: bytes, draw: random.Random) -> bytes:
    return data[:len(data) - draw.randrange(1, min(200, len(data) // 4))]


def shifted(data: bytes, draw: random.Random) -> bytes:
    at = data.find(b"obj", 8)
    at = data.find(b"\n", at) if at > 0 else 20
    return data[:at] + b"\n% " + b"x" * draw.randrange(1, 300) + b"\n" + data[at:]


def wrong_start(data: bytes, draw: random.Random) -> bytes:
    return re.sub(rb"startxref\s+\d+", b"startxref\n%d" % draw.randrange(0, len(data)), data)


def start_zero(data: bytes, draw: random.Random) -> bytes:
    return re.sub(rb"startxref\s+\d+", b"startxref\n0", data)


def zeros(data: bytes, draw: random.Random) -> bytes:
    return data + bytes(draw.randrange(1100, 5000))


def garbage(data: bytes, draw: random.Random) -> bytes:
    return draw.randbytes(draw.randrange(1, 900)).replace(b"%PDF", b"") + b"\n" + data


def no_trailer(data: bytes, draw: random.Random) -> bytes:
    return re.sub(rb"trailer\s*<<", lambda found: b"t" + b" " * (len(found[0]) - 1), data).replace(b"startxref", b"st")


def no_endstream(data: bytes, draw: random.Random) -> bytes:
    places = [found.start() for found in re.finditer(rb"endstream", data)]
    for at in draw.sample(places, len(places) // 3):
        data = data[:at] + b"         " + data[at + 9:]
    return re.sub(rb"startxref\s+\d+", b"startxref\n7", data)


def broken_stream(data: bytes, draw: random.Random) -> bytes:
    at = data.rfind(b"/XRef")
    at = data.find(b"stream", at)
    if at < 0:
        return wrong_start(data, draw)
    return data[:at + 10] + draw.randbytes(12) + data[at + 22:]


def line_ends(data: bytes, draw: random.Random) -> bytes:
    """As a transfer in text mode would: every CR LF becomes LF."""
    return data.replace(b"\r\n", b"\n")[:-1] + b"\n" * 2 if b"\r\n" in data else wrong_start(data, draw)


WAYS = (cut, cut_tail, shifted, wrong_start, start_zero, zeros, garbage, no_trailer, no_endstream, broken_stream, line_ends)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("limn")
    parser.add_argument("--count", type=int, default=300, help="how many damaged files to make")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="keep the files and pictures in a folder")
    options = parser.parse_args()
    limn = os.path.realpath(options.limn)
    draw = random.Random(options.seed)
    files = [file for file in distinct(*ROOTS) if 1000 < os.path.getsize(file) < SIZE_LIMIT]
    with tempfile.TemporaryDirectory() as made:
        folder = str(options.keep or made)
        os.makedirs(folder, exist_ok=True)
        damaged = []
        while len(damaged) < options.count:
            file, way = draw.choice(files), draw.choice(WAYS)
            data = Path(file).read_bytes()
            # Files of PDF 1.5 and later with object streams are as frequent as others.
            if b"/ObjStm" not in data and draw.random() < 0.5:
                continue
            target = f"{folder}/{len(damaged):04}-{way.__name__}.pdf"
            Path(target).write_bytes(way(data, draw))
            damaged.append(target)
        (Path(folder) / "files.txt").write_bytes(b"\0".join(map(os.fsencode, damaged)))
        seen = subprocess.run(
            [limn, "render", "--files-from", f"{folder}/files.txt", "-0", "-o", f"{folder}/limn", "--scale-to", str(SIDE),
             "--pages", "1", "--json", "--quality", "best"],
            capture_output=True, text=True).stdout
        pictures = {}
        for line in seen.splitlines():
            result = json.loads(line)
            pictures[result["input"]] = result
        counts = {}
        for file in damaged:
            told = subprocess.run([limn, "inspect", "--json", file], capture_output=True, text=True).stdout
            try:
                counts[file] = len(json.loads(told)["pages"])
            except (ValueError, KeyError, TypeError):
                counts[file] = 0
        drawn = peers.draw_all(damaged, f"{folder}/peers", SIDE)
        others = {file: [drawn[engine][file] for engine in peers.ENGINES] for file in damaged}
        table, worse, apart = Counter(), [], []
        for index, file in enumerate(damaged):
            way = file.rsplit("-", 1)[1][:-4]
            own, most = counts[file], max(others[file])
            table[way, "files"] += 1
            table[way, "all pages"] += own >= most
            table[way, "pdfium"] += others[file][0] >= most
            table[way, "mupdf"] += others[file][1] >= most
            if own < most:
                worse.append((file, own, others[file], (pictures.get(file) or {}).get("messages")))
                continue
            picture = (pictures.get(file) or {}).get("output")
            if not picture or not os.path.exists(picture):
                if most:
                    apart.append((file, "no picture", (pictures.get(file) or {}).get("messages")))
                continue
            pair = [f"{folder}/peers/{index}.{engine}.png" for engine in peers.ENGINES]
            if all(map(os.path.exists, pair)) and difference(*pair) < ALIKE:
                off = min(difference(picture, other) for other in pair)
                table[way, "compared"] += 1
                if off >= ALIKE:
                    apart.append((file, f"{off:.3f}", (pictures.get(file) or {}).get("messages")))
    print("| damage | files | Limn has as many pages as the better peer | pdfium | mupdf | pictures compared |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for way in WAYS:
        name = way.__name__
        print(f"| {name.replace('_', ' ')} | " + " | ".join(
            str(table[name, key]) for key in ("files", "all pages", "pdfium", "mupdf", "compared")) + " |")
    for file, own, peer, messages in worse:
        print(f"pages: {file}: {own}, pdfium {peer[0]}, mupdf {peer[1]}: {messages}")
    for file, off, messages in apart:
        print(f"picture: {file}: {off}: {messages}")


if __name__ == "__main__":
    main()
