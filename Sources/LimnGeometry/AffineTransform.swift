// SPDX-License-Identifier: Apache-2.0

/// An affine transform with the coefficients of a PDF matrix: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
public struct AffineTransform: Hashable, Sendable, Codable {
    /// The coefficient of x in x'.
    public var a: Double
    /// The coefficient of x in y'.
    public var b: Double
    /// The coefficient of y in x'.
    public var c: Double
    /// The coefficient of y in y'.
    public var d: Double
    /// The translation along x.
    public var tx: Double
    /// The translation along y.
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

    /// The identity transform.
    public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// Returns a translation by a vector.
    @inlinable public static func translation(_ v: Vector) -> AffineTransform {
        AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: v.dx, ty: v.dy)
    }

    /// Returns a scaling about the origin.
    @inlinable public static func scaling(x: Double, y: Double) -> AffineTransform {
        AffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
    }

    /// The signed factor by which the transform scales areas. It is negative if the transform reflects.
    @inlinable public var determinant: Double { a * d - b * c }

    /// The factor by which the transform scales lengths.
    ///
    /// For similarity transforms it is exact. For other transforms it is the square root of the area scale.
    @inlinable public var lengthScale: Double { determinant.magnitude.squareRoot() }

    /// Transforms a point.
    @inlinable public func apply(_ p: Point) -> Point {
        Point(x: a * p.x + c * p.y + tx, y: b * p.x + d * p.y + ty)
    }

    /// Transforms a vector. The translation does not affect vectors.
    @inlinable public func apply(_ v: Vector) -> Vector {
        Vector(dx: a * v.dx + c * v.dy, dy: b * v.dx + d * v.dy)
    }

    /// Returns the bounding box of the transformed rectangle.
    public func apply(_ r: Rect) -> Rect {
        let c = r.corners.map { apply($0) }
        return Rect(x0: c[0].x, y0: c[0].y, x1: c[2].x, y1: c[2].y)
            .union(Rect(x0: c[1].x, y0: c[1].y, x1: c[3].x, y1: c[3].y))
    }

    /// Returns the transform that applies this transform first and then `next`.
    @inlinable public func then(_ next: AffineTransform) -> AffineTransform {
        AffineTransform(
            a: next.a * a + next.c * b, b: next.b * a + next.d * b,
            c: next.a * c + next.c * d, d: next.b * c + next.d * d,
            tx: next.a * tx + next.c * ty + next.tx, ty: next.b * tx + next.d * ty + next.ty)
    }

    /// Whether every number is finite.
    public var isFinite: Bool {
        a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
    }

    /// The inverse transform; nil if the determinant is zero or not finite.
    public var inverted: AffineTransform? {
        let det = determinant
        guard det.isFinite, det != 0 else { return nil }
        let (ia, ib, ic, id) = (d / det, -b / det, -c / det, a / det)
        return AffineTransform(a: ia, b: ib, c: ic, d: id, tx: -(ia * tx + ic * ty), ty: -(ib * tx + id * ty))
    }
}
