// SPDX-License-Identifier: Apache-2.0

/// An affine map in PDF's notation: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
public struct AffineTransform: Hashable, Sendable, Codable {
    /// The part of x in x'.
    public var a: Double
    /// The part of x in y'.
    public var b: Double
    /// The part of y in x'.
    public var c: Double
    /// The part of y in y'.
    public var d: Double
    /// The displacement along x.
    public var tx: Double
    /// The displacement along y.
    public var ty: Double

    /// Makes a transform from its six coefficients, in the order of a PDF matrix.
    @inlinable public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// The transform that changes nothing.
    public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// A displacement.
    @inlinable public static func translation(_ v: Vector) -> AffineTransform {
        AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: v.dx, ty: v.dy)
    }

    /// A scaling about the origin.
    @inlinable public static func scaling(x: Double, y: Double) -> AffineTransform {
        AffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
    }

    /// The signed factor by which areas grow.
    @inlinable public var determinant: Double { a * d - b * c }

    /// The factor by which lengths grow: exact for similarities, the geometric mean of both axes otherwise.
    @inlinable public var lengthScale: Double { determinant.magnitude.squareRoot() }

    /// The image of a point.
    @inlinable public func apply(_ p: Point) -> Point {
        Point(x: a * p.x + c * p.y + tx, y: b * p.x + d * p.y + ty)
    }

    /// The image of a displacement; translation does not touch it.
    @inlinable public func apply(_ v: Vector) -> Vector {
        Vector(dx: a * v.dx + c * v.dy, dy: b * v.dx + d * v.dy)
    }

    /// The smallest rectangle around the image of a rectangle.
    public func apply(_ r: Rect) -> Rect {
        let c = r.corners.map { apply($0) }
        return Rect(x0: c[0].x, y0: c[0].y, x1: c[2].x, y1: c[2].y)
            .union(Rect(x0: c[1].x, y0: c[1].y, x1: c[3].x, y1: c[3].y))
    }

    /// The transform that applies this one first and then `next`.
    @inlinable public func then(_ next: AffineTransform) -> AffineTransform {
        AffineTransform(
            a: next.a * a + next.c * b, b: next.b * a + next.d * b,
            c: next.a * c + next.c * d, d: next.b * c + next.d * d,
            tx: next.a * tx + next.c * ty + next.tx, ty: next.b * tx + next.d * ty + next.ty)
    }

    /// The transform that undoes this one; nil when this one flattens the plane or is not finite.
    public var inverted: AffineTransform? {
        let det = determinant
        guard det.isFinite, det != 0 else { return nil }
        let (ia, ib, ic, id) = (d / det, -b / det, -c / det, a / det)
        return AffineTransform(a: ia, b: ib, c: ic, d: id, tx: -(ia * tx + ic * ty), ty: -(ib * tx + id * ty))
    }
}
