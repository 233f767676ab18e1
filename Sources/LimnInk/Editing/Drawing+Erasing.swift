// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

extension Drawing {
    /// Returns the indices in ``strokes`` of the strokes that an eraser touches. Erasers do not affect other items.
    ///
    /// The eraser must overlap the stroke; touching its edge does not count. Strokes on hidden and locked layers are
    /// tested as well, unless the caller excludes them from the candidates.
    ///
    /// - Parameters:
    ///   - eraser: the eraser with its path.
    ///   - candidates: the indices of the strokes to test, for example from a ``StrokeIndex``; nil for all.
    /// - Returns: the indices, in the order of the candidates.
    public func strokes(under eraser: Eraser, among candidates: [Int]? = nil) -> [Int] {
        (candidates ?? Array(strokes.indices)).filter { index in
            strokes.indices.contains(index) && strokes[index].isTouched(by: eraser)
        }
    }

    /// Returns an edit that completely removes every stroke that an eraser touches.
    ///
    /// - Parameters:
    ///   - eraser: the eraser with its path.
    ///   - candidates: the indices of the strokes to test; nil for all.
    public func erasingStrokes(under eraser: Eraser, among candidates: [Int]? = nil) -> Edit {
        removing(itemIndices(ofStrokes: strokes(under: eraser, among: candidates)))
    }

    /// Returns an edit that removes the ink under an eraser and splits strokes there.
    ///
    /// Each remaining piece ends at the point where the stroke's disc touches the eraser's edge. So no ink remains
    /// under the eraser, and as much of the center line as possible remains. A dashed stroke is first split into its
    /// dashes, so that they do not move. A filled stroke loses its fill, because its outline is no longer closed.
    ///
    /// - Parameters:
    ///   - eraser: the eraser with its path.
    ///   - candidates: the indices of the strokes to test; nil for all.
    /// - Returns: an edit that replaces each touched stroke with the remaining pieces, if any.
    public func erasing(under eraser: Eraser, among candidates: [Int]? = nil) -> Edit {
        var replacements: [Int: [Item]] = [:]
        let tested = (candidates ?? Array(strokes.indices)).filter(strokes.indices.contains).sorted()
        for (index, item) in zip(tested, itemIndices(ofStrokes: tested)) {
            if let pieces = strokes[index].erased(by: eraser) { replacements[item] = pieces.map { .stroke($0) } }
        }
        return replacing(replacements)
    }
}

extension Stroke {
    /// Returns whether an eraser touches the stroke's ink.
    func isTouched(by eraser: Eraser) -> Bool {
        if touchesFill(of: eraser) { return true }
        guard !eraser.coveredRanges(of: self).isEmpty else { return false }
        guard !brush.dash.isEmpty else { return true }
        return dashes.contains { !eraser.coveredRanges(of: $0).isEmpty }
    }

    /// Returns the pieces that remain after erasing, or nil if the eraser does not touch the stroke.
    func erased(by eraser: Eraser) -> [Stroke]? {
        guard points.isValid, isTouched(by: eraser) else { return nil }
        return dashes.flatMap { dash -> [Stroke] in
            var dash = dash
            dash.brush.fill = nil
            return dash.removing(eraser.coveredRanges(of: dash))
        }
    }

    /// Returns whether an eraser touches the filled area. A line from the last point to the first closes this area.
    private func touchesFill(of eraser: Eraser) -> Bool {
        let corners = points.positions
        guard let fill = brush.fill, fill > 0, corners.count > 2, let first = corners.first, let last = corners.last
        else {
            return false
        }
        let closing = StrokePoints([last, first], width: 0)
        if !eraser.coveredRanges(of: Stroke(brush: Brush(), points: closing)).isEmpty { return true }
        return eraser.path.contains { center in
            // The fill uses the non-zero winding rule.
            var winding = 0
            for (a, b) in zip(corners, corners.dropFirst() + [first]) where (a.y > center.y) != (b.y > center.y) {
                let side = (b - a).cross(center - a)
                if b.y > a.y, side > 0 { winding += 1 }
                if b.y < a.y, side < 0 { winding -= 1 }
            }
            return winding != 0
        }
    }

    /// The dashes as separate strokes; the stroke itself if it is not dashed.
    private var dashes: [Stroke] {
        guard let dashes = Dashes(brush.dash), points.count > 1 else { return [self] }
        var brush = brush
        brush.dash = []
        return dashes.ranges(along: points.positions).compactMap { range in
            // A dash of length 0 with butt caps is invisible, but a stroke of one point would be drawn as a disc.
            guard range.lowerBound < range.upperBound || brush.cap != .butt else { return nil }
            return Stroke(brush: brush, points: points.part(range), layer: layer)
        }
    }

    /// Returns the pieces that remain after removing ascending parameter ranges.
    private func removing(_ covered: [ClosedRange<Double>]) -> [Stroke] {
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
