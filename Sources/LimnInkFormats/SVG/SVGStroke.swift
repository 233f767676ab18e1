// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Reads a stroke from the attributes of its path.
struct SVGStroke {
    /// The stroke, on layer 0; nil if it has no usable points.
    private(set) var stroke: Stroke?
    /// The attributes with invalid values, as `name=value`.
    private(set) var unreadable: [String] = []

    init(_ attributes: [String: String]) {
        var brush = Brush()
        func value<T>(_ name: String, _ standard: T, _ parse: (String) -> T?) -> T {
            guard let text = attributes[name] else { return standard }
            if let parsed = parse(text) { return parsed }
            unreadable.append("\(name)=\(text)")
            return standard
        }
        func optional<T>(_ name: String, _ parse: (String) -> T?) -> T? {
            value(name, T?.none) { text in parse(text).map { .some($0) } }
        }
        func isLength(_ value: Double) -> Bool { value >= 0 && value <= ValueLimits.maximumWidth }
        brush.color = value(SVGAttribute.color, .black) { CSSColor.parse($0) }
        brush.color = value(SVGAttribute.exactColor, brush.color) { text in
            let parts = NumberList.values(of: text)
            guard parts.count == 4, parts.allSatisfy({ 0...1 ~= $0 }) else { return nil }
            return Color(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3])
        }
        brush.width = value(SVGAttribute.width, 1) { NumberList.single($0).flatMap { isLength($0) ? $0 : nil } }
        brush.kind = value(SVGAttribute.kind, .pen) { Brush.Kind(rawValue: $0) }
        brush.tool = optional(SVGAttribute.tool) { Brush.Tool(rawValue: $0) }
        brush.cap = value(SVGAttribute.cap, .round) { Brush.Cap(rawValue: $0) }
        brush.dash = value(SVGAttribute.dash, []) { text in
            let dash = NumberList.values(of: text)
            return dash.allSatisfy(isLength) ? dash : nil
        }
        brush.fill = optional(SVGAttribute.fill) { NumberList.single($0).flatMap { 0...1 ~= $0 ? $0 : nil } }

        guard let positions = Self.positions(attributes) else { return }
        let count = positions.count
        let constant = Array(repeating: brush.width, count: count)
        let widths = value(SVGAttribute.widths, constant) { text in
            let widths = NumberList.values(of: text)
            return widths.count == count && widths.allSatisfy(isLength) ? widths : nil
        }
        var channels: [StrokePoints.Channel: [Double]] = [:]
        for channel in StrokePoints.Channel.allCases {
            channels[channel] = optional(SVGAttribute.name(of: channel)) { text -> [Double]? in
                let column = NumberList.values(of: text)
                return column.count == count && column.allSatisfy(\.isFinite) ? column : nil
            }
        }
        stroke = Stroke(
            brush: brush, points: StrokePoints(positions: positions, widths: widths, channels: channels))
    }

    /// Returns the points; nil if there are none or any is unusable. They are in the attribute or, without the
    /// attribute, in the path data, which then has the form `Mx yLx y…`.
    private static func positions(_ attributes: [String: String]) -> [Point]? {
        var numbers: [Double]
        if let text = attributes[SVGAttribute.positions] {
            numbers = NumberList.values(of: text)
        } else {
            guard let data = attributes["d"], data.utf8.first == UInt8(ascii: "M") else { return nil }
            let letters: Set<UInt8> = [UInt8(ascii: "M"), UInt8(ascii: "L")]
            numbers = []
            data.utf8.map { letters.contains($0) ? 32 : $0 }.withUnsafeBufferPointer {
                NumberList.parse($0, into: &numbers)
            }
        }
        guard !numbers.isEmpty, numbers.count.isMultiple(of: 2) else { return nil }
        return XournalppPoints(numbers).positions
    }
}
