// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// The arrowhead at an end of an arrow.
struct ArrowHead {
    /// The shapes of arrowheads in Excalidraw and tldraw.
    enum Form { case arrow, bar, circle, diamond, triangle, reversedTriangle, square }

    var form: Form
    /// Whether the head is filled.
    var isFilled = true
    /// The length of the head along the arrow.
    var length: Double
    /// Half the angle at the tip, in radians.
    var angle: Double

    /// Returns the outlines of the head. Closed outlines can be filled.
    ///
    /// - Parameters:
    ///   - tip: the end of the arrow.
    ///   - direction: the direction in which the arrow points.
    func outlines(tip: Point, direction: UnitVector) -> [[Point]] {
        let back = direction.vector * -length
        func turned(_ angle: Double) -> Point {
            let turn = UnitVector(angle: angle).vector
            return tip
                + Vector(dx: back.dx * turn.dx - back.dy * turn.dy, dy: back.dx * turn.dy + back.dy * turn.dx)
        }
        let (left, right) = (turned(angle), turned(-angle))
        let half = Vector(dx: length / 2, dy: length / 2)
        let around = tip + back * 0.5
        switch form {
        case .arrow: return [[left, tip, right]]
        case .bar: return [[turned(.pi / 2), turned(-.pi / 2)]]
        case .triangle: return [[tip, left, right, tip]]
        case .reversedTriangle:
            let side = Vector(dx: -back.dy, dy: back.dx) * 0.5
            return [[tip + side, tip + side * -1, tip + back, tip + side]]
        case .diamond: return [[tip, left, tip + back * 2, right, tip]]
        case .circle:
            return [ShapeOutline.ellipse(Rect(x0: tip.x, y0: tip.y, x1: tip.x, y1: tip.y).expanded(by: length / 2))]
        case .square:
            return [
                ShapeOutline.rectangle(
                    Rect(x0: around.x - half.dx, y0: around.y - half.dy, x1: around.x + half.dx, y1: around.y + half.dy)
                )
            ]
        }
    }
}
