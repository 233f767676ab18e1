// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompositor
internal import LimnGeometry
internal import LimnInk
internal import Testing
internal import TestSupport

struct HighlighterTests {
    /// Columns of the page, 20 points each: what is below the ink.
    private static let columns: [(paint: String, pixel: Pixel)] = [
        ("0 g", Pixel(0, 0, 0)), ("1 g", Pixel(255, 255, 255)), ("0.5 g", Pixel(127.5, 127.5, 127.5)),
        ("1 0 0 rg", Pixel(255, 0, 0)), ("0.2 0.4 0.8 rg", Pixel(51, 102, 204)),
    ]
    /// Rows of ink, 20 points each.
    private static let rows: [Color] = [
        Color(rgba: 0xffff_00ff), Color(red: 1, green: 0.8, blue: 0.4), Color(red: 1, green: 1, blue: 0, alpha: 0.5),
        Color(red: 0.6, green: 0.9, blue: 0.3, alpha: 0.47),
    ]
    private static let size = Size(width: 100, height: 80)
    private static let content = columns.enumerated()
        .map { "\($1.paint) \($0 * 20) 0 20 80 re f" }.joined(separator: "\n")

    private func composed(_ kind: Brush.Kind, varying: Bool) throws -> Compositions {
        let strokes = Self.rows.enumerated().map { index, color in
            let y = Double(index) * 20 + 10
            return Stroke(
                Brush(kind: kind, color: color, width: 10), [(0, y), (50, y), (100, y)],
                widths: varying ? [10, 12, 10] : nil)
        }
        return try Compositions(page: Self.content, size: Self.size, ink: Drawing(strokes: strokes))
    }

    /// Compares every meeting of ink and page, and the page beside the ink.
    private func check(_ composed: Compositions, blend: Mark.Blend) {
        #expect(composed.pictures.count == 10)
        for (row, color) in Self.rows.enumerated() {
            for (column, below) in Self.columns.enumerated() {
                let expected = below.pixel.under(color, blend: blend)
                let place = Point(x: Double(column) * 20 + 10, y: Double(row) * 20 + 10)
                for (name, pixel) in composed.pixels(at: place) {
                    #expect(pixel.isWithin(2, of: expected), "\(name), \(color) on \(below.paint): \(pixel)")
                }
                for (name, pixel) in composed.pixels(at: Point(x: place.x, y: place.y - 9)) {
                    #expect(pixel.isWithin(1, of: below.pixel), "\(name): \(below.paint) changed beside ink: \(pixel)")
                }
            }
        }
    }

    @Test(arguments: [false, true])
    func `A highlighter multiplies with what is below, in pictures and exports, whatever its opacity`(
        varying: Bool
    ) throws {
        let composed = try composed(.highlighter, varying: varying)
        check(composed, blend: .multiply)
        // By hand: yellow leaves black black, makes white yellow, and takes the blue out of gray.
        for (name, pixel) in composed.pixels(at: Point(x: 10, y: 10)) { #expect(pixel == Pixel(0, 0, 0), "\(name)") }
        for (name, pixel) in composed.pixels(at: Point(x: 30, y: 10)) {
            #expect(pixel == Pixel(255, 255, 0), "\(name)")
        }
        for (name, pixel) in composed.pixels(at: Point(x: 50, y: 10)) {
            #expect(pixel.isWithin(2, of: Pixel(127.5, 127.5, 0)), "\(name): \(pixel)")
        }
    }

    @Test func `A pen covers what is below by its opacity`() throws {
        check(try composed(.pen, varying: false), blend: .normal)
    }

    @Test func `Two highlighters over one another multiply twice, a pen between them covers the first`() throws {
        let first = Color(red: 1, green: 0.8, blue: 0.4)
        let second = Color(red: 0.5, green: 1, blue: 0.8)
        let ink = Drawing(strokes: [
            Stroke(Brush(kind: .highlighter, color: first, width: 20), [(0, 20), (100, 20)]),
            Stroke(Brush(color: Color(red: 0.2, green: 0.4, blue: 0.6), width: 10), [(75, 0), (75, 40)]),
            Stroke(Brush(kind: .highlighter, color: second, width: 10), [(0, 20), (100, 20)]),
        ])
        let composed = try Compositions(page: "", size: Size(width: 100, height: 40), ink: ink)
        let both = Pixel(255, 255, 255).under(first, blend: .multiply).under(second, blend: .multiply)
        let overPen = Pixel(51, 102, 153).under(second, blend: .multiply)
        for (name, pixel) in composed.pixels(at: Point(x: 30, y: 20)) {
            #expect(pixel.isWithin(2, of: both), "\(name): \(pixel)")
        }
        for (name, pixel) in composed.pixels(at: Point(x: 75, y: 20)) {
            #expect(pixel.isWithin(2, of: overPen), "\(name): \(pixel)")
        }
    }
}
