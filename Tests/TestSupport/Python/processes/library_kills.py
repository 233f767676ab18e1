# SPDX-License-Identifier: GPL-3.0-or-later
"""Kills commands on a library at random moments and looks at what is left: JOB.json.

The job is {"program", "folder", "sheet", "ink", "strokes", "runs", "seed"}: in "folder" a library is made of "sheet", and
commands draw "ink" (of so many strokes on one page) on a character, take it back, draw it again, erase, import, export, make
thumbnails, back the library up and pack the character. Each is killed, all its processes together, after a random time; then
the library must hold what was acknowledged, and of what was killed all or nothing. Prints {"faults", "kinds"}: sentences, and
for each kind of command how often it was killed and how often it had come to its end.
"""
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path


class Trial:
    def __init__(self, job):
        self.job, self.random = job, random.Random(job["seed"])
        self.folder = Path(job["folder"])
        self.library = self.folder / "library"
        self.out = self.folder / "out"
        self.out.mkdir(parents=True)
        self.faults, self.kinds, self.seconds = [], {}, {}
        self.templates, self.number = 0, 0

    def command(self, *words):
        return [self.job["program"], *map(str, words), "--library", str(self.library)]

    def done(self, *words):
        """Runs a command to its end."""
        result = subprocess.run(
            self.command(*words), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env=self.environment(), check=False)
        return result.returncode, result.stdout

    @staticmethod
    def environment():
        return dict(os.environ, SWIFT_BACKTRACE="enable=no")

    def fault(self, text):
        self.faults.append(text)

    def killed(self, kind, *words):
        """Runs a command and kills it; whether it came to its end before."""
        began = time.monotonic()
        process = subprocess.Popen(
            self.command(*words), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            start_new_session=True, env=self.environment())
        # Up to a little more than it takes, so that some moments lie behind its end; how long that is, is measured now and then.
        counts = self.kinds.setdefault(kind, {"killed": 0, "ended": 0})
        measured = sum(counts.values()) % 20 == 0
        limit = None if measured else self.random.uniform(0, 1.3 * self.seconds[kind])
        try:
            _, error = process.communicate(timeout=limit)
            ended = True
            self.seconds[kind] = time.monotonic() - began
            if process.returncode not in (0, 3):
                self.fault(f"{kind} failed: {error.decode(errors='replace').strip()}")
        except subprocess.TimeoutExpired:
            ended = False
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
        counts["ended" if ended else "killed"] += 1
        return ended

    def strokes(self):
        code, text = self.done("character", "show", "Mia", "--json")
        if code != 0:
            self.fault(f"the character cannot be shown: {text.strip()}")
            return None
        pages = json.loads(text.splitlines()[0])["pages"]
        return sum(page["strokes"] for page in pages)

    def check(self, when):
        code, text = self.done("library", "check")
        if code != 0:
            self.fault(f"after {when} the library is not sound: {text.strip()}")

    def ink(self, kind, before, after, *words):
        """A change of ink is there whole or not at all, and is there where it was acknowledged."""
        ended = self.killed(kind, "character", *words)
        now = self.strokes()
        if now is None:
            return before
        if now not in ((after,) if ended else (before, after)):
            self.fault(f"{kind} {'ended' if ended else 'was killed'}: {now} strokes instead of {before} or {after}")
        return now

    def templates_there(self):
        code, text = self.done("template", "list", "--json")
        if code != 0:
            self.fault(f"templates cannot be listed: {text.strip()}")
        return len(text.splitlines())

    def importing(self):
        self.number += 1
        names = []
        for index in range(2):
            name = self.folder / f"{self.number}-{index}.pdf"
            name.write_bytes(Path(self.job["sheet"]).read_bytes() + f"\n% {self.number} {index}\n".encode())
            names.append(name)
        before = self.templates
        ended = self.killed("import", "template", "import", *names)
        self.templates = self.templates_there()
        if self.templates not in ((before + 2,) if ended else (before, before + 2)):
            self.fault(f"import: {self.templates} templates after {before}")
        for name in names:
            name.unlink()

    def exporting(self, strokes):
        self.number += 1
        name = self.out / f"{self.number}.pdf"
        ended = self.killed("export", "export", "Mia", "-o", name)
        if ended and not name.exists():
            self.fault("an export that ended is not there")
        if name.exists():
            whole = self.out / "whole.pdf"
            self.done("export", "Mia", "-o", whole)
            if name.read_bytes() != whole.read_bytes():
                self.fault(f"an export of {strokes} strokes is there in part")
            whole.unlink()
            name.unlink()

    def packing(self):
        self.number += 1
        name = self.out / f"{self.number}.limnpkg"
        ended = self.killed("pack", "library", "pack", "Mia", name)
        if ended and not name.exists():
            self.fault("a package that ended is not there")
        if name.exists():
            test = subprocess.run(["unzip", "-tqq", str(name)], check=False, capture_output=True)
            if test.returncode != 0:
                self.fault("a package is there in part")
            name.unlink()

    def backing_up(self):
        self.number += 1
        folder = self.folder / f"backup-{self.number}"
        ended = self.killed("backup", "library", "backup", folder)
        if ended and not folder.exists():
            self.fault("a backup that ended is not there")
        if folder.exists():
            result = subprocess.run(
                [self.job["program"], "library", "check", "--library", str(folder)], stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, text=True, check=False)
            if result.returncode != 0:
                self.fault(f"a backup is not sound: {result.stdout.strip()}")
            shutil.rmtree(folder)

    def run(self):
        sheet, ink, each = self.job["sheet"], self.job["ink"], self.job["strokes"]
        for words in (["template", "import", sheet], ["character", "create", "Mia", "--template", Path(sheet).stem]):
            code, text = self.done(*words)
            if code != 0:
                raise SystemExit(f"{words}: {text}")
        self.templates, strokes, redo = 1, 0, []
        for run in range(self.job["runs"]):
            kind = self.random.choice(
                ["draw", "draw", "draw", "undo", "redo", "erase", "import", "export", "thumbnails", "backup", "pack"])
            if kind == "undo" and strokes == 0 or kind == "erase" and strokes == 0 or kind == "redo" and not redo:
                kind = "draw"
            if kind == "draw":
                now = self.ink(kind, strokes, strokes + each, "draw", "Mia", "--page", 1, ink)
                redo = redo if now == strokes else []
                strokes = now
            elif kind == "undo":
                # What an undo brings back depends on what was done; it changes something, or was killed before.
                before = strokes
                ended = self.killed(kind, "character", "undo", "Mia")
                strokes = self.strokes()
                if ended and strokes == before:
                    self.fault("an undo that ended changed nothing")
                if strokes != before:
                    redo.append(before)
            elif kind == "redo":
                now = self.ink(kind, strokes, redo[-1], "redo", "Mia")
                if now != strokes:
                    redo.pop()
                strokes = now
            elif kind == "erase":
                now = self.ink(kind, strokes, strokes - 1, "erase", "Mia", "--page", 1, "--strokes", "z")
                redo = redo if now == strokes else []
                strokes = now
            elif kind == "import":
                self.importing()
            elif kind == "export":
                self.exporting(strokes)
            elif kind == "thumbnails":
                self.killed(kind, "thumbnails", "Mia")
            elif kind == "pack":
                self.packing()
            else:
                self.backing_up()
            if run % 5 == 4:
                self.check(kind)
        self.check("all")
        left = [name.name for name in self.out.iterdir()]
        if left:
            self.fault(f"left behind: {left}")
        print(json.dumps({"faults": self.faults, "kinds": self.kinds}))


with open(sys.argv[1], encoding="utf-8") as file:
    Trial(json.load(file)).run()
