// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// Computes the outlines of shapes as polylines.
enum ShapeOutline {
    /// The number of line segments of an ellipse. They deviate by less than half a pixel from an ellipse 1000 pixels
    /// wide.
    private static let ellipsePieces = 96
    /// The number of line segments of a rounded corner, and of each part of a curve.
    private static let curvePieces = 8

    /// Returns a closed rectangle with rounded corners.
    static func rectangle(_ box: Rect, radius: Double = 0) -> [Point] {
        let corners = [
            Point(x: box.minX, y: box.minY), Point(x: box.maxX, y: box.minY), Point(x: box.maxX, y: box.maxY),
            Point(x: box.minX, y: box.maxY),
        ]
        return rounded(corners, radius: radius, isClosed: true)
    }

    /// Returns a closed ellipse that fills a box.
    static func ellipse(_ box: Rect) -> [Point] {
        (0...ellipsePieces).map { index in
            let turn = UnitVector(angle: 2 * .pi * Double(index % ellipsePieces) / Double(ellipsePieces)).vector
            return Point(
                x: box.center.x + turn.dx * box.width / 2, y: box.center.y + turn.dy * box.height / 2)
        }
    }

    /// Returns a closed regular polygon or star that fills a box.
    ///
    /// - Parameter inner: the inner radius of a star relative to its outer radius, below 1; nil for a polygon.
    static func star(_ box: Rect, corners: Int, inner: Double? = nil) -> [Point] {
        let count = inner == nil ? corners : 2 * corners
        let raw = (0..<count).map { index -> Point in
            let turn = UnitVector(angle: 2 * .pi * Double(index) / Double(count) - .pi / 2).vector
            let radius = index % 2 == 1 ? inner ?? 1 : 1
            return Point(x: turn.dx * radius, y: turn.dy * radius)
        }
        guard let own = Rect(containing: raw), !own.isEmpty else { return [] }
        return closed(
            raw.map { p in
                Point(
                    x: box.minX + (p.x - own.minX) / own.width * box.width,
                    y: box.minY + (p.y - own.minY) / own.height * box.height)
            })
    }

    /// Returns the points, with the first one repeated at the end.
    static func closed(_ points: [Point]) -> [Point] {
        points.count > 1 && points.first != points.last ? points + points.prefix(1) : points
    }

    /// Returns a line with corners that are rounded by quadratic curves. A closed line ends with its first point.
    static func rounded(_ corners: [Point], radius: Double, isClosed: Bool) -> [Point] {
        guard radius > 0, corners.count > 2 else { return isClosed ? closed(corners) : corners }
        var line: [Point] = []
        for (index, corner) in corners.enumerated() {
            guard isClosed || (index > 0 && index < corners.count - 1) else {
                line.append(corner)
                continue
            }
            let before = corners[(index + corners.count - 1) % corners.count]
            let after = corners[(index + 1) % corners.count]
            func cut(_ end: Point) -> Point {
                let length = corner.distance(to: end)
                return length > 0 ? corner.interpolated(to: end, at: min(radius / length, 0.5)) : corner
            }
            let (start, end) = (cut(before), cut(after))
            line += (0...curvePieces).map { step in
                let t = Double(step) / Double(curvePieces)
                return start.interpolated(to: corner, at: t).interpolated(
                    to: corner.interpolated(to: end, at: t), at: t)
            }
        }
        return isClosed ? closed(line) : line
    }

    /// Returns a smooth curve through points. It is a Catmull–Rom spline, as in rough.js and tldraw.
    static func curve(_ points: [Point]) -> [Point] {
        guard points.count > 2 else { return points }
        let isClosed = points.first == points.last
        func point(_ index: Int) -> Point {
            let last = points.count - 1
            if isClosed { return points[(index + last) % last] }
            return points[min(max(index, 0), last)]
        }
        var line = [points[0]]
        for index in 0..<(points.count - 1) {
            let (a, b) = (point(index), point(index + 1))
            let (start, end) = (b - point(index - 1), point(index + 2) - a)
            let (c, d) = (a + start * (1 / 6), b + end * (-1 / 6))
            for step in 1...curvePieces {
                let t = Double(step) / Double(curvePieces)
                let (p, q, r) = (
                    a.interpolated(to: c, at: t), c.interpolated(to: d, at: t), d.interpolated(to: b, at: t)
                )
                line.append(
                    p.interpolated(to: q, at: t).interpolated(to: q.interpolated(to: r, at: t), at: t))
            }
        }
        return line
    }
}
