# SPDX-License-Identifier: GPL-3.0-or-later
"""The command `limn` of this package: python -m limn, or limn on the PATH."""
import os
import sys

from ._errors import EngineDied
from ._process import BUNDLED


def main() -> None:
    """Becomes the command."""
    if not os.path.exists(BUNDLED):
        sys.exit("limn: this package came without its programs.")
    try:
        os.execv(BUNDLED, ["limn", *sys.argv[1:]])
    except (OSError, EngineDied) as problem:
        sys.exit(f"limn: {BUNDLED} cannot be started: {problem}")


if __name__ == "__main__":
    main()
