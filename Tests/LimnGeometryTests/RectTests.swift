// SPDX-License-Identifier: Apache-2.0

import LimnGeometry
import Testing
import TestSupport

@Suite struct RectTests {
    static func random(_ g: inout SeededGenerator) -> Rect {
        Rect(x0: g.whole(-20...20), y0: g.whole(-20...20), x1: g.whole(-20...20), y1: g.whole(-20...20))
    }

    @Test func `Corners may be given in any order`() {
        let r = Rect(x0: 30, y0: 5, x1: 10, y1: 45)
        #expect(r == Rect(x0: 10, y0: 45, x1: 30, y1: 5))
        #expect(r.size == Size(width: 20, height: 40))
        #expect(r.origin == Point(x: 10, y: 5))
        #expect(r.center == Point(x: 20, y: 25))
        #expect(r == Rect(origin: r.origin, size: r.size))
        #expect(Set(r.corners).count == 4 && r.corners.allSatisfy(r.contains))
    }

    @Test func `A point lies in the intersection exactly when it lies in both rectangles`() {
        var g = SeededGenerator(seed: 5)
        for _ in 0..<2000 {
            let (a, b) = (Self.random(&g), Self.random(&g))
            let p = Point(x: g.whole(-21...21), y: g.whole(-21...21))
            #expect((a.intersection(b)?.contains(p) ?? false) == (a.contains(p) && b.contains(p)))
            #expect(a.intersection(b) == b.intersection(a))
            if a.contains(p) || b.contains(p) { #expect(a.union(b).contains(p)) }
            #expect(a.union(b) == Rect(containing: a.corners + b.corners))
        }
    }

    @Test func `The intersection of touching rectangles is empty but not nil`() throws {
        let shared = Rect(x0: 0, y0: 0, x1: 1, y1: 1).intersection(Rect(x0: 1, y0: 0, x1: 2, y1: 1))
        #expect(try #require(shared).isEmpty)
        #expect(Rect(x0: 0, y0: 0, x1: 1, y1: 1).intersection(Rect(x0: 1.5, y0: 0, x1: 2, y1: 1)) == nil)
    }

    @Test func `A positive margin expands every side, and a negative one shrinks at most to the center`() {
        let r = Rect(x0: 0, y0: 0, x1: 10, y1: 4)
        #expect(r.expanded(by: 1) == Rect(x0: -1, y0: -1, x1: 11, y1: 5))
        #expect(r.expanded(by: -1) == Rect(x0: 1, y0: 1, x1: 9, y1: 3))
        #expect(r.expanded(by: -3) == Rect(x0: 3, y0: 2, x1: 7, y1: 2))
        #expect(r.expanded(by: -100) == Rect(x0: 5, y0: 2, x1: 5, y1: 2))
    }

    @Test func `The bounding box of no points is nil, and of one point is that point`() {
        #expect(Rect(containing: []) == nil)
        #expect(Rect(containing: [Point(x: 3, y: 4)]) == Rect(x0: 3, y0: 4, x1: 3, y1: 4))
    }

    @Test func `isFinite is false if any coordinate is not finite`() {
        #expect(Rect(x0: 0, y0: 0, x1: 1, y1: 1).isFinite)
        #expect(!Rect(x0: 0, y0: 0, x1: .infinity, y1: 1).isFinite)
        #expect(!Rect(x0: 0, y0: .nan, x1: 1, y1: .nan).isFinite)
    }
}
