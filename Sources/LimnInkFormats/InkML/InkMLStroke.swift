// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Converts a trace to strokes. Channels are converted to Limn's units, and the trace is split wherever the pen was up.
struct InkMLStroke {
    private(set) var strokes: [Stroke] = []
    /// The dropped content, with its kind, count and detail.
    private(set) var dropped: [(DroppedItem.Kind, Int, String)] = []
    /// Whether the positions have no unit of length. They are in the file's steps then.
    private(set) var isUnitless = false

    private static let kept: Set<String> = ["X", "Y", "F", "T", "OA", "OE", "S", "W", "opacity"]

    /// Converts a trace.
    ///
    /// - Parameters:
    ///   - keepsTimes: whether T is already relative to the start of the stroke.
    ///   - maximumStrokes: the maximum number of strokes. The conversion stops after one more stroke, so that the
    ///     caller can detect the excess.
    init(_ trace: InkMLTrace, format: InkMLFormat, brush: InkMLBrush, keepsTimes: Bool, maximumStrokes: Int) {
        let channels = format.channels
        func index(_ name: String) -> Int? { channels.firstIndex { $0.name == name } }
        if trace.malformed > 0 { dropped.append((.point, trace.malformed, "unreadable values")) }
        if trace.surplus > 0 { dropped.append((.channel, trace.surplus, "values that no channel is declared for")) }
        for channel in channels where !Self.kept.contains(channel.name) {
            dropped.append((.channel, 1, channel.name))
        }
        guard let x = index("X"), let y = index("Y") else {
            dropped.append((.stroke, 1, "without X and Y"))
            return
        }
        // Limn's own pages have a size, so their ink cannot be fitted.
        isUnitless = !keepsTimes && channels[x].pointsPerStep == nil && channels[y].pointsPerStep == nil
        let (xs, ys) = (positions(trace.columns[x], channels[x]), positions(trace.columns[y], channels[y]))
        let farthest = ValueLimits.maximumCoordinate
        let isUsable = zip(xs, ys).map { $0.magnitude <= farthest && $1.magnitude <= farthest }
        let unusable = isUsable.count { !$0 }
        if unusable > 0 { dropped.append((.point, unusable, "coordinates that are not usable numbers")) }

        let isDown = index("S").map { s in trace.columns[s].map { $0 != 0 } }
        var widths: [Double]?
        if let w = index("W") {
            let nominal = brush.brush.width
            widths = lengths(trace.columns[w], channels[w]).map {
                $0 >= 0 && $0 <= ValueLimits.maximumWidth ? $0 : nominal
            }
        }
        var optional: [(StrokePoints.Channel, [Double])] = []
        func add(_ name: String, _ channel: StrokePoints.Channel, _ scale: (InkMLChannel) -> (Double) -> Double) {
            guard let i = index(name) else { return }
            let values = trace.columns[i].map(scale(channels[i]))
            guard zip(values, isUsable).allSatisfy({ $0.isFinite || !$1 }) else {
                return dropped.append((.channel, 1, "\(name) with missing values"))
            }
            optional.append((channel, values))
        }
        add("F", .pressure) { Self.pressure($0) }
        // Values above 1 have no known meaning without a range.
        if let f = index("F"), channels[f].range.max == nil, optional.first?.1.contains(where: { $0 > 1 }) == true {
            optional.removeFirst()
            dropped.append((.channel, 1, "F without a range"))
        }
        add("OE", .altitude) { channel in { $0 * channel.radiansPerStep } }
        add("OA", .azimuth) { channel in { $0 * channel.radiansPerStep } }
        add("opacity", .opacity) { channel in
            let share = Self.pressure(channel)
            return { $0.isNaN ? .nan : min(max(share($0), 0), 1) }
        }
        add("T", .time) { channel in { $0 * channel.secondsPerStep } }

        var moved = 0
        var run: [Int] = []
        func finish() {
            guard !run.isEmpty else { return }
            let positions = run.map { Point(x: xs[$0], y: ys[$0]) }
            var channels: [StrokePoints.Channel: [Double]] = [:]
            for (channel, values) in optional {
                // Times are relative to the start of the stroke.
                let start = channel == .time && !keepsTimes ? values[run[0]] : 0
                if start != 0 { moved += 1 }
                channels[channel] = run.map { values[$0] - start }
            }
            let tip = widths.map { all in run.map { all[$0] } } ?? Self.tipWidths(positions, brush)
            strokes.append(
                Stroke(brush: brush.brush, points: StrokePoints(positions: positions, widths: tip, channels: channels)))
            run = []
        }
        for i in 0..<trace.count where strokes.count <= maximumStrokes {
            if isDown?[i] == false { finish() } else if isUsable[i] { run.append(i) }
        }
        if strokes.count <= maximumStrokes { finish() }
        if moved > 0 { dropped.append((.strokeSetting, moved, "when it began, T")) }
        if strokes.isEmpty { dropped.append((.stroke, 1, "no points")) }
    }

    private mutating func positions(_ values: [Double], _ channel: InkMLChannel) -> [Double] {
        guard isUnitless else { return lengths(values, channel) }
        return channel.isReversed ? values.map { (channel.range.max ?? 0) - $0 } : values
    }

    private mutating func lengths(_ values: [Double], _ channel: InkMLChannel) -> [Double] {
        let scale = channel.pointsPerStep
        if scale == nil { dropped.append((.attribute, 1, "no unit of \(channel.name), 0.01 mm is assumed")) }
        let step = scale ?? InkMLUnit.himetric
        guard channel.isReversed else { return values.map { $0 * step } }
        // Reversed values are measured from the channel's maximum, or from 0 if the file specifies no maximum.
        return values.map { ((channel.range.max ?? 0) - $0) * step }
    }

    /// Returns a function that converts pressure to 0…1 by the channel's range. Without a range, it divides percentages
    /// by 100 and keeps other values.
    private static func pressure(_ channel: InkMLChannel) -> (Double) -> Double {
        let low = channel.range.min ?? 0
        if let high = channel.range.max, high > low { return { ($0 - low) / (high - low) } }
        return channel.units == "%" ? { $0 / 100 } : { $0 }
    }

    /// Returns the stroke widths at positions, for a tip with different width and height. The width at a position is
    /// the extent of the tip across the direction of movement.
    private static func tipWidths(_ positions: [Point], _ brush: InkMLBrush) -> [Double] {
        let width = brush.brush.width
        guard let height = brush.height else { return positions.map { _ in width } }
        let isRectangle = brush.brush.cap != .round
        return positions.indices.map { i in
            let v = positions[min(i + 1, positions.count - 1)] - positions[max(i - 1, 0)]
            guard v.length > 0 else { return max(width, height) }
            let (across, along) = (v.dy.magnitude / v.length * width, v.dx.magnitude / v.length * height)
            return isRectangle ? across + along : (across * across + along * along).squareRoot()
        }
    }
}
