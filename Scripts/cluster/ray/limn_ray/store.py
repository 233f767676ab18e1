# SPDX-License-Identifier: GPL-3.0-or-later
"""Where results go: a folder, or an object store. What stands under a name is complete."""
from __future__ import annotations

import errno
import os
import shutil
import uuid
from typing import Any, Protocol


class Store(Protocol):
    """Names are relative and have slashes. Every function throws OSError."""

    def size(self, name: str) -> int | None:
        """Bytes under a name; nothing if there is no such name."""

    def read(self, name: str) -> bytes: ...

    def names(self, folder: str) -> list[str]:
        """The names in a folder, sorted; none if there is no folder."""

    def put(self, path: str, name: str) -> None:
        """Publishes a file, which may be gone afterwards, in place of what is there."""

    def write(self, data: bytes, name: str) -> None: ...

    def create(self, data: bytes, name: str) -> bool:
        """Publishes bytes under a name that must be free. False if it is taken."""

    def scratch(self) -> str | None:
        """A folder on this machine from which publishing is cheap, if there is one."""


def store(uri: str) -> Store:
    """The store at an address such as /shared/out, file:///shared/out, s3://bucket/out or gs://bucket/out."""
    if uri.startswith("file://"):
        return Folder(uri.removeprefix("file://"))
    return Remote(uri) if "://" in uri else Folder(os.path.abspath(uri))


class Folder:
    """A folder of this machine, or one that all nodes share."""

    def __init__(self, path: str) -> None:
        self.path = path

    def size(self, name: str) -> int | None:
        try:
            return os.stat(os.path.join(self.path, name)).st_size
        except FileNotFoundError:
            return None

    def read(self, name: str) -> bytes:
        with open(os.path.join(self.path, name), "rb") as file:
            return file.read()

    def names(self, folder: str) -> list[str]:
        try:
            return sorted(n for n in os.listdir(os.path.join(self.path, folder)) if not n.startswith("."))
        except FileNotFoundError:
            return []

    def put(self, path: str, name: str) -> None:
        final = self._final(name)
        try:
            os.replace(path, final)
        except OSError as error:
            if error.errno != errno.EXDEV:
                raise
            with open(path, "rb") as file:
                self._publish(file, final)

    def write(self, data: bytes, name: str) -> None:
        temporary = self._temporary(data, final := self._final(name))
        os.replace(temporary, final)

    def create(self, data: bytes, name: str) -> bool:
        temporary = self._temporary(data, final := self._final(name))
        try:
            # A name appears whole, and for one of several writers only.
            os.link(temporary, final)
            return True
        except FileExistsError:
            return False
        finally:
            os.unlink(temporary)

    def scratch(self) -> str | None:
        return os.path.join(self.path, "staging")

    def _final(self, name: str) -> str:
        final = os.path.join(self.path, name)
        os.makedirs(os.path.dirname(final), exist_ok=True)
        return final

    def _temporary(self, data: bytes, final: str) -> str:
        temporary = _beside(final)
        try:
            with open(temporary, "xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        except OSError:
            _remove(temporary)
            raise
        return temporary

    def _publish(self, source: Any, final: str) -> None:
        temporary = _beside(final)
        try:
            with open(temporary, "xb") as file:
                shutil.copyfileobj(source, file, 1 << 20)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, final)
        except OSError:
            _remove(temporary)
            raise


class Remote:
    """An object store, or another file system that fsspec knows."""

    # What is put there appears whole, or not at all.
    whole = {"s3", "s3a", "gs", "gcs", "abfs", "abfss", "az", "adl", "oss", "memory"}

    def __init__(self, uri: str) -> None:
        import fsspec

        self.fs, self.root = fsspec.core.url_to_fs(uri)
        self.is_whole = uri.split("://", 1)[0] in self.whole

    def size(self, name: str) -> int | None:
        try:
            self.fs.invalidate_cache()
            return int(self.fs.info(self._path(name))["size"])
        except FileNotFoundError:
            return None

    def read(self, name: str) -> bytes:
        return bytes(self.fs.cat_file(self._path(name)))

    def names(self, folder: str) -> list[str]:
        self.fs.invalidate_cache()
        try:
            found = self.fs.ls(self._path(folder), detail=False)
        except FileNotFoundError:
            return []
        names = (path.rstrip("/").rsplit("/", 1)[-1] for path in found)
        return sorted(n for n in names if not n.startswith("."))

    def put(self, path: str, name: str) -> None:
        final = self._path(name)
        self.fs.makedirs(self.fs._parent(final), exist_ok=True)
        if self.is_whole:
            self.fs.put_file(path, final)
            return
        temporary = _beside(final)
        self.fs.put_file(path, temporary)
        self.fs.mv(temporary, final)

    def write(self, data: bytes, name: str) -> None:
        final = self._path(name)
        self.fs.makedirs(self.fs._parent(final), exist_ok=True)
        target = final if self.is_whole else _beside(final)
        self.fs.pipe_file(target, data)
        if target != final:
            self.fs.mv(target, final)

    def create(self, data: bytes, name: str) -> bool:
        # Most stores have no call that writes a new name only. Two who write at once write the same, or the second one
        # wins: the caller reads back what is there.
        if self.size(name) is not None:
            return False
        self.write(data, name)
        return True

    def scratch(self) -> str | None:
        return None

    def _path(self, name: str) -> str:
        return f"{self.root.rstrip('/')}/{name}"


def fetch(url: str, path: str) -> None:
    """Copies an object to a file. Throws OSError."""
    import fsspec

    fs, remote = fsspec.core.url_to_fs(url)
    fs.get_file(remote, path)


def _beside(final: str) -> str:
    folder, _, name = final.rpartition("/")
    return f"{folder}/.{name}.{uuid.uuid4().hex}"


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        pass
