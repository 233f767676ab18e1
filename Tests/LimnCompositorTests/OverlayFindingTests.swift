// SPDX-License-Identifier: GPL-3.0-or-later

@testable internal import LimnCompositor
internal import LimnGeometry
internal import LimnInk
@testable internal import LimnPDFObjects
internal import Testing

/// Ink, and paths that an export paints for it.
struct OverlayFindingTests {
    private static let size = Size(width: 200, height: 100)
    private static let red = Color(red: 1, green: 0, blue: 0, alpha: 1)
    private static let drawing = Drawing(strokes: [
        Stroke(Brush(color: red, width: 4), [(100, 20), (180, 90)]),
        Stroke(Brush(color: .black, width: 1), [(20, 20), (20, 80), (60, 80)]),
    ])

    private static func line(
        _ points: [(Double, Double)], width: Double, _ color: RGBColor, alpha: Double = 1, multiplies: Bool = false
    ) -> OverlayPath {
        var path = Path()
        for (index, point) in points.enumerated() {
            let point = Point(x: point.0, y: point.1)
            if index == 0 { path.move(to: point) } else { path.line(to: point) }
        }
        return OverlayPath(
            path: path, style: .line(width: width, cap: 1, dash: []), color: color, alpha: alpha,
            multiplies: multiplies)
    }

    private static let paths = [
        line([(100, 20), (180, 90)], width: 4, RGBColor(red: 1, green: 0, blue: 0)),
        line([(20, 20), (20, 80), (60, 80)], width: 1, RGBColor(red: 0, green: 0, blue: 0)),
    ]

    private func finding(_ paths: [OverlayPath], _ drawing: Drawing = drawing) throws -> PageVerifier.Finding? {
        try InkProof(PageVerifier()).finding(of: paths, ink: drawing, on: Self.size)
    }

    @Test func `The paths of the ink are the ink, also where they are an edge off`() throws {
        let finding = try #require(try finding(Self.paths))
        #expect(finding.expected > 400 && finding.changed == finding.expected && finding.fault == nil)
        var near = Self.paths
        near[0].path = near[0].path.transformed(by: .translation(Vector(dx: 0.08, dy: -0.05)))
        #expect(try self.finding(near) != nil)
    }

    @Test func `Ink that is missing, elsewhere, of another color or more than it was is no proof`() throws {
        #expect(try finding([]) == nil)
        #expect(try finding([Self.paths[0]]) == nil)
        #expect(try finding(Self.paths + [Self.line([(150, 10), (190, 10)], width: 1, Self.paths[0].color)]) == nil)
        for change: (inout OverlayPath) -> Void in [
            { $0.path = $0.path.transformed(by: .translation(Vector(dx: 6, dy: 0))) },
            { $0.color = RGBColor(red: 0, green: 0, blue: 1) }, { $0.alpha = 0.2 },
            { $0.style = .line(width: 1, cap: 1, dash: []) }, { $0.style = .line(width: 12, cap: 1, dash: []) },
            { $0.style = .fill },
        ] {
            var paths = Self.paths
            change(&paths[0])
            #expect(try finding(paths) == nil, "\(paths[0])")
        }
    }

    @Test func `What has the color of a paper, or is as thin as nothing, is seen on another paper`() throws {
        let page = [(0.0, 50.0), (200, 50)]
        for gray in [0, 0.5, 1] {
            let cover = Self.line(page, width: 100, RGBColor(red: gray, green: gray, blue: gray))
            #expect(try finding([cover] + Self.paths) == nil)
        }
        let paper = RGBColor(red: 200 / 255.0, green: 208 / 255.0, blue: 184 / 255.0)
        #expect(try finding([Self.line(page, width: 100, paper)] + Self.paths) == nil)
        let hairlines = (0..<40).map {
            Self.line([(0, Double($0) * 2.5), (200, Double($0) * 2.5)], width: 1e-4, paper)
        }
        #expect(try finding(hairlines + Self.paths) == nil)
        let marker = Drawing(strokes: [
            Stroke(
                Brush(kind: .highlighter, color: Color(red: 1, green: 1, blue: 0, alpha: 1), width: 10),
                [(20, 50), (90, 50)])
        ])
        let yellow = RGBColor(red: 1, green: 1, blue: 0)
        #expect(try finding([Self.line([(20, 50), (90, 50)], width: 10, yellow)], marker) == nil)
    }

    @Test func `White ink and highlighters are judged, and ink that cannot be seen is not`() throws {
        let white = Drawing(strokes: [
            Stroke(
                Brush(kind: .whiteout, color: Color(red: 1, green: 1, blue: 1, alpha: 1), width: 6),
                [(20, 20), (90, 20)])
        ])
        let cover = Self.line([(20, 20), (90, 20)], width: 6, RGBColor(red: 1, green: 1, blue: 1))
        #expect(try finding([cover], white) != nil)
        #expect(try finding([], white) == nil)
        #expect(try finding([], Drawing()) == nil)
        #expect(
            try InkProof(PageVerifier(strictness: .coarse)).finding(of: Self.paths, ink: Self.drawing, on: Self.size)
                == nil)
        let endless = Size(width: 1e6, height: 1e6)
        #expect(try InkProof(PageVerifier()).finding(of: Self.paths, ink: Self.drawing, on: endless) == nil)
    }
}
