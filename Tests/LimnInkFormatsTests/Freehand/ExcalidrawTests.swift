// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import LimnInkFormats
import Testing
import TestSupport

@Suite struct ExcalidrawTests {
    static func scene(_ elements: String, background: String = "#ffffff") -> [UInt8] {
        Array(
            """
            {"type": "excalidraw", "version": 2, "source": "https://excalidraw.com", "elements": [\(elements)],
            "appState": {"viewBackgroundColor": "\(background)"}, "files": {}}
            """.utf8)
    }

    static let pen = """
        {"type":"freedraw","x":100,"y":-50,"width":30,"height":40,"angle":0,"strokeColor":"#1971c2","backgroundColor":
        "transparent","strokeWidth":2,"opacity":50,"points":[[0,0],[10,0],[30,40]],"pressures":[0.5,0.25,1],
        "simulatePressure":false,"isDeleted":false}
        """

    @Test func `A pen line keeps its points and pressure and has perfect-freehand's widths`() throws {
        let file = try InkReader.read(Self.scene(Self.pen))
        #expect(file.format == .excalidraw && file.dropped.isEmpty)
        let page = file.document.pages[0]
        let stroke = page.drawing.strokes[0]
        let size = 2 * 4.25
        let widths = [0.5, 0.35, 0.8].map { 2 * size * sin($0 * Double.pi / 2) }
        #expect(zip(stroke.points.widths, widths).allSatisfy { ($0 - $1 * 0.75).magnitude < 1e-9 })
        #expect(stroke.points[.pressure] == [0.5, 0.25, 1])
        #expect(
            stroke.brush
                == Brush(
                    color: Color(red: 0x19 / 255.0, green: 0x71 / 255.0, blue: 0xc2 / 255.0, alpha: 0.5),
                    width: size * 0.75))
        // The page has a margin of ten pixels around the ink. The thickest end is at the lower right.
        let left = 10 + widths[0] / 2
        let top = 10 + max(widths[0], widths[1]) / 2
        #expect(
            zip(stroke.points.positions, [(0.0, 0.0), (10, 0), (30, 40)]).allSatisfy { p, q in
                (p.x - (left + q.0) * 0.75).magnitude < 1e-9 && (p.y - (top + q.1) * 0.75).magnitude < 1e-9
            })
        #expect((try #require(page.size).width - (left + 30 + widths[2] / 2 + 10) * 0.75).magnitude < 1e-9)
        #expect(page.background == .paper(style: "plain", color: .white))
    }

    @Test func `Without pressure the width depends on speed, and elements rotate about their center`() throws {
        let mouse = """
            {"type":"freedraw","x":0,"y":0,"angle":1.5707963267948966,"strokeColor":"red","strokeWidth":1,
            "points":[[0,0],[20,0]],"pressures":[],"simulatePressure":true}
            """
        let stroke = try InkReader.read(Self.scene(mouse)).document.pages[0].drawing.strokes[0]
        #expect(stroke.points[.pressure] == nil)
        #expect(stroke.points.widths[0] > stroke.points.widths[1])
        let (a, b) = (stroke.points.positions[0], stroke.points.positions[1])
        #expect((a.x - b.x).magnitude < 1e-9 && (b.y - a.y - 15).magnitude < 1e-9)
        #expect(stroke.brush.color.rgba == 0xff00_00ff)
    }

    @Test func `Other elements are listed unless they are deleted`() throws {
        let others = """
            {"type":"text"},{"type":"image","x":0,"y":0},{"type":"arrow"},{"type":"selection"},{"type":"selection"},{},7,{"type":"rectangle","isDeleted":true},
            {"type":"freedraw"},{"type":"freedraw","x":0,"y":0,"points":[[0,0],[1]]},
            {"type":"freedraw","x":1e300,"y":0,"points":[[0,0]]},
            {"type":"freedraw","x":0,"y":0,"points":[[0,0]],"pressures":[1,2],"strokeWidth":-1,"strokeColor":"x",
            "backgroundColor":"#ffc9c9"}
            """
        let file = try InkReader.read(Self.scene(others, background: "odd"))
        #expect(file.document.strokeCount == 1)
        #expect(
            file.dropped.map(\.description) == [
                "page 1: 1 × unreadable attribute (viewBackgroundColor=odd)",
                "page 1: 1 × text (it has no place)", "page 1: 1 × image (its bytes are missing)",
                "page 1: 2 × malformed stroke (no points)", "page 1: 2 × unknown element (selection)",
                "page 1: 2 × unknown element (without a type)",
                "page 1: 2 × malformed stroke (coordinates that are not usable numbers)",
                "page 1: 1 × unreadable attribute (strokeWidth)",
                "page 1: 1 × channel of points (pressures that do not fit the points)",
                "page 1: 1 × unreadable attribute (strokeColor=x)",
                "page 1: 1 × fill of a stroke".replacingOccurrences(
                    of: "fill of a stroke", with: "fill (in another color, #ffc9c9)"),
            ])
    }

    @Test func `Damaged files give an import or an InkFormatError`() {
        let sample = Self.scene(Self.pen)
        #expect(FormatDamage.truncate(sample, .excalidraw) == 0)
        #expect((100..<2000).contains(FormatDamage.flip(sample, .excalidraw, rounds: 2000)))
        FormatDamage.limit(sample, .excalidraw, points: 3)
        let deep = String(repeating: "[", count: 200_000)
        #expect(FormatDamage.code(Self.scene(deep), .excalidraw) == .corrupt)
        #expect(FormatDamage.code(Array("{}".utf8), .excalidraw) == .corrupt)
        #expect(FormatDamage.code(Array(#"{"type":"excalidraw","elements":7}"#.utf8), .excalidraw) == nil)
    }
}
