// SPDX-License-Identifier: Apache-2.0

import LimnGeometry
import Testing
import TestSupport

@Suite struct AffineTransformTests {
    static func random(_ g: inout SeededGenerator) -> AffineTransform {
        AffineTransform(
            a: g.number(-3...3), b: g.number(-3...3), c: g.number(-3...3), d: g.number(-3...3),
            tx: g.number(-500...500),
            ty: g.number(-500...500))
    }

    @Test func `Points and vectors are transformed as PDF defines`() {
        let t = AffineTransform(a: 2, b: 3, c: 5, d: 7, tx: 11, ty: 13)
        #expect(t.apply(Point(x: 1, y: 10)) == Point(x: 2 + 50 + 11, y: 3 + 70 + 13))
        #expect(t.apply(Vector(dx: 1, dy: 10)) == Vector(dx: 52, dy: 73))
        #expect(t.determinant == -1)
        #expect(t.lengthScale == 1)
    }

    @Test func `then applies the second transform after the first`() {
        var g = SeededGenerator(seed: 1)
        for _ in 0..<1000 {
            let (s, t) = (Self.random(&g), Self.random(&g))
            let p = Point(x: g.number(-1000...1000), y: g.number(-1000...1000))
            #expect(s.then(t).apply(p).distance(to: t.apply(s.apply(p))) < 1e-8)
            #expect(abs(s.then(t).determinant - s.determinant * t.determinant) < 1e-9)
        }
        let p = Point(x: 1, y: 2)
        let moved = AffineTransform.translation(Vector(dx: 10, dy: 0)).then(.scaling(x: 2, y: 3))
        #expect(moved.apply(p) == Point(x: 22, y: 6))
        #expect(moved.then(.identity) == moved)
        #expect(AffineTransform.identity.then(moved) == moved)
    }

    @Test func `The inverse undoes a transform, and singular transforms have none`() {
        var g = SeededGenerator(seed: 2)
        for _ in 0..<1000 {
            let t = Self.random(&g)
            guard t.determinant.magnitude > 0.01, let back = t.inverted else { continue }
            let p = Point(x: g.number(-1000...1000), y: g.number(-1000...1000))
            #expect(back.apply(t.apply(p)).distance(to: p) < 1e-6)
        }
        #expect(AffineTransform.scaling(x: 0, y: 1).inverted == nil)
        #expect(AffineTransform(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0).inverted == nil)
        #expect(AffineTransform.scaling(x: .nan, y: 1).inverted == nil)
        #expect(AffineTransform.scaling(x: .infinity, y: 1).inverted == nil)
    }

    @Test func `A transformed rectangle is the bounding box of its transformed corners`() {
        var g = SeededGenerator(seed: 3)
        for _ in 0..<1000 {
            let t = Self.random(&g)
            let r = Rect(x0: g.number(-9...9), y0: g.number(-9...9), x1: g.number(-9...9), y1: g.number(-9...9))
            #expect(t.apply(r) == Rect(containing: r.corners.map { t.apply($0) }))
        }
    }

    @Test func `Lengths grow by the scale of a similarity`() {
        var g = SeededGenerator(seed: 4)
        for _ in 0..<1000 {
            let (scale, turn) = (g.number(0.01...100), UnitVector(angle: g.number(-4...4)).vector)
            let mirror = Bool.random(using: &g) ? 1.0 : -1
            let t = AffineTransform(
                a: scale * turn.dx, b: scale * turn.dy, c: -scale * turn.dy * mirror, d: scale * turn.dx * mirror,
                tx: 5, ty: 6)
            let v = Vector(dx: g.number(-9...9), dy: g.number(-9...9))
            #expect(abs(t.apply(v).length - t.lengthScale * v.length) < 1e-9 * scale)
        }
    }
}
