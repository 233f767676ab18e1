// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import LimnInkFormats
import Testing
import TestSupport

/// Ink without a unit of length, as in collections for handwriting recognition.
@Suite struct InkMLFitTests {
    private static func strokes(_ content: String) throws -> [Stroke] {
        let file = #"<ink xmlns="http://www.w3.org/2003/InkML">\#(content)</ink>"#
        return try InkReader.read(Array(file.utf8)).document.pages[0].drawing.strokes
    }

    private static func letters(_ scale: Double, count: Int) -> String {
        (0..<count).map { index in
            let x = 100.0 * Double(index)
            let points = [(x, 0.0), (x + 50, 70), (x + 20, 30)].map { "\($0.0 * scale) \($0.1 * scale)" }
            return "<trace>\(points.joined(separator: ", "))</trace>"
        }.joined()
    }

    @Test(arguments: [0.001, 0.1, 1, 10, 400])
    func `The size on the page does not depend on the unknown unit`(scale: Double) throws {
        let strokes = try Self.strokes(Self.letters(scale, count: 40))
        let box = try #require(Rect(containing: strokes.flatMap(\.points.positions)))
        #expect((box.minX - 18).magnitude < 1e-6 && (box.minY - 18).magnitude < 1e-6)
        #expect((box.width - 559).magnitude < 1e-6)
        // A letter is 559 · 70 / 3950 pt tall.
        let width = 559.0 * 70 / 3950 / 14
        #expect(strokes.allSatisfy { ($0.brush.width - width).magnitude < 1e-6 })
        #expect(strokes.allSatisfy { stroke in stroke.points.widths.allSatisfy { ($0 - width).magnitude < 1e-6 } })
    }

    @Test func `A single letter does not fill the page`() throws {
        let stroke = try #require(try Self.strokes(Self.letters(30, count: 1)).first)
        let box = try #require(Rect(containing: stroke.points.positions))
        #expect((box.height - 60).magnitude < 1e-6)
        #expect(stroke.brush.width == 3)
    }

    @Test func `Dots, and widths that are given, are kept`() throws {
        #expect(try Self.strokes("<trace>985 3317</trace>").map(\.points.positions) == [[Point(x: 18, y: 18)]])
        let brush = #"<brush xml:id="b"><brushProperty name="width" value="2" units="\#("pt")"/></brush>"#
        let strokes = try Self.strokes(
            brush + "<trace brushRef='#b'>0 0,1000 700</trace><trace brushRef='#b'>1000 0,2000 700</trace>")
        #expect(strokes.map(\.brush.width).allSatisfy { ($0 - 2).magnitude < 1e-9 })
    }

    @Test func `That the unit is missing is told once`() throws {
        let file = #"<ink xmlns="http://www.w3.org/2003/InkML">\#(Self.letters(1, count: 9))</ink>"#
        #expect(
            try dropped(Array(file.utf8)) == [
                "page 1: 1 × unreadable attribute (no unit of length, the ink is fitted to a page)"
            ])
    }
}
