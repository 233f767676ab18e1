# SPDX-License-Identifier: GPL-3.0-or-later
"""What requests give back."""
from __future__ import annotations

import mmap
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ._errors import error

if TYPE_CHECKING:
    import numpy
    from PIL import Image


def mapped(path: str) -> memoryview:
    """The bytes of a file, which no longer has a name. They stay until nobody holds them."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        size = os.fstat(descriptor).st_size
        # Private, so that arrays can be written to; only pages that are written to are copied.
        content = mmap.mmap(descriptor, size, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ | mmap.PROT_WRITE)
    finally:
        os.close(descriptor)
    os.unlink(path)
    return memoryview(content)


@dataclass(frozen=True)
class Page:
    """A page as pixels: RGB, 8 bits each, row by row, in memory that no other process uses."""

    #: The page number, from 1.
    number: int
    width: int
    height: int
    #: Warnings about this page. If there are any, the picture may be wrong.
    warnings: list[str]
    #: The pixels, width × height × 3 bytes.
    pixels: memoryview = field(repr=False)

    def numpy(self) -> "numpy.ndarray[Any, Any]":
        """The pixels as an array of height × width × 3, without copying them."""
        import numpy
        return numpy.frombuffer(self.pixels, dtype=numpy.uint8).reshape(self.height, self.width, 3)

    def image(self) -> "Image.Image":
        """The page as Pillow's image."""
        from PIL import Image
        # Pillow takes any buffer, although it declares bytes alone.
        pixels: Any = self.pixels
        return Image.frombuffer("RGB", (self.width, self.height), pixels, "raw", "RGB", 0, 1)

    @classmethod
    def from_event(cls, event: Mapping[str, Any]) -> "Page":
        """Takes the file of a page. Raises LimnError if there is none."""
        if not event["output"]:
            raise error(event["code"] or event["status"], "; ".join(event["messages"]) or "The page cannot be drawn.", event["page"])
        content = mapped(event["output"])
        width, height = event["width"], event["height"]
        # The pixels are the end of a PPM file.
        return cls(event["page"], width, height, event["messages"], content[len(content) - width * height * 3:])


@dataclass(frozen=True)
class Picture:
    """A picture file in memory."""

    data: bytes = field(repr=False)
    #: `png`, `jpeg`, `webp` or `ppm`.
    format: str
    width: int
    height: int
    warnings: list[str]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file."""
        with open(path, "wb") as file:
            file.write(self.data)

    def image(self) -> "Image.Image":
        """The picture as Pillow's image."""
        import io

        from PIL import Image
        return Image.open(io.BytesIO(self.data))


@dataclass(frozen=True)
class PageFile:
    """A picture file of a page."""

    path: str
    number: int
    width: int
    height: int
    warnings: list[str]


@dataclass(frozen=True)
class Document:
    """A new PDF. `data` is None if it was written to a path."""

    data: bytes | None = field(repr=False)
    path: str | None
    warnings: list[str]
    #: The whole result, with the keys of the command's `--json`.
    report: Mapping[str, Any] = field(repr=False)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file."""
        if self.data is None:
            raise ValueError(f"the document is in {self.path} already")
        with open(path, "wb") as file:
            file.write(self.data)


@dataclass(frozen=True)
class Field:
    """A form field."""

    name: str
    #: `text`, `check`, `radio`, `combo`, `list`, `push` or `signature`.
    type: str
    value: Any
    options: list[Any]
    #: The page of its first box, from 1; None if it has none.
    page: int | None
    report: Mapping[str, Any] = field(repr=False)


@dataclass(frozen=True)
class Form:
    """The form of a document."""

    fields: list[Field]
    page_count: int
    warnings: list[str]
    report: Mapping[str, Any] = field(repr=False)

    def __iter__(self) -> Iterator[Field]:
        return iter(self.fields)

    def __getitem__(self, name: str) -> Field:
        for one in self.fields:
            if one.name == name:
                return one
        raise KeyError(name)

    @property
    def values(self) -> dict[str, Any]:
        """The values of all fields that have one, by name."""
        return {one.name: one.value for one in self.fields if one.value is not None}


@dataclass(frozen=True)
class Word:
    """A word on a page."""

    text: str
    #: Left, top, right and bottom in points, from the upper left corner of the page as it is displayed.
    rect: tuple[float, float, float, float]
    #: The numbers of its line and of its block on the page, from 1.
    line: int
    block: int


@dataclass(frozen=True)
class Link:
    """A link of a document: to a page, or to a URI, which is not checked."""

    rect: tuple[float, float, float, float]
    uri: str | None
    page: int | None


@dataclass(frozen=True)
class PageText:
    """What a page shows, in reading order: what is printed, and what form fields and annotations say."""

    number: int
    width: float
    height: float
    #: Each line ends with a line feed, and an empty line separates blocks.
    text: str
    words: list[Word] = field(repr=False)
    links: list[Link] = field(repr=False)
    #: The natural language that the document names, such as `de-CH`; None if it names none.
    language: str | None = None
    #: The level of each block that is a heading by the document's tags, from 1 to 6.
    headings: Mapping[int, int] = field(default_factory=dict, repr=False)


@dataclass(frozen=True)
class Mark:
    """A mark on printed words."""

    #: `highlight`, `underline`, `strikeOut` or `squiggly`.
    kind: str
    page: int
    #: The words below it.
    text: str
    note: str
    author: str
    #: Such as `#ffd100`; None if there is none.
    color: str | None
    rects: list[tuple[float, float, float, float]] = field(repr=False)


@dataclass(frozen=True)
class Inspection:
    """What a PDF or an ink file contains; `report` has the keys of `limn inspect --json`."""

    #: `pdf` or `ink`.
    kind: str
    page_count: int
    #: Width and height of each page in points, as it is displayed; None where ink does not say.
    page_sizes: list[tuple[float, float] | None]
    report: Mapping[str, Any] = field(repr=False)
