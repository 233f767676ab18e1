# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes InkML in the dialect of Microsoft Office into a folder: FOLDER.

No program that apt or pip installs writes InkML. What makes Office's files different is here: a prefix for the
namespace, a byte order mark, resolutions an inch, nested groups with EMMA annotations, and points as first and second
differences.
"""
import math
import sys
from pathlib import Path

HEAD = """\ufeff<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<inkml:ink xmlns:inkml="http://www.w3.org/2003/InkML">
	<inkml:definitions>
		<inkml:context xml:id="ctx0">
			<inkml:inkSource xml:id="inkSrc0">
				<inkml:traceFormat>
					<inkml:channel name="X" type="integer" max="32767" units="in"/>
					<inkml:channel name="Y" type="integer" max="32767" units="in"/>
					<inkml:channel name="F" type="integer" max="32767" units="dev"/>
				</inkml:traceFormat>
				<inkml:channelProperties>
					<inkml:channelProperty channel="X" name="resolution" value="3971.75757" units="1/in"/>
					<inkml:channelProperty channel="Y" name="resolution" value="5295.24854" units="1/in"/>
					<inkml:channelProperty channel="F" name="resolution" value="0" units="1/dev"/>
				</inkml:channelProperties>
			</inkml:inkSource>
			<inkml:timestamp xml:id="ts0" timeString="2011-02-22T00:21:40.232"/>
		</inkml:context>
		<inkml:brush xml:id="br0">
			<inkml:brushProperty name="width" value="0.06667" units="cm"/>
			<inkml:brushProperty name="height" value="0.06667" units="cm"/>
			<inkml:brushProperty name="color" value="#ED1C24"/>
			<inkml:brushProperty name="fitToCurve" value="1"/>
		</inkml:brush>
		<inkml:brush xml:id="br1">
			<inkml:brushProperty name="width" value="0.46667" units="cm"/>
			<inkml:brushProperty name="height" value="0.46667" units="cm"/>
			<inkml:brushProperty name="color" value="#3165BB"/>
			<inkml:brushProperty name="fitToCurve" value="1"/>
		</inkml:brush>
	</inkml:definitions>
"""
MEANING = """<inkml:annotationXML><emma:emma xmlns:emma="http://www.w3.org/2003/04/emma" version="1.0">\
<emma:interpretation id="{number}" emma:medium="tactile" emma:mode="ink">\
<msink:context xmlns:msink="http://schemas.microsoft.com/ink/2010/main" type="{kind}"/>\
</emma:interpretation></emma:emma></inkml:annotationXML>"""


def points(number: int) -> list:
    """Where the pen was, in units of the digitizer, and how hard it was pressed."""
    return [
        (2000 + 1500 * (number % 4) + 40 * i, int(3000 + 1800 * (number // 4) + 400 * math.sin(i / 4)),
         int(16000 + 15000 * math.sin(i / 9)))
        for i in range(20 + 3 * number)]


def trace(number: int) -> str:
    """A point as it is, one as differences, all others as differences of differences."""
    places, parts, before = points(number), [], []
    for index, place in enumerate(places):
        first = [a - b for a, b in zip(place, places[index - 1])]
        second = [a - b for a, b in zip(first, before)]
        values = (place, first, second)[min(index, 2)]
        words = [("", "'", '"')[index] + str(value) for value in values] if index < 3 else map(str, values)
        # Only digits need a space between them.
        parts.append("".join(f" {word}" if word[0].isdigit() else word for word in words).strip())
        before = first
    return f'<inkml:trace xml:id="st{number}" contextRef="#ctx0" brushRef="#br{number % 2}">{",".join(parts)}</inkml:trace>'


def main(folder: Path) -> None:
    groups = []
    for word in range(3):
        traces = "\n".join(trace(number) for number in range(4 * word, 4 * word + 4))
        meaning = MEANING.format(number=f"word{word}", kind="inkWord")
        groups.append(f"<inkml:traceGroup>{meaning}\n{traces}\n</inkml:traceGroup>")
    region = MEANING.format(number="region", kind="writingRegion")
    text = f"{HEAD}<inkml:traceGroup>{region}\n" + "\n".join(groups) + f"\n</inkml:traceGroup>\n{trace(12)}\n</inkml:ink>\n"
    (folder / "office.inkml").write_text(text, encoding="utf-8", newline="\n")


main(Path(sys.argv[1]))
