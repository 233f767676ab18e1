# SPDX-License-Identifier: GPL-3.0-or-later
"""Fills every form of the corpora and says what other programs make of it: LIMN. Run it in the project."""
import argparse
import collections
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path("Tests/TestSupport/Python/judges").resolve()))

from foreign import foreign  # noqa: E402
from corpus.files import ROOTS, distinct  # noqa: E402
from forms.form_compare import HEADING, with_section  # noqa: E402
from forms.form_entries import unseen, value_for, visible  # noqa: E402
from corpus.guarding import each  # noqa: E402

WORKERS, SECONDS, PAGES = 2, 300, 12


def limn_json(limn, *arguments):
    run = subprocess.run([limn, *arguments, "--json"], capture_output=True, text=True, timeout=200)
    lines = run.stdout.strip().split("\n") if run.stdout.strip() else []
    return json.loads(lines[-1]) if lines else {"status": "failed", "messages": [run.stderr[-300:]]}, run.returncode


def sound(path: str) -> int:
    return subprocess.run(["qpdf", "--check", path], capture_output=True, timeout=120).returncode


def judge(limn: str, path: str, keep: str) -> dict:
    """Fills a form and asks everybody."""
    from forms import form_judges as judges
    import pymupdf

    shown, _ = limn_json(limn, "form", "show", path)
    fields = shown.get("fields") or []
    record = {"file": path, "fields": len(fields), "wanted": 0, "wrong": [], "refusal": shown.get("refusal")}
    if not fields:
        return record
    wanted = {field["name"]: value for field in fields if (value := value_for(field)) is not None}
    # A state whose name is empty cannot be told from none.
    record["unseen"] = collections.Counter("has a state without a name" for value in wanted.values() if value == "")
    wanted = {name: value for name, value in wanted.items() if value != ""}
    record["wanted"] = len(wanted)
    if not wanted:
        return record
    by_name = {field["name"]: field for field in fields}
    with tempfile.TemporaryDirectory() as folder:
        data, out = f"{folder}/data.json", f"{folder}/filled.pdf"
        Path(data).write_text(json.dumps(wanted))
        result, _ = limn_json(limn, "form", "fill", path, data, "-o", out)
        record |= {"status": result["status"], "messages": result["messages"][:4], "save": result.get("save")}
        outcomes = {field["name"]: field for field in result.get("fields") or []}
        refused = {name for name, field in outcomes.items() if field["outcome"] == "refused"}
        record["refused"] = {name: outcomes[name].get("reason") for name in list(refused)[:5]}
        if not Path(out).exists():
            record["unwritten"] = True
            return record
        if keep:
            shutil.copy(out, f"{keep}/{path.replace('/', '_')}")
        record["added"] = os.path.getsize(out) - os.path.getsize(path)
        wrong = record["wrong"]
        if sound(out) > sound(path):
            wrong.append(("qpdf --check", "is worse", ""))
        values, bare = judges.values(out)
        told = judges.pdftk(out)
        for name, value in wanted.items():
            if name in refused:
                continue
            field = by_name[name]
            expected = {value}
            if field["type"] in ("check", "radio"):
                expected |= {widget["state"] for widget in field["widgets"] if widget.get("state")}
            if not set(values.get(name, [])) & expected:
                wrong.append(("pikepdf", name, f"{values.get(name)} for {value}"))
            # pdftk tells /Opt's values of buttons, and labels of rows.
            known = (told or {}).get(name)
            labels = {option["label"] for option in field["options"] if option["value"] == value}
            if known is not None and not set(known) & (expected | labels) and name.strip() == name:
                wrong.append(("pdftk", name, f"{known} for {value}"))
            if name in bare and visible(field):
                wrong.append(("appearance", name, "is missing"))
        with pymupdf.open(path) as document:
            sizes = {number + 1: (page.rect.width, page.rect.height) for number, page in enumerate(document)}
        pages = collections.defaultdict(list)
        looks = judges.looks(out)
        for name, value in wanted.items():
            field = by_name[name]
            if name in refused or outcomes.get(name, {}).get("outcome") == "unchanged":
                continue
            reason = unseen(field, value, sizes, looks.get(name, {"hidden": False, "drawn": set()}))
            if reason:
                record["unseen"][reason] += 1
                continue
            for widget in field["widgets"]:
                on = field["type"] not in ("check", "radio") or widget.get("state") and any(
                    widget["state"] == state and not widget["on"] for state in values.get(name, []))
                if widget.get("page") in sizes and on and visible(field):
                    pages[widget["page"]].append((name, widget["rect"]))
        record["seen"] = collections.Counter()
        record["looked"] = 0
        for page in sorted(pages)[:PAGES]:
            record["looked"] += len(pages[page])
            for engine, draw in judges.ENGINES.items():
                try:
                    before = draw(path, page, folder)
                    after = draw(out, page, folder)
                except Exception as error:
                    wrong.append((engine, "", f"page {page}: {type(error).__name__}"))
                    continue
                if before.size != after.size:
                    wrong.append((engine, "", f"page {page} has another size"))
                    continue
                for name, rect in pages[page]:
                    if judges.changed(before, after, rect, sizes[page]):
                        record["seen"][engine] += 1
                    else:
                        wrong.append((engine, name, f"shows nothing new on page {page}"))
    record["seen"] = dict(record["seen"])
    record["unseen"] = dict(record["unseen"])
    return record


