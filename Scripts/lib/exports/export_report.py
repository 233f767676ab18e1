# SPDX-License-Identifier: GPL-3.0-or-later
"""What Scripts/exports has found, as lines, tables and a document."""
import re
from collections import Counter

from exports.export_known import KNOWN
from exports.export_runs import LONGEST_REDRAWN, MODES, RASTER_DPI

CANNOT = "the original cannot be appended to: "
# What a program that loses nothing may refuse all the same.
ALLOWED = ("password", "signed")
APPENDED, REFUSED = 0.93, 0.02
REBUILT = "The file is damaged. Its cross-references were rebuilt"
COMPARED = ("overlay", "annotate")


def known(file, mode, texts):
    """What explains all that was found on a file in a mode; None where nothing does."""
    for name, (modes, words, explanation) in KNOWN.items():
        if file.endswith("/" + name) and mode in modes and all(words in text for text in texts):
            return explanation
    return None


def unexplained(file, mode, harm):
    """Harm that nothing explains."""
    return [] if known(file, mode, harm) else harm


def faults(record):
    """What went wrong with a file, a line each."""
    file = record["file"]
    if record.get("lost"):
        return [f"{file}: the judge died or took too long"]
    lines = []
    for mode, result in record["modes"].items():
        lines += [f"{file}: {mode}: {text}" for text in result["harm"]]
        lines += [f"{file}: {mode}: not judged: {text}" for text in result["unjudged"]]
        if result.get("why", "signed") not in ALLOWED:
            lines.append(f"{file}: {mode}: {result['why']}: {' '.join(result['messages'])}")
    return lines


