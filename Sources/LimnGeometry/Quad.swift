// SPDX-License-Identifier: Apache-2.0

/// A quadrilateral around a piece of a line of text, which may run in any direction.
public struct Quad: Hashable, Sendable {
    /// The start of the upper edge, in the direction of the text.
    public var upperStart: Point
    /// The end of the upper edge.
    public var upperEnd: Point
    /// The start of the lower edge.
    public var lowerStart: Point
    /// The end of the lower edge.
    public var lowerEnd: Point

    /// Makes a quadrilateral.
    public init(upperStart: Point, upperEnd: Point, lowerStart: Point, lowerEnd: Point) {
        (self.upperStart, self.upperEnd) = (upperStart, upperEnd)
        (self.lowerStart, self.lowerEnd) = (lowerStart, lowerEnd)
    }

    /// Makes the box of upright text in page space, where y grows downwards.
    public init(_ box: Rect) {
        let corners = box.corners
        self.init(upperStart: corners[0], upperEnd: corners[1], lowerStart: corners[3], lowerEnd: corners[2])
    }

    /// The corners in order around the quadrilateral, from the start of the upper edge.
    public var corners: [Point] { [upperStart, upperEnd, lowerEnd, lowerStart] }

    /// The distance between the middles of the upper and the lower edge.
    public var height: Double {
        lowerStart.interpolated(to: lowerEnd, at: 0.5).distance(to: upperStart.interpolated(to: upperEnd, at: 0.5))
    }

    /// Returns both ends of the line along the text at a relative height: 0 is the lower edge, 1 the upper edge.
    public func line(at height: Double) -> [Point] {
        [lowerStart.interpolated(to: upperStart, at: height), lowerEnd.interpolated(to: upperEnd, at: height)]
    }

    /// Returns the quadrilateral with each corner replaced.
    public func mapped(_ move: (Point) -> Point) -> Quad {
        Quad(
            upperStart: move(upperStart), upperEnd: move(upperEnd), lowerStart: move(lowerStart),
            lowerEnd: move(lowerEnd))
    }
}
