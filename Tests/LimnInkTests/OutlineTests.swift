// SPDX-License-Identifier: Apache-2.0

import LimnGeometry
import LimnInk
import Testing
import TestSupport

@Suite struct OutlineTests {
    @Test func `The outline covers exactly the swept area on 1500 random strokes`() {
        var generator = SeededGenerator(seed: 7)
        var (inside, outside) = (0, 0)
        for i in 0..<1500 {
            let stroke = randomStroke(using: &generator, points: 1...16)
            let (positions, widths) = (stroke.points.positions, stroke.points.widths)
            let polygons = flattened(Outline().path(positions: positions, widths: widths))
            let area = SweptArea(positions: positions, widths: widths)
            guard let box = stroke.bounds?.expanded(by: 1) else { continue }
            for _ in 0..<40 {
                let p = Point(
                    x: .random(in: box.minX...box.maxX, using: &generator),
                    y: .random(in: box.minY...box.maxY, using: &generator))
                let distance = area.distance(to: p)
                // Within the outline's tolerance of 0.01 pt plus the error of arcs, both answers are correct.
                if distance.magnitude < 0.02 { continue }
                let covered = winding(of: p, in: polygons) != 0
                #expect(covered == (distance < 0), "stroke \(i): \(p) is \(distance) from the area")
                if distance < 0 { inside += 1 } else { outside += 1 }
            }
        }
        #expect(inside > 5000 && outside > 5000)
    }

    @Test func `A dot is a disc, a line is a capsule, and a widening line is the hull of two circles`() {
        func area(_ positions: [Point], _ widths: [Double]) -> Double {
            let exact = Tolerance.exact
            return flattened(Outline(tolerance: exact).path(positions: positions, widths: widths), steps: 64)
                .reduce(0) { $0 + signedArea($1) }.magnitude
        }
        let (a, b) = (Point(x: 10, y: 10), Point(x: 30, y: 10))
        #expect((area([a], [4]) - .pi * 4).magnitude < 0.01)
        #expect((area([a, a, a], [4, 4, 4]) - .pi * 4).magnitude < 0.01)
        #expect((area([a, b], [4, 4]) - (.pi * 4 + 80)).magnitude < 0.01)
        // For radii 2 and 7 at distance 20, sin = 1/4. The area is a trapezium, (2 + 7)·√(400 − 25), plus sectors of
        // π ∓ 2·asin(1/4).
        let lean = 0.25268025514207865
        let hull = 9 * 375.0.squareRoot() + 2 * (.pi - 2 * lean) + 24.5 * (.pi + 2 * lean)
        #expect((area([a, b], [4, 14]) - hull).magnitude < 0.05)
    }

    @Test func `A stroke that reverses its direction is round at the turn`() {
        let path = Outline().path(
            positions: [Point(x: 0, y: 0), Point(x: 20, y: 0), Point(x: 5, y: 0)], widths: [6, 6, 6])
        let polygons = flattened(path)
        #expect(winding(of: Point(x: 22.9, y: 0), in: polygons) != 0)
        #expect(winding(of: Point(x: 22.2, y: 2.0), in: polygons) != 0)
        #expect(winding(of: Point(x: 23.1, y: 0), in: polygons) == 0)
    }

    @Test func `A smooth stroke of varying width takes about two vertices per point`() {
        let positions = (0..<100).map { Point(x: Double($0) * 5, y: Double($0 % 2) * 0.3) }
        let widths = (0..<100).map { 1 + 0.01 * Double($0) }
        let path = Outline().path(positions: positions, widths: widths)
        #expect(path.elements.count < 230)
    }
}

/// The subpaths as polygons, with `steps` chords per curve.
func flattened(_ path: Path, steps: Int = 12) -> [[Point]] {
    var polygons: [[Point]] = []
    var current: [Point] = []
    for element in path.elements {
        switch element {
        case .move(let p):
            if !current.isEmpty { polygons.append(current) }
            current = [p]
        case .line(let p): current.append(p)
        case .cubic(let b, let c, let d):
            let a = current.last!
            for s in 1...steps {
                let t = Double(s) / Double(steps)
                let u = 1 - t
                let (wa, wb, wc, wd) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
                let x = wa * a.x + wb * b.x + wc * c.x + wd * d.x
                let y = wa * a.y + wb * b.y + wc * c.y + wd * d.y
                current.append(Point(x: x, y: y))
            }
        case .close: break
        }
    }
    return current.isEmpty ? polygons : polygons + [current]
}

func signedArea(_ polygon: [Point]) -> Double {
    polygon.indices.reduce(0) { sum, i in
        let (a, b) = (polygon[i], polygon[(i + 1) % polygon.count])
        return sum + (a.x * b.y - b.x * a.y) / 2
    }
}

/// The winding number of closed polygons around a point, counted by the crossings of a ray.
func winding(of p: Point, in polygons: [[Point]]) -> Int {
    var number = 0
    for polygon in polygons {
        for i in polygon.indices {
            let (a, b) = (polygon[i], polygon[i + 1 == polygon.count ? 0 : i + 1])
            guard (a.y <= p.y) != (b.y <= p.y) else { continue }
            let side = (b.x - a.x) * (p.y - a.y) - (p.x - a.x) * (b.y - a.y)
            if a.y <= p.y, side > 0 { number += 1 } else if a.y > p.y, side < 0 { number -= 1 }
        }
    }
    return number
}
