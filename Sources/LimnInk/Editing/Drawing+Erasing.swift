// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

extension Drawing {
    /// The strokes that an eraser touches.
    ///
    /// - Parameter candidates: the strokes to look at, as a ``StrokeIndex`` finds them; nil for all.
    public func strokes(under eraser: Eraser, among candidates: [Int]? = nil) -> [Int] {
        (candidates ?? Array(strokes.indices)).filter { index in
            strokes.indices.contains(index) && strokes[index].isTouched(by: eraser)
        }
    }

    /// Takes away every stroke that an eraser touches.
    public func erasingStrokes(under eraser: Eraser, among candidates: [Int]? = nil) -> Edit {
        removing(strokes(under: eraser, among: candidates))
    }

    /// Takes away what is under an eraser and splits strokes there.
    ///
    /// What is left of a stroke ends where its disc touches the eraser's edge: no ink remains under the eraser, and no more of
    /// the centre line goes than has to. A dashed stroke is cut into its dashes first, so that these stay where they were; a
    /// filled one loses its fill, which has no inside any more.
    public func erasing(under eraser: Eraser, among candidates: [Int]? = nil) -> Edit {
        var replacements: [Int: [Stroke]] = [:]
        for index in candidates ?? Array(strokes.indices) where strokes.indices.contains(index) {
            if let pieces = strokes[index].erased(by: eraser) { replacements[index] = pieces }
        }
        return replacing(replacements)
    }
}

extension Stroke {
    /// Whether an eraser touches any ink of the stroke.
    func isTouched(by eraser: Eraser) -> Bool {
        if touchesFill(of: eraser) { return true }
        guard !eraser.covered(of: self).isEmpty else { return false }
        guard !brush.dash.isEmpty else { return true }
        return dashes.contains { !eraser.covered(of: $0).isEmpty }
    }

    /// What an eraser leaves; nil when it does not touch the stroke.
    func erased(by eraser: Eraser) -> [Stroke]? {
        guard points.isValid, isTouched(by: eraser) else { return nil }
        return dashes.flatMap { dash -> [Stroke] in
            var dash = dash
            dash.brush.fill = nil
            return dash.without(eraser.covered(of: dash))
        }
    }

    /// Whether an eraser touches the filled inside, which the last point and the first close.
    private func touchesFill(of eraser: Eraser) -> Bool {
        let corners = points.positions
        guard let fill = brush.fill, fill > 0, corners.count > 2, let first = corners.first, let last = corners.last
        else {
            return false
        }
        let closing = StrokePoints([last, first], width: 0)
        if !eraser.covered(of: Stroke(brush: Brush(), points: closing)).isEmpty { return true }
        return eraser.path.contains { place in
            // The non-zero winding rule, by which it is painted.
            var winding = 0
            for (a, b) in zip(corners, corners.dropFirst() + [first]) where (a.y > place.y) != (b.y > place.y) {
                let side = (b - a).cross(place - a)
                if b.y > a.y, side > 0 { winding += 1 }
                if b.y < a.y, side < 0 { winding -= 1 }
            }
            return winding != 0
        }
    }

    /// The dashes of a dashed stroke as strokes of their own; other strokes as they are.
    private var dashes: [Stroke] {
        guard let dashes = Dashes(brush.dash), points.count > 1 else { return [self] }
        var brush = brush
        brush.dash = []
        return dashes.cuts(positions: points.positions).compactMap { range in
            // Without length and without round ends nothing shows; a stroke of one point would be a disc.
            guard range.lowerBound < range.upperBound || brush.cap != .butt else { return nil }
            return Stroke(brush: brush, points: points.part(range), layer: layer)
        }
    }

    /// What is left without some intervals, which ascend.
    private func without(_ covered: [ClosedRange<Double>]) -> [Stroke] {
        guard !covered.isEmpty else { return [self] }
        let last = Double(points.count - 1)
        var pieces: [Stroke] = []
        var start = 0.0
        func keep(_ end: Double) {
            guard end > start else { return }
            pieces.append(Stroke(brush: brush, points: points.part(start...end), layer: layer))
        }
        for range in covered {
            keep(range.lowerBound)
            start = range.upperBound
        }
        keep(last)
        return pieces
    }
}
