# SPDX-License-Identifier: GPL-3.0-or-later
"""Limn for Python: pictures, thumbnails, forms and ink of PDFs, each document in a confined process.

    import limn

    with limn.Engine() as engine:
        engine.thumbnail("sheet.pdf").save("sheet.png")
        for page in engine.pages("sheet.pdf", dpi=100):
            array = page.numpy()
        engine.fill("sheet.pdf", {"identity.name": "Maren"}, "filled.pdf")
"""
from typing import TYPE_CHECKING

from ._engine import Engine
from ._errors import (Cancelled, EngineDied, InvalidRequest, LimitReached, LimnError, Locked, NoSuchPage, Refused, Signed,
                      Unverified, WorkerCrashed)
from ._results import Document, Field, Form, Inspection, Link, Mark, Page, PageFile, PageText, Picture, Word

if TYPE_CHECKING:
    from ._async import AsyncEngine

__all__ = [
    "AsyncEngine", "Cancelled", "Document", "Engine", "EngineDied", "Field", "Form", "Inspection", "InvalidRequest",
    "LimitReached", "LimnError", "Link", "Locked", "Mark", "NoSuchPage", "Page", "PageFile", "PageText", "Picture", "Refused",
    "Signed", "Unverified", "Word", "WorkerCrashed",
]


def __getattr__(name: str) -> object:
    # asyncio takes longer to import than all the rest.
    if name == "AsyncEngine":
        from ._async import AsyncEngine
        return AsyncEngine
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
