// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// Fills a polygon with parallel lines, by the even-odd rule.
enum Hatching {
    private static let maximumLines = 1000.0

    /// Returns the parts of parallel lines inside an outline; nil if there are too many.
    ///
    /// - Parameters:
    ///   - angle: the direction of the lines, in radians.
    ///   - gap: the distance between lines.
    static func lines(_ outline: [Point], angle: Double, gap: Double) -> [(Point, Point)]? {
        let turn = UnitVector(angle: angle).vector
        // The polygon is rotated by the opposite angle, so that the lines are horizontal.
        let points = outline.map { Point(x: $0.x * turn.dx + $0.y * turn.dy, y: $0.y * turn.dx - $0.x * turn.dy) }
        guard let box = Rect(containing: points), box.isFinite, gap > 0, box.height / gap <= maximumLines else {
            return nil
        }
        var lines: [(Point, Point)] = []
        for y in stride(from: box.minY + gap / 2, to: box.maxY, by: gap) {
            var crossings: [Double] = []
            for (a, b) in zip(points, points.dropFirst()) where (a.y <= y) != (b.y <= y) {
                crossings.append(a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x))
            }
            crossings.sort()
            for index in stride(from: 0, to: crossings.count - 1, by: 2) {
                let ends = [crossings[index], crossings[index + 1]].map {
                    Point(x: $0 * turn.dx - y * turn.dy, y: $0 * turn.dy + y * turn.dx)
                }
                lines.append((ends[0], ends[1]))
            }
        }
        return Double(lines.count) <= maximumLines ? lines : nil
    }
}
