# SPDX-License-Identifier: GPL-3.0-or-later
"""histories.py PROGRAM [--rounds N] [--libraries N] [--seed N] [--server] [--report FILE]: people who write on several machines,
whose syncs are killed.

Each library has a folder of its own, and a carrier copies files between the folders late, in any order, and sometimes only in part.
With --server, a server has the first library, and the others sync with it, too; it is killed like the rest. In the end everything
arrives. All libraries must then show the same, all that was drawn, and what judge.py says from the packets.
"""
import argparse
import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from sync.judge import shown

LINE = '<stroke tool="pen" color="#000000ff" width="1.4">10 {y} 20 {z} 30 {y}</stroke>'
INK = ('<?xml version="1.0"?><xournal version="0.4"><page width="612" height="792">'
       '<background type="solid" color="white" style="plain"/><layer>{}</layer></page></xournal>')


class History:
    def __init__(self, program: str, home: Path, libraries: int, seed: int, has_server: bool) -> None:
        self.program, self.home, self.random = program, home, random.Random(seed)
        self.libraries = [home / f"library-{number}" for number in range(libraries)]
        self.folders = [home / f"folder-{number}" for number in range(libraries)]
        self.drawn = {1: 0, 2: 0}
        self.tags: set[str] = set()
        self.killed = self.cut = self.restarts = 0
        self.server: subprocess.Popen[str] | None = None
        self.address = ""
        sheet = Path(__file__).parents[3] / "Samples/character-sheet.pdf"
        self.limn(0, "template", "import", str(sheet))
        self.limn(0, "character", "create", "Maren", "--template", "character-sheet")
        self.character = json.loads(self.limn(0, "character", "show", "Maren", "--json"))["id"]
        for number in range(libraries):
            self.carry(all_of_it=True)
            self.limn(number, "sync", str(self.folders[number]))
        if has_server:
            self.serve()

    def serve(self) -> None:
        """Starts the server of the first library."""
        program = Path(self.program).with_name("limn-server")
        self.server = subprocess.Popen([program, "--library", self.libraries[0], "--port", "0", "--no-auth"], text=True,
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert self.server.stdout
        self.address = self.server.stdout.readline().strip()

    def end_server(self) -> None:
        if self.server:
            self.server.kill()
            self.server.wait()

    def limn(self, library: int, *words: str, fails: bool = False) -> str:
        done = subprocess.run([self.program, *words, "--library", str(self.libraries[library])], capture_output=True, text=True)
        if done.returncode not in (0, 3) and not fails:
            sys.exit(f"limn {' '.join(words)} ended with {done.returncode}: {done.stderr}")
        return done.stdout

    def carry(self, all_of_it: bool = False) -> None:
        """Copies files between the folders, in random order. A file that is cut off is completed later."""
        files = [(path, folder / path.relative_to(source)) for source in self.folders for path in source.rglob("*")
                 if path.is_file() and not path.name.startswith(".") for folder in self.folders if folder != source]
        self.random.shuffle(files)
        for path, target in files:
            if target.exists() and target.stat().st_size >= path.stat().st_size:
                continue
            # The folder's mark comes first: a folder without it would become another one.
            if not all_of_it and path.name != "limn-sync.json" and self.random.random() < 0.4:
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            data = path.read_bytes()
            if not all_of_it and path.name != "limn-sync.json" and self.random.random() < 0.15:
                data = data[:len(data) // 2]
                self.cut += 1
            target.write_bytes(data)

    def write(self, library: int) -> None:
        kind = self.random.randrange(8)
        if kind < 5:
            page, count = self.random.choice([1, 2]), self.random.randint(1, 5)
            lines = "".join(LINE.format(y=y, z=y + 3) for y in (self.random.randint(0, 700) for _ in range(count)))
            ink = self.home / "ink.xopp"
            ink.write_text(INK.format(lines))
            self.limn(library, "character", "draw", self.character, str(ink), "--page", str(page))
            self.drawn[page] += count
        elif kind == 5:
            self.limn(library, "character", "rename", self.character, f"Maren {self.random.randrange(1000)}")
        elif kind == 6:
            tag = f"tag {self.random.randrange(30)}"
            self.limn(library, "character", "tag", self.character, tag)
            self.tags.add(tag)
        else:
            level = f"identity.level={self.random.randint(1, 20)}"
            self.limn(library, "character", "fill", self.character, "--set", level)

    def sync(self, library: int) -> None:
        asks_server = self.server is not None and library > 0 and self.random.random() < 0.6
        place = self.address if asks_server else str(self.folders[library])
        command = [self.program, "sync", place, "--library", str(self.libraries[library])]
        running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            if asks_server and self.random.random() < 0.4:
                time.sleep(self.random.random() * 0.1)
                self.end_server()
                self.restarts += 1
                self.serve()
            running.wait(self.random.random() * 0.3)
        except subprocess.TimeoutExpired:
            running.kill()
            self.killed += 1
        running.wait()

    def settle(self) -> None:
        for _ in range(3):
            for number in range(1, len(self.libraries) if self.server else 0):
                self.limn(number, "sync", self.address)
            for number, folder in enumerate(self.folders):
                self.carry(all_of_it=True)
                self.limn(number, "sync", str(folder))

    def faults(self) -> list[str]:
        """What is wrong in the end."""
        found = []
        seen = []
        for number in range(len(self.libraries)):
            record = json.loads(self.limn(number, "character", "show", self.character, "--json"))
            values = json.loads(self.limn(number, "character", "values", self.character, "--json"))
            level = next((str(field["value"]) for field in values["fields"] if field["name"] == "identity.level"), None)
            seen.append((record["name"], sorted(record["tags"]), level,
                         {page["page"]: page["strokes"] for page in record["pages"]}))
            check = self.limn(number, "library", "check", fails=True)
            if "sound" not in check:
                found.append(f"library {number}: {check.strip()}")
        if any(one != seen[0] for one in seen):
            found.append(f"the libraries differ: {seen}")
        name, tags, level, pages = seen[0]
        if pages != {page: count for page, count in self.drawn.items() if count}:
            found.append(f"{self.drawn} were drawn, {pages} are there")
        if set(tags) != self.tags:
            found.append(f"the tags {sorted(self.tags)} were given, {tags} are there")
        judged = shown(self.folders[0])[self.character]
        if (judged["name"], judged["tags"], judged["pages"]) != (name, tags, pages):
            found.append(f"the packets say {judged}, the libraries {seen[0]}")
        if "identity.level" in judged["values"] and str(judged["values"]["identity.level"]) != level:
            found.append(f"the packets say level {judged['values']['identity.level']}, the libraries {level}")
        return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--libraries", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--server", action="store_true")
    parser.add_argument("--report", type=Path)
    options = parser.parse_args()
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        history = History(options.program, Path(folder), options.libraries, options.seed, options.server)
        for _ in range(options.rounds):
            library = history.random.randrange(options.libraries)
            for _ in range(history.random.randint(1, 3)):
                history.write(library)
            history.carry()
            history.sync(library)
        history.settle()
        history.end_server()
        faults = history.faults()
        packets = len(list(history.folders[0].glob("changes/*/*.limnsync")))
        size = sum(path.stat().st_size for path in history.folders[0].rglob("*") if path.is_file())
    rows = [("libraries", options.libraries), ("times that somebody wrote and then synced", options.rounds),
            ("syncs that were killed", history.killed), ("times that the server was killed", history.restarts),
            ("files that arrived only in part at first", history.cut),
            ("strokes drawn", sum(history.drawn.values())), ("packets", packets), ("KiB in the folder", size >> 10),
            ("seconds", round(time.monotonic() - begin)), ("faults", len(faults))]
    table = "| | |\n| --- | ---: |\n" + "".join(f"| {name} | {count:,} |\n" for name, count in rows)
    print(table + "".join(f"- {fault}\n" for fault in faults))
    if options.report:
        head = (f"# Sync\n\nMeasured by `Scripts/sync --rounds {options.rounds} --libraries {options.libraries} --seed "
                f"{options.seed}{' --server' * options.server}`: libraries\nthrough folders that a carrier fills late, in any order "
                "and sometimes only in part, and through a server, with syncs and servers\nthat are killed at random moments. In the "
                "end, the libraries must show the same, everything that was drawn, and what a program\nthat shares no code with Limn "
                "reads from the packets.\n\n")
        options.report.write_text(head + table)
    if faults:
        sys.exit(f"{len(faults)} faults; seed {options.seed}")


if __name__ == "__main__":
    main()
