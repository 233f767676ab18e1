// SPDX-License-Identifier: Apache-2.0

import LimnGeometry
import Testing
import TestSupport

@Suite struct ScalarTests {
    @Test func `A tolerance is finite and not negative`() {
        #expect(Tolerance(points: 0.25)?.points == 0.25)
        #expect(Tolerance(points: 0) == .exact)
        for bad in [-0.1, .nan, .infinity] { #expect(Tolerance(points: bad) == nil) }
        #expect(Tolerance.exact < .outline && Tolerance.outline < .storage)
    }

    @Test func `Unit vectors have length 1, and a vector without length has no direction`() {
        var g = SeededGenerator(seed: 9)
        for _ in 0..<500 {
            let v = Vector(dx: g.number(-1e6...1e6), dy: g.number(-1e6...1e6))
            #expect(abs((UnitVector(v)?.vector.length ?? 0) - 1) < 1e-15 * 4)
        }
        #expect(UnitVector(Vector(dx: 0, dy: 0)) == nil)
        #expect(UnitVector(Vector(dx: .nan, dy: 0)) == nil)
        #expect(UnitVector(Vector(dx: .infinity, dy: 0)) == nil)
    }

    @Test func `The angle between two directions rotates one into the other`() {
        var g = SeededGenerator(seed: 10)
        for _ in 0..<500 {
            let (start, turn) = (g.number(-3...3), g.number(-3.1...3.1))
            #expect(abs(UnitVector(angle: start).angle(to: UnitVector(angle: start + turn)) - turn) < 1e-12)
        }
    }

    @Test func `The perpendicular, the dot product and the cross product agree`() {
        let (x, y) = (Vector(dx: 1, dy: 0), Vector(dx: 0, dy: 1))
        #expect(x.perpendicular == y)
        #expect(x.cross(y) == 1 && y.cross(x) == -1)
        let v = Vector(dx: 3, dy: 4)
        #expect(v.length == 5 && v.squaredLength == 25 && v.dot(v.perpendicular) == 0)
        #expect(v * 2 - v / 2 == Vector(dx: 4.5, dy: 6))
        #expect(-v + v == Vector(dx: 0, dy: 0))
    }
}
