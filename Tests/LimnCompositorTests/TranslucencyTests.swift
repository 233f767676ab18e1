// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompositor
internal import LimnGeometry
internal import LimnInk
internal import Testing
internal import TestSupport

struct TranslucencyTests {
    /// A stroke that crosses itself at (50, 50), turns sharply at its corners, and goes back the way it came.
    private static let way: [(Double, Double)] = [(15, 85), (85, 15), (15, 15), (85, 85), (50, 50)]
    private static let crossing = Point(x: 50, y: 50)
    /// Where the stroke lies once, twice along itself, and at its corners.
    private static let others = [(30, 70), (50, 15), (70, 70), (83, 15), (17, 15), (84, 84)].map {
        Point(x: $0.0, y: $0.1)
    }

    @Test(arguments: Brush.Kind.allCases, [false, true])
    func `A translucent stroke is as dark where it crosses itself as anywhere else`(
        kind: Brush.Kind, varying: Bool
    ) throws {
        let color = Color(red: 1, green: 0.2, blue: 0, alpha: 0.5)
        let stroke = Stroke(
            Brush(kind: kind, color: color, width: 12), Self.way, widths: varying ? [12, 14, 10, 12, 11] : nil)
        let composed = try Compositions(
            page: "0.8 g 0 0 100 100 re f", size: Size(width: 100, height: 100), ink: Drawing(strokes: [stroke]))
        let blend: Mark.Blend = kind == .highlighter ? .multiply : .normal
        let expected = Pixel(204, 204, 204).under(color, blend: blend)
        for place in [Self.crossing] + Self.others {
            for (name, pixel) in composed.pixels(at: place) {
                #expect(pixel.isWithin(2, of: expected), "\(name) at \(place): \(pixel) instead of \(expected)")
            }
        }
        for (name, picture) in composed.pictures {
            // Nowhere, edges included, is anything darker than once covered.
            let darkest = (0..<100).flatMap { y in (0..<100).map { x in Int(picture[x, y].green) } }.min() ?? 0
            #expect(Double(darkest) >= expected.parts[1] - 2, "\(name)")
        }
    }

    @Test func `Two translucent strokes do darken where they cross each other`() throws {
        let brush = Brush(color: Color(red: 0, green: 0, blue: 0, alpha: 0.5), width: 12)
        let ink = Drawing(strokes: [Stroke(brush, [(10, 10), (90, 90)]), Stroke(brush, [(10, 90), (90, 10)])])
        let composed = try Compositions(page: "", size: Size(width: 100, height: 100), ink: ink)
        for (name, pixel) in composed.pixels(at: Self.crossing) {
            #expect(pixel.isWithin(2, of: Pixel(63.75, 63.75, 63.75)), "\(name): \(pixel)")
        }
        for (name, pixel) in composed.pixels(at: Point(x: 25, y: 25)) {
            #expect(pixel.isWithin(2, of: Pixel(127.5, 127.5, 127.5)), "\(name): \(pixel)")
        }
    }

    @Test func `Ink without a visible mark makes no overlay and changes no page`() throws {
        let clear = Stroke(Brush(color: Color(red: 0, green: 0, blue: 0, alpha: 0), width: 5), [(0, 0), (9, 9)])
        for ink in [Drawing(), Drawing(strokes: [clear])] {
            #expect(InkContent(ink).overlay(for: PageGeometry(mediaBox: nil)) == nil)
            let composed = try Compositions(
                page: "0.5 g 0 0 50 50 re f", size: Size(width: 50, height: 50), ink: ink)
            for (name, pixel) in composed.pixels(at: Point(x: 5, y: 5)) {
                #expect(pixel.isWithin(1, of: Pixel(127.5, 127.5, 127.5)), "\(name)")
            }
        }
    }
}
