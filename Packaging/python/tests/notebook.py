# SPDX-License-Identifier: GPL-3.0-or-later
"""notebook.py FILE: runs the cells of a notebook one after another in this folder, as Jupyter does, but shows no values."""
import ast
import asyncio
import inspect
import json
import sys
from pathlib import Path


def code_of(notebook: Path) -> list[str]:
    """The code of each cell."""
    return ["".join(cell["source"]) for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]


async def run(cells: list[str]) -> None:
    names: dict[str, object] = {"__name__": "__main__"}
    for number, cell in enumerate(cells, 1):
        found = eval(compile(cell, f"cell {number}", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), names)
        if inspect.isawaitable(found):
            await found


if __name__ == "__main__":
    given = code_of(Path(sys.argv[1]))
    asyncio.run(run(given))
    print(f"{len(given)} cells ran.")
