# SPDX-License-Identifier: GPL-3.0-or-later
"""What was looked into and is no fault of an export: by the end of a file's name and the modes."""

EXTENSIONS = "AES of 256 bits needs /Extensions by Adobe's supplement, which the original lacks; libqpdf adds them"

KNOWN = {
    ("pdfs/pr6531_2.pdf", ("overlay", "annotate")): EXTENSIONS,
    ("pdfs/secHandler.pdf", ("overlay", "annotate")): EXTENSIONS,
    ("qtest/qpdf/encrypted-positive-P.pdf", ("overlay", "annotate")):
        "/P is written as a negative number, as it must be: the same bits",
    ("qtest/qpdf/issue-117.pdf", ("overlay", "annotate")):
        "the content stream names itself as its length: libqpdf 11.3 reads nothing, pikepdf's libqpdf 12 recovers it",
    ("samples/broken_xobjects.pdf", ("annotate",)):
        "a damaged file, in which libqpdf 11.3 finds an object that pikepdf's libqpdf 12 does not",
}
