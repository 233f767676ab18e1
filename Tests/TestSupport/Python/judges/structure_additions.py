# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the structure tree of an export with that of its original.

All of the original's elements and entries of the parent tree must still be there, equal and in order. What is new are
the entries behind them, for forms that were drawn on pages and for annotations. Each new entry must lead to an element
that points back at its form or annotation and stands once below the container: the root, or its only element.
"""
from pikepdf import Array, Dictionary, Name

LIMIT = 1_000_000


def listed(value):
    return [] if value is None else list(value) if isinstance(value, Array) else [value]


def identity(value):
    return value.objgen if isinstance(value, Dictionary) and value.is_indirect else None


def entries(root):
    """The entries of the parent tree in the order of the file, broken ones as well, and what is wrong with its /Limits."""
    found, wrong = [], []

    def walk(node, above):
        if not isinstance(node, Dictionary) or identity(node) in above or len(found) > LIMIT:
            return
        start = len(found)
        numbers = listed(node.get("/Nums"))
        found.extend(zip(numbers[::2], numbers[1::2]))
        for kid in listed(node.get("/Kids")):
            walk(kid, above | {identity(node) or id(node)})
        keys = [key for key, _ in found[start:]]
        if "/Limits" in node and keys and list(node["/Limits"]) != [min(keys), max(keys)]:
            wrong.append("the /Limits of the parent tree are wrong")

    walk(root.get("/ParentTree"), frozenset())
    return found, wrong


def check_element(element, key, place, container):
    """What is wrong with a new element, in words; None if nothing is. `place` is its MCID; None for an annotation's."""
    kid = element.get("/K")
    if element.get("/Type") != Name.StructElem or not isinstance(element.get("/S"), Name):
        return "is no element"
    if identity(element.get("/P")) != identity(container):
        return "has another parent"
    if not isinstance(kid, Dictionary) or not isinstance(kid.get("/Pg"), Dictionary):
        return "has no content"
    if place is None:
        if kid.get("/Type") != Name.OBJR or kid.Obj.get("/StructParent") != key:
            return "and its annotation do not belong together"
        if kid.Obj.objgen not in {item.objgen for item in listed(kid.Pg.get("/Annots"))}:
            return "has an annotation that is not on its page"
    elif kid.get("/Type") != Name.MCR or kid.MCID != place or kid.Stm.get("/StructParents") != key:
        return "and its content do not belong together"
    elif kid.Stm.objgen not in {form.objgen for form in dict(kid.Pg.get("/Resources", {}).get("/XObject", {})).values()}:
        return "has content that is not on its page"
    elif b"/MCID %d" % place not in kid.Stm.read_bytes():
        return "has content that its form does not mark"
    return None


def compare(comparison, before_catalog, after_catalog):
    """Compares the trees; tells the comparison what it need not look at again."""
    path = "/Root/StructTreeRoot"
    before, after = before_catalog.get("/StructTreeRoot"), after_catalog.get("/StructTreeRoot")
    if not isinstance(before, Dictionary) or not isinstance(after, Dictionary) or identity(before) is None:
        return
    (old, problems), (new, more) = entries(before), entries(after)
    if len(new) <= len(old):
        return
    for what in [] if problems else more:
        comparison.differ(path, what)
    comparison.skip(before, after, {"/K", "/ParentTree", "/ParentTreeNextKey"})
    trees = before.get("/ParentTree"), after.get("/ParentTree")
    if all(identity(tree) for tree in trees):
        comparison.skip(*trees, {"/Nums", "/Kids", "/Limits"})
    for index, ((key, value), (other, item)) in enumerate(zip(old, new)):
        if key != other:
            return comparison.differ(path, f"entry {index} of the parent tree had key {key}, now {other}")
        comparison.push(value, item, f"{path}/ParentTree/{key}")
    added = new[len(old):]
    new_keys = {key for key, _ in added} - {key for key, _ in old}
    if len(new_keys) < len(added) or after.get("/ParentTreeNextKey", -1) <= max(key for key, _ in new):
        comparison.differ(path, "a key of the parent tree is not new, or the next one is taken")
    left, right = listed(before.get("/K")), listed(after.get("/K"))
    container = after
    if len(left) == len(right) == 1 and identity(left[0]) and identity(right[0]):
        container = right[0]
        comparison.skip(left[0], container, {"/K"})
        comparison.push(left[0], container, f"{path}/K")
        left, right = listed(left[0].get("/K")), listed(container.get("/K"))
    elements = {}
    keys = [key for key, _ in added]
    if keys != sorted(keys):
        comparison.differ(path, "the new keys of the parent tree are not in order")
    for key, value in added:
        for place, element in enumerate(listed(value)):
            if identity(element) is None:
                comparison.differ(path, f"the entry {key} of the parent tree has something that is no indirect element")
                continue
            if what := check_element(element, key, place if isinstance(value, Array) else None, container):
                comparison.differ(path, f"the new element {identity(element)} {what}")
            elements[identity(element)] = element
    kept = [kid for kid in right if identity(kid) not in elements]
    added_kids = [identity(kid) for kid in right if identity(kid) in elements]
    if sorted(added_kids) != sorted(elements):
        comparison.differ(path, "not every new element is a kid once")
    if len(right) != len(left) + len(elements) or len(kept) != len(left):
        return comparison.differ(path, f"{len(left)} kids and {len(elements)} new ones became {len(right)}")
    for index, (kid, other) in enumerate(zip(left, kept)):
        comparison.push(kid, other, f"{path}/K/{index}")
