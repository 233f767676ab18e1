# SPDX-License-Identifier: GPL-3.0-or-later
"""What a person would write with pypdf, PyMuPDF and pikepdf to fill a form: LIBRARY FORM VALUES OUT.

VALUES is JSON: the full names of fields with a `kind` (text, button or choice) and a `value`.
"""
import json
import shutil
import sys


def with_pypdf(form: str, values: dict, out: str) -> None:
    from pypdf import PdfWriter

    writer = PdfWriter(form, incremental=True)
    entries = {
        name: "/" + what["value"] if what["kind"] == "button" else what["value"] for name, what in values.items()}
    for page in writer.pages:
        if "/Annots" in page:
            writer.update_page_form_field_values(page, entries, auto_regenerate=False)
    writer.write(out)


def with_pymupdf(form: str, values: dict, out: str) -> None:
    import pymupdf

    shutil.copyfile(form, out)
    with pymupdf.open(out) as document:
        for page in document:
            for widget in page.widgets():
                what = values.get(widget.field_name)
                if what is None:
                    continue
                # A button is on where its own state is the value.
                states = (widget.button_states() or {}).get("normal") or [] if what["kind"] == "button" else []
                if what["kind"] == "button" and what["value"] not in states:
                    continue
                widget.field_value = what["value"]
                widget.update()
        document.saveIncr()


def fill_with_pikepdf(field, what: dict) -> None:
    if what["kind"] != "button":
        field.value = what["value"]
    elif hasattr(field, "options"):
        for option in field.options:
            if str(option.on_value).removeprefix("/") == what["value"]:
                option.select()
    else:
        field.checked = True


def with_pikepdf(form: str, values: dict, out: str) -> None:
    import pikepdf
    from pikepdf.form import ExtendedAppearanceStreamGenerator, Form

    with pikepdf.open(form) as document:
        fields = Form(document, ExtendedAppearanceStreamGenerator)
        for name, what in values.items():
            # One field that it cannot draw does not end the work.
            try:
                fill_with_pikepdf(fields[name], what)
            except Exception as error:
                print(f"{name}: {error}", file=sys.stderr)
        document.save(out)


def main(library: str, form: str, values: str, out: str) -> None:
    with open(values, encoding="utf-8") as file:
        wanted = json.load(file)
    {"pypdf": with_pypdf, "PyMuPDF": with_pymupdf, "pikepdf": with_pikepdf}[library](form, wanted, out)


main(*sys.argv[1:])