def percent(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "–"


class Report:
    def __init__(self, records, wanted, modes=MODES, options=""):
        self.modes, self.options = [mode for mode in MODES if mode in modes], options
        self.records = sorted(records, key=lambda record: record["file"])
        self.openable = [r for r in self.records if "unopened" not in r and not r.get("lost")]
        self.unopened = [r for r in self.records if "unopened" in r]
        self.lost = [r for r in self.records if r.get("lost")]
        self.checks = []
        self.check(len(self.records) == wanted and not self.lost, f"all of {wanted} files were judged")
        odd = [r for r in self.written_anyway if not any(REBUILT in text for text in r["said"][1:])]
        self.check(not odd, "what poppler cannot open is refused with a reason, or rebuilt with a warning")
        for mode in [mode for mode in COMPARED if mode in self.modes]:
            done, total = self.of(mode), len(self.openable)
            others = [r for r in done if r["modes"][mode].get("why", "signed") not in ALLOWED]
            self.check(
                len(others) < REFUSED * total,
                f"{mode}: refusals other than passwords and signatures are under 2 % of the openable files "
                f"({len(others)}: {percent(len(others), total)})")
            appended = sum(r["modes"][mode]["save"] == "append" and "why" not in r["modes"][mode] for r in done)
            may = total - sum(r["modes"][mode].get("why") in ALLOWED for r in done)
            self.check(
                appended >= APPENDED * may,
                f"{mode}: at least 93 % of the openable files that passwords and signatures leave are appended to "
                f"({appended} of {may}: {percent(appended, may)}; of all openable files {percent(appended, total)})")
        for mode in self.modes:
            harmed = [r for r in self.of(mode) if unexplained(r["file"], mode, r["modes"][mode]["harm"])]
            self.check(not harmed, f"{mode}: nothing is harmed but in the exceptions below")

    @property
    def written_anyway(self):
        """What poppler cannot open and Limn exports."""
        return [r for r in self.unopened if r["said"][0] in ("ok", "warnings")]

    def of(self, mode):
        return [r for r in self.openable if mode in r["modes"]]

    def findings(self):
        """Each attempt on an openable file; what is known is no harm."""
        return [
            {
                "file": r["file"], "mode": mode, "isSuccess": "why" not in x, "save": x["save"], "why": x.get("why", ""),
                "messages": x["messages"], "harm": unexplained(r["file"], mode, x["harm"]),
                "unjudged": x["unjudged"],
            }
            for r in self.openable for mode, x in r["modes"].items()
        ] + [
            {"file": r["file"], "mode": "", "isSuccess": False, "save": "", "why": "lost", "messages": [], "harm": [],
             "unjudged": []}
            for r in self.lost
        ]

    def check(self, holds, text):
        self.checks.append((bool(holds), text))

    @property
    def holds(self):
        return all(holds for holds, _ in self.checks)

    def table(self):
        rows = []

        def row(title, count):
            rows.append(f"| {title} | " + " | ".join(str(count(mode, self.of(mode))) for mode in self.modes) + " |")

        def having(test):
            return lambda mode, records: sum(bool(test(r["modes"][mode])) for r in records)

        def share(test):
            def text(mode, records):
                count = having(test)(mode, records)
                return f"{count} ({percent(count, len(records))})"
            return text

        def pages(place):
            return lambda mode, records: sum(r["modes"][mode].get("compared", [0, 0])[place] for r in records) or "–"

        row("tried", lambda mode, records: len(records))
        row("exported", share(lambda x: "why" not in x))
        row("– appended", share(lambda x: x["save"] == "append" and "why" not in x))
        row("– rewritten", share(lambda x: x["save"] == "rewrite" and "why" not in x))
        kinds = {r["modes"][mode].get("why", "") for mode in self.modes for r in self.of(mode)} - {""}
        for kind in sorted(kinds, key=lambda kind: (kind not in ALLOWED, kind)):
            row(f"refused: {kind}", having(lambda x, kind=kind: x.get("why") == kind))
        row("exports with harm", having(lambda x: x["harm"]))
        row("not judged in every way", having(lambda x: x["unjudged"]))
        row("pages compared as pictures", pages(0))
        row("– with ink", pages(1))
        head = ["| openable files | " + " | ".join(self.modes) + " |", "| --- |" + " ---: |" * len(self.modes)]
        return head + rows

    def reasons(self):
        """Why files are rewritten, and why others are refused, with names where there are few."""
        lines = ["Why files are rewritten rather than appended to (overlay):", ""] if "overlay" in self.modes else []
        counts = Counter(
            kind_of(r["modes"]["overlay"]["reason"]) for r in self.of("overlay")
            if r["modes"]["overlay"]["save"] == "rewrite")
        lines += [f"- {count}: {text}" for text, count in counts.most_common()]
        lines += ["", "What is not openable, by poppler's pdfinfo:", ""]
        for kind, count in Counter(r["unopened"] for r in self.unopened).most_common():
            said = Counter(r["said"][0] for r in self.unopened if r["unopened"] == kind)
            told = ", ".join(f"{n} {status}" for status, n in said.most_common())
            lines.append(f"- {count}: {kind} (Limn: {told})")
        return lines

    def exceptions(self):
        lines = []
        for record in self.openable:
            seen = {}
            for mode, result in record["modes"].items():
                texts = result["harm"] + [f"not judged: {plain(text, record)}" for text in result["unjudged"]]
                if result.get("why", "signed") not in ALLOWED:
                    texts.append(f"{result['why']}: {' '.join(result['messages'])}")
                if texts:
                    note = known(record["file"], mode, texts)
                    seen.setdefault((short("; ".join(texts[:3]), 300), note), []).append(mode)
            for (text, note), modes in seen.items():
                lines.append(f"- `{record['file']}`: {', '.join(modes)}: {text}" + (f" — {note}" if note else ""))
        lines += [f"- `{r['file']}`: the judge died or took too long" for r in self.lost]
        lines += [
            f"- `{r['file']}`: poppler's pdfinfo says: {r['unopened']}; written: {' '.join(r['said'][1:])}"
            for r in self.written_anyway]
        return lines

    def verdicts(self):
        return ["| what must hold | holds |", "| --- | --- |"] + [
            f"| {text} | {'yes' if holds else '**no**'} |" for holds, text in self.checks]

    def lines(self):
        return ["", *self.verdicts(), "", *self.table(), "", *self.reasons(), "", *self.exceptions()]

    def document(self):
        locked = sum(r["unopened"] == "locked" for r in self.unopened)
        return [
            "# Exports",
            "",
            f"What becomes of {len(self.records)} distinct real PDFs of those that `Scripts/corpus --all` fetches when Limn "
            "lays ink over them.",
            f"Poppler opens {len(self.openable)} of them without a password and finds a page (\"openable\"); {locked} need "
            f"a password, {len(self.unopened) - locked} it cannot open.",
            f"Made by `Scripts/exports --report{self.options}`: three strokes (a pen, a highlighter, a pen of varying width) on the "
            "first page, the last or the first two, with verification and source ink.",
            "",
            "Judged: `qpdf --check` is no worse than before; the page count. For overlay and annotate also: where the "
            "receipt says append, the original is the output's prefix; by pikepdf all objects are equal but those that "
            "the receipt lists, and what pages, /Names and /AF must get is there; pdftotext finds the same text; by "
            "pdfium (poppler's pdftoppm where pdfium opens nothing) pages without ink are identical and pages with ink within one level of 255 away from it, at 36 dpi: "
            "all pages with ink and up to four others, the neighbours and the ends first; within the bounding box of a "
            "highlighter pdfium draws what is below anew, which is let pass. For burn also: links and "
            "outline are as before, fields and other annotations are gone.",
            f"redraw and raster (at {RASTER_DPI} dpi) are tried with documents of up to {LONGEST_REDRAWN} pages.",
            "", *self.verdicts(), "", *self.table(), "", *self.reasons(),
            "", "Every harm, every export that could not be judged in every way, and every refusal but for a signature:",
            "", *(self.exceptions() or ["None."]),
        ]


def plain(text, record):
    """A tool's sentence without names of files."""
    return re.sub(r"/tmp/\S+\.pdf:? ?", "", text.replace(record["file"], "").replace(": : ", ": "))


def kind_of(reason):
    """A reason without what is particular to one file."""
    text = re.sub(r" \((?:object|trailer|xref)[^)]*\)|: document$", "", reason.removeprefix(CANNOT))
    return short(re.sub(r"\d+", "N", text))


def short(text, limit=120):
    text = " ".join(text.split())
    return text if len(text) <= limit else text[:limit - 1] + "…"
