// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// Computes the outlines of shapes in pixels.
enum RnoteShape {
    /// A box around the origin with its transform.
    struct Rectangle {
        let box: Rect
        let transform: AffineTransform

        init?(_ value: TreeValue) {
            guard let half = value["cuboid"]?["half_extents"].flatMap(RnoteShape.point), half.x >= 0, half.y >= 0,
                let transform = RnoteShape.transform(of: value)
            else { return nil }
            box = Rect(x0: -half.x, y0: -half.y, x1: half.x, y1: half.y)
            self.transform = transform
        }
    }

    private static let curvePieces = 32

    /// Returns the outlines of a shape; none if it is unknown or unusable.
    static func outlines(_ kind: String, _ shape: TreeValue, lineWidth: Double) -> [[Point]] {
        func points(_ keys: String...) -> [Point]? {
            let all = keys.compactMap { shape[$0].flatMap(point) }
            return all.count == keys.count ? all : nil
        }
        switch kind {
        case "line": return points("start", "end").map { [$0] } ?? []
        case "arrow":
            guard let ends = points("start", "tip") else { return [] }
            var outlines = [ends]
            if let direction = UnitVector(ends[1] - ends[0]) {
                let head = ArrowHead(form: .arrow, length: 10 + 4 * lineWidth, angle: 0.5)
                outlines += head.outlines(tip: ends[1], direction: direction)
            }
            return outlines
        case "rect":
            guard let rectangle = Rectangle(shape) else { return [] }
            return [ShapeOutline.rectangle(rectangle.box).map { rectangle.transform.apply($0) }]
        case "ellipse":
            guard let radii = shape["radii"].flatMap(point), let transform = transform(of: shape) else { return [] }
            let box = Rect(x0: -radii.x, y0: -radii.y, x1: radii.x, y1: radii.y)
            return [ShapeOutline.ellipse(box).map { transform.apply($0) }]
        case "quadbez": return points("start", "cp", "end").map { [sampled($0)] } ?? []
        case "cubbez": return points("start", "cp1", "cp2", "end").map { [sampled($0)] } ?? []
        case "polyline", "polygon":
            guard let start = shape["start"].flatMap(point), let list = shape["path"]?.array else { return [] }
            let path = list.compactMap(point)
            guard path.count == list.count else { return [] }
            return [kind == "polygon" ? ShapeOutline.closed([start] + path) : [start] + path]
        default: return []
        }
    }

    /// Returns a point; nil if a coordinate is unusable.
    static func point(_ value: TreeValue) -> Point? {
        guard let list = value.array, list.count == 2, let x = list[0].number, let y = list[1].number,
            max(x.magnitude, y.magnitude) <= ValueLimits.maximumCoordinate
        else { return nil }
        return Point(x: x, y: y)
    }

    /// Returns the transform of a shape: six numbers in the order of a PDF matrix or, before version 0.15, the nine of a
    /// matrix column by column.
    static func transform(of value: TreeValue) -> AffineTransform? {
        let list = value["affine"]?.array ?? value["transform"]?["affine"]?.array ?? []
        let numbers = list.compactMap(\.number)
        guard numbers.count == list.count, numbers.count == 6 || numbers.count == 9,
            numbers.allSatisfy({ $0.magnitude <= ValueLimits.maximumCoordinate })
        else { return nil }
        let columns = numbers.count == 6 ? numbers : [0, 1, 3, 4, 6, 7].map { numbers[$0] }
        return AffineTransform(
            a: columns[0], b: columns[1], c: columns[2], d: columns[3], tx: columns[4], ty: columns[5])
    }

    private static func sampled(_ controls: [Point]) -> [Point] {
        (0...curvePieces).map { curve(controls, at: Double($0) / Double(curvePieces)) }
    }

    /// Returns a point of a Bézier curve, by de Casteljau's algorithm.
    static func curve(_ controls: [Point], at t: Double) -> Point {
        var points = controls
        while points.count > 1 { points = zip(points, points.dropFirst()).map { $0.interpolated(to: $1, at: t) } }
        return points[0]
    }
}
