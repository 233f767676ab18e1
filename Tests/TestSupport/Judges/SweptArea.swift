// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// The area that a disc of linearly changing radius sweeps along a polyline, measured without any code that is
/// under test: the signed distance to a round cone in closed form.
public struct SweptArea: Sendable {
    let centers: [Point]
    let radii: [Double]

    /// Makes the area of a stroke with a full width at each point.
    public init(positions: [Point], widths: [Double]) {
        centers = positions
        radii = widths.map { $0 / 2 }
    }

    /// The distance from a point to the area: negative inside, infinite where there is no area.
    public func distance(to p: Point) -> Double {
        if centers.count == 1 { return hypotenuse(p, centers[0]) - radii[0] }
        return centers.indices.dropFirst().reduce(Double.infinity) { min($0, distance(to: p, segment: $1 - 1)) }
    }

    /// Whether some part lies within `reach` of a point; segments near `hint` are tried first.
    public func isWithin(_ reach: Double, of p: Point, hint: Double) -> Bool {
        guard centers.count > 1 else { return distance(to: p) <= reach }
        let segments = centers.count - 1
        let start = min(max(Int(hint * Double(segments)), 0), segments - 1)
        for step in 0..<segments {
            for at in step == 0 ? [start] : [start - step, start + step] where at >= 0 && at < segments {
                if distance(to: p, segment: at) <= reach { return true }
            }
        }
        return false
    }

    /// Points on the border of discs along the stroke, with the fraction of the way at which they lie.
    public func samples(perSegment: Int, directions: Int) -> [(point: Point, fraction: Double)] {
        var samples: [(point: Point, fraction: Double)] = []
        let segments = max(centers.count - 1, 1)
        for i in 0..<segments {
            let j = min(i + 1, centers.count - 1)
            for s in 0...perSegment {
                let t = Double(s) / Double(perSegment)
                let c = centers[i].interpolated(to: centers[j], at: t)
                let r = radii[i] + (radii[j] - radii[i]) * t
                for d in 0..<directions {
                    let u = UnitVector(angle: 2 * .pi * Double(d) / Double(directions)).vector
                    samples.append((c + u * r, (Double(i) + t) / Double(segments)))
                }
            }
        }
        return samples
    }

    /// min over t in 0…1 of |p − c(t)| − r(t): convex in t, so the stationary point, clamped, is the minimum.
    private func distance(to p: Point, segment i: Int) -> Double {
        let (a, b, ra, rb) = (centers[i], centers[i + 1], radii[i], radii[i + 1])
        let (ex, ey) = (b.x - a.x, b.y - a.y)
        let length = (ex * ex + ey * ey).squareRoot()
        func value(_ t: Double) -> Double {
            hypotenuse(p, Point(x: a.x + ex * t, y: a.y + ey * t)) - (ra + (rb - ra) * t)
        }
        guard length > (rb - ra).magnitude else { return min(value(0), value(1)) }
        let along = ((p.x - a.x) * ex + (p.y - a.y) * ey) / length
        let across = (((p.x - a.x) * ey - (p.y - a.y) * ex) / length).magnitude
        let sine = (rb - ra) / length
        let t = (along + across * sine / (1 - sine * sine).squareRoot()) / length
        return value(min(max(t, 0), 1))
    }

    private func hypotenuse(_ a: Point, _ b: Point) -> Double {
        ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
    }
}
