# SPDX-License-Identifier: GPL-3.0-or-later
"""The functions and arguments of pdf2image, drawn by Limn. One import line changes:

    from limn.pdf2image import convert_from_path

What differs: pages are always cropped to the CropBox, as viewers show them, also without `use_cropbox`. `poppler_path`,
`use_pdftocairo` and `thread_count` change nothing, because one engine draws all pages. `hide_annotations` is refused. `ownerpw`
is a password like `userpw`. Thin lines stay thin in small pictures.
"""
from __future__ import annotations

import atexit
import os
import threading
import uuid
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Union

from ._engine import Engine
from ._errors import InvalidRequest, LimitReached, LimnError, NoSuchPage
from ._requests import Source

if TYPE_CHECKING:
    from PIL import Image

Size = Union[int, float, tuple[Union[int, None], ...], None]


class PDFPageCountError(Exception):
    """The document cannot be read."""


class PDFSyntaxError(Exception):
    """A page cannot be drawn, and `strict` was asked for."""


class PDFPopplerTimeoutError(Exception):
    """The work took longer than `timeout`."""


class PDFInfoNotInstalledError(Exception):
    """Kept for programs that catch it; it is never raised."""


_ENDINGS = {"ppm": "ppm", "jpeg": "jpg", "jpg": "jpg", "png": "png", "tiff": "tif", "tif": "tif"}
_lock = threading.Lock()
_engines: dict[int | None, Engine] = {}


def _engine(timeout: int | None) -> Engine:
    with _lock:
        if timeout not in _engines:
            _engines[timeout] = Engine(timeout=timeout)
        return _engines[timeout]


def convert_from_path(
    pdf_path: str | PurePath, dpi: int = 200, output_folder: str | PurePath | None = None, first_page: int | None = None,
    last_page: int | None = None, fmt: str = "ppm", jpegopt: dict[str, Any] | None = None, thread_count: int = 1,
    userpw: str | None = None, ownerpw: str | None = None, use_cropbox: bool = False, strict: bool = False,
    transparent: bool = False, single_file: bool = False, output_file: Any = None, poppler_path: str | PurePath | None = None,
    grayscale: bool = False, size: Size = None, paths_only: bool = False, use_pdftocairo: bool = False,
    timeout: int | None = None, hide_annotations: bool = False,
) -> "list[Image.Image] | list[str]":
    """The pages of a PDF as Pillow's images, or as paths with `paths_only`."""
    return _convert(_source(pdf_path), dpi, output_folder, first_page, last_page, fmt, jpegopt, userpw or ownerpw, strict,
                    transparent, single_file, output_file, grayscale, size, paths_only, timeout, hide_annotations)


def convert_from_bytes(pdf_file: bytes, *arguments: Any, **named: Any) -> "list[Image.Image] | list[str]":
    """As convert_from_path, of a document's bytes."""
    return convert_from_path(_content(pdf_file), *arguments, **named)  # type: ignore[arg-type]


def _content(pdf_file: Any) -> bytes:
    if not isinstance(pdf_file, (bytes, bytearray, memoryview)):
        raise TypeError("a document is bytes")
    return bytes(pdf_file)


def _source(path: Any) -> Any:
    return path if isinstance(path, bytes) else os.fspath(path)


def _size(size: Size) -> tuple[dict[str, int], tuple[int, int] | None]:
    """The engine's options for a size, and the exact size that has to be made of it."""
    if size is None:
        return {}, None
    if isinstance(size, (int, float)):
        return {"scale_to": int(size)}, None
    if isinstance(size, tuple) and len(size) == 1 and size[0] is not None:
        return {"scale_to": int(size[0])}, None
    if isinstance(size, tuple) and len(size) == 2:
        width, height = size
        if width is not None and height is not None:
            return {"scale_to": max(int(width), int(height))}, (int(width), int(height))
        if width is not None:
            return {"width": int(width)}, None
        if height is not None:
            return {"height": int(height)}, None
    raise ValueError(f"Size {size!r} is not a tuple or an integer")


