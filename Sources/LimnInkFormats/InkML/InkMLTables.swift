// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Writes traces and collects the contexts and brushes to which they refer.
struct InkMLTables {
    let isLossless: Bool

    /// The resolution of lengths, in steps per point.
    private static let stepsPerPoint = 500.0

    /// The channels of a context, except X and Y.
    private struct Channels: Hashable {
        var hasWidth: Bool
        var optional: [StrokePoints.Channel]
    }

    private var contexts: [Channels: Int] = [:]
    private var contextList: [Channels] = []
    private var brushes: [Brush: Int] = [:]
    private var brushList: [Brush] = []

    init(isLossless: Bool) { self.isLossless = isLossless }

    private static let names: [StrokePoints.Channel: String] = [
        .pressure: "F", .altitude: "OE", .azimuth: "OA", .opacity: "opacity", .time: "T",
    ]

    /// Writes the trace of a stroke.
    mutating func write(_ stroke: Stroke, to xml: inout XMLWriter) {
        let points = stroke.points
        let channels = Channels(
            hasWidth: points.widths.contains { $0 != stroke.brush.width },
            optional: StrokePoints.Channel.allCases.filter { points[$0] != nil })
        let context = Self.number(channels, &contexts, &contextList)
        let brush = Self.number(stroke.brush, &brushes, &brushList)
        let columns = channels.optional.map { ($0, points[$0] ?? []) }
        xml.raw("<trace contextRef=\"#ctx\(context)\" brushRef=\"#br\(brush)\">")
        xml.content { text in
            for i in 0..<points.count {
                if i > 0 { text.append(UInt8(ascii: ",")) }
                append(points.positions[i].x, Self.stepsPerPoint, to: &text)
                text.append(32)
                append(points.positions[i].y, Self.stepsPerPoint, to: &text)
                if channels.hasWidth {
                    text.append(32)
                    append(points.widths[i], Self.stepsPerPoint, to: &text)
                }
                for (channel, values) in columns {
                    text.append(32)
                    append(values[i], Self.scale(channel), to: &text)
                }
            }
        }
        xml.end("trace")
    }

    /// Returns the resolution of a channel, in steps per unit.
    private static func scale(_ channel: StrokePoints.Channel) -> Double {
        switch channel {
        case .pressure, .opacity: 32767
        case .altitude, .azimuth: 18000 / .pi
        case .time: 1000
        }
    }

    private func append(_ value: Double, _ scale: Double, to text: inout [UInt8]) {
        if isLossless {
            DecimalText.appendExact(value, to: &text)
        } else {
            DecimalText.append(value * scale, decimals: 0, to: &text)
        }
    }

    private static func number<T: Hashable>(_ value: T, _ table: inout [T: Int], _ list: inout [T]) -> Int {
        if let known = table[value] { return known }
        table[value] = list.count
        list.append(value)
        return list.count - 1
    }

    /// Writes the definitions to which the traces refer.
    func write(to xml: inout XMLWriter) {
        xml.raw("<definitions>\n")
        for (index, channels) in contextList.enumerated() {
            xml.raw("<context xml:id=\"ctx\(index)\">\n<inkSource xml:id=\"src\(index)\">\n<traceFormat>\n")
            let lengths = ["X", "Y"] + (channels.hasWidth ? ["W"] : [])
            let optional = channels.optional
            for name in lengths { channel(name, isLossless ? "pt" : "in", to: &xml) }
            for each in optional {
                switch each {
                case .pressure: channel("F", "dev", maximum: isLossless ? 1 : 32767, to: &xml)
                case .opacity: channel("opacity", "dev", maximum: isLossless ? 1 : 32767, to: &xml)
                case .altitude, .azimuth: channel(Self.names[each] ?? "", isLossless ? "rad" : "deg", to: &xml)
                case .time: channel("T", isLossless ? "s" : "ms", to: &xml)
                }
            }
            xml.raw("</traceFormat>\n<channelProperties>\n")
            for name in lengths { resolution(name, isLossless ? (1, "1/pt") : (36000, "1/in"), to: &xml) }
            for each in optional where !isLossless && (each == .altitude || each == .azimuth) {
                resolution(Self.names[each] ?? "", (100, "1/deg"), to: &xml)
            }
            xml.raw("</channelProperties>\n</inkSource>\n</context>\n")
        }
        for (index, brush) in brushList.enumerated() { write(brush, index, to: &xml) }
        xml.raw("</definitions>\n")
    }

    private func channel(_ name: String, _ units: String, maximum: Int? = nil, to xml: inout XMLWriter) {
        let type = isLossless ? "decimal" : "integer"
        let most = maximum.map { " max=\"\($0)\"" } ?? ""
        xml.raw("<channel name=\"\(name)\" type=\"\(type)\"\(most) units=\"\(units)\"/>\n")
    }

    private func resolution(_ channel: String, _ value: (Int, String), to xml: inout XMLWriter) {
        xml.raw(
            "<channelProperty channel=\"\(channel)\" name=\"resolution\" value=\"\(value.0)\" units=\"\(value.1)\"/>\n")
    }

    private func write(_ brush: Brush, _ index: Int, to xml: inout XMLWriter) {
        xml.raw("<brush xml:id=\"br\(index)\">\n")
        func property(_ name: String, _ value: String, units: String? = nil) {
            xml.raw("<brushProperty name=\"\(name)\" value=\"\(value)\"")
            if let units { xml.raw(" units=\"\(units)\"") }
            xml.empty()
        }
        func number(_ value: Double) -> String { DecimalText.text(value, isLossless: isLossless) }
        let width = isLossless ? number(brush.width) : number(brush.width * 2.54 / 72)
        property("width", width, units: isLossless ? "pt" : "cm")
        property("height", width, units: isLossless ? "pt" : "cm")
        property("color", CSSColor.text(brush.color))
        // The exact color follows the 8-bit color, which other programs read.
        if isLossless, Color(rgba: brush.color.rgba | 0xff) != brush.color.opaque {
            let parts = [brush.color.red, brush.color.green, brush.color.blue]
            property("limn.color", parts.map(number).joined(separator: " "))
        }
        let alpha = brush.color.alpha
        let transparency = Int(clamping: (255 - alpha * 255).rounded())
        if transparency > 0 { property("transparency", "\(transparency)") }
        if 1 - Double(transparency) / 255 != alpha { property("limn.alpha", number(alpha)) }
        property("tip", brush.cap == .round ? "ellipse" : "rectangle")
        property("rasterOp", brush.kind == .highlighter ? "maskPen" : "copyPen")
        property("ignorePressure", "1")
        if brush.kind == .whiteout { property("limn.kind", brush.kind.rawValue) }
        if brush.cap == .butt { property("limn.cap", brush.cap.rawValue) }
        if let tool = brush.tool { property("limn.tool", tool.rawValue) }
        if let fill = brush.fill { property("limn.fill", number(min(max(fill, 0), 1))) }
        if !brush.dash.isEmpty { property("limn.dash", brush.dash.map(number).joined(separator: " ")) }
        xml.raw("</brush>\n")
    }
}

extension Color {
    /// The color with alpha 1.
    fileprivate var opaque: Color { Color(red: red, green: green, blue: blue) }
}
