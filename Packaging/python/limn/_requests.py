# SPDX-License-Identifier: GPL-3.0-or-later
"""Requests as values: what to send, and what to make of the answer. Both kinds of engines use them."""
from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO, Generic, TypeVar, Union

from ._errors import InvalidRequest, error
from ._results import Document, Field, Form, Inspection, Link, Mark, Page, PageFile, PageText, Picture, Word, mapped

#: A document: a path, its bytes, or a file that is open for reading.
Source = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, BinaryIO]
#: Pages: one number, several, or a text such as `1-3,7,z`.
Pages = Union[int, Sequence[int], str, None]

T = TypeVar("T")
SUCCESS = ("ok", "warnings")


@dataclass(frozen=True)
class Request(Generic[T]):
    """A request. `sources` become its inputs; `make` turns the result into a value, given the folder of new files."""

    verb: str
    sources: tuple[Source, ...]
    options: Mapping[str, Any]
    make: Callable[[dict[str, Any], str], T]
    password: str | None = None
    window: int | None = None

    def message(self, folder: str) -> dict[str, Any]:
        """What is sent, once the bytes among the sources are files of the folder."""
        inputs = [{"path": place(source, folder, index)} for index, source in enumerate(self.sources)]
        message: dict[str, Any] = {"verb": self.verb, "inputs": inputs, "options": {k: v for k, v in self.options.items() if v is not None}}
        if self.password is not None:
            message["password"] = self.password
        if self.window is not None:
            message["window"] = self.window
        return message


def place(source: Source, folder: str, index: int) -> str:
    """The path of a source. Bytes are written to the folder."""
    if isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        if "\0" in path or not path:
            raise InvalidRequest("A path is empty or has a zero byte.")
        return os.path.abspath(path)
    content = source.read() if hasattr(source, "read") else source
    if not isinstance(content, (bytes, bytearray, memoryview)):
        raise InvalidRequest("A document is a path, bytes, or a file that is open in binary mode.")
    path = os.path.join(folder, f"input-{index}")
    with open(path, "xb") as file:
        file.write(content)
    return path


def checked(result: dict[str, Any]) -> dict[str, Any]:
    """The result, if it is one of a success. Raises LimnError otherwise."""
    if result["status"] not in SUCCESS:
        raise error(result["status"], "; ".join(result["messages"]) or result["status"])
    return result


def selection(pages: Pages) -> str | None:
    """Pages as the engine writes them."""
    if pages is None or isinstance(pages, str):
        return pages
    numbers = [pages] if isinstance(pages, int) else list(pages)
    if not numbers or any(not isinstance(one, int) or one < 1 for one in numbers):
        raise InvalidRequest("Pages are numbers from 1.")
    return ",".join(map(str, numbers))


def size_options(dpi: float | None, width: int | None, height: int | None, scale_to: int | None) -> dict[str, Any]:
    """The options for a size; only one may be given."""
    sizes = {"dpi": dpi, "width": width, "height": height, "scale-to": scale_to}
    if sum(value is not None for value in sizes.values()) > 1:
        raise InvalidRequest("Give only one of dpi, width, height and scale_to.")
    return sizes


def pages(source: Source, *, pages: Pages = None, dpi: float | None = None, width: int | None = None,
          height: int | None = None, scale_to: int | None = None, ink: Source | None = None, password: str | None = None,
          format: str = "ppm", window: int = 8, **options: Any) -> Request[None]:
    sources = (source,) if ink is None else (source, ink)
    return Request("render", sources, {
        "format": format, "pages": selection(pages), **size_options(dpi, width, height, scale_to), **named(options)},
        lambda result, folder: None, password, window)


def thumbnail(source: Source, size: int = 256, *, page: int = 1, format: str = "png", ink: Source | None = None,
              password: str | None = None, **options: Any) -> Request[list[Picture]]:
    sources = (source,) if ink is None else (source, ink)
    return Request("thumbnail", sources, {"size": size, "page": page, "format": format, **named(options)},
                   lambda result, folder: [], password)


def picture(event: Mapping[str, Any], format: str) -> Picture:
    """A picture file from the event of its page."""
    if not event["output"]:
        raise error(event["code"] or event["status"], "; ".join(event["messages"]) or "The page cannot be drawn.", event["page"])
    return Picture(bytes(mapped(event["output"])), format, event["width"], event["height"], event["messages"])


def page_file(event: Mapping[str, Any], folder: str) -> PageFile:
    """Moves a picture of a page to a folder."""
    if not event["output"]:
        raise error(event["code"] or event["status"], "; ".join(event["messages"]) or "The page cannot be drawn.", event["page"])
    target = os.path.join(folder, os.path.basename(event["output"]))
    move(event["output"], target)
    return PageFile(target, event["page"], event["width"], event["height"], event["messages"])


