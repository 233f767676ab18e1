// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

extension InkAnnotation {
    /// The entries of the annotation's dictionary except /NM, /P, /AP and /AF. No value is a reference.
    var entries: [PDFEntry] {
        // The default style is a continuous line.
        let style = dash.isEmpty ? "" : "/S/D/D[\(dash.map { decimal($0) }.joined(separator: " "))]"
        var entries: [PDFEntry] = [
            ("/Type", .text("/Annot")), ("/Subtype", .text("/Ink")),
            ("/Rect", .numbers([rect.minX, rect.minY, rect.maxX, rect.maxY])),
            ("/InkList", .text("[" + lines.map { text($0) }.joined() + "]")),
            (
                "/C",
                .text("[" + [color.red, color.green, color.blue].map { short($0, 3) }.joined(separator: " ") + "]")
            ),
            ("/BS", .text("<</W \(short(borderWidth, 3))\(style)>>")),
            // The flag Print is set; Hidden and Locked are not.
            ("/F", .text("4")), ("/Contents", .text(.string(contents))),
        ]
        if opacity < 1 { entries.append(("/CA", .text(short(max(0, opacity), 3)))) }
        return entries
    }

    /// Formats the coordinates of a line. A single point is written twice, because a line has two ends.
    private func text(_ line: [Point]) -> String {
        let points = line.count == 1 ? line + line : line
        return "[" + points.map { short($0.x, decimals) + " " + short($0.y, decimals) }.joined(separator: " ") + "]"
    }
}

/// Formats a number as ``decimal(_:)`` does, with a given maximum number of decimal places.
private func short(_ value: Double, _ places: Int) -> String {
    var scale = 1.0
    for _ in 0..<max(0, min(6, places)) { scale *= 10 }
    return decimal((value * scale).rounded() / scale)
}
