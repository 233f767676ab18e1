# SPDX-License-Identifier: GPL-3.0-or-later
"""Errors, one class for each kind that a program may want to tell apart."""
from __future__ import annotations


class LimnError(Exception):
    """A request failed. `code` is the engine's word for the kind, `page` the page, from 1, if it concerns one."""

    code = "failed"

    def __init__(self, message: str, code: str | None = None, page: int | None = None):
        super().__init__(message)
        self.message = message
        self.page = page
        if code is not None:
            self.code = code

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.message, self.code, self.page)


class InvalidRequest(LimnError, ValueError):
    """An argument or an option does not exist, or has another type or range."""

    code = "invalid"


class Locked(LimnError):
    """The document needs a password, or the password is wrong."""

    code = "locked"


class NoSuchPage(LimnError, IndexError):
    """The document has fewer pages."""

    code = "noSuchPage"


class Refused(LimnError):
    """The document exceeds a limit or is dangerous, so no work began."""

    code = "refused"


class LimitReached(LimnError):
    """The work took too much time or memory and was stopped."""

    code = "limit"


class WorkerCrashed(LimnError):
    """The worker that read the document died. Nothing else did."""

    code = "crashed"


class Cancelled(LimnError):
    """The work was cancelled."""

    code = "cancelled"


class Signed(LimnError):
    """The document is signed, and the change would break the signature."""

    code = "signed"


class Unverified(LimnError):
    """The new document did not pass the comparison with the original, so it was not written."""

    code = "unverified"


class EngineDied(LimnError):
    """The engine process ended, or could not be started. The next request starts a new one."""

    code = "engineDied"


_CLASSES: dict[str, type[LimnError]] = {
    one.code: one
    for one in (InvalidRequest, Locked, NoSuchPage, Refused, LimitReached, WorkerCrashed, Cancelled, Signed, Unverified)
}
# Words of the engine for the same kinds.
_CLASSES.update({"inkNotShown": Unverified, "tooLarge": Refused, "crash": WorkerCrashed})


def error(code: str, message: str, page: int | None = None) -> LimnError:
    """The error for an engine's word."""
    return _CLASSES.get(code, LimnError)(message, code, page)
