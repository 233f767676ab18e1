// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Converts a stroke to a PencilKit ink and control points. This is the inverse of ``PencilKitStroke``.
struct PencilKitStrokeCoding {
    /// The ink.
    let ink: PencilKitInk
    /// The control points from ``SplineFit``, with widths converted to PencilKit's sizes.
    let controls: [ControlPoint]

    /// Converts a stroke.
    ///
    /// - Parameter stroke: a stroke with at least one point and only usable values.
    init(_ stroke: Stroke) {
        var ink = PencilKitInk()
        ink.kind = PencilKitInk.Kind(for: stroke.brush)
        ink.color = stroke.brush.color
        let channels = stroke.points.channels
        // As in PencilKit's files, a pencil's points repeat the alpha of its color. If the opacity varies, only the
        // points store it.
        let alpha = ink.kind == .pencil ? ink.color.alpha : 1
        if ink.kind == .pencil, channels[.opacity] != nil { ink.color.alpha = 1 }
        self.ink = ink

        var points: [ControlPoint] = []
        points.reserveCapacity(stroke.points.count)
        for (index, position) in stroke.points.positions.enumerated() {
            var point = ControlPoint.neutral
            point[.x] = position.x
            point[.y] = position.y
            point[.width] = stroke.points.widths[index]
            if let time = channels[.time] { point[.time] = time[index] }
            if let pressure = channels[.pressure] { point[.force] = min(max(pressure[index], 0), 65.535) }
            if let altitude = channels[.altitude] { point[.altitude] = min(max(altitude[index], 0), .pi) }
            if let azimuth = channels[.azimuth] {
                point[.azimuth] = Angle.unwrapped(azimuth[index], near: points.last?[.azimuth] ?? .pi)
            }
            point[.opacity] = min(max(channels[.opacity]?[index] ?? 1, 0), 1) * alpha
            points.append(point)
        }
        controls = SplineFit(points).controls.map { control in
            var record = control
            record[.width] = ink.kind.size(forWidth: control[.width])
            return record
        }
    }
}

extension PencilKitInk.Kind {
    /// The tool most similar to a brush. A highlighter becomes a marker, which is the only tool that multiplies with
    /// the page.
    init(for brush: Brush) {
        self =
            switch (brush.kind, brush.tool) {
            case (.highlighter, _): .marker
            case (.whiteout, _): .pen
            case (.pen, .pencil): .pencil
            case (.pen, .fountain): .fountainPen
            case (.pen, .monoline), (.pen, .fineliner): .monoline
            case (.pen, .crayon): .crayon
            case (.pen, .watercolor): .watercolor
            case (.pen, _): .pen
            }
    }
}