def move(source: str, target: str) -> None:
    """Moves a new file to its place, whole or not at all."""
    import shutil
    try:
        os.replace(source, target)
    except OSError:
        beside = f"{target}.{os.getpid()}.part"
        try:
            with open(source, "rb") as old, open(beside, "xb") as new:
                shutil.copyfileobj(old, new)
                new.flush()
                os.fsync(new.fileno())
            os.replace(beside, target)
        except BaseException:
            if os.path.exists(beside):
                os.unlink(beside)
            raise
        os.unlink(source)


def document(result: dict[str, Any], folder: str, output: str | None) -> Document:
    checked(result)
    made = os.path.join(folder, "out.pdf")
    if output is None:
        return Document(bytes(mapped(made)), None, result["messages"], result)
    move(made, output)
    return Document(None, output, result["messages"], result)


def flatten(source: Source, ink: Source, output: str | os.PathLike[str] | None = None, *, mode: str = "overlay",
            password: str | None = None, **options: Any) -> Request[Document]:
    path = None if output is None else os.path.abspath(os.fspath(output))
    return Request("flatten", (source, ink), {"mode": mode, **named(options)},
                   lambda result, folder: document(result, folder, path), password)


def fill(source: Source, values: Mapping[str, str], output: str | os.PathLike[str] | None = None, *,
         password: str | None = None, **options: Any) -> Request[Document]:
    path = None if output is None else os.path.abspath(os.fspath(output))
    for name, value in values.items():
        if not isinstance(name, str) or not isinstance(value, str):
            raise InvalidRequest("Names and values of fields are texts.")
    return Request("form fill", (source,), {"set": dict(values), **named(options)},
                   lambda result, folder: document(result, folder, path), password)


def form(source: Source, *, password: str | None = None) -> Request[Form]:
    def make(result: dict[str, Any], folder: str) -> Form:
        fields = [Field(one["name"], one["type"], one["value"], one["options"], one["page"], one) for one in result["fields"]]
        return Form(fields, result["pageCount"], checked(result)["messages"], result)
    return Request("form show", (source,), {}, make, password)


def inspect(source: Source, *, password: str | None = None) -> Request[Inspection]:
    def make(result: dict[str, Any], folder: str) -> Inspection:
        sizes = [None if page.get("width") is None or page.get("height") is None else (page["width"], page["height"])
                 for page in checked(result)["pages"]]
        return Inspection("ink" if "strokes" in result else "pdf", len(sizes), sizes, result)
    return Request("inspect", (source,), {}, make, password)


def written(result: dict[str, Any]) -> list[dict[str, Any]]:
    """The list that the engine has written to a file."""
    found: list[dict[str, Any]] = json.loads(bytes(mapped(checked(result)["output"])))
    return found


def text(source: Source, *, pages: Pages = None, password: str | None = None) -> Request[list[PageText]]:
    def make(result: dict[str, Any], folder: str) -> list[PageText]:
        return [PageText(one["page"], one["width"], one["height"], one["text"],
                         [Word(word["text"], tuple(word["rect"]), word["line"], word["block"]) for word in one["words"]],
                         [Link(tuple(link["rect"]), link.get("uri"), link.get("page")) for link in one["links"]],
                         one.get("language"), {heading["block"]: heading["level"] for heading in one.get("headings", [])})
                for one in written(result)]
    return Request("text", (source,), {"pages": selection(pages)}, make, password)


def marks(source: Source, *, pages: Pages = None, password: str | None = None) -> Request[list[Mark]]:
    def make(result: dict[str, Any], folder: str) -> list[Mark]:
        return [Mark(one["kind"], one["page"], one["text"], one["note"], one["author"], one.get("color"),
                     [tuple(rect) for rect in one["rects"]]) for one in written(result)]
    return Request("marks", (source,), {"pages": selection(pages)}, make, password)


def detect(source: Source, output: str | os.PathLike[str] | None = None, *, password: str | None = None,
           **options: Any) -> Request[Document]:
    path = None if output is None else os.path.abspath(os.fspath(output))
    return Request("form detect", (source,), named(options), lambda result, folder: document(result, folder, path), password)


def ink(source: Source, to: str = "limn-json", *, audience: str | None = None, password: str | None = None) -> Request[bytes]:
    def make(result: dict[str, Any], folder: str) -> bytes:
        checked(result)
        made = next(name for name in os.listdir(folder) if name.startswith("out."))
        return bytes(mapped(os.path.join(folder, made)))
    options = {"to": to} if audience is None else {"to": to, "audience": audience}
    return Request("ink convert", (source,), options, make, password)


def named(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options as the engine spells them: `no_verify` is `no-verify`. The engine checks them."""
    return {name.replace("_", "-"): value for name, value in options.items()}


__all__ = ["Page", "Pages", "Request", "Source"]
