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


def unseen(field: dict, value: str, sizes: dict, look: dict):
    """Why a value cannot show, whoever draws the page; None where it can.

    `sizes` are those of pages by number, `look` is what form_judges.looks says of the field.
    """
    widgets = [widget for widget in field["widgets"] if widget.get("page") in sizes]
    if not widgets:
        return "is on no page"
    if look["hidden"]:
        return "is hidden"
    if not any(right_size(widget["rect"]) for widget in widgets):
        return "has no area"
    if not any(inside(widget["rect"], sizes[widget["page"]]) for widget in widgets):
        return "lies outside of its page"
    if field["type"] in ("check", "radio"):
        states = {widget["state"] for widget in widgets if widget.get("state")}
        if not states & look["drawn"] or value in states and value not in look["drawn"]:
            return "has no picture of the state"
    return None


def inside(rect: list, size: tuple) -> bool:
    """Whether some of a rectangle lies on the page."""
    return min(rect[2], size[0]) - max(rect[0], 0) > 1 and min(rect[3], size[1]) - max(rect[1], 0) > 1
