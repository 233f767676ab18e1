// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry
internal import TestSupport

/// One act of painting as it stands in a PDF's content, in page space; see `ink_paths.py`.
struct ExportedMark: Decodable {
    /// The width of the line; nil for what is filled.
    var width: Double?
    /// The dashes of the line.
    var dash: [Double]
    /// The subpaths, curves cut into short lines.
    var lines: [[[Double]]]

    /// What an export paints over a page, counted from 0.
    static func read(_ file: String, page: Int) throws -> [ExportedMark] {
        try JSONDecoder().decode([ExportedMark].self, from: Data(try python("ink_paths", file, "\(page)").utf8))
    }
}

/// The area that a mark covers, measured without any code that is under test.
struct ExportedArea {
    private let sweep: SweptArea?
    private let rings: [[Point]]

    init(_ mark: ExportedMark) {
        let rings = mark.lines.map { line in line.map { Point(x: $0[0], y: $0[1]) } }
        self.rings = rings
        sweep = mark.width.map { width in
            SweptArea(positions: rings[0], widths: Array(repeating: width, count: rings[0].count))
        }
    }

    /// Points on the border; some lie inside where parts overlap.
    var border: [Point] {
        if let sweep { return sweep.samples(perSegment: 3, directions: 5).map(\.point) }
        return rings.flatMap { $0 }
    }

    /// Whether some part lies within `reach` of a point.
    func isWithin(_ reach: Double, of p: Point) -> Bool {
        if let sweep { return sweep.distance(to: p) <= reach }
        return winding(around: p) != 0 || rings.contains { SweptArea.line($0).distance(to: p) <= reach }
    }

    /// Whether a point lies inside.
    func contains(_ p: Point) -> Bool { sweep.map { $0.distance(to: p) <= 0 } ?? (winding(around: p) != 0) }

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
