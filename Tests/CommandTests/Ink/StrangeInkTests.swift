// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

@Suite struct StrangeInkTests {
    /// Points of a stroke, and what is said of it.
    static let unusable = [
        ("nan 10 20 20", "coordinates that are not usable numbers"),
        ("10 10 inf 20", "coordinates that are not usable numbers"),
        ("10 10 -inf 20", "coordinates that are not usable numbers"),
        ("10 10 1e300 20", "coordinates that are not usable numbers"),
        ("10 10 1e9 20", "coordinates that are not usable numbers"), ("", "no points"),
    ]

    @Test(arguments: unusable, ["overlay", "redraw"])
    func `A stroke that cannot be drawn is left out, and the good one beside it is drawn`(
        stroke: (points: String, reason: String), mode: String
    ) throws {
        let good = "<stroke tool=\"pen\" color=\"#0000ffff\" width=\"1\">\(Notes.line)</stroke>"
        let shell = try Shell([
            "a.pdf": Documents.pages(1), "a.xopp": Notes.xopp([stroke.points], extra: good),
        ])
        let warning =
            "2> limn: a.xopp, page 1: warning: 1 × malformed stroke (\(stroke.reason)) is left out: "
            + "1 of the page's 2 objects."
        #expect(
            try shell.limn("flatten a.pdf a.xopp -o out.pdf --mode \(mode)") == """
                1> out.pdf  1 stroke on 1 of 1 page, N bytes
                \(warning)
                [3] +out.pdf
                """)
        #expect(
            try shell.limn("thumbnail a.pdf --ink a.xopp") == "1> a.png  256 × 128 px, N bytes\n\(warning)\n[3] +a.png")
        #expect(
            try shell.limn("ink convert a.xopp a.limn") == """
                1> a.limn  1 stroke, 2 → 2 points, \(shell.read("a.xopp").count) → N bytes
                \(warning)
                [3] +a.limn
                """)
        let object = try #require(try shell.json("flatten a.pdf a.xopp -o out.pdf --json").first)
        let dropped = try #require(object["dropped"] as? [[String: Any]])
        #expect(dropped.count == 1)
        #expect(dropped.first?["kind"] as? String == "malformed stroke")
        #expect(dropped.first?["page"] as? Int == 1)
        #expect(dropped.first?["count"] as? Int == 1)
        #expect(dropped.first?["detail"] as? String == stroke.reason)
        #expect(object["status"] as? String == "warnings")
    }

    @Test(arguments: [("50 50", 0), ("50 50 50 50", 0), ("999999 50 50 50", 3)])
    func `A dot, a stroke that stays in place and one far outside are drawn`(points: String, code: Int) throws {
        let shell = try Shell(["a.pdf": Documents.pages(1), "a.xopp": Notes.xopp([points])])
        for mode in ["overlay", "redraw"] {
            #expect(
                try shell.limn("flatten a.pdf a.xopp -o \(mode).pdf --mode \(mode) --quiet").hasSuffix(
                    "[\(code)] +\(mode).pdf"))
        }
        #expect(try shell.limn("thumbnail a.pdf --ink a.xopp --quiet").hasSuffix("[\(code)] +a.png"))
    }

    @Test func `Ink without a stroke is told, and the document is as it was`() throws {
        let shell = try Shell(["a.pdf": Documents.pages(1), "a.limn.json": Array("{}".utf8), "a.xopp": Notes.xopp([])])
        #expect(
            try shell.limn("flatten a.pdf a.xopp -o out.pdf") == """
                1> out.pdf  0 strokes on 0 of 1 page, N bytes
                2> limn: a.xopp: warning: It has no strokes.
                [3] +out.pdf
                """)
    }
}
