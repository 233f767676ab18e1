// SPDX-License-Identifier: Apache-2.0

import LimnGeometry
import Testing
import TestSupport

@Suite struct PathTests {
    /// The signed area inside a path of one subpath; exact for cubics (Green's theorem on the control points).
    static func area(_ path: Path) -> Double {
        var (sum, current, start) = (0.0, Point.zero, Point.zero)
        func cross(_ p: Point, _ q: Point) -> Double { p.x * q.y - p.y * q.x }
        for element in path.elements {
            switch element {
            case .move(let p): (current, start) = (p, p)
            case .line(let p):
                sum += cross(current, p) / 2
                current = p
            case .cubic(let b, let c, let d):
                let a = current
                sum += (6 * cross(a, b) + 3 * cross(a, c) + cross(a, d) + 3 * cross(b, c) + 3 * cross(b, d)) / 20
                sum += 6 * cross(c, d) / 20
                current = d
            case .close:
                sum += cross(current, start) / 2
                current = start
            }
        }
        return sum
    }

    static func sector(radius: Double, start: Double, sweep: Double) -> Path {
        let center = Point(x: 7, y: -3)
        let direction = UnitVector(angle: start)
        var path = Path()
        path.move(to: center)
        path.line(to: center + direction.vector * radius)
        path.arc(center: center, radius: radius, start: direction, sweep: sweep)
        path.close()
        return path
    }

    @Test func `The area helper is right for a rectangle and changes sign with its direction`() {
        let corners = Rect(x0: 2, y0: 3, x1: 5, y1: 5).corners
        #expect(Self.area(Path(polygon: corners)) == 6)
        #expect(Self.area(Path(polygon: corners.reversed())) == -6)
    }

    @Test func `A sector made with an arc has the right area in both directions`() {
        var g = SeededGenerator(seed: 6)
        for _ in 0..<500 {
            let (radius, sweep) = (g.number(0.1...200), g.number(-6.28...6.28))
            let path = Self.sector(radius: radius, start: g.number(-4...4), sweep: sweep)
            // The error of an arc is below 2.8e-4 radii, so that of the area is below 2.8e-4 · |sweep| · radius².
            let expected = radius * radius * sweep / 2
            #expect(abs(Self.area(path) - expected) <= 2.8e-4 * sweep.magnitude * radius * radius + 1e-9)
        }
    }

    @Test func `Every point of an arc lies on the circle within the documented error, and the end is exact`() throws {
        var g = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let (radius, start, sweep) = (g.number(0.1...200), g.number(-4...4), g.number(-6.28...6.28))
            let path = Self.sector(radius: radius, start: start, sweep: sweep)
            let center = Point(x: 7, y: -3)
            var current = Point.zero
            for element in path.elements {
                switch element {
                case .move(let p), .line(let p): current = p
                case .close: break
                case .cubic(let b, let c, let d):
                    for step in 0...20 {
                        let t = Double(step) / 20
                        let (ab, bc) = (current.interpolated(to: b, at: t), b.interpolated(to: c, at: t))
                        let cd = c.interpolated(to: d, at: t)
                        let p = ab.interpolated(to: bc, at: t).interpolated(to: bc.interpolated(to: cd, at: t), at: t)
                        #expect(abs(p.distance(to: center) - radius) <= 2.8e-4 * radius)
                    }
                    current = d
                }
            }
            #expect(current.distance(to: center + UnitVector(angle: start + sweep).vector * radius) < 1e-12 * 1000)
        }
    }

    @Test func `A path lies inside the bounds of its control points`() throws {
        let path = Self.sector(radius: 10, start: 0, sweep: .pi)
        let box = try #require(path.controlBounds)
        #expect(box.minX <= -3 + 1e-9 && box.maxX >= 17 - 1e-9 && box.maxY >= 7 - 0.01)
        #expect(Path().controlBounds == nil)
    }

    @Test func `Transforming scales the area by the determinant`() {
        var g = SeededGenerator(seed: 8)
        for _ in 0..<200 {
            let t = AffineTransformTests.random(&g)
            let path = Self.sector(radius: 5, start: 1, sweep: 4)
            #expect(abs(Self.area(path.transformed(by: t)) - t.determinant * Self.area(path)) < 1e-7)
        }
    }

    @Test func `A polygon without corners is an empty path`() {
        #expect(Path(polygon: []).isEmpty)
        #expect(Path(polygon: [.zero]).elements == [.move(.zero), .close])
    }
}
