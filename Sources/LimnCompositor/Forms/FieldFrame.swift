// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnPDFObjects

/// Paints the parts of a widget around and behind its value: background, border, bevels and the dividers of a comb.
struct FieldFrame {
    let look: WidgetLook
    let box: FieldBox
    /// The number of cells of a comb.
    var cells = 0
    /// Whether the frame is a circle, as around a round radio button.
    var isRound = false

    /// The operators; empty if nothing is painted.
    var content: [UInt8] {
        var writer = FieldWriter()
        if isRound { writeRound(&writer) } else { writeSquare(&writer) }
        return writer.bytes.isEmpty ? [] : Array("q\n".utf8) + writer.bytes + Array("Q\n".utf8)
    }

    private var hasLine: Bool { !look.borderColor.isEmpty && look.border.width > 0 }

    private func writeSquare(_ writer: inout FieldWriter) {
        if !look.background.isEmpty {
            writer.fill(look.background)
            writer.emit(0, 0, box.width, box.height, name: "re")
            writer.line("f")
        }
        writeEdges(&writer)
        guard hasLine else { return }
        let width = look.border.width
        writer.stroke(look.borderColor)
        if width != 1 { writer.emit(width, name: "w") }
        setDashes(&writer)
        if look.border.style == .underline {
            writer.emit(0, width / 2, name: "m")
            writer.emit(box.width, width / 2, name: "l")
            writer.line("S")
        } else {
            writer.emit(width / 2, width / 2, box.width - width, box.height - width, name: "re")
            writer.line("s")
        }
        guard cells > 1 else { return }
        for number in 1..<min(cells, 1000) {
            let x = box.width * Double(number) / Double(cells)
            writer.emit(x, width / 2, name: "m")
            writer.emit(x, box.height - width / 2, name: "l")
        }
        writer.line("s")
    }

    private func setDashes(_ writer: inout FieldWriter) {
        guard look.border.style == .dashed else { return }
        writer.line("[" + look.border.dashes.map { FieldWriter.text($0) }.joined(separator: " ") + "] 0 d")
    }

    /// The colors of the edges that make a widget look raised or sunken: `upper` for the top and left edges, `lower`
    /// for the bottom and right edges.
    private var edges: (upper: [Double], lower: [Double])? {
        switch look.border.style {
        case .beveled:
            let background = look.background.isEmpty ? [1] : look.background
            // In CMYK, larger components are darker.
            let step = background.count == 4 ? -0.250977 : 0.250977
            return ([1], background.map { min(max($0 - step, 0), 1) })
        case .inset: return ([0.501953], [0.75293])
        default: return nil
        }
    }

    private func writeEdges(_ writer: inout FieldWriter) {
        guard let edges else { return }
        let (b, w, h) = (look.border.width, box.width, box.height)
        writer.fill(edges.upper)
        polygon(
            [(b, b), (b, h - b), (w - b, h - b), (w - 2 * b, h - 2 * b), (2 * b, h - 2 * b), (2 * b, 2 * b)], &writer)
        writer.fill(edges.lower)
        polygon(
            [(w - b, h - b), (w - b, b), (b, b), (2 * b, 2 * b), (w - 2 * b, 2 * b), (w - 2 * b, h - 2 * b)], &writer)
    }

    /// Paints the edges of a circle as two halves, which meet at the upper right and the lower left.
    private func writeRoundEdges(_ writer: inout FieldWriter, _ center: Point, radius: Double) {
        guard let edges, radius > 0 else { return }
        let k = FieldWriter.circleFactor * radius
        for (color, r, k) in [(edges.upper, radius, k), (edges.lower, -radius, -k)] {
            writer.stroke(color)
            writer.line("q")
            writer.emit(0.7071, 0.7071, -0.7071, 0.7071, center.x, center.y, name: "cm")
            writer.emit(r, 0, name: "m")
            writer.emit(r, k, k, r, 0, r, name: "c")
            writer.emit(-k, r, -r, k, -r, 0, name: "c")
            writer.line("S\nQ")
        }
    }

    private func polygon(_ points: [(Double, Double)], _ writer: inout FieldWriter) {
        for (index, point) in points.enumerated() { writer.emit(point.0, point.1, name: index == 0 ? "m" : "l") }
        writer.line("f")
    }

    private func writeRound(_ writer: inout FieldWriter) {
        let center = Point(x: box.width / 2, y: box.height / 2)
        let radius = min(box.width, box.height) / 2
        if !look.background.isEmpty {
            writer.fill(look.background)
            writer.circle(center, radius: radius)
            writer.line("f")
        }
        let width = look.border.width
        if width != 1 { writer.emit(width, name: "w") }
        writeRoundEdges(&writer, center, radius: radius - 1.5 * width)
        guard hasLine else { return }
        writer.stroke(look.borderColor)
        setDashes(&writer)
        writer.circle(center, radius: max(0, radius - width / 2))
        writer.line("s")
    }
}

extension FieldWriter {
    /// The distance of a quarter circle's control points from its ends, in radii. The curve deviates from a circle by
    /// at most 0.03 % of the radius.
    static let circleFactor = 0.5523

    /// Appends a circle to the path, counterclockwise from its rightmost point.
    mutating func circle(_ center: Point, radius r: Double) {
        let k = Self.circleFactor * r
        let (x, y) = (center.x, center.y)
        emit(x + r, y, name: "m")
        emit(x + r, y + k, x + k, y + r, x, y + r, name: "c")
        emit(x - k, y + r, x - r, y + k, x - r, y, name: "c")
        emit(x - r, y - k, x - k, y - r, x, y - r, name: "c")
        emit(x + k, y - r, x + r, y - k, x + r, y, name: "c")
    }
}
