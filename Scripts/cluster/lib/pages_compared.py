# SPDX-License-Identifier: GPL-3.0-or-later
"""Pages as arrays through Ray Data: limn_ray.data beside what people do today, pdf2image or pypdfium2 with a process a page.

The process is what keeps a hostile page from the worker of Ray. pypdfium2 without it is measured, too.
"""
import json
import os
import random
import re
import statistics
import subprocess
import sys
import time

from ray_nodes import RayNodes

DPI = 100
# Pictures pass through the store of objects. The 100 MB of other measurements would send them to the disk.
OBJECT_BYTES = 2_000_000_000
# Draws a page, and writes its width, its height and its pixels.
ONE_PAGE = """
import sys, pypdfium2
page = pypdfium2.PdfDocument(sys.argv[1])[int(sys.argv[2]) - 1]
bitmap = page.render(scale=float(sys.argv[3]) / 72, rev_byteorder=True)
assert bitmap.n_channels == 3 and bitmap.stride == 3 * bitmap.width
sys.stdout.buffer.write(f"{bitmap.width} {bitmap.height}\\n".encode() + bytes(bitmap.buffer))
"""


def chosen(documents, most=600, longest=20):
    """Documents of a list whose thumbnail was drawn without a complaint, with their numbers of pages: `most` pages in all,
    `longest` in one."""
    status = {r["index"]: r["status"] for r in map(json.loads, open(documents.folder / "one.jsonl"))}
    found = set()
    for index, task in enumerate(map(json.loads, open(documents.tasks))):
        if status[index] == "ok":
            found.add(task["inputs"][0]["path"])
    kept, pages = [], 0
    for path in random.Random(1).sample(sorted(found), len(found)):
        count = _pages_of(path)
        if 1 <= count <= longest and pages + count <= most:
            kept.append((path, count))
            pages += count
    return kept, pages


def _pages_of(path):
    said = subprocess.run(["pdfinfo", path], capture_output=True, text=True, errors="replace", check=False).stdout
    count = re.search(r"^Pages:\s+(\d+)", said, re.M)
    return int(count[1]) if count else 0


def by_limn(documents):
    import limn_ray.data
    return limn_ray.data.pages([path for path, _ in documents], dpi=DPI)


def by_pdf2image(documents):
    """A process of pdftoppm for each page."""
    def draw(row):
        import numpy
        from pdf2image import convert_from_path
        picture = convert_from_path(row["path"], dpi=DPI, first_page=row["page"], last_page=row["page"])[0]
        return {**row, "image": numpy.asarray(picture)}
    return _pages(documents).map(draw)


def by_pypdfium2(documents):
    """A process of Python for each page."""
    def draw(row):
        import numpy
        said = subprocess.run([sys.executable, "-c", ONE_PAGE, row["path"], str(row["page"]), str(DPI)],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout
        if not said:
            return {**row, "image": numpy.zeros((0, 0, 3), numpy.uint8)}
        head, _, pixels = said.partition(b"\n")
        width, height = map(int, head.split())
        return {**row, "image": numpy.frombuffer(pixels, numpy.uint8).reshape(height, width, 3)}
    return _pages(documents).map(draw)


def by_pypdfium2_inside(documents):
    """In the worker of Ray: a document that ends pdfium ends the worker and its tasks."""
    def draw(row):
        import numpy
        import pypdfium2
        try:
            document = pypdfium2.PdfDocument(row["path"])
        except pypdfium2.PdfiumError:
            return {**row, "image": numpy.zeros((0, 0, 3), numpy.uint8)}
        return {**row, "image": numpy.asarray(document[row["page"] - 1].render(scale=DPI / 72).to_pil())}
    return _pages(documents).map(draw)


def _pages(documents):
    import ray.data
    rows = [{"path": path, "page": page + 1} for path, count in documents for page in range(count)]
    return ray.data.from_items(rows, override_num_blocks=max(1, len(rows) // 16))


def compare(folder, chosen_from, rounds=3):
    import ray
    import ray.data
    documents, pages = chosen(chosen_from)
    ways = {"limn_ray.data": by_limn, "pdf2image, a process a page": by_pdf2image, "pypdfium2, a process a page": by_pypdfium2,
            "pypdfium2 in Ray's workers": by_pypdfium2_inside}
    times, seen = {name: [] for name in ways}, {}
    cores = len(os.sched_getaffinity(0))
    with RayNodes(folder, 1, cores=cores, object_bytes=OBJECT_BYTES) as nodes:
        os.environ.update(nodes.environment())
        ray.init(address=nodes.address, log_to_driver=False, logging_level="error")
        ray.data.DataContext.get_current().enable_progress_bars = False
        try:
            # Workers of Ray start once.
            for _ in by_pypdfium2_inside(documents[:4]).iter_batches(batch_size=16):
                pass
            for number in range(rounds):
                for name in list(ways) if number % 2 == 0 else reversed(ways):
                    begin, count = time.monotonic(), 0
                    for batch in ways[name](documents).iter_batches(batch_size=16):
                        count += sum(1 for image in batch["image"] if image.size)
                    times[name].append(time.monotonic() - begin)
                    seen[name] = count
                    print(f"{name}: {count} pages in {times[name][-1]:.1f} s", flush=True)
        finally:
            ray.shutdown()
    lines = [f"{len(documents)} documents with {pages} pages, {DPI} pixels an inch, one node with {cores} cores, medians of {rounds} rounds.",
             "", "| | pages | seconds | pages a second | Limn is faster |", "| --- | ---: | ---: | ---: | ---: |"]
    ours = statistics.median(times["limn_ray.data"])
    for name, found in times.items():
        middle = statistics.median(found)
        lines.append(f"| {name} | {seen[name]} | {middle:.1f} | {seen[name] / middle:.0f} | {middle / ours:.1f} × |")
    return lines
