// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// Writes the grains of pencils and crayons as patterns.
enum SVGGrains {
    /// Writes the patterns that a drawing needs, without duplicates.
    static func write(_ drawing: Drawing, to xml: inout XMLWriter) {
        var (grains, names): (Set<Grain>, Set<String>) = ([], [])
        for stroke in drawing.strokes {
            let (color, found) = stroke.paint
            guard let grain = found, names.insert(name(grain, color)).inserted else { continue }
            if names.count == 1 { xml.raw("<defs>\n") }
            if grains.insert(grain).inserted { write(grain, to: &xml) }
            let (side, cell) = (Grain.side, grain.cell)
            xml.raw(
                "<pattern id=\"\(name(grain, color))\" width=\"\(side)\" height=\"\(side)\" "
                    + "patternUnits=\"userSpaceOnUse\" patternTransform=\"scale(\(cell))\">"
                    + "<use href=\"#\(name(grain))\" stroke=\"\(CSSColor.text(color))\"/></pattern>\n")
        }
        if !names.isEmpty { xml.end("defs") }
    }

    /// Returns the value of an attribute that paints a mark with its grain; nil for a mark without grain.
    static func reference(_ mark: Mark) -> String? { mark.grain.map { "url(#\(name($0, mark.color)))" } }

    private static func name(_ grain: Grain) -> String { "\(grain.texture.rawValue)-\(grain.level)" }

    private static func name(_ grain: Grain, _ color: Color) -> String {
        "\(name(grain))-\(CSSColor.text(color).dropFirst())"
    }

    /// Writes the inked cells as horizontal lines.
    private static func write(_ grain: Grain, to xml: inout XMLWriter) {
        let (cells, side) = (grain.cells, Grain.side)
        var path = ""
        for row in 0..<side {
            var column = 0
            while column < side {
                let end = (column..<side).first { !cells[row * side + $0] } ?? side
                if end > column { path += "M\(column) \(row).5h\(end - column)" }
                column = end + 1
            }
        }
        xml.raw("<path id=\"\(name(grain))\" d=\"\(path)\"/>\n")
    }
}
