# SPDX-License-Identifier: GPL-3.0-or-later
"""Values for fields of forms, made for their kinds, and what they read as afterwards."""
import re

DATES = {"mm/dd/yyyy": "03/14/2025", "dd.mm.yyyy": "14.03.2025", "yyyy-mm-dd": "2025-03-14"}


def number_like(field: dict) -> bool:
    return field["formatted"] or field["validated"]


def value_for(field: dict):
    """What is given for a field, and the values it may have afterwards; None for what is not filled."""
    kind, flags = field["type"], field["flags"]
    if {"password", "fileSelect", "readOnly", "locked"} & set(flags) or kind in ("signature", "push"):
        return None
    if kind == "text":
        text = "7" if number_like(field) else "Value 7g" if "multiline" not in flags else "Value\nseven gj"
        if field["maxLength"]:
            text = text.replace("\n", " ")[: field["maxLength"]].rstrip()
        # A value that is there already would change nothing.
        if text == (field["value"] or "").strip():
            text = re.sub("7", "8", text)
        return text
    options = [option["value"] for option in field["options"]]
    if kind in ("check", "radio"):
        for option in options:
            if option != field["value"] and options.count(option) == 1:
                return option
        return None
    if kind in ("combo", "list"):
        current = field["value"] if isinstance(field["value"], list) else [field["value"]]
        for option in field["options"]:
            if option["value"] not in current and option["label"].strip() and options.count(option["value"]) == 1:
                return option["value"]
        if kind == "combo" and "edit" in flags:
            return "Other 7"
    return None


def visible(field: dict) -> bool:
    """Whether the field has a place on a page that something can be seen in."""
    return any(widget.get("page") and right_size(widget["rect"]) for widget in field["widgets"])


def right_size(rect: list) -> bool:
    return rect[2] - rect[0] > 2 and rect[3] - rect[1] > 2
