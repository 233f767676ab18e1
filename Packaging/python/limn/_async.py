# SPDX-License-Identifier: GPL-3.0-or-later
"""The engine for asyncio."""
from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from . import _requests as make
from ._engine import Owner, Progress
from ._requests import Pages, Request, Source
from ._results import Document, Form, Inspection, Mark, Page, PageFile, PageText, Picture

if TYPE_CHECKING:
    from ._process import Call

T = TypeVar("T")


def _abandon(sent: "asyncio.Future[Call]") -> None:
    if not sent.cancelled() and sent.exception() is None:
        sent.result().cancel()
        sent.result().close()


class AsyncEngine(Owner):
    """The same for asyncio: requests are awaited, and cancelling a task ends its work."""

    async def __aenter__(self) -> "AsyncEngine":
        return self

    async def __aexit__(self, kind: type[BaseException] | None, value: BaseException | None,
                        trace: TracebackType | None) -> None:
        await asyncio.to_thread(self.close)

    async def _begin(self, request: Request[Any], on_page: Callable[[dict[str, Any] | None], None] | None = None,
                     on_progress: Progress | None = None) -> Call:
        """Sends a request. A task that is cancelled before the call is here must not leave it behind."""
        # No task, which the end of asyncio.run would cancel.
        sent = asyncio.get_running_loop().run_in_executor(None, self._send, request, on_page, on_progress)
        try:
            return await asyncio.shield(sent)
        except asyncio.CancelledError:
            sent.add_done_callback(_abandon)
            raise

    async def _result(self, request: Request[T], on_progress: Progress | None = None) -> T:
        loop = asyncio.get_running_loop()

        def told(share: float) -> None:
            if on_progress is not None:
                loop.call_soon_threadsafe(on_progress, share)

        call = await self._begin(request, None, told)
        try:
            result = await asyncio.wrap_future(call.future)
            return await asyncio.to_thread(request.make, result, call.folder)
        except asyncio.CancelledError:
            call.cancel()
            raise
        finally:
            call.close()

    async def _events(self, request: Request[Any]) -> AsyncIterator[tuple[dict[str, Any], Call]]:
        loop = asyncio.get_running_loop()
        events: "asyncio.Queue[dict[str, Any] | None]" = asyncio.Queue()

        def put(event: dict[str, Any] | None) -> None:
            try:
                loop.call_soon_threadsafe(events.put_nowait, event)
            except RuntimeError:
                pass  # The loop has ended, and nobody waits.

        call = await self._begin(request, put)
        call.future.add_done_callback(lambda _: put(None))
        try:
            while (event := await events.get()) is not None:
                yield event, call
            call.future.result()
        finally:
            if not call.future.done():
                call.cancel()
            call.close()

    async def pages(self, source: Source, *, pages: Pages = None, dpi: float | None = None, width: int | None = None,
                    height: int | None = None, scale_to: int | None = None, ink: Source | None = None,
                    password: str | None = None, skip_errors: bool = False, **options: Any) -> AsyncIterator[Page]:
        """As `Engine.pages`."""
        request = make.pages(source, pages=pages, dpi=dpi, width=width, height=height, scale_to=scale_to, ink=ink,
                             password=password, **options)
        async for event, call in self._events(request):
            call.taken()
            if skip_errors and not event["output"] and event["page"] is not None:
                continue
            yield Page.from_event(event)

    async def page(self, source: Source, number: int = 1, **options: Any) -> Page:
        """As `Engine.page`."""
        return [page async for page in self.pages(source, pages=number, **options)][0]

    async def thumbnail(self, source: Source, size: int = 256, *, page: int = 1, format: str = "png",
                        ink: Source | None = None, password: str | None = None, **options: Any) -> Picture:
        """As `Engine.thumbnail`."""
        request = make.thumbnail(source, size, page=page, format=format, ink=ink, password=password, **options)
        return [make.picture(event, format) async for event, _ in self._events(request)][0]

    async def render(self, source: Source, folder: str | os.PathLike[str], *, pages: Pages = None, format: str = "png",
                     dpi: float | None = None, width: int | None = None, height: int | None = None, scale_to: int | None = None,
                     ink: Source | None = None, password: str | None = None, **options: Any) -> list[PageFile]:
        """As `Engine.render`."""
        request = make.pages(source, pages=pages, dpi=dpi, width=width, height=height, scale_to=scale_to, ink=ink,
                             password=password, format=format, **options)
        target = os.fspath(folder)
        await asyncio.to_thread(os.makedirs, target, exist_ok=True)
        made = []
        async for event, call in self._events(request):
            call.taken()
            made.append(await asyncio.to_thread(make.page_file, event, target))
        return made

    async def flatten(self, source: Source, ink: Source, output: str | os.PathLike[str] | None = None, *,
                      mode: str = "overlay", password: str | None = None, progress: Progress | None = None,
                      **options: Any) -> Document:
        """As `Engine.flatten`."""
        return await self._result(make.flatten(source, ink, output, mode=mode, password=password, **options), progress)

    async def fill(self, source: Source, values: Mapping[str, str], output: str | os.PathLike[str] | None = None, *,
                   password: str | None = None, progress: Progress | None = None, **options: Any) -> Document:
        """As `Engine.fill`."""
        return await self._result(make.fill(source, values, output, password=password, **options), progress)

    async def form(self, source: Source, *, password: str | None = None) -> Form:
        """As `Engine.form`."""
        return await self._result(make.form(source, password=password))

    async def inspect(self, source: Source, *, password: str | None = None) -> Inspection:
        """As `Engine.inspect`."""
        return await self._result(make.inspect(source, password=password))

    async def text(self, source: Source, *, pages: Pages = None, password: str | None = None) -> list[PageText]:
        """As `Engine.text`."""
        return await self._result(make.text(source, pages=pages, password=password))

    async def marks(self, source: Source, *, pages: Pages = None, password: str | None = None) -> list[Mark]:
        """As `Engine.marks`."""
        return await self._result(make.marks(source, pages=pages, password=password))

    async def detect(self, source: Source, output: str | os.PathLike[str] | None = None, *, password: str | None = None,
                     progress: Progress | None = None, **options: Any) -> Document:
        """As `Engine.detect`."""
        return await self._result(make.detect(source, output, password=password, **options), progress)

    async def ink(self, source: Source, to: str = "limn-json", *, audience: str | None = None,
                  password: str | None = None) -> bytes:
        """As `Engine.ink`."""
        return await self._result(make.ink(source, to, audience=audience, password=password))
