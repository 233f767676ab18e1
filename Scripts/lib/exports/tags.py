# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether additions to tagged documents break rules of PDF/UA-1. See Scripts/tags."""
import argparse
import collections
import json
import subprocess
import tempfile
from pathlib import Path

import page as judge
import pikepdf

ROOT = Path(__file__).resolve().parents[3]
COLOR = {"red": 0.1, "green": 0.2, "blue": 0.6, "alpha": 1}
STYLE = {"family": "DejaVu Sans", "size": 11, "weight": 400, "isItalic": False, "isUnderlined": False, "isStruck": False, "color": COLOR}


def text(words, y):
    return {"strokesBelow": 0, "text": {"runs": [{"text": words, "style": STYLE}], "transform": [1, 0, 0, 1, 100, y]}}


#: A stroke, two texts that were not typed in reading order, a highlight and a note.
INK = {"limnInk": 4, "pages": [{
    "size": [612, 792], "layers": [{"name": "Spells"}],
    "strokes": [{"brush": {"kind": "pen", "color": COLOR, "width": 2, "cap": "round", "dash": []}, "xy": [100, 600, 200, 650], "width": 2}],
    "objects": [
        text("Second", 500), text("First", 400),
        {"strokesBelow": 1, "markup": {"style": "highlight", "quads": [[50, 50, 100, 50, 100, 70, 50, 70]], "color": COLOR}},
        {"strokesBelow": 1, "note": {"at": [300, 300], "title": "Trap", "text": "Careful", "color": COLOR}}]}]}
#: What is done, and the arguments of the command for it.
DEEDS = {
    "overlay": lambda source, ink, out: ["flatten", source, ink, "-o", out, "--fit"],
    "annotate": lambda source, ink, out: ["flatten", source, ink, "-o", out, "--fit", "--mode", "annotate"],
    "form detect": lambda source, ink, out: ["form", "detect", source, "-o", out, "--all"],
    "form fill": lambda source, ink, out: ["form", "fill", source, "--set", f"{first_field(source)}=7", "-o", out],
}


def first_field(source):
    """The name of a text field."""
    shown = subprocess.run([LIMN, "form", "show", source, "--json", "--quiet"], capture_output=True, text=True, check=False)
    for line in shown.stdout.splitlines():
        for field in json.loads(line).get("fields", []):
            if field["type"] == "text" and "readOnly" not in field["flags"]:
                return field["name"]
    return "none"


def is_tagged(file):
    try:
        with pikepdf.open(file) as pdf:
            return "/StructTreeRoot" in pdf.Root
    except (pikepdf.PdfError, pikepdf.PasswordError):
        return False


def plain(file, folder):
    """A copy without default color spaces that are those of devices: this judge runs in circles there."""
    copy = folder / "plain.pdf"
    with pikepdf.open(file) as pdf:
        for thing in pdf.objects:
            resources = thing.get("/Resources") if isinstance(thing, (pikepdf.Dictionary, pikepdf.Stream)) else None
            for holder in (thing, resources):
                spaces = holder.get("/ColorSpace") if isinstance(holder, (pikepdf.Dictionary, pikepdf.Stream)) else None
                for name in ("/DefaultGray", "/DefaultRGB", "/DefaultCMYK"):
                    if isinstance(spaces, pikepdf.Dictionary) and isinstance(spaces.get(name), pikepdf.Name):
                        del spaces[name]
        pdf.save(copy)
    return copy


def failures(file, folder):
    """The rules that fail, with a sentence each; None where the judge cannot read the file."""
    try:
        return {one.rule_id: one.message for one in judge.validate_pdf(str(plain(file, folder)), profile="ua1").failures}
    except (judge.PageError, pikepdf.PdfError):
        return None


def judged(files, folder):
    ink, out = folder / "ink.json", folder / "out.pdf"
    ink.write_text(json.dumps(INK))
    counts, worse = collections.defaultdict(collections.Counter), []
    for number, file in enumerate(files, 1):
        before = failures(file, folder)
        for deed, command in DEEDS.items():
            out.unlink(missing_ok=True)
            subprocess.run([LIMN, *map(str, command(str(file), ink, out)), "--quiet"], capture_output=True, check=False)
            if not out.exists():
                counts[deed]["not made"] += 1
                continue
            after = failures(out, folder)
            if before is None or after is None:
                counts[deed]["unread"] += 1
                continue
            counts[deed]["judged"] += 1
            new = sorted(set(after) - set(before))
            counts[deed]["worse"] += bool(new)
            worse += [(deed, file, rule, after[rule]) for rule in new]
        print(f"\r{number} of {len(files)}", end="", flush=True)
    print()
    return counts, worse


def report(counts, worse, count):
    lines = [
        "# Tags", "",
        f"What the rules of PDF/UA-1 say of {count} tagged documents of the corpora before and after something was added: a stroke,",
        "two typed texts, a highlight and a note (overlay, annotate), fields where places to write are printed (form detect), a value",
        "(form fill). Made by `Scripts/tags --report`; the judge is page-validation of PyPI. Documents that refuse a deed (signed, locked,",
        "without fields or places) are not made, and some the judge cannot read.", "",
        "| deed | judged | a rule fails that held before | not made | the judge cannot read it |", "| --- | ---: | ---: | ---: | ---: |"]
    lines += [f"| {deed} | {c['judged']} | {c['worse']} | {c['not made']} | {c['unread']} |" for deed, c in counts.items()]
    lines += ["", "## Rules that fail anew", ""] if worse else []
    lines += [f"- {deed}, `{file.name}`: {rule}, {message}" for deed, file, rule, message in worse]
    return "\n".join(lines) + "\n"


def main():
    global LIMN
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("limn")
    reader.add_argument("--only", default="")
    reader.add_argument("--report")
    options = reader.parse_args()
    LIMN = options.limn
    files = sorted(file for folder in (".corpus", ".corpus-more") for file in (ROOT / folder).rglob("*.pdf") if file.is_file())
    files = [file for file in files if options.only in str(file) and is_tagged(file)]
    with tempfile.TemporaryDirectory() as folder:
        counts, worse = judged(files, Path(folder))
    text = report(counts, worse, len(files))
    print(text)
    if options.report:
        Path(options.report).write_text(text)


if __name__ == "__main__":
    main()
