# SPDX-License-Identifier: GPL-3.0-or-later
"""The command `limn` of this package: python -m limn, or limn on the PATH."""
import os
import sys

from ._errors import EngineDied
from ._process import HERE


def main() -> None:
    """Becomes the command."""
    program = HERE / "_programs/bin/limn"
    if not program.exists():
        sys.exit("limn: this package came without its programs.")
    try:
        os.execv(program, ["limn", *sys.argv[1:]])
    except (OSError, EngineDied) as problem:
        sys.exit(f"limn: {program} cannot be started: {problem}")


if __name__ == "__main__":
    main()
