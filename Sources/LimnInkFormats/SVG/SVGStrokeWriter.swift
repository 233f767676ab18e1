// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Writes a stroke as one path per mark (``Stroke/marks(tolerance:)``). The last path has the attributes for the
/// reader.
struct SVGStrokeWriter {
    let values: SVGValues

    func write(_ stroke: Stroke, to xml: inout XMLWriter) {
        let marks = stroke.marks()
        let blend = stroke.brush.kind == .highlighter ? " style=\"mix-blend-mode:multiply\"" : ""
        // The fill is the first mark. It is the only mark if the line is invisible.
        let inside = marks.first.flatMap { $0.path == Path(polygon: stroke.points.positions) ? $0 : nil }
        let line = marks.last.flatMap { marks.count > 1 || inside == nil ? $0 : nil }
        for mark in line == nil ? marks[...] : marks.dropLast() { paint(mark, blend, &xml) { _ in } }
        guard let line else {
            xml.start("path")
            describe(stroke, isLine: false, &xml)
            return xml.empty()
        }
        var isLine = false
        if case .line = line.style { isLine = true }
        paint(line, blend, &xml) { describe(stroke, isLine: isLine, &$0) }
    }

    private func paint(_ mark: Mark, _ blend: String, _ xml: inout XMLWriter, _ more: (inout XMLWriter) -> Void) {
        xml.start("path")
        let paint: String
        switch mark.style {
        case .fill:
            paint = "fill"
        case .line(let width, let cap, let dash):
            paint = "stroke"
            xml.raw(" fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"\(cap.rawValue)\"")
            xml.attribute("stroke-width") { values.append(width, to: &$0) }
            if !dash.isEmpty { xml.attribute("stroke-dasharray") { values.append(dash, to: &$0) } }
        }
        xml.attribute(paint, SVGGrains.reference(mark) ?? CSSColor.text(mark.color))
        if mark.color.alpha < 1 {
            xml.attribute("\(paint)-opacity") { DecimalText.append(mark.color.alpha, decimals: 5, to: &$0) }
        }
        xml.raw(blend)
        more(&xml)
        xml.attribute("d") { append(mark.path, to: &$0) }
        xml.empty()
    }

    private func describe(_ stroke: Stroke, isLine: Bool, _ xml: inout XMLWriter) {
        let (brush, points) = (stroke.brush, stroke.points)
        xml.attribute(SVGAttribute.color, XournalppColor.text(brush.color))
        let color = brush.color
        if values.isLossless, Color(rgba: color.rgba) != color {
            xml.attribute(SVGAttribute.exactColor) {
                values.append([color.red, color.green, color.blue, color.alpha], to: &$0)
            }
        }
        xml.attribute(SVGAttribute.width) { values.append(brush.width, to: &$0) }
        if brush.kind != .pen { xml.attribute(SVGAttribute.kind, brush.kind.rawValue) }
        if let tool = brush.tool { xml.attribute(SVGAttribute.tool, tool.rawValue) }
        if brush.cap != .round { xml.attribute(SVGAttribute.cap, brush.cap.rawValue) }
        if !brush.dash.isEmpty { xml.attribute(SVGAttribute.dash) { values.append(brush.dash, to: &$0) } }
        if let fill = brush.fill { xml.attribute(SVGAttribute.fill) { values.append(fill, to: &$0, decimals: 5) } }
        if !isLine {
            xml.attribute(SVGAttribute.positions) { text in
                for (index, point) in points.positions.enumerated() {
                    if index > 0 { text.append(32) }
                    values.append([point.x, point.y], to: &text)
                }
            }
        }
        if points.widths.contains(where: { $0 != brush.width }) {
            xml.attribute(SVGAttribute.widths) { values.append(points.widths, to: &$0) }
        }
        for channel in StrokePoints.Channel.allCases {
            guard let column = points[channel] else { continue }
            xml.attribute(SVGAttribute.name(of: channel)) { values.append(column, to: &$0, decimals: 5) }
        }
    }

    private func append(_ path: Path, to text: inout [UInt8]) {
        func append(_ letter: String, _ points: Point...) {
            text.append(contentsOf: letter.utf8)
            for (index, point) in points.enumerated() {
                if index > 0 { text.append(32) }
                values.append([point.x, point.y], to: &text)
            }
        }
        for element in path.elements {
            switch element {
            case .move(let p): append("M", p)
            case .line(let p): append("L", p)
            case .cubic(let a, let b, let c): append("C", a, b, c)
            case .close: text.append(UInt8(ascii: "Z"))
            }
        }
    }
}
