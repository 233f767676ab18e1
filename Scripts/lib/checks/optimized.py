# SPDX-License-Identifier: GPL-3.0-or-later
"""Compiles modules with optimization, as a release does, on top of the build of the tests: YAML MODULE….

No other step of the suite optimizes these modules, and the optimizer may crash on what the tests' build compiles. YAML is
the description of that build. What is compiled is thrown away.
"""
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

# Options of the tests' build that write its files, with and without a value, or that leave optimization out.
WITH_VALUE = {"-output-file-map", "-emit-module-path", "-num-threads", "-emit-objc-header-path", "-index-store-path"}
ALONE = {
    "-emit-module", "-emit-dependencies", "-incremental", "-c", "-enable-batch-mode", "-parseable-output",
    "-serialize-diagnostics", "-Onone", "-enable-testing", "-g", "-DDEBUG"}


def command(description: str, module: str, folder: str) -> list[str]:
    found = re.search(rf'"C\.{re.escape(module)}-[^"]*\.module":(.*?)(?=\n  "|\Z)', description, re.DOTALL)
    if not found:
        sys.exit(f"optimized: the build has no module {module}.")
    sources = [name for name in json.loads(re.search(r"inputs: (\[.*\])", found[1])[1]) if name.endswith(".swift")]
    kept, skips = [], False
    for word in json.loads(re.search(r"args: (\[.*\])", found[1])[1]):
        if skips:
            skips = False
        elif word in WITH_VALUE:
            skips = True
        elif word not in ALONE and not word.startswith(("-j", "@")) and not word.endswith(".swift"):
            kept.append(word)
    return [*kept, "-O", "-whole-module-optimization", "-c", "-o", f"{folder}/module.o", *sources]


def main() -> None:
    description = Path(sys.argv[1]).read_text(encoding="utf-8")
    failed = []
    for module in sys.argv[2:]:
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                command(description, module, folder), cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            print(*done.stdout.splitlines()[:20], sep="\n")
            failed.append(module)
    if failed:
        sys.exit(f"optimized: these modules cannot be compiled with optimization: {', '.join(failed)}.")
    print(f"optimized: {len(sys.argv) - 2} modules are compiled.")


main()
