# SPDX-License-Identifier: GPL-3.0-or-later
"""Names the sources that turn numbers into integers unchecked.

Int(x) of a floating-point x ends the program where x does not fit, and numbers come from files. What is compiled with
`-assert-config Debug`, as the build of the tests is, carries the sentence that the program would end with. So object files tell,
better than a search of the sources could, which sources convert by anything else than Int(clamping:) and Int(exactly:).

Usage: integers.py BUILD, where BUILD is the folder of the tests' build, .build-suite/release.
"""

import sys
from pathlib import Path

SENTENCE = b"value cannot be converted to "
ROOT = Path(__file__).resolve().parents[3]
# The module whose folder has another name.
FOLDERS = {"Limn": "LimnEngine"}


def offenders(build: Path) -> list[Path]:
    """The sources below Sources/ whose objects hold the sentence. Objects of sources that are gone are passed over."""
    found = []
    for module in sorted((ROOT / "Sources").iterdir()):
        name = {folder: name for name, folder in FOLDERS.items()}.get(module.name, module.name)
        objects = build / f"{name.replace('-', '_')}.build"
        if not objects.is_dir():
            continue
        for source in sorted(module.rglob("*.swift")):
            file = objects / f"{source.name}.o"
            if file.is_file() and SENTENCE in file.read_bytes():
                found.append(source.relative_to(ROOT))
    return found


def main() -> None:
    build = Path(sys.argv[1])
    if not (build / "LimnGeometry.build").is_dir():
        sys.exit(f"integers.py: {build} holds no build of the tests; run Scripts/test first.")
    found = offenders(build)
    for source in found:
        print(f"{source} turns a number into an integer that may not hold it; use Int(clamping:) or Int(exactly:).")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
