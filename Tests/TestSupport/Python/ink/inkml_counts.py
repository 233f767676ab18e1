# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts what an InkML file of Office holds, with Python's own parser: FILE.

Prints traces and points, then one line a trace: its points and the sums of the last values of every channel.
"""
import re
import sys
import xml.etree.ElementTree as ElementTree

space = "{http://www.w3.org/2003/InkML}"
traces = list(ElementTree.parse(sys.argv[1]).getroot().iter(space + "trace"))
lines = []
total = 0
for trace in traces:
    state, count, sums = [], 0, []
    for point in trace.text.split(","):
        values = re.findall(r"([!'\"]?)(-?\d+(?:\.\d+)?)", point)
        if not values:
            continue
        count += 1
        for i, (prefix, text) in enumerate(values):
            if len(state) <= i:
                state.append(["!", 0.0, 0.0])
                sums.append(0.0)
            s = state[i]
            s[0] = prefix or s[0]
            before = s[1]
            s[1] = {"!": 0, "'": s[1], '"': s[1] + s[2]}[s[0]] + float(text)
            s[2] = s[1] - before
            sums[i] += s[1]
    total += count
    lines.append([count, *sums])
print(len(traces), total)
for line in lines:
    print(*line)