def report(records: list, lost: list) -> list:
    judged = [record for record in records if record["wanted"]]
    written = [record for record in judged if not record.get("unwritten")]
    wanted = sum(record["wanted"] for record in written)
    refused = sum(len(record.get("refused") or {}) for record in written)
    by_judge = collections.Counter(judge for record in written for judge, _, _ in record["wrong"])
    looked = sum(record.get("looked", 0) for record in written)
    names = {(record["file"], name) for record in written for _, name, _ in record["wrong"] if name}
    lines = [
        "# Forms of the corpora", "",
        "Made by `Scripts/forms --report`: every field that can be filled gets a value made for its kind; other programs "
        "read the values and draw the pages.", "",
        f"{len(records)} files have fields, {len(judged)} of them such that can be filled; {len(written)} were filled with "
        f"{wanted:,} values, {len(judged) - len(written)} were refused as a whole, {len(lost)} took too long.", "",
        "| judge | values or places | not as wanted | right |", "| --- | ---: | ---: | ---: |",
    ]
    for judge, count in (("pikepdf", wanted), ("pdftk", wanted), ("appearance", wanted), ("poppler", looked),
                         ("pdfium", looked), ("mutool", looked), ("PyMuPDF", looked)):
        share = 100 * (1 - by_judge[judge] / count) if count else 100
        lines.append(f"| {judge} | {count:,} | {by_judge[judge]} | {share:.2f} % |")
    right = 100 * (1 - len(names) / wanted) if wanted else 100
    unseen_kinds = sum((collections.Counter(record.get("unseen") or {}) for record in written), collections.Counter())
    if unseen_kinds:
        kinds = ", ".join(f"{what} ({count})" for what, count in sorted(unseen_kinds.items()))
        lines += ["", f"Fields that no program can show are not looked for on pages. The field {kinds}."]
    lines += ["", f"Fields right by every judge: {right:.2f} %. Refused fields: {refused}. Files that qpdf --check likes "
              f"less than before: {by_judge['qpdf --check']}.", "", "## Files that were refused as a whole", ""]
    for record in judged:
        if record.get("unwritten"):
            lines.append(f"- `{record['file']}`: {record['status']}: {'; '.join(record['messages'])}")
    lines += ["", "## Fields that are not as wanted", ""]
    for record in written:
        groups = collections.defaultdict(list)
        for judge, name, what in record["wrong"]:
            groups[(name, what)].append(judge)
        for (name, what), who in list(groups.items())[:12]:
            lines.append(f"- `{record['file']}`, `{name}`: {', '.join(who)}: {what}")
    lines += ["", "## Fields that were refused", ""]
    for record in written:
        for name, reason in (record.get("refused") or {}).items():
            lines.append(f"- `{record['file']}`, `{name}`: {reason}")
    return lines + [""]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("limn")
    parser.add_argument("--report", type=Path)
    parser.add_argument("--sample", type=int, help="take so many files")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--only", help="take files with this in their path")
    parser.add_argument("--keep", help="keep the filled files in a folder")
    options = parser.parse_args()
    limn = os.path.realpath(options.limn)
    os.environ["SWIFT_BACKTRACE"] = "enable=no"
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
    files = [str(file) for file in distinct(*ROOTS, *foreign.further("forms"))]
    if options.only:
        files = [file for file in files if options.only in file]
    if options.sample:
        files = sorted(random.Random(options.seed).sample(files, min(options.sample, len(files))))
    records, lost = [], []
    for file, record in each(lambda file: judge(limn, file, options.keep), files, SECONDS, WORKERS):
        if record is None:
            lost.append(file)
        elif record["fields"]:
            records.append(record)
            if record["wrong"]:
                print(file, len(record["wrong"]), record["wrong"][0], flush=True)
    records.sort(key=lambda record: record["file"])
    # Where data from elsewhere lie is nobody's business.
    folder = os.environ.get("LIMN_FOREIGN")
    lines = [line.replace(folder, "$LIMN_FOREIGN") if folder else line for line in report(records, lost)]
    print("\n".join(lines))
    if lost:
        print("lost:", *lost, sep="\n  ")
    if options.report:
        text = "\n".join(lines)
        # The comparison with other programs is made by another run.
        old = options.report.read_text() if options.report.exists() else ""
        if HEADING in old:
            text = with_section(text, [old.split(HEADING)[1].strip()])
        options.report.write_text(text)


if __name__ == "__main__":
    main()
