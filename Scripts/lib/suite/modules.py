# SPDX-License-Identifier: GPL-3.0-or-later
"""The targets of Package.swift: which files are theirs, what depends on them, and which tests test them."""
import json
import subprocess
from pathlib import Path

# Programs are tested by targets with other names.
PROGRAMS = {"limn": "CommandTests", "limn-server": "LimnServerTests", "limn-worker": "LimnWorkerServiceTests"}


class Modules:
    def __init__(self, root: Path):
        text = subprocess.run(
            ["swift", "package", "--ignore-lock", "dump-package"], cwd=root, check=True, capture_output=True).stdout
        targets = json.loads(text)["targets"]
        self.tests = {target["name"] for target in targets if target["type"] == "test"}
        self.folders, self.needs = {}, {}
        for target in targets:
            top = "Tests" if target["type"] == "test" else "Sources"
            self.folders[target.get("path") or f"{top}/{target['name']}"] = target["name"]
            names = (entry.get("byName") or entry.get("target") or [None] for entry in target["dependencies"])
            self.needs[target["name"]] = {name[0] for name in names if name[0]}

    def of(self, file: str) -> str | None:
        """The target that a file belongs to."""
        parts = file.split("/")
        return next((self.folders[folder] for count in range(len(parts), 1, -1)
                     if (folder := "/".join(parts[:count])) in self.folders), None)

    def tests_of(self, name: str) -> set[str]:
        """The test targets of a module or program: the one with its name, else those that depend on it.

        Raises `KeyError` if there is no such target."""
        if name in self.tests:
            return {name}
        if name not in self.needs:
            raise KeyError(name)
        own = PROGRAMS.get(name, f"{name}Tests")
        if own in self.tests:
            return {own}
        users = {user for user, needs in self.needs.items() if name in needs}
        return {test for user in users for test in self.tests_of(user)}


def changed(root: Path, since: str | None) -> list[str]:
    """The files that differ from a commit. Without one: from the commit that a remote has, else from the last one; and if
    nothing differs, the files of the last commit."""
    def git(*arguments: str) -> list[str]:
        run = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True)
        return run.stdout.split("\0")[:-1] if run.returncode == 0 else []

    def since_commit(commit: str) -> list[str]:
        return git("diff", "--name-only", "-z", commit) + git("ls-files", "--others", "--exclude-standard", "-z")

    if since:
        if subprocess.run(["git", "rev-parse", "--verify", "--quiet", since], cwd=root, capture_output=True).returncode:
            raise KeyError(since)
        return since_commit(since)
    known = subprocess.run(
        ["git", "merge-base", "HEAD", "@{upstream}"], cwd=root, capture_output=True, text=True).stdout.strip()
    return since_commit(known or "HEAD") or since_commit("HEAD~1")
