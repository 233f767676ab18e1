// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// A stroke of any version, before its points are decoded.
struct RemarkableLine {
    var pen: UInt32 = 0
    var color: UInt32 = 0
    /// The BGRA color if the stroke specifies one explicitly; otherwise nil.
    var explicitColor: UInt32?
    /// The selected pen size in the tablet's units. These are inferred to be pixels.
    var thickness = 0.0
    var points: Range<Int> = 0..<0
    var layout = RemarkablePoints.Layout.floats

    /// Converts the line to a stroke in page space; nil if it is invisible or unusable. Dropped content is listed in
    /// the context.
    func stroke(
        in bytes: RemarkableBytes, canvas: RemarkableCanvas, offset: Vector, layer: Int,
        to context: inout RemarkableContext
    ) throws(InkFormatError) -> Stroke? {
        guard pen != RemarkablePen.areaEraser else {
            context.drop(.strokeSetting, "the outline of an erased area")
            return nil
        }
        guard !points.isEmpty else {
            context.drop(.stroke, "no points")
            return nil
        }
        try context.countPoints(points.count / layout.size)
        let read = RemarkablePoints(bytes.memory(points), layout, scale: canvas.scale, offset: offset)
        guard let positions = read.positions else {
            context.drop(.stroke, "coordinates that are not usable numbers")
            return nil
        }
        var brush = brush(&context)
        var widths = read.widths
        if read.unusableWidths > 0 {
            context.drop(.attribute, count: read.unusableWidths, "width")
            let usable = widths.first { $0.isFinite } ?? nominal(canvas)
            widths = widths.map { $0.isFinite ? $0 : usable }
        }
        // The nominal width is the constant width of the points or, if their widths vary, the selected pen size.
        let first = widths.first ?? 0
        brush.width = widths.allSatisfy { $0 == first } ? first : nominal(canvas)
        var channels: [StrokePoints.Channel: [Double]] = [:]
        channels[.pressure] = read.pressures
        channels[.azimuth] = read.directions
        if read.pressures == nil { context.drop(.channel, "pressure") }
        if read.directions == nil { context.drop(.channel, "direction") }
        return Stroke(
            brush: brush, points: StrokePoints(positions: positions, widths: widths, channels: channels), layer: layer)
    }

    /// Returns the selected pen size in points; 0 if it is invalid. It is inferred that its unit is one pixel.
    private func nominal(_ canvas: RemarkableCanvas) -> Double {
        thickness >= 0 && thickness <= 1e4 ? thickness * canvas.scale : 0
    }

    private func brush(_ context: inout RemarkableContext) -> Brush {
        if pen == RemarkablePen.eraser { return Brush(kind: .whiteout, color: .white) }
        let isHighlighter = RemarkablePen.highlighters.contains(pen)
        let tool = RemarkablePen.tool(pen)
        if tool == nil { context.drop(.tool, "pen \(pen)") }
        return Brush(
            kind: isHighlighter ? .highlighter : .pen,
            color: Self.color(color, explicit: explicitColor, opacity: RemarkablePen.opacity(pen), &context),
            cap: isHighlighter ? .square : .round, tool: tool)
    }

    /// Returns the explicit color with its own opacity or, if there is none, the color with a number and the given
    /// opacity.
    static func color(
        _ number: UInt32, explicit: UInt32?, opacity: Double, _ context: inout RemarkableContext
    ) -> Color {
        if let explicit { return RemarkableColor.color(bgra: explicit) }
        var color = RemarkableColor.color(number)
        if color == nil { context.drop(.attribute, "color \(number)") }
        color?.alpha = opacity
        return color ?? Color(red: 0, green: 0, blue: 0, alpha: opacity)
    }
}
