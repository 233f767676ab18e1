// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// Ink beyond its page: it is told, and `--extend` makes the page larger.
@Suite struct ExtendTests {
    private static let modes = ["overlay", "annotate", "burn", "redraw", "raster"]

    /// Ink on a page of 200 × 100 points: a line on it, one that its right edge cuts, and one on its left.
    private static func ink(size: (Int, Int) = (200, 100)) -> [UInt8] {
        let lines = ["190 50 230 50", "-30 20 -10 20"].map {
            ##"<stroke tool="pen" color="#ff0000ff" width="2">\##($0)</stroke>"##
        }
        return Notes.xopp(size: size, extra: lines.joined())
    }

    private static func shell() throws -> Shell {
        try Shell(["a.pdf": Documents.pages(1), "a.xopp": ink()])
    }

    /// The growth of the only page that has grown: left, top, right and bottom.
    private static func growth(_ results: [[String: Any]]) -> [Double] {
        let pages = results.first?["extended"] as? [[String: Any]] ?? []
        return pages.count == 1 ? ["left", "top", "right", "bottom"].compactMap { pages[0][$0] as? Double } : []
    }

    private static let warning =
        "page 1: warning: One item lies beyond the page and does not show, and one item is cut off by its edge "
        + "(left, right); --extend makes the page larger."

    @Test(arguments: modes) func `What lies beyond a page is told, and where`(mode: String) throws {
        let shell = try Self.shell()
        expect(
            try shell.limn("flatten a.pdf a.xopp -o out.pdf --mode \(mode) --receipt r.json"),
            """
            1> out.pdf  3 strokes on 1 of 1 page, N bytes
            2> limn: a.pdf, \(Self.warning)
            [3] +out.pdf +r.json
            """)
        let receipt = try #require(
            try JSONSerialization.jsonObject(with: Data(try shell.read("r.json"))) as? [String: Any])
        let beyond = try #require(receipt["beyond"] as? [[String: Any]])
        #expect(beyond.count == 1 && beyond[0]["page"] as? Int == 1)
        #expect(beyond[0]["off"] as? Int == 1 && beyond[0]["cut"] as? Int == 1)
        #expect(beyond[0]["sides"] as? [String] == ["left", "right"])
        #expect((receipt["extended"] as? [Any])?.isEmpty == true)
    }

    @Test(arguments: modes) func `A page grows to hold its ink, and its content stays in its place`(mode: String) throws
    {
        let shell = try Self.shell()
        let said = try shell.json("flatten a.pdf a.xopp -o out.pdf --json --mode \(mode) --extend")
        #expect(said.first?["status"] as? String == "ok", "\(said)")
        #expect((said.first?["beyond"] as? [Any])?.isEmpty == true)
        // The lines end 31 points from the page on both sides.
        #expect(Self.growth(said) == [31, 0, 31, 0])
        for engine in Engine.allCases {
            let picture = try engine.draw(shell.folder.path("out.pdf"), dpi: 72)
            #expect(picture.width == 262 && picture.height == 100, "\(engine)")
            // The page's square of 40 points at its lower left corner, and the paper beside it.
            #expect(picture[51, 80] == (0, 0, 0) && picture[20, 80] == (255, 255, 255), "\(engine)")
            for (x, y) in [(11, 20), (251, 50), (225, 50)] {
                let pixel = picture[x, y]
                #expect(pixel.0 > 200 && pixel.1 < 100 && pixel.2 < 100, "\(engine), \(x), \(y): \(pixel)")
            }
        }
        if mode == "overlay" { #expect(try shell.read("out.pdf").starts(with: shell.read("a.pdf"))) }
    }

    @Test func `Only the sides that were asked for grow, and the rest is told`() throws {
        let shell = try Self.shell()
        expect(
            try shell.limn("flatten a.pdf a.xopp -o out.pdf --extend left,top"),
            """
            1> out.pdf  3 strokes on 1 of 1 page, N bytes
            2> limn: a.pdf, page 1: warning: One item is cut off by its edge (right); --extend makes the page larger.
            [3] +out.pdf
            """)
        let wrong = try shell.limn("flatten a.pdf a.xopp -o out.pdf --extend=sideways")
        #expect(wrong.contains("'sideways' is invalid for '--extend <sides>'") && wrong.hasSuffix("[64]"), "\(wrong)")
    }

    @Test func `What a crop box hid stays hidden on a page that grows`() throws {
        let content = "0 0 1 rg 0 0 200 100 re f"
        let shell = try Shell([
            "a.pdf": Documents.file([
                "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1/CropBox[0 0 100.5 100]>>",
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Resources<<>>/Contents 4 0 R>>",
                "<</Length \(content.utf8.count)>>stream\n\(content)\nendstream",
            ]),
            "a.xopp": Notes.xopp(["90 50 150 50"], size: (100, 100)),
        ])
        for mode in Self.modes {
            expect(
                try shell.limn("flatten a.pdf a.xopp -o \(mode).pdf --quiet --mode \(mode) --extend"),
                "[0] +\(mode).pdf")
            for engine in Engine.allCases {
                let picture = try engine.draw(shell.folder.path("\(mode).pdf"), dpi: 72)
                #expect((151...152).contains(picture.width), "\(mode), \(engine)")
                #expect(picture[50, 20].red == 0 && picture[50, 20].blue >= 253, "\(mode), \(engine)")
                #expect(picture[120, 20] == (255, 255, 255), "\(mode), \(engine)")
            }
        }
    }

    @Test(arguments: ["/Rotate 90", "/Rotate 180", "/Rotate 270/UserUnit 2", "/UserUnit 3/CropBox[10 5 150.5 90.25]"])
    func `Turned and scaled pages grow on the sides that show`(entries: String) throws {
        let shell = try Shell([
            "a.pdf": Documents.pdf([(200, 100)], page: entries),
            "a.xopp": Notes.xopp(["-20 10 30 40 10 -15"]),
        ])
        for mode in Self.modes {
            let said = try shell.json(
                "flatten a.pdf a.xopp -o \(mode).pdf --json --mode \(mode) --extend left,top")
            #expect(Self.growth(said) == [21, 16, 0, 0], "\(mode): \(said)")
        }
    }

    @Test func `Pictures grow, too`() throws {
        let shell = try Self.shell()
        let result = try shell.json("render a.pdf --ink a.xopp -o out.png --dpi 72 --json --extend")
        #expect(result.first?["status"] as? String == "ok", "\(result)")
        #expect(result.first?["width"] as? Int == 262 && result.first?["height"] as? Int == 100)
        expect(
            try shell.limn("thumbnail a.pdf --ink a.xopp -o small.png --size 131 --extend --quiet"), "[0] +small.png")
        #expect(
            try shell.limn("thumbnail a.pdf --ink a.xopp -o small.png --size 131").contains(Self.warning))
        let own = try shell.json("render a.xopp -o own.png --dpi 72 --json --extend right")
        #expect(own.first?["width"] as? Int == 231, "\(own)")
    }
}
