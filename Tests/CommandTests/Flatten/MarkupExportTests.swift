// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// Marks on words in exports, judged by other engines.
struct MarkupExportTests {
    private static let marks = [
        ("highlight", "[[20,40,100,40,100,60,20,60]]"), ("underline", "[[20,64,100,64,100,84,20,84]]"),
        ("strikeOut", "[[120,40,180,40,180,60,120,60]]"), ("squiggly", "[[120,64,180,64,180,84,120,84]]"),
    ]

    /// A page of 200 × 100 pt, and ink with a mark of each kind. The first has a comment.
    private func shell() throws -> Shell {
        let objects = Self.marks.enumerated().map { index, mark in
            #"{"strokesBelow":0,"markup":{"style":"\#(mark.0)","quads":\#(mark.1),"words":"word \#(index)","#
                + #""color":{"red":1,"green":0.8,"blue":0,"alpha":1}\#(index == 0 ? #","text":"Look here""# : "")}}"#
        }
        let page = #"{"size":[200,100],"layers":[{}],"strokes":[],"objects":[\#(objects.joined(separator: ","))]}"#
        return try Shell([
            "a.pdf": Documents.pdf([(200, 100)]), "ink.json": Array(#"{"limnInk":4,"pages":[\#(page)]}"#.utf8),
        ])
    }

    @Test(arguments: ["overlay", "annotate", "burn", "redraw", "raster"])
    func `A highlight covers its words and no more in every engine`(mode: String) throws {
        let shell = try shell()
        _ = try shell.limn("flatten a.pdf ink.json -o out.pdf --mode \(mode)")
        for engine in Engine.allCases {
            let picture = try engine.draw(shell.folder.path("out.pdf"), dpi: 144)
            func pixel(_ x: Double, _ y: Double) -> [UInt8] {
                let place = (Int(y * 2) * picture.width + Int(x * 2)) * 3
                return Array(picture.rgb[place..<(place + 3)])
            }
            for (x, y) in [(20.6, 40.6), (99.4, 40.6), (20.6, 59.4), (99.4, 59.4), (60, 50)] {
                #expect(pixel(x, y)[2] < 90 && pixel(x, y)[0] > 200, "\(engine): \(x), \(y) is \(pixel(x, y))")
            }
            for (x, y) in [(19, 50), (101, 50), (60, 39), (60, 61.2)] as [(Double, Double)] {
                #expect(pixel(x, y).allSatisfy { $0 > 240 }, "\(engine): \(x), \(y) is \(pixel(x, y))")
            }
        }
    }

    @Test func `Marks become annotations that other programs read, and come back`() throws {
        let shell = try shell()
        #expect(
            try shell.limn("flatten a.pdf ink.json -o out.pdf --mode annotate --no-source-ink --quiet").contains("[0]"))
        let found = try shell.json("marks out.pdf --json")
        // They are listed from the top.
        #expect(found.map { $0["kind"] as? String } == ["highlight", "strikeOut", "underline", "squiggly"])
        #expect(found.map { $0["note"] as? String } == ["Look here", "", "", ""])
        let shown = try #require(
            PDFJS.show([PDFJS.Job(shell.folder.path("out.pdf"), scale: 1, picture: shell.folder.path("out.ppm"))]).first
        )
        #expect(shown.annotations.map(\.subtype) == ["Highlight", "Underline", "StrikeOut", "Squiggly"])
        #expect(shown.annotations.map(\.contents) == ["Look here", "word 1", "word 2", "word 3"])
        _ = try shell.limn("ink convert out.pdf back.json --quiet")
        let items = try shell.json("item list back.json --json")
        #expect(items.map { $0["kind"] as? String } == Array(repeating: "markup", count: 4))
        #expect(items.map { $0["text"] as? String } == ["", "word 1", "word 2", "word 3"])
        #expect(items.map { $0["body"] as? String } == ["Look here", "", "", ""])
    }

    @Test func `Formats without marks get strokes and say so, and the others keep them`() throws {
        let shell = try shell()
        for name in ["out.xopp", "out.drawing"] {
            let told = try shell.limn("ink convert ink.json \(name)")
            #expect(told.contains("4 × marked text becomes strokes.") && told.contains("[3]"), "\(told)")
        }
        #expect(try shell.limn("inspect out.xopp").contains("4 strokes"))
        for name in ["out.svg", "out.inkml", "out.limn"] {
            _ = try shell.sh("limn ink convert ink.json \(name) --quiet; limn ink convert \(name) back.json --quiet")
            #expect(try shell.json("item list back.json --json").count == 4, "\(name)")
        }
    }
}
