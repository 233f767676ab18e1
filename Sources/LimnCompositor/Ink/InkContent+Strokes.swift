// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk

/// The tolerances for writing strokes.
struct StrokeWriting {
    /// The largest displacement of an edge, not counting rounding.
    let tolerance: Tolerance
    /// The part of the tolerance for approximating outlines. Most of the tolerance is reserved for leaving out points.
    let outline: Tolerance
    let simplifier: Simplifier
    let runs: LineRuns

    init(tolerance: Tolerance, unit: Double) {
        self.tolerance = tolerance
        outline = Tolerance(points: tolerance.points * 0.15) ?? .exact
        simplifier = Simplifier(tolerance: Tolerance(points: tolerance.points * 0.85) ?? .exact)
        // ``LineRuns`` counts rounding itself, so its tolerance includes one unit for rounding.
        runs = LineRuns(tolerance: tolerance.points + unit, unit: unit)
    }
}

extension InkContent {
    /// Writes a stroke.
    mutating func write(_ stroke: Stroke, _ writing: StrokeWriting) {
        guard let box = stroke.bounds, let first = stroke.points.positions.first else { return }
        let washes = stroke.washes
        guard write(washes[0], from: first, writing) else { return }
        if washes.count > 1 {
            // The others have the same points. Lines of constant width share one path, which compresses to nothing.
            let points = pointCount
            for wash in washes.dropFirst() { _ = write(wash, from: nil, writing) }
            pointCount = points
        }
        bounds = bounds?.union(box) ?? box
    }

    /// Writes a stroke of one layer.
    ///
    /// - Parameter origin: the point to which to move the origin of coordinates; nil to keep the origin.
    /// - Returns: whether anything is painted.
    private mutating func write(_ stroke: Stroke, from origin: Point?, _ writing: StrokeWriting) -> Bool {
        let lines =
            writing.runs.suits(stroke)
            ? writing.runs.cut(positions: stroke.points.positions, widths: stroke.points.widths) : []
        let placeCount = lines.reduce(0) { $0 + $1.places.count }
        // There are more places than points only if segments were cut. Only then may an outline be smaller than lines.
        let simplified =
            lines.isEmpty || placeCount > stroke.points.count ? writing.simplifier.simplify(stroke) : nil
        let count = lines.isEmpty ? simplified?.stroke.points.count ?? 0 : 1 + placeCount - lines.count
        if let curves = Self.curves(along: stroke, writing.tolerance, shorterThan: count),
            let width = stroke.constantWidth
        {
            if let origin { begin(at: origin) }
            pointCount += 1 + 3 * curves.curveCount
            largestEdgeError = max(largestEdgeError, curves.largestError + unit)
            let style = Mark.Style.line(width: width, cap: stroke.brush.cap, dash: [])
            let blend: Mark.Blend = stroke.brush.kind == .highlighter ? .multiply : .normal
            let (color, grain) = stroke.paint
            write(Mark(path: curves.path, style: style, color: color, blend: blend, grain: grain))
        } else if !lines.isEmpty,
            // An outline has two corners for each point, and arcs.
            placeCount <= 3 * (simplified?.stroke.points.count ?? .max / 3)
        {
            if let origin { begin(at: origin) }
            pointCount += 1 + placeCount - lines.count
            write(lines, cap: stroke.constantWidth == nil ? .round : stroke.brush.cap, stroke.paint)
        } else if let simplified {
            let marks = simplified.stroke.marks(tolerance: writing.outline)
            guard !marks.isEmpty else { return false }
            if let origin { begin(at: origin) }
            pointCount += simplified.stroke.points.count
            let isOutline = marks.contains { $0.style == .fill }
            largestEdgeError = max(
                largestEdgeError, simplified.largestEdgeError + (isOutline ? writing.outline.points : 0) + unit)
            for mark in marks { write(mark) }
        }
        return true
    }

    /// Returns curves for a line of constant width; nil if they need as many points as `count` or more.
    private static func curves(
        along stroke: Stroke, _ tolerance: Tolerance, shorterThan count: Int
    ) -> (path: Path, curveCount: Int, largestError: Double)? {
        let brush = stroke.brush
        // Curves change the length of a line and thus the positions of its dashes.
        guard count > 4, stroke.constantWidth != nil, brush.dash.isEmpty, (brush.fill ?? 0) <= 0,
            stroke.paintColor.alpha > 0
        else { return nil }
        let curves = CurveFit(tolerance: tolerance).path(along: stroke.points.positions)
        return curves.curveCount > 0 && 3 * curves.curveCount + 1 < count ? curves : nil
    }

    private mutating func write(_ lines: [LineRuns.Run], cap: Brush.Cap, _ paint: (color: Color, grain: Grain?)) {
        write(GraphicsState(alpha: (paint.color.alpha * 1000).rounded() / 1000, blend: .normal))
        writeLineColor(paint.color, paint.grain)
        for line in lines {
            largestEdgeError = max(largestEdgeError, line.edgeError)
            write(.line(width: Double(line.width) * unit, cap: cap, dash: []))
            var last = line.places[0]
            var isDot = true
            write(last, "m")
            for place in line.places.dropFirst() where place != last {
                write(place, "l")
                last = place
                isDot = false
            }
            if isDot { write(last, "l") }
            emit("S")
        }
    }
}
