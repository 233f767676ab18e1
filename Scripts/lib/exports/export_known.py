# SPDX-License-Identifier: GPL-3.0-or-later
"""What was looked into and is no fault of an export: by the end of a file's name, what is found there, and why."""

WRITTEN = ("overlay", "annotate", "burn")

# Modes, words in everything that is found, and the explanation.
EXTENSIONS = (
    WRITTEN, "'/Extensions'",
    "AES of 256 bits needs /Extensions by Adobe's supplement, which the original lacks; libqpdf adds them")
FEW = (
    WRITTEN, "of the ink would show",
    "poppler draws nothing behind an operator with too few operands, so that ink behind it cannot show there")
UNOPENED = (WRITTEN, "PdfError", "pikepdf's libqpdf 12 does not open the original")
LOOP = (WRITTEN, "Loop detected in /Pages", "pikepdf does not accept the original's page tree")

KNOWN = {
    "qtest/qpdf/append-xref-loop.pdf": (
        WRITTEN, "'/Outlines'",
        "the file's cross-references go in a circle; libqpdf 12 recovers it without its outline, and Limn with it"),
    "pdfs/boundingBox_invalid.pdf": (
        WRITTEN, "/CropBox",
        "the crop box of page 2 lies outside the page, so that nothing shows; the export replaces it and says so"),
    "pdfs/pr6531_2.pdf": EXTENSIONS,
    "pdfs/secHandler.pdf": EXTENSIONS,
    "qtest/qpdf/encrypted-positive-P.pdf": (
        WRITTEN, "/Encrypt/P", "/P is written as a negative number, as it must be: the same bits"),
    "qtest/qpdf/issue-117.pdf": (
        WRITTEN, "ontent",
        "the content stream names itself as its length: libqpdf 11.3 reads nothing, pikepdf's libqpdf 12 recovers it"),
    "pdfs/issue12841_reduced.pdf": (
        ("redraw",), "qpdf --check",
        "the original's JPEG is damaged, which qpdf says of the original too; cairo takes it over as it is"),
    "resources/test_3727.pdf": (
        ("redraw",), "signal 6",
        "an assertion of cairo 1.16 (cairo-recording-surface.c) fails, in pdftocairo -pdf too; raster works"),
    "samples/broken_xobjects.pdf": (
        WRITTEN, "'/X2'", "a damaged file, in which libqpdf 11.3 finds an object that pikepdf's libqpdf 12 does not"),
    "resources/ctm_cm.pdf": FEW,
    "tests/bad_operators.pdf": FEW,
    "pdfs/issue2391-1.pdf": FEW,
    "pdfs/issue6127.pdf": (
        WRITTEN, "something else than the ink",
        "poppler draws a font that is not embedded differently from run to run, pdftoppm too; about one run in twelve "
        "is refused"),
    "pdfs/bug1011159.pdf": UNOPENED,
    "pdfs/issue4573.pdf": UNOPENED,
    "samples/rotated_type3_fonts.pdf": UNOPENED,
    "samples/type3_fonts.pdf": UNOPENED,
    "qtest/qpdf/pages-loop.pdf": LOOP,
    "resources/test_3725.pdf": LOOP,
    "resources/test_4147.pdf": LOOP,
    "resources/test_4412.pdf": LOOP,
    "resources/test_4942.pdf": LOOP,
}
