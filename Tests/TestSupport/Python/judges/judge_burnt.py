# SPDX-License-Identifier: GPL-3.0-or-later
"""Says what is wrong with burnt documents: JOBS.json, a list of {"original", "output", "password", "isComplete"}.

Prints a list of lists of sentences, empty where all is well: the form and all annotations but links are gone, from the
pages and from the whole file; links, outline and destinations are as they were; no word of the text is lost where the report says so (isComplete); the structure
tree refers to nothing that is gone and its marked content exists; `qpdf --check` is no worse.
"""
import collections
import json
import re
import sys

import pikepdf

from judge_export import check, text


NUMBERS = re.compile(r"\(\d+, \d+\)")
PAGE = re.compile(r"from_objgen\((\d+),\s*(\d+)\)")


def links(pdf):
    """The links of each page; pages that they lead to are named by their place, as numbers of objects change."""
    places = {page.objgen: index for index, page in enumerate(pdf.pages)}
    found = []

    def show(value):
        return PAGE.sub(lambda m: f"page {places.get((int(m[1]), int(m[2])))}", str(value))

    for page in pdf.pages:
        items = [a for a in page.obj.get("/Annots") or [] if isinstance(a, pikepdf.Dictionary)]
        found.append([
            [show(a.get(key)) for key in ["/Rect", "/A", "/Border", "/Contents"]]
            for a in items if a.get("/Subtype") == "/Link"
        ])
    return found


def outline(pdf):
    titles = []

    def walk(items, depth):
        for item in items:
            titles.append((depth, item.title))
            walk(item.children, depth + 1)

    try:
        with pdf.open_outline() as tree:
            walk(tree.root, 0)
    except Exception as error:
        titles.append(type(error).__name__)
    return titles


def words(file, password):
    found = text(file, password)
    return None if found is None else collections.Counter(found.split())


def marked(page):
    """The numbers of the marked content of a page."""
    numbers = set()
    for operands, operator in pikepdf.parse_content_stream(page):
        if str(operator) == "BDC" and isinstance(operands[1], pikepdf.Dictionary) and "/MCID" in operands[1]:
            numbers.add(int(operands[1].MCID))
    return numbers


def structure(pdf):
    """What is wrong with references to annotations and to marked content in the structure tree."""
    found = []
    root = pdf.Root.get("/StructTreeRoot")
    if not isinstance(root, pikepdf.Dictionary):
        return found
    live = {a.objgen for page in pdf.pages for a in page.obj.get("/Annots") or [] if a.is_indirect}
    tree = root.get("/ParentTree")
    parents = dict(pikepdf.NumberTree(tree)) if isinstance(tree, pikepdf.Dictionary) else {}
    pages = {}
    pending, seen = [root], set()
    while pending:
        element = pending.pop()
        kids = element.get("/K", [])
        for kid in kids if isinstance(kids, (pikepdf.Array, list)) else [kids]:
            if not isinstance(kid, pikepdf.Dictionary):
                continue
            if kid.get("/Type") == "/OBJR":
                if kid.get("/Obj") is not None and kid.Obj.get("/Type") == "/Annot" and kid.Obj.objgen not in live:
                    found.append(f"element {element.objgen} refers to an annotation that is gone")
            elif kid.get("/Type") == "/MCR":
                page, number = kid.get("/Pg"), int(kid.MCID)
                if page is None or "/StructParents" not in page:
                    continue
                entry = parents.get(int(page.StructParents))
                if not isinstance(entry, pikepdf.Array) or len(entry) <= number or entry[number] != element:
                    found.append(f"content {number} of {page.objgen} has another parent than {element.objgen}")
                pages.setdefault(page.objgen, (page, set()))[1].add(number)
            elif not kid.is_indirect or kid.objgen not in seen:
                seen.add(kid.objgen)
                pending.append(kid)
    for page, numbers in pages.values():
        if numbers - marked(page):
            found.append(f"page {page.objgen} has no content {numbers - marked(page)}")
    for key, value in parents.items():
        if value is None:
            found.append(f"the parent tree's entry {key} is null")
    return found


def harm(original, output, password, is_complete):
    found = []
    old = pikepdf.open(original, password=password)
    new = pikepdf.open(output, password=password)
    found += [f"the catalog has {key}" for key in ["/AcroForm", "/Perms", "/NeedsRendering"] if key in new.Root]
    for index, page in enumerate(new.pages):
        for item in page.obj.get("/Annots") or []:
            if item.get("/Subtype") != "/Link":
                found.append(f"page {index + 1} has an annotation {item.get('/Subtype')}")
    if any(isinstance(o, pikepdf.Dictionary) and o.get("/Subtype") == "/Widget" for o in new.objects):
        found.append("the file has a widget")
    if links(old) != links(new):
        found.append("links differ")
    if outline(old) != outline(new):
        found.append("the outline differs")
    for key in ["/Names", "/Dests", "/Metadata", "/OpenAction"]:
        if key in old.Root and key not in new.Root:
            found.append(f"{key} is gone")
    before, after = words(original, password), words(output, password)
    if is_complete and before is not None and after is not None and before - after:
        found.append(f"words are lost: {list(before - after)[:5]}")
    # Objects are numbered anew.
    was = collections.Counter(NUMBERS.sub("", line) for line in structure(old))
    wrong = structure(new)
    if collections.Counter(NUMBERS.sub("", line) for line in wrong) - was:
        found += wrong
    verdicts = ["clean", "warnings", "errors"]
    a, b = check(original, password), check(output, password)
    if verdicts.index(b) > verdicts.index(a):
        found.append(f"qpdf --check says {b}, said {a} of the original")
    return found


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        jobs = json.load(file)
    json.dump([harm(j["original"], j["output"], j.get("password") or "", j["isComplete"]) for j in jobs], sys.stdout)
