// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// Computes the outlines of geometric shapes in their boxes.
enum TldrawGeometry {
    /// Returns the lines of a shape, the outline first; empty if the name is unknown.
    static func outlines(_ name: String, _ box: Rect) -> [[Point]] {
        func polygon(_ corners: [(Double, Double)]) -> [[Point]] {
            [ShapeOutline.closed(corners.map { point($0.0, $0.1, box) })]
        }
        // These are the offset of slanted sides and the length of arrowheads, relative to the box.
        let slant = min(box.width * 0.38, box.height * 0.38) / max(box.width, 1e-9)
        let wide = min(box.width, box.height) * 0.38 / max(box.width, 1e-9)
        let high = min(box.width, box.height) * 0.38 / max(box.height, 1e-9)
        let frame = ShapeOutline.rectangle(box)
        switch name {
        case "rectangle": return [frame]
        case "ellipse": return [ShapeOutline.ellipse(box)]
        case "oval": return [ShapeOutline.rectangle(box, radius: min(box.width, box.height) / 2)]
        case "diamond": return polygon([(0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)])
        case "triangle": return polygon([(0.5, 0), (1, 1), (0, 1)])
        case "trapezoid": return polygon([(slant, 0), (1 - slant, 0), (1, 1), (0, 1)])
        case "rhombus": return polygon([(slant, 0), (1, 0), (1 - slant, 1), (0, 1)])
        case "rhombus-2": return polygon([(0, 0), (1 - slant, 0), (1, 1), (slant, 1)])
        case "pentagon": return [ShapeOutline.star(box, corners: 5)]
        case "hexagon": return polygon([(0.25, 0), (0.75, 0), (1, 0.5), (0.75, 1), (0.25, 1), (0, 0.5)])
        case "octagon":
            let (a, b) = (1 - 0.5.squareRoot(), 0.5.squareRoot())
            return polygon([(a, 0), (b, 0), (1, a), (1, b), (b, 1), (a, 1), (0, b), (0, a)])
        case "star": return [ShapeOutline.star(box, corners: 5, inner: 0.5)]
        case "arrow-right":
            let x = 1 - wide
            return polygon([(0, 0.25), (x, 0.25), (x, 0), (1, 0.5), (x, 1), (x, 0.75), (0, 0.75)])
        case "arrow-left":
            return polygon([(1, 0.25), (wide, 0.25), (wide, 0), (0, 0.5), (wide, 1), (wide, 0.75), (1, 0.75)])
        case "arrow-down":
            let y = 1 - high
            return polygon([(0.25, 0), (0.25, y), (0, y), (0.5, 1), (1, y), (0.75, y), (0.75, 0)])
        case "arrow-up":
            return polygon([(0.25, 1), (0.25, high), (0, high), (0.5, 0), (1, high), (0.75, high), (0.75, 1)])
        case "x-box":
            return [
                frame, [point(0, 0, box), point(1, 1, box)], [point(1, 0, box), point(0, 1, box)],
            ]
        case "check-box":
            return [frame, [point(0.25, 0.52, box), point(0.45, 0.7, box), point(0.82, 0.22, box)]]
        case "heart": return [heart(box)]
        case "cloud": return [cloud(box)]
        default: return []
        }
    }

    private static func point(_ x: Double, _ y: Double, _ box: Rect) -> Point {
        Point(x: box.minX + x * box.width, y: box.minY + y * box.height)
    }

    private static func heart(_ box: Rect) -> [Point] {
        let right: [(Double, Double)] = [
            (0.5, 0.2), (0.62, 0.04), (0.8, 0), (0.95, 0.1), (1, 0.3), (0.92, 0.52), (0.74, 0.75), (0.5, 1),
        ]
        let left = right.dropFirst().dropLast().reversed().map { (1 - $0.0, $0.1) }
        let halves = [right, [(0.5, 1)] + left + [(0.5, 0.2)]]
        return halves.flatMap { half in ShapeOutline.curve(half.map { point($0.0, $0.1, box) }) }
    }

    /// Returns a cloud of twelve arcs along an ellipse.
    private static func cloud(_ box: Rect) -> [Point] {
        let count = 12
        var line: [Point] = []
        for index in 0..<count {
            for step in 0..<8 {
                let t = Double(step) / 8
                let turn = UnitVector(angle: 2 * .pi * (Double(index) + t) / Double(count)).vector
                let bow = 0.84 + 0.64 * t * (1 - t)
                line.append(
                    Point(
                        x: box.center.x + turn.dx * box.width / 2 * bow,
                        y: box.center.y + turn.dy * box.height / 2 * bow))
            }
        }
        return ShapeOutline.closed(line)
    }
}
