// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry
internal import TestSupport

/// One act of painting as it stands in a PDF's content, in page space; see `ink_paths.py`.
struct ExportedMark: Decodable {
    /// The number of the stroke it belongs to, from 1.
    var stroke: Int
    /// The width of the line; nil for what is filled.
    var width: Double?
    /// The dashes of the line.
    var dash: [Double]
    /// The subpaths, curves cut into short lines.
    var lines: [[[Double]]]

    /// What an export paints over a page, counted from 0, stroke by stroke.
    static func readStrokes(_ file: String, page: Int) throws -> [[ExportedMark]] {
        let marks = try read(file, page: page)
        return Set(marks.map(\.stroke)).sorted().map { number in marks.filter { $0.stroke == number } }
    }

    /// What an export paints over a page, counted from 0.
    static func read(_ file: String, page: Int) throws -> [ExportedMark] {
        try JSONDecoder().decode([ExportedMark].self, from: Data(try python("ink_paths", file, "\(page)").utf8))
    }
}

/// The area that marks cover, measured without any code that is under test.
struct ExportedArea {
    private let sweeps: [SweptArea]
    private let rings: [[Point]]

    init(_ marks: [ExportedMark]) {
        var (sweeps, rings) = ([SweptArea](), [[Point]]())
        for mark in marks {
            let lines = mark.lines.map { line in line.map { Point(x: $0[0], y: $0[1]) } }
            if let width = mark.width {
                sweeps += lines.map { SweptArea(positions: $0, widths: Array(repeating: width, count: $0.count)) }
            } else {
                rings += lines
            }
        }
        (self.sweeps, self.rings) = (sweeps, rings)
    }

    /// Points on the border; some lie inside where parts overlap.
    var border: [Point] {
        sweeps.flatMap { $0.samples(perSegment: 3, directions: 5).map(\.point) } + rings.flatMap { $0 }
    }

    /// Whether some part lies within `reach` of a point.
    func isWithin(_ reach: Double, of p: Point) -> Bool {
        sweeps.contains { $0.distance(to: p) <= reach } || winding(around: p) != 0
            || rings.contains { SweptArea.line($0).distance(to: p) <= reach }
    }

    /// Whether a point lies inside.
    func contains(_ p: Point) -> Bool { sweeps.contains { $0.distance(to: p) <= 0 } || winding(around: p) != 0 }

    private func winding(around p: Point) -> Int {
        var turns = 0
        for ring in rings {
            for (a, b) in zip(ring, ring.dropFirst()) where (a.y <= p.y) != (b.y <= p.y) {
                let side = (b.x - a.x) * (p.y - a.y) - (p.x - a.x) * (b.y - a.y)
                if a.y <= p.y, side > 0 { turns += 1 }
                if a.y > p.y, side < 0 { turns -= 1 }
            }
        }
        return turns
    }
}

extension SweptArea {
    /// The bare line through some points.
    fileprivate static func line(_ points: [Point]) -> SweptArea {
        SweptArea(positions: points, widths: Array(repeating: 0, count: points.count))
    }
}
