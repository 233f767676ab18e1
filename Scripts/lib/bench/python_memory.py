# SPDX-License-Identifier: GPL-3.0-or-later
"""python_memory.py PAGES FOLDER…: what the Python package takes of memory while one engine draws many pages.

Two workers draw the pages of the folders' documents of up to 40 pages again and again; a page that takes 5 s is left out. Prints
the memory of the program, and that of the engine with its workers, after each round, so that the same documents came last. Memory
that processes share counts once, in parts (Pss).
The program fails if either grew by more than a tenth, and by more than 10 MiB, between the second round and the last.
"""
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import limn

WORKERS, DPI, MOST, LIMIT = 2, 50, 40, 5


def memory(pid: int) -> float:
    """MiB of a process; 0 if it has just ended. Workers let only root see how much they share."""
    try:
        return int(Path(f"/proc/{pid}/smaps_rollup").read_text().split("\nPss:")[1].split()[0]) / 1024
    except (OSError, IndexError):
        try:
            return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / (1 << 20)
        except OSError:
            return 0


def family(pid: int) -> list[int]:
    """A process and all that it started."""
    try:
        children = [int(word) for task in os.listdir(f"/proc/{pid}/task")
                    for word in Path(f"/proc/{pid}/task/{task}/children").read_text().split()]
    except OSError:
        return []
    return [pid, *(one for child in children for one in family(child))]


def main() -> None:
    wanted, folders = int(sys.argv[1]), sys.argv[2:]
    files = sorted(str(path) for folder in folders for path in Path(folder).rglob("*.pdf"))
    rows: list[tuple[int, float, float]] = []
    drawn, begin = 0, time.monotonic()
    with limn.Engine(workers=WORKERS, timeout=LIMIT) as engine, ThreadPoolExecutor(2 * WORKERS) as pool:
        def draw(path: str) -> int:
            try:
                if engine.inspect(path).page_count > MOST:
                    return 0
                return sum(page.numpy().size > 0 for page in engine.pages(path, dpi=DPI, skip_errors=True))
            except limn.LimnError:
                return 0

        while drawn < wanted:
            before = drawn
            drawn += sum(pool.map(draw, files))
            rows.append((drawn, memory(os.getpid()), sum(map(memory, family(engine.pid)))))
            if drawn == before:
                sys.exit("no document of these folders can be drawn.")
        seconds = time.monotonic() - begin
    print(f"{drawn} pages at {DPI} dpi, {WORKERS} workers, one engine, {seconds:.0f} s.\n")
    print("| pages | the program | the engine and its workers |")
    print("| --- | --- | --- |")
    for pages, own, theirs in rows:
        print(f"| {pages} | {own:.1f} MiB | {theirs:.1f} MiB |")
    if len(rows) < 3:
        sys.exit("fewer than three rounds cannot be compared.")
    for name, column in (("the program", 1), ("the engine", 2)):
        early, late = rows[1][column], rows[-1][column]
        if late > early * 1.1 and late > early + 10:
            sys.exit(f"{name} grew from {early:.1f} to {late:.1f} MiB.")


if __name__ == "__main__":
    main()
