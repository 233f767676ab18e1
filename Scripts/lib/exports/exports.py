# SPDX-License-Identifier: GPL-3.0-or-later
"""Exports every file of the corpora in every mode and says what became of it: LIMN. Run it in the project."""
import argparse
import hashlib
import json
import os
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path("Tests/TestSupport/Python/judges").resolve()))

from exports import export_report  # noqa: E402
from exports import export_runs  # noqa: E402
from foreign import foreign  # noqa: E402
from corpus.files import ROOTS, distinct  # noqa: E402
from corpus.guarding import each  # noqa: E402

WORKERS, SECONDS = 2, 600


def digest(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def told(options) -> str:
    """The options that decide what is judged, for the report."""
    words = [f" --modes {options.modes}" if options.modes != ",".join(export_runs.MODES) else ""]
    words += [f" --sample {options.sample} --seed {options.seed}" if options.sample else ""]
    words += [f" --only {options.only}" if options.only else ""]
    return "".join(words)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("limn")
    parser.add_argument("--report", type=Path)
    parser.add_argument("--sample", type=int, help="take so many files")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--only", help="take files with this in their path")
    parser.add_argument("--modes", default=",".join(export_runs.MODES))
    parser.add_argument("--results", type=Path, default=Path(".build-exports/results.jsonl"))
    parser.add_argument("--json", type=Path, help="write what was found on each file")
    options = parser.parse_args()
    limn = os.path.realpath(options.limn)
    modes = options.modes.split(",")
    os.environ["SWIFT_BACKTRACE"] = "enable=no"

    files = {str(file): digest(file) for file in distinct(*ROOTS, *foreign.further("forms"))}
    if options.only:
        files = {file: known for file, known in files.items() if options.only in file}
    if options.sample:
        chosen = random.Random(options.seed).sample(sorted(files), min(options.sample, len(files)))
        files = {file: files[file] for file in sorted(chosen)}
    program = digest(limn)
    records = {}
    options.results.parent.mkdir(parents=True, exist_ok=True)
    if options.results.exists():
        for line in options.results.read_text().splitlines():
            known = json.loads(line)
            if known["program"] == program and files.get(known["file"]) == known["digest"] and known["tried"] == modes:
                records[known["file"]] = known
    waiting = sorted(set(files) - set(records))
    print(f"{len(records)} of {len(files)} files were judged before", flush=True)
    with options.results.open("a") as results:
        runs = each(lambda file: export_runs.run(limn, file, files[file], modes), waiting, SECONDS, WORKERS)
        for number, (file, record) in enumerate(runs, 1):
            record = record or {"file": file, "digest": files[file], "modes": {}, "lost": True}
            record |= {"program": program, "tried": modes}
            records[file] = record
            results.write(json.dumps(record) + "\n")
            results.flush()
            for line in export_report.faults(record):
                print(line, flush=True)
            if number % 100 == 0:
                print(f"{number} of {len(waiting)}", flush=True)
    report = export_report.Report(list(records.values()), len(files), modes, told(options))
    print("\n".join(report.lines()))
    if options.json:
        options.json.write_text(json.dumps(report.findings()))
    if options.report:
        options.report.write_text("\n".join(report.document()) + "\n")
    if not report.holds:
        sys.exit("exports: not everything that must hold does, above.")


main()
