# SPDX-License-Identifier: GPL-3.0-or-later
"""Says what an export harmed: ORIGINAL OUTPUT PAGES PASSWORD.

PAGES names the pages that were drawn on, from 0, parted by commas, or is "-". Prints a list of sentences, empty when all
is well: what compare_objects finds, whether pdftotext finds another text, whether `qpdf --check` finds the export worse.
"""
import json
import subprocess
import sys

import compare_objects


def text(file, password):
    command = ["pdftotext", "-upw", password, file, "-"]
    try:
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=20).stdout
    except subprocess.TimeoutExpired:
        # Some files keep pdftotext busy for ever.
        return None


def check(file, password):
    command = ["qpdf", f"--password={password}", "--check", file]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=40)
    return {0: "clean", 3: "warnings"}.get(done.returncode, "errors")


def harm(original, output, pages, password=""):
    found = compare_objects.differences(original, output, pages, password)
    wanted = text(original, password)
    if wanted is not None and wanted != text(output, password):
        found.append("pdftotext finds another text")
    before, after = check(original, password), check(output, password)
    verdicts = ["clean", "warnings", "errors"]
    if verdicts.index(after) > verdicts.index(before):
        found.append(f"qpdf --check says {after}, said {before} of the original")
    return found


if __name__ == "__main__":
    original, output, pages, password = sys.argv[1:]
    json.dump(harm(original, output, [] if pages == "-" else [int(n) for n in pages.split(",")], password), sys.stdout)