def _convert(source: Any, dpi: float, output_folder: Any, first: int | None, last: int | None, fmt: str,
             jpegopt: dict[str, Any] | None, password: str | None, strict: bool, transparent: bool, single: bool,
             output_file: Any, grayscale: bool, size: Size, paths_only: bool, timeout: int | None, hides: bool) -> list[Any]:
    if paths_only and output_folder is None:
        raise TypeError("paths_only needs an output_folder")
    if hides:
        raise NotImplementedError("hide_annotations is not supported")
    kind = fmt.lower().lstrip(".")
    ending = _ENDINGS.get(kind)
    if ending is None:
        ending = kind = "ppm"
    measured, exact = _size(size)
    engine = _engine(timeout)
    first = max(first or 1, 1)
    last = first if single else last
    try:
        pages = None
        if first > 1 or last is not None:
            count = engine.inspect(source, password=password).page_count
            last = min(last or count, count)
            if first > last:
                return []
            pages = f"{first}-{last}"
        options: dict[str, Any] = dict(measured) if measured else {"dpi": dpi}
        images = []
        wants_alpha = transparent and kind in ("png", "tiff", "tif")
        for page in engine.pages(source, pages=pages, password=password, skip_errors=not strict, **options):
            image = page.image()
            if wants_alpha:
                image = _transparent(engine, source, page.number, password, options)
            if exact is not None:
                image = image.resize(exact)
            images.append(image.convert("L") if grayscale else image)
    except LimitReached as problem:
        raise PDFPopplerTimeoutError(str(problem)) from problem
    except NoSuchPage:
        return []
    except InvalidRequest:
        raise
    except LimnError as problem:
        if problem.page is not None:
            raise PDFSyntaxError(str(problem)) from problem
        raise PDFPageCountError(f"Unable to get page count.\n{problem}") from problem
    if output_folder is None:
        return images
    return _saved(images, os.fspath(output_folder), output_file, first, single, kind, ending, jpegopt, paths_only)


def _transparent(engine: Engine, source: Source, number: int, password: str | None, options: dict[str, Any]) -> "Image.Image":
    import tempfile

    from PIL import Image
    with tempfile.TemporaryDirectory() as folder:
        made, = engine.render(source, folder, pages=number, password=password, transparent=True, **options)
        with Image.open(made.path) as image:
            image.load()
            return image


def _saved(images: "list[Image.Image]", folder: str, output_file: Any, first: int, single: bool, kind: str, ending: str,
           jpegopt: dict[str, Any] | None, paths_only: bool) -> list[Any]:
    """Writes images as pdf2image names them: NAME0001-07.png, padded to the last page's number."""
    digits = len(str(first + len(images) - 1))
    made: list[Any] = []
    for index, image in enumerate(images):
        if output_file is None:
            stem = f"{uuid.uuid4()}"
        elif hasattr(output_file, "__next__"):
            stem = str(next(output_file))
        else:
            stem = f"{output_file}0001"
        name = f"{stem}.{ending}" if single else f"{stem}-{first + index:0{digits}}.{ending}"
        path = os.path.join(folder, name)
        if ending == "jpg":
            given = jpegopt or {}
            image.save(path, "JPEG", quality=int(given.get("quality", 75)), progressive=given.get("progressive") in (True, "y"),
                       optimize=given.get("optimize") in (True, "y"))
        else:
            image.save(path)
        made.append(path if paths_only else image)
    return made


def pdfinfo_from_path(pdf_path: str | PurePath, userpw: str | None = None, ownerpw: str | None = None,
                      poppler_path: str | None = None, rawdates: bool = False, timeout: int | None = None,
                      first_page: int | None = None, last_page: int | None = None) -> dict[str, Any]:
    """The properties of a document, with pdfinfo's names: Title, Author, Pages, Encrypted, Page size, …"""
    try:
        found = _engine(timeout).inspect(_source(pdf_path), password=userpw or ownerpw)
    except LimnError as problem:
        raise PDFPageCountError(f"Unable to get page count.\n{problem}") from problem
    report = found.report
    told: dict[str, Any] = dict(report.get("info", {}))
    told.update({
        "Pages": found.page_count, "Encrypted": "yes" if report.get("encrypted") else "no",
        "Tagged": "yes" if report.get("tagged") else "no", "File size": f"{report['bytes']} bytes",
        "PDF version": report.get("version", ""), "Form": "XFA" if report.get("xfa") else "AcroForm" if report.get("formFields") else "none",
    })
    if found.page_sizes and found.page_sizes[0]:
        told["Page size"] = "{:g} x {:g} pts".format(*found.page_sizes[0])
    return told


def pdfinfo_from_bytes(pdf_file: bytes, **named: Any) -> dict[str, Any]:
    """As pdfinfo_from_path, of a document's bytes."""
    return pdfinfo_from_path(_content(pdf_file), **named)  # type: ignore[arg-type]


@atexit.register
def _close() -> None:
    for engine in _engines.values():
        engine.close()


__all__ = ["PDFInfoNotInstalledError", "PDFPageCountError", "PDFPopplerTimeoutError", "PDFSyntaxError",
           "convert_from_bytes", "convert_from_path", "pdfinfo_from_bytes", "pdfinfo_from_path"]
