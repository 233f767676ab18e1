# SPDX-License-Identifier: GPL-3.0-or-later
"""Writing Xournal++ files: gzip of XML, strokes in points with y downwards."""

import gzip
from xml.sax.saxutils import escape


GRAIN = 20  # positions and widths fall on twentieths of a point


def number(value):
    return "%.8g" % (round(value * GRAIN) / GRAIN + 0.0)


class Stroke:
    """A trace of the pen: points, nominal width, and a width for each segment."""

    def __init__(self, points, width, color="#1f2a44ff", tool="pen", pressures=None, style=None, fill=None):
        self.points, self.width, self.color, self.tool = points, width, color, tool
        self.pressures, self.style, self.fill = pressures, style, fill

    def xml(self):
        width = [number(self.width)]
        if self.pressures:
            assert len(self.pressures) == len(self.points) - 1
            width += [number(p) for p in self.pressures]
        fill = f' fill="{self.fill}"' if self.fill is not None else ""
        style = f' style="{self.style}"' if self.style else ""
        points = " ".join(f"{number(x)} {number(y)}" for x, y in self.points)
        return (f'<stroke tool="{self.tool}" color="{self.color}" width="{" ".join(width)}"{fill} '
                f'capStyle="round"{style}>{points}</stroke>\n')


class Page:
    """One page of a PDF background and the layers of ink over it."""

    def __init__(self, width, height, number):
        self.width, self.height, self.number, self.layers = width, height, number, []


def write(path, title, pdf_name, pages):
    xml = ['<?xml version="1.0" standalone="no"?>\n<xournal creator="Limn samples" fileversion="4">\n',
           f"<title>{escape(title)}</title>\n"]
    for i, page in enumerate(pages):
        name = f' domain="absolute" filename="{escape(pdf_name)}"' if i == 0 else ""
        xml.append(f'<page width="{page.width:.8g}" height="{page.height:.8g}">\n'
                   f'<background type="pdf"{name} pageno="{page.number}"/>\n')
        for strokes in page.layers:
            xml.append("<layer>\n" + "".join(s.xml() for s in strokes) + "</layer>\n")
        xml.append("</page>\n")
    xml.append("</xournal>\n")
    with open(path, "wb") as out:
        with gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=out, mtime=0) as zipped:
            zipped.write("".join(xml).encode())
