// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk
internal import LimnPDFObjects

/// Converts shapes to strokes: first the fill, then the outline, then the line endings.
struct ShapeStrokes {
    private let annotation: FoundAnnotation
    private let userToPage: AffineTransform

    /// The number of line segments of an ellipse. They deviate by less than half a point from an ellipse 1000 points
    /// wide.
    private static let ellipsePieces = 96

    init(_ annotation: FoundAnnotation, on geometry: PageGeometry) {
        self.annotation = annotation
        userToPage = geometry.userToPage
    }

    func strokes(of shape: FoundShape) -> [Stroke] {
        let pen = Pen(
            line: annotation.color, fill: shape.interior, opacity: annotation.opacity, width: shape.borderWidth,
            dash: shape.dash, userToPage: userToPage)
        switch shape.outline {
        case .rectangle(let box): return pen.strokes(closed: box.corners)
        case .ellipse(let box): return pen.strokes(closed: Self.ellipse(box))
        case .lines(let points, true): return pen.strokes(closed: points)
        case .lines(let points, false):
            var strokes = pen.strokes(open: points)
            for leader in shape.leaders { strokes += pen.strokes(open: leader) }
            let solid = pen.solid
            if let head = LineEnding(shape.endings.first, at: points, width: shape.borderWidth) {
                strokes += head.isClosed ? solid.strokes(closed: head.points) : solid.strokes(open: head.points)
            }
            if let head = LineEnding(shape.endings.last, at: points.reversed(), width: shape.borderWidth) {
                strokes += head.isClosed ? solid.strokes(closed: head.points) : solid.strokes(open: head.points)
            }
            return strokes
        }
    }

    /// Returns the strokes around a text: its background, frame and callout line.
    func strokes(around text: FoundText) -> [Stroke] {
        let pen = Pen(
            line: text.frameColor, fill: text.background, opacity: annotation.opacity, width: text.frameWidth,
            dash: text.frameDash, userToPage: userToPage)
        var strokes = pen.strokes(closed: text.frame.corners)
        if text.callout.count > 1 {
            strokes += pen.strokes(open: text.callout)
            if let head = LineEnding(text.calloutEnding, at: text.callout, width: text.frameWidth) {
                let solid = pen.solid
                strokes += head.isClosed ? solid.strokes(closed: head.points) : solid.strokes(open: head.points)
            }
        }
        return strokes
    }

    static func ellipse(_ box: Rect) -> [Point] {
        (0..<ellipsePieces).map { index in
            let turn = UnitVector(angle: 2 * .pi * Double(index) / Double(ellipsePieces)).vector
            return Point(x: box.center.x + turn.dx * box.width / 2, y: box.center.y + turn.dy * box.height / 2)
        }
    }
}

/// The drawing properties of a shape. Lengths are in user space.
private struct Pen {
    var line: RGBColor?
    var fill: RGBColor?
    var opacity: Double
    var width: Double
    var dash: [Double]
    var userToPage: AffineTransform

    /// The pen without dashes.
    var solid: Pen {
        var pen = self
        pen.dash = []
        return pen
    }

    func strokes(open points: [Point]) -> [Stroke] { outline(points) }

    func strokes(closed points: [Point]) -> [Stroke] {
        guard points.count > 1 else { return [] }
        let closed = points.first == points.last ? points : points + points.prefix(1)
        return inside(closed) + outline(closed)
    }

    private func inside(_ points: [Point]) -> [Stroke] {
        guard let fill, opacity > 0, points.count > 3 else { return [] }
        let brush = Brush(color: Color(fill, opacity: opacity), width: 0, fill: opacity)
        return [Stroke(brush: brush, points: StrokePoints(placed(points), width: 0))]
    }

    private func outline(_ points: [Point]) -> [Stroke] {
        let scale = userToPage.lengthScale
        let wide = (width * scale).rounded4
        guard let line, opacity > 0, wide > 0, points.count > 1 else { return [] }
        let brush = Brush(
            color: Color(line, opacity: opacity), width: wide, dash: dash.map { ($0 * scale).rounded4 })
        return [Stroke(brush: brush, points: StrokePoints(placed(points), width: wide))]
    }

    private func placed(_ points: [Point]) -> [Point] { points.map { userToPage.apply($0).rounded } }
}

/// The decoration at the end of a line, with MuPDF's proportions.
private struct LineEnding {
    let points: [Point]
    let isClosed: Bool

    /// Makes a decoration; nil if there is none or the line has no direction.
    ///
    /// - Parameters:
    ///   - line: the points of the line, starting at the end to decorate.
    ///   - width: the width of the line.
    init?(_ ending: FoundShape.Ending, at line: [Point], width: Double) {
        guard let tip = line.first, let next = line.dropFirst().first(where: { $0 != tip }),
            let direction = UnitVector(next - tip)
        else { return nil }
        let size = max(1, width)
        /// The point at the given distances along the line and to its side.
        func at(_ along: Double, _ aside: Double) -> Point {
            let d = direction.vector
            return tip + d * (along * size) + Vector(dx: -d.dy, dy: d.dx) * (aside * size)
        }
        switch ending {
        case .none: return nil
        case .square: (points, isClosed) = ([at(-2.5, -2.5), at(2.5, -2.5), at(2.5, 2.5), at(-2.5, 2.5)], true)
        case .diamond: (points, isClosed) = ([at(-2.5, 0), at(0, -2.5), at(2.5, 0), at(0, 2.5)], true)
        case .circle:
            let box = Rect(x0: tip.x, y0: tip.y, x1: tip.x, y1: tip.y).expanded(by: 2.5 * size)
            (points, isClosed) = (ShapeStrokes.ellipse(box), true)
        case .openArrow: (points, isClosed) = ([at(8.8, -4.5), tip, at(8.8, 4.5)], false)
        case .closedArrow: (points, isClosed) = ([at(8.8, -4.5), tip, at(8.8, 4.5)], true)
        case .reversedOpenArrow: (points, isClosed) = ([at(-8.8, -4.5), tip, at(-8.8, 4.5)], false)
        case .reversedClosedArrow: (points, isClosed) = ([at(-8.8, -4.5), tip, at(-8.8, 4.5)], true)
        case .butt: (points, isClosed) = ([at(0, -3), at(0, 3)], false)
        // At 60° to the line, as the PDF standard specifies.
        case .slash: (points, isClosed) = ([at(-2.5, -4.33), at(2.5, 4.33)], false)
        }
    }
}
