// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// A builder for the closed subpath around successive discs. No disc may contain its neighbor.
struct OutlineRun {
    let discs: [Outline.Disc]
    let tolerance: Double
    private let segments: [Segment]

    /// The outer tangents of two successive discs.
    private struct Segment {
        let length: Double
        let direction: Vector
        /// The angle between the tangents and the center line: sin(lean) = (first radius − second radius) / distance.
        let lean: Double
        /// The normals of the left and the right tangent.
        let left: Vector
        let right: Vector

        init(_ a: Outline.Disc, _ b: Outline.Disc) {
            let v = b.center - a.center
            length = v.length
            direction = v / length
            let sine = min(max((a.radius - b.radius) / length, -1), 1)
            let cosine = (1 - sine * sine).squareRoot()
            lean = UnitVector(unchecked: Vector(dx: 1, dy: 0)).angle(
                to: UnitVector(unchecked: Vector(dx: cosine, dy: sine)))
            left = direction * sine + direction.perpendicular * cosine
            right = direction * sine - direction.perpendicular * cosine
        }
    }

    init(discs: [Outline.Disc], tolerance: Double) {
        self.discs = discs
        self.tolerance = tolerance
        segments = zip(discs, discs.dropFirst()).map { Segment($0, $1) }
    }

    func append(to path: inout Path) {
        let last = segments.count - 1
        path.move(to: discs[0].center + segments[0].left * discs[0].radius)
        for i in segments.indices {
            if i < last {
                join(i, on: .left, to: &path)
            } else {
                path.line(to: discs[i + 1].center + segments[i].left * discs[i + 1].radius)
            }
        }
        cap(discs[last + 1], from: segments[last].left, sweep: 2 * segments[last].lean - .pi, to: &path)
        path.line(to: discs[last + 1].center + segments[last].right * discs[last + 1].radius)
        for i in segments.indices.reversed() {
            if i > 0 {
                join(i - 1, on: .right, to: &path)
            } else {
                path.line(to: discs[0].center + segments[0].right * discs[0].radius)
            }
        }
        cap(discs[0], from: segments[0].right, sweep: -2 * segments[0].lean - .pi, to: &path)
        path.close()
    }

    private enum Side { case left, right }

    /// Adds a line along one tangent and the join at the disc between segments `i` and `i + 1`, up to the start of the
    /// next tangent.
    ///
    /// The path runs forwards on the left side and backwards on the right.
    private func join(_ i: Int, on side: Side, to path: inout Path) {
        let (before, after, disc) = (segments[i], segments[i + 1], discs[i + 1])
        let turn = UnitVector(unchecked: before.direction).angle(to: UnitVector(unchecked: after.direction))
        let (from, to, sweep) =
            switch side {
            case .left: (before.left, after.left, turn - after.lean + before.lean)
            case .right: (after.right, before.right, -(turn + after.lean - before.lean))
            }
        let gap = (to - from).length * disc.radius
        let isShort = gap < before.length / 2 && gap < after.length / 2
        if isShort, sweep.magnitude < .pi / 4, sweep > 0 || isFlat(sweep, disc.radius) {
            // The tangents intersect in one point. On the inner side, this point is the exact corner. On the outer
            // side, its distance from the arc is about the arc's height.
            path.line(to: disc.center + (from + to) * (disc.radius / (1 + from.dot(to))))
            return
        }
        path.line(to: disc.center + from * disc.radius)
        if sweep < 0 { cap(disc, from: from, sweep: sweep, to: &path) } else { path.line(to: disc.center) }
        path.line(to: disc.center + to * disc.radius)
    }

    private func cap(_ disc: Outline.Disc, from: Vector, sweep: Double, to path: inout Path) {
        guard disc.radius > 0, !isFlat(sweep, disc.radius) else { return }
        path.arc(center: disc.center, radius: disc.radius, start: UnitVector(unchecked: from), sweep: sweep)
    }

    /// Returns whether the height of an arc above its chord is within the tolerance.
    private func isFlat(_ sweep: Double, _ radius: Double) -> Bool {
        guard sweep.magnitude < 2 else { return radius * 2 <= tolerance }
        return radius * sweep * sweep / 8 <= tolerance
    }
}
