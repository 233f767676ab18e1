// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// A stroke as any version stores it, before its points are decoded.
struct RemarkableLine {
    var pen: UInt32 = 0
    var color: UInt32 = 0
    /// The colour in bytes, where the stroke tells it itself.
    var ownColor: UInt32?
    /// The size that a person chose, in the tablet's steps.
    var thickness = 0.0
    var points: Range<Int> = 0..<0
    var layout = RemarkablePoints.Layout.floats

    /// The stroke in page space; nil when it paints nothing or cannot be used, which is noted.
    func stroke(
        in bytes: RemarkableBytes, canvas: RemarkableCanvas, offset: Vector, layer: Int,
        to account: inout RemarkableAccount
    ) throws(InkFormatError) -> Stroke? {
        guard pen != RemarkablePen.areaEraser else {
            account.drop(.strokeSetting, "the outline of an erased area")
            return nil
        }
        guard !points.isEmpty else {
            account.drop(.stroke, "no points")
            return nil
        }
        try account.countPoints(points.count / layout.size)
        let read = RemarkablePoints(bytes.memory(points), layout, scale: canvas.scale, offset: offset)
        guard let positions = read.positions else {
            account.drop(.stroke, "coordinates that are no usable numbers")
            return nil
        }
        var brush = brush(&account)
        var widths = read.widths
        if read.unusableWidths > 0 {
            account.drop(.attribute, count: read.unusableWidths, "width")
            let usable = widths.first { $0.isFinite } ?? nominal(canvas)
            widths = widths.map { $0.isFinite ? $0 : usable }
        }
        // A pen of one width is told by that; for others the chosen size is all that all points share.
        let first = widths.first ?? 0
        brush.width = widths.allSatisfy { $0 == first } ? first : nominal(canvas)
        var channels: [StrokePoints.Channel: [Double]] = [:]
        channels[.pressure] = read.pressures
        channels[.azimuth] = read.directions
        if read.pressures == nil { account.drop(.channel, "pressure") }
        if read.directions == nil { account.drop(.channel, "direction") }
        return Stroke(
            brush: brush, points: StrokePoints(positions: positions, widths: widths, channels: channels), layer: layer)
    }

    /// The chosen size in points; 0 where it makes no sense. Inferred: the size is taken for pixels.
    private func nominal(_ canvas: RemarkableCanvas) -> Double {
        thickness >= 0 && thickness <= 1e4 ? thickness * canvas.scale : 0
    }

    private func brush(_ account: inout RemarkableAccount) -> Brush {
        if pen == RemarkablePen.eraser { return Brush(kind: .whiteout, color: .white) }
        let isHighlighter = RemarkablePen.highlighters.contains(pen)
        let tool = RemarkablePen.tool(pen)
        if tool == nil { account.drop(.tool, "pen \(pen)") }
        return Brush(
            kind: isHighlighter ? .highlighter : .pen,
            color: Self.color(color, own: ownColor, opacity: RemarkablePen.opacity(pen), &account),
            cap: isHighlighter ? .square : .round, tool: tool)
    }

    /// A colour by number, or the stroke's own with its own opacity.
    static func color(
        _ number: UInt32, own: UInt32?, opacity: Double, _ account: inout RemarkableAccount
    ) -> Color {
        if let own { return RemarkableColor.color(bgra: own) }
        var color = RemarkableColor.color(number)
        if color == nil { account.drop(.attribute, "colour \(number)") }
        color?.alpha = opacity
        return color ?? Color(red: 0, green: 0, blue: 0, alpha: opacity)
    }
}
