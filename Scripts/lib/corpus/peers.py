# SPDX-License-Identifier: GPL-3.0-or-later
"""The first pages of PDFs as pdfium and mupdf draw them. Each engine is a process that is started again when it dies or
takes too long."""
import json
import os
import select
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

ENGINES = ("pdfium", "mupdf")
PATIENCE = 30

PDFIUM = """
import json, sys
import pypdfium2
for line in sys.stdin:
    file, output, side = json.loads(line)
    try:
        document = pypdfium2.PdfDocument(file)
        document.init_forms()
        count = len(document)
        page = document[0]
        page.render(scale=side / max(page.get_size()), may_draw_forms=True).to_pil().convert("RGB").save(output)
        print(count, flush=True)
    except Exception:
        print(0, flush=True)
"""
MUPDF = """
import json, sys
import pymupdf
pymupdf.TOOLS.mupdf_display_errors(False)
for line in sys.stdin:
    file, output, side = json.loads(line)
    try:
        document = pymupdf.open(file)
        count = len(document)
        page = document[0]
        scale = side / max(page.rect.width, page.rect.height)
        page.get_pixmap(matrix=pymupdf.Matrix(scale, scale)).save(output)
        print(count, flush=True)
    except Exception:
        print(0, flush=True)
"""


def draw(engine: str, jobs: list, side: int) -> dict:
    """Draws the first page of each (file, output); gives the numbers of pages by file, 0 where that failed."""
    code = PDFIUM if engine == "pdfium" else MUPDF
    process, counts = None, {}
    for file, output in jobs:
        if process is None or process.poll() is not None:
            process = subprocess.Popen(
                [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        counts[file] = 0
        try:
            process.stdin.write(json.dumps([file, output, side]).encode() + b"\n")
            process.stdin.flush()
            ready, _, _ = select.select([process.stdout], [], [], PATIENCE)
            line = process.stdout.readline() if ready else b""
            counts[file] = int(line or 0)
            if not line:
                process.kill()
                process.wait()
                process = None
        except (BrokenPipeError, ValueError):
            process.kill()
            process.wait()
            process = None
    if process is not None:
        process.stdin.close()
        process.wait()
    return counts


def draw_all(files: list, folder: str, side: int) -> dict:
    """Draws the first page of each file with both engines, as FOLDER/INDEX.ENGINE.png; gives the numbers of pages by engine
    and file."""
    os.makedirs(folder, exist_ok=True)
    with ThreadPoolExecutor(len(ENGINES)) as pool:
        running = {
            engine: pool.submit(
                draw, engine, [(file, f"{folder}/{index}.{engine}.png") for index, file in enumerate(files)], side)
            for engine in ENGINES
        }
        return {engine: run.result() for engine, run in running.items()}
