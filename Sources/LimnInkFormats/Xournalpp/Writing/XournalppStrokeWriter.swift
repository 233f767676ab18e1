// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Writes a stroke. This is the inverse of ``XournalppStroke``, ``XournalppBrush`` and ``XournalppWidths``.
struct XournalppStrokeWriter {
    let number: Int
    let isLossless: Bool

    private static let tools: [Brush.Kind: String] = [.pen: "pen", .highlighter: "highlighter", .whiteout: "eraser"]
    private static let dashes: [[Double]: String] = [[6, 3]: "dash", [6, 3, 0.5, 3]: "dashdot", [0.5, 3]: "dot"]

    func write(_ stroke: Stroke, to xml: inout XMLWriter, dropped: inout DroppedItems) {
        let (brush, points) = (stroke.brush, stroke.points)
        guard !points.isEmpty else { return dropped.note(.stroke, page: number, detail: "no points") }
        guard points.positions.allSatisfy({ max($0.x.magnitude, $0.y.magnitude) <= ValueLimits.maximumCoordinate }),
            points.widths.allSatisfy({ $0 <= ValueLimits.maximumWidth }), brush.width <= ValueLimits.maximumWidth
        else { return dropped.note(.stroke, page: number, detail: "too far off or too wide") }
        xml.start("stroke")
        xml.attribute("tool", Self.tools[brush.kind] ?? "pen")
        xml.attribute("color", color(stroke, &dropped))
        xml.attribute("width") { appendWidths(stroke, to: &$0, dropped: &dropped) }
        if let fill = brush.fill { xml.attribute("fill", "\(Int(clamping: (min(max(fill, 0), 1) * 255).rounded()))") }
        xml.attribute("capStyle", brush.cap.rawValue)
        if let style = style(brush.dash, &dropped) { xml.attribute("style", style) }
        xml.open()
        xml.content { text in
            // Xournal++ rejects files with strokes of only one point.
            let positions = points.count == 1 ? points.positions + points.positions : points.positions
            for (index, point) in positions.enumerated() {
                if index > 0 { text.append(32) }
                append(point.x, to: &text)
                text.append(32)
                append(point.y, to: &text)
            }
        }
        xml.end("stroke")
    }

    private func append(_ value: Double, to text: inout [UInt8]) {
        if isLossless { DecimalText.appendExact(value, to: &text) } else { DecimalText.append(value, to: &text) }
    }

    /// Writes the nominal width and, if the width varies, the width of each segment.
    private func appendWidths(_ stroke: Stroke, to text: inout [UInt8], dropped: inout DroppedItems) {
        let widths = stroke.points.widths
        append(stroke.brush.width, to: &text)
        guard widths.contains(where: { $0 != stroke.brush.width }) else { return }
        for width in widths.prefix(max(1, widths.count - 1)) {
            text.append(32)
            append(width, to: &text)
        }
        if widths.count > 1, widths[widths.count - 1] != widths[widths.count - 2] {
            dropped.note(.strokeSetting, page: number, detail: "width of the last point")
        }
    }

    /// Returns the color attribute. Xournal++ paints highlighters with a fixed opacity or with the opacity of their
    /// fill.
    private func color(_ stroke: Stroke, _ dropped: inout DroppedItems) -> String {
        let brush = stroke.brush
        guard brush.kind == .highlighter else { return XournalppColor.text(stroke.paintColor) }
        let painted = brush.fill ?? XournalppBrush.highlighterOpacity
        if (brush.color.alpha - painted).magnitude > 0.5 / 255 {
            dropped.note(.strokeSetting, page: number, detail: "opacity of a highlighter")
        }
        return XournalppColor.text(Color(rgba: brush.color.rgba & 0xffff_ff00 | 0x7f))
    }

    private func style(_ dash: [Double], _ dropped: inout DroppedItems) -> String? {
        if dash.isEmpty { return nil }
        if let name = Self.dashes[dash] { return name }
        guard dash.allSatisfy({ $0 >= 0 && $0 <= ValueLimits.maximumWidth }), dash.contains(where: { $0 > 0 }) else {
            dropped.note(.dash, page: number)
            return nil
        }
        return "cust: " + dash.map { DecimalText.text($0, isLossless: isLossless) }.joined(separator: " ")
    }
}
