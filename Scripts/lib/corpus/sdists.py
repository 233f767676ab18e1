# SPDX-License-Identifier: GPL-3.0-or-later
"""Fetches the PDFs of source distributions: FOLDER NAME==VERSION=SHA256… puts them into FOLDER/NAME.

`pip download` builds what it fetches to learn its dependencies, which takes minutes and a compiler. This asks
pip's own finder, so that pip's configuration (index, certificates, proxies) counts, and takes the archive as it is.
"""
import hashlib
import io
import sys
import tarfile
from pathlib import Path, PurePosixPath

from pip._internal.commands import create_command
from pip._internal.network.utils import HEADERS, response_chunks


def link(finder, name: str, version: str):
    for candidate in finder.find_all_candidates(name):
        if str(candidate.version) == version and not candidate.link.is_wheel:
            return candidate.link
    sys.exit(f"sdists: the index has no source distribution of {name} {version}.")


def fetch(session, url: str) -> bytes:
    response = session.get(url, headers=HEADERS, stream=True)
    response.raise_for_status()
    return b"".join(response_chunks(response))


def unpack(archive: bytes, folder: Path) -> None:
    """Writes the PDFs only, under their own folders, less the archive's top one."""
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        for member in tar:
            path = PurePosixPath(*PurePosixPath(member.name).parts[1:])
            if member.isfile() and path.suffix.lower() == ".pdf" and ".." not in path.parts:
                target = folder / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(tar.extractfile(member).read())


def main(folder: str, *pins: str) -> None:
    command = create_command("download")
    options, _ = command.parse_args([])
    with command.main_context():
        session = command.get_default_session(options)
        finder = command._build_package_finder(options, session)
        for pin in pins:
            name, _, rest = pin.partition("==")
            version, _, digest = rest.partition("=")
            source = link(finder, name, version)
            data = fetch(session, source.url_without_fragment)
            if hashlib.sha256(data).hexdigest() != digest:
                sys.exit(f"sdists: {source.filename} is not the file that was pinned.")
            unpack(data, Path(folder, name))


main(*sys.argv[1:])
