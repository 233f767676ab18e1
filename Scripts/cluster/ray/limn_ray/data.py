# SPDX-License-Identifier: GPL-3.0-or-later
"""Pages of PDFs as a dataset of Ray Data: what training on documents, OCR and classification read.

    import ray, limn_ray.data
    pages = limn_ray.data.pages(paths, dpi=100)
    for batch in pages.iter_batches(batch_size=32): ...

Each row is a page: `path`, `page` (from 1), `status`, `message`, and `image`, an array of height × width × 3 (RGB, uint8).
A document that cannot be drawn has one row with page 0, its status, and an image of 0 × 0 × 3; it does no harm to others.
"""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .program import end_with_parent

if TYPE_CHECKING:
    import ray.data

# Pages that are held at once: 32 letters at 100 dpi are 90 MB.
PAGES = 32
# Limn waits when a few lines about pages are unread. So it does not fill the node's memory with pictures.
UNREAD_BYTES = 4096


def pages(files: Iterable[str], *, dpi: float = 100, limn: str = "limn", documents: int = 32, cores: int = 1,
          options: Sequence[str] = (), scratch: str | None = None) -> "ray.data.Dataset":
    """The pages of PDFs, in no particular order.

    `files` are paths that every node can read. `documents` go to one process of limn, which uses `cores`; `options` are
    options of `limn render`, such as ("--pages", "1"). Pictures pass through `scratch`; the default is the node's memory.
    """
    import ray.data

    rows = [{"path": str(path)} for path in files]
    # As many blocks as processes, so that no node waits for another's documents.
    blocks = max(1, -(-len(rows) // documents))
    draw = {"dpi": dpi, "limn": limn, "cores": cores, "options": tuple(options), "scratch": scratch}
    return ray.data.from_items(rows, override_num_blocks=blocks).map_batches(
        batches, batch_size=documents, num_cpus=cores, fn_kwargs=draw)


def batches(batch: dict[str, Any], **options: Any) -> Iterator[dict[str, Any]]:
    """Draws the pages of some documents, and gives some pages at a time."""
    rows: list[dict[str, Any]] = []
    for row in rendered([str(path) for path in batch["path"]], **options):
        rows.append(row)
        if len(rows) == PAGES:
            yield _columns(rows)
            rows = []
    if rows or not len(batch["path"]):
        yield _columns(rows)


def rendered(paths: list[str], *, dpi: float, limn: str, cores: int, options: Sequence[str],
             scratch: str | None) -> Iterator[dict[str, Any]]:
    """The rows of some documents, as limn ends each page. Throws OSError if limn does not start or ends by a signal."""
    folder = tempfile.mkdtemp(prefix="limn-pages-", dir=scratch or _memory())
    try:
        # Numbers as names: two documents may have the same name.
        names = {}
        for number, path in enumerate(paths):
            link = os.path.join(folder, f"{number}.pdf")
            os.symlink(os.path.abspath(path), link)
            names[link] = path
        command = [limn, "render", "--files-from", "-", "-0", "-o", os.path.join(folder, "out"), "--dpi", str(dpi), "--jobs",
                   str(cores), "--format", "ppm", "--json", "--quiet", *options]
        run = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                               preexec_fn=end_with_parent, pipesize=UNREAD_BYTES)
        assert run.stdin and run.stdout
        with run:
            run.stdin.write(b"\0".join(os.fsencode(name) for name in names) + b"\0")
            run.stdin.close()
            for line in run.stdout:
                result = json.loads(line)
                yield {"path": names.get(result["input"], result["input"]), "page": result.get("page") or 0,
                       "status": result["status"], "message": " ".join(result.get("messages") or ()), "image": _image(result)}
        if run.returncode < 0 or run.returncode == 64:
            raise OSError(f"{' '.join(command[:2])} ended with {run.returncode}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _image(result: dict[str, Any]) -> Any:
    """The pixels of a page, whose file is removed; an empty picture where there is none."""
    import numpy

    if not result.get("output"):
        return numpy.zeros((0, 0, 3), numpy.uint8)
    # Mapped, not read: Ray copies the pixels anyway.
    file = numpy.memmap(result["output"], numpy.uint8, "r")
    os.unlink(result["output"])
    height, width = result["height"], result["width"]
    # A PPM is a short head, then the pixels.
    return numpy.asarray(file)[-3 * width * height:].reshape(height, width, 3)


def _columns(rows: list[dict[str, Any]]) -> dict[str, Any]:
    import numpy

    images = numpy.empty(len(rows), object)
    for place, row in enumerate(rows):
        images[place] = row["image"]
    columns: dict[str, Any] = {name: numpy.array([row[name] for row in rows]) for name in ("path", "page", "status", "message")}
    return {**columns, "image": images}


def _memory() -> str | None:
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
