# SPDX-License-Identifier: GPL-3.0-or-later
"""Says what pyHanko thinks of the signatures in PDFs: FILE…. Prints a list for each file, an entry a signature.

pyHanko's own policy knows no change at all to annotations that belong to no form field; its authors mean to allow others
at level ANNOTATIONS one day (pyhanko 0.38, sign/diff_analysis/rules/form_field_rules.py). To it every added
annotation is an object that nothing explains, whatever the update looks like. So it is asked twice: with its own policy,
and with the same policy and one rule more, which allows what DocMDP 3 allows (ISO 32000-2, 12.8.2.2.2) and nothing else.
"""
import json
import logging
import sys

from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.diff_analysis import (
    DEFAULT_DIFF_POLICY, FormUpdatingRule, GenericFieldModificationRule, ModificationLevel, QualifiedWhitelistRule,
    ReferenceUpdate, SigFieldCreationRule, SigFieldModificationRule, StandardDiffPolicy, SuspiciousModification,
)
from pyhanko.sign.diff_analysis.commons import compare_dicts
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

logging.disable(logging.CRITICAL)


class AnnotationRule(QualifiedWhitelistRule):
    """Annotations may be added to pages that otherwise stay as they are."""

    def pages(self, old, new, seen):
        kids, others = old["/Kids"], new["/Kids"]
        if [k.reference for k in kids] != [k.reference for k in others]:
            raise SuspiciousModification("the page tree changed")
        for index, kid in enumerate(kids):
            reference = kids.raw_get(index).reference if isinstance(kids, generic.ArrayObject) else kid.reference
            before, after = kids[index], others[index]
            before, after = before.get_object(), after.get_object()
            if reference in seen:
                continue
            seen.add(reference)
            if before["/Type"] == "/Pages":
                yield from self.pages(before, after, seen)
            else:
                yield reference, before, after

    def apply_qualified(self, old, new):
        for reference, before, after in self.pages(old.root["/Pages"], new.root["/Pages"], set()):
            was, has = [list(page.get("/Annots", generic.ArrayObject()).get_object()) for page in (before, after)]
            if has == was:
                continue
            if has[: len(was)] != was:
                raise SuspiciousModification("annotations were removed or moved")
            compare_dicts(before, after, frozenset(["/Annots"]))
            allowed = {reference}
            annots = after.raw_get("/Annots")
            if isinstance(annots, generic.IndirectObject):
                allowed.add(annots.reference)
            # Whether fields may be added is for the form's rules to judge; here only that they are listed.
            others = [item for item in has[len(was):] if item.get_object().get("/Subtype") != "/Widget"]
            for item in others:
                if not old.is_ref_unassignable(item.reference):
                    raise SuspiciousModification("an object was made an annotation")
                for found in new.collect_dependencies(item, since_revision=old.revision + 1):
                    if old.is_ref_unassignable(found):
                        allowed.add(found)
            level = ModificationLevel.ANNOTATIONS if others else ModificationLevel.LTA_UPDATES
            for ref in allowed:
                yield level, ReferenceUpdate(ref, context_checked=None)


WITH_ANNOTATIONS = StandardDiffPolicy(
    global_rules=DEFAULT_DIFF_POLICY.global_rules + [AnnotationRule()],
    # The rule for new signature fields would take every other new annotation for suspicious.
    form_rule=FormUpdatingRule(field_rules=[
        SigFieldCreationRule(approve_widget_bindings=False), SigFieldModificationRule(), GenericFieldModificationRule(),
    ]))


def verdict(file, name, policy):
    # A reader keeps what one policy has found.
    with open(file, "rb") as data:
        reader = PdfFileReader(data, strict=False)
        signature = next(s for s in reader.embedded_regular_signatures if s.field_name == name)
        trust = ValidationContext(trust_roots=[signature.signer_cert], allow_fetching=False)
        status = validate_pdf_signature(signature, trust, diff_policy=policy)
        level = status.modification_level
        mdp = signature.docmdp_level
        result = signature.diff_result
        return {
            "intact": bool(status.intact), "valid": bool(status.valid), "permission": mdp.value if mdp else 0,
            # Without any update there is nothing to compare.
            "level": level.name if level else "NONE", "isAllowed": status.docmdp_ok is not False,
            "why": str(result).split("\n")[0][:300] if isinstance(result, SuspiciousModification) else "",
        }


def signatures(file):
    with open(file, "rb") as data:
        names = [s.field_name for s in PdfFileReader(data, strict=False).embedded_regular_signatures]
    return [
        {"field": name, "own": verdict(file, name, DEFAULT_DIFF_POLICY),
         "extended": verdict(file, name, WITH_ANNOTATIONS)}
        for name in names
    ]


json.dump([signatures(file) for file in sys.argv[1:]], sys.stdout)
