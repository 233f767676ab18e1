# SPDX-License-Identifier: GPL-3.0-or-later
"""The engine for programs with threads."""
from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable, Iterator, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from . import _requests as make
from ._requests import Pages, Request, Source
from ._results import Document, Form, Inspection, Mark, Page, PageFile, PageText, Picture

if TYPE_CHECKING:
    from ._process import Call, Process

T = TypeVar("T")
Progress = Callable[[float], None]


class Owner:
    """Starts the process when it is needed, again after it died, and for itself in a child after fork."""

    def __init__(self, *, workers: int | None = None, timeout: float | None = None, memory: int | None = None,
                 max_pixels: float | None = None, max_input: str | None = None, unconfined: bool = False):
        """
        `workers` is how many documents or pages are read at a time (one for each processor). Limits: `timeout` in seconds
        for a page, `memory` in MiB for a worker, `max_pixels` in millions for a picture, `max_input` such as "200MB".
        """
        given = {"--jobs": workers, "--timeout": timeout, "--memory": memory, "--max-pixels": max_pixels,
                 "--max-input": max_input}
        self._arguments = [part for name, value in given.items() if value is not None for part in (name, str(value))]
        if unconfined:
            self._arguments.append("--unconfined")
        self._lock = threading.Lock()
        self._process: Process | None = None

    def _running(self) -> Process:
        if self._process is not None and self._process.pid != os.getpid():
            # The lock may be held by a thread that this child does not have.
            self._lock = threading.Lock()
        with self._lock:
            if self._process is None or self._process.is_dead or self._process.pid != os.getpid():
                # What starts processes takes longer to import than all the rest.
                from ._process import Process
                self._process = Process(self._arguments)
            return self._process

    def _send(self, request: Request[Any], on_page: Callable[[dict[str, Any]], None] | None = None,
              on_progress: Progress | None = None) -> Call:
        return self._running().call(request.message, on_page, on_progress)

    @property
    def version(self) -> str:
        """The version of the engine."""
        return self._running().version

    @property
    def pid(self) -> int:
        """The process id of the engine."""
        return self._running().child.pid

    def close(self) -> None:
        """Ends the engine. Requests under way fail with EngineDied."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None and process.pid == os.getpid():
            process.close()


class Engine(Owner):
    """Renders, fills, flattens and inspects documents, in confined processes beside this one.

    Any thread may call any method at any time; requests run beside each other. A hostile document costs its request, never
    the program. Use it as a context manager, or leave it to the end of the program.
    """

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _result(self, request: Request[T], on_progress: Progress | None = None) -> T:
        call = self._send(request, on_progress=on_progress)
        try:
            return request.make(call.future.result(), call.folder)
        except BaseException:
            if not call.future.done():
                call.cancel()  # Ctrl-C
            raise
        finally:
            call.close()

    def _events(self, request: Request[Any]) -> Iterator[tuple[dict[str, Any], Call]]:
        """The pages of a request as they come."""
        events: "queue.SimpleQueue[dict[str, Any] | None]" = queue.SimpleQueue()
        call = self._send(request, on_page=events.put)
        call.future.add_done_callback(lambda _: events.put(None))
        try:
            while (event := events.get()) is not None:
                yield event, call
            call.future.result()
        finally:
            if not call.future.done():
                call.cancel()
            call.close()

    def pages(self, source: Source, *, pages: Pages = None, dpi: float | None = None, width: int | None = None,
              height: int | None = None, scale_to: int | None = None, ink: Source | None = None,
              password: str | None = None, skip_errors: bool = False, **options: Any) -> Iterator[Page]:
        """The pages of a document as pixels, one after another. A few are drawn ahead, never the whole document.

        The size is 150 dpi unless one of dpi, width, height and scale_to (the longer side) is given. `ink` is laid over the
        pages. Other options are those of `limn render`: quality, layers, audience, no_notes. A page that cannot be drawn
        raises LimnError, or is left out with `skip_errors`.
        """
        request = make.pages(source, pages=pages, dpi=dpi, width=width, height=height, scale_to=scale_to, ink=ink,
                             password=password, **options)
        for event, call in self._events(request):
            call.taken()
            if skip_errors and not event["output"] and event["page"] is not None:
                continue
            yield Page.from_event(event)

    def page(self, source: Source, number: int = 1, **options: Any) -> Page:
        """One page as pixels; options as for `pages`."""
        return list(self.pages(source, pages=number, **options))[0]

    def thumbnail(self, source: Source, size: int = 256, *, page: int = 1, format: str = "png", ink: Source | None = None,
                  password: str | None = None, **options: Any) -> Picture:
        """A small picture of a page whose longer side has `size` pixels. `format` is png, jpeg, webp or ppm."""
        request = make.thumbnail(source, size, page=page, format=format, ink=ink, password=password, **options)
        made = [make.picture(event, format) for event, _ in self._events(request)]
        return made[0]

    def render(self, source: Source, folder: str | os.PathLike[str], *, pages: Pages = None, format: str = "png",
               dpi: float | None = None, width: int | None = None, height: int | None = None, scale_to: int | None = None,
               ink: Source | None = None, password: str | None = None, **options: Any) -> list[PageFile]:
        """Writes pictures of pages to a folder, which is made if it is missing: NAME-1.png, NAME-2.png, …"""
        request = make.pages(source, pages=pages, dpi=dpi, width=width, height=height, scale_to=scale_to, ink=ink,
                             password=password, format=format, **options)
        target = os.fspath(folder)
        os.makedirs(target, exist_ok=True)
        made = []
        for event, call in self._events(request):
            call.taken()
            made.append(make.page_file(event, target))
        return made

    def flatten(self, source: Source, ink: Source, output: str | os.PathLike[str] | None = None, *, mode: str = "overlay",
                password: str | None = None, progress: Progress | None = None, **options: Any) -> Document:
        """Lays ink over a PDF. Without `output`, the new PDF is in the result. Other options are those of `limn flatten`."""
        return self._result(make.flatten(source, ink, output, mode=mode, password=password, **options), progress)

    def fill(self, source: Source, values: Mapping[str, str], output: str | os.PathLike[str] | None = None, *,
             password: str | None = None, progress: Progress | None = None, **options: Any) -> Document:
        """Fills form fields by name. Without `output`, the new PDF is in the result."""
        return self._result(make.fill(source, values, output, password=password, **options), progress)

    def form(self, source: Source, *, password: str | None = None) -> Form:
        """The form fields of a PDF and their values."""
        return self._result(make.form(source, password=password))

    def inspect(self, source: Source, *, password: str | None = None) -> Inspection:
        """What a PDF or an ink file contains."""
        return self._result(make.inspect(source, password=password))

    def text(self, source: Source, *, pages: Pages = None, password: str | None = None) -> list[PageText]:
        """What is printed on the pages of a PDF, in reading order, with the places of words and links."""
        return self._result(make.text(source, pages=pages, password=password))

    def marks(self, source: Source, *, pages: Pages = None, password: str | None = None) -> list[Mark]:
        """The highlights and lines on the text of a PDF, with their words and notes."""
        return self._result(make.marks(source, pages=pages, password=password))

    def detect(self, source: Source, output: str | os.PathLike[str] | None = None, *, password: str | None = None,
               progress: Progress | None = None, **options: Any) -> Document:
        """Makes a form of a sheet without fields. Other options are those of `limn form detect`; the fields, with their
        certainties, are `report["fields"]`."""
        return self._result(make.detect(source, output, password=password, **options), progress)

    def ink(self, source: Source, to: str = "limn-json", *, audience: str | None = None,
            password: str | None = None) -> bytes:
        """The ink of a file or of a PDF in another format: limn, limn-json, xopp, inkml, svg or pencilkit."""
        return self._result(make.ink(source, to, audience=audience, password=password))
