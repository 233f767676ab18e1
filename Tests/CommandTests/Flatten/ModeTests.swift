// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// `limn flatten --mode`.
struct ModeTests {
    private func shell() throws -> Shell {
        try Shell([
            "a.pdf": try Project.sample("character-sheet.pdf"), "a.xopp": try Project.sample("character-sheet.xopp"),
            "small.pdf": Documents.pages(2), "small.xopp": Notes.xopp(size: (200, 100)),
            "covered.pdf": Documents.pdf(
                [(200, 100)], catalog: "/AcroForm<</Fields[5 0 R]>>", page: "/Annots[5 0 R]",
                objects: [
                    "<</FT/Tx/T(name)/F 4/Type/Annot/Subtype/Widget/Rect[0 0 200 100]/AP<</N 6 0 R>>>>",
                    "<</Subtype/Form/BBox[0 0 200 100]/Length 20>>stream\n1 g 0 0 200 100 re f\nendstream",
                ]),
        ])
    }

    private func text(_ shell: Shell, _ name: String) throws -> String {
        try run(try Requirement.tool("pdftotext"), shell.folder.path(name), "-").text
    }

    @Test(arguments: ["overlay", "annotate", "burn", "redraw", "raster"])
    func `Every mode writes a sound document that looks the same`(mode: String) throws {
        let shell = try shell()
        expect(
            try shell.limn("flatten a.pdf a.xopp -o out.pdf --mode \(mode)"),
            "1> out.pdf  1282 strokes on 2 of 2 pages, N bytes\n[0] +out.pdf")
        #expect(try run(try Requirement.tool("qpdf"), "--check", shell.folder.path("out.pdf")).status == 0)
        let original = try text(shell, "a.pdf").split(whereSeparator: \.isWhitespace).count
        let words = try text(shell, "out.pdf").split(whereSeparator: \.isWhitespace).count
        if mode == "raster" { #expect(words == 0) } else { #expect(words >= original) }
        let again = try shell.read("out.pdf")
        _ = try shell.limn("flatten a.pdf a.xopp -o out.pdf --mode \(mode) --quiet")
        #expect(try shell.read("out.pdf") == again, "the same input gives the same bytes")
    }

    @Test(arguments: ["character-sheet", "map-landscape"], ["append", "rewrite"])
    func `Annotations add at most 8 bytes for each point of ink, where the file has object streams`(
        name: String, save: String
    ) throws {
        let shell = try Shell([
            "a.pdf": try Project.sample("\(name).pdf"), "a.xopp": try Project.sample("\(name).xopp"),
        ])
        let options = "--mode annotate --save \(save) --no-source-ink --no-verify --json"
        let receipt = try #require(try shell.json("flatten a.pdf a.xopp -o out.pdf \(options)").first)
        let points = try #require(receipt["pointsIn"] as? Int)
        let sizes = ["inputBytes", "bytes"].compactMap { receipt[$0] as? Int }
        try #require(sizes.count == 2 && points > 2000)
        let bytes = Double(sizes[1] - sizes[0]) / Double(points)
        #expect(bytes <= 8, "\(bytes) bytes a point")
    }

    @Test func `Pictures of pages have the resolution that is asked for`() throws {
        let shell = try shell()
        _ = try shell.limn("flatten small.pdf small.xopp -o out.pdf --mode raster --dpi 36 --quiet")
        let list = try run(try Requirement.tool("pdfimages"), "-list", shell.folder.path("out.pdf")).text
        let row = try #require(list.split(separator: "\n").dropFirst(2).first).split(separator: " ")
        #expect((row[3], row[4]) == ("100", "50"))
        #expect(try shell.limn("flatten small.pdf small.xopp -o x.pdf --mode raster --dpi 0").hasSuffix("[64]"))
        #expect(
            try shell.limn("flatten small.pdf small.xopp -o x.pdf --mode raster --dpi 9000000").hasSuffix("[1]"))
        for mode in ["burn", "redraw", "raster"] {
            #expect(
                try shell.limn("flatten small.pdf small.xopp -o x.pdf --mode \(mode) --save append").hasSuffix("[64]"))
        }
    }

    @Test func `Ink that lies below a form field is told of, and annotations and burning put it above`() throws {
        let shell = try shell()
        expect(
            try shell.limn("flatten covered.pdf small.xopp -o out.pdf"),
            """
            1> out.pdf  1 stroke on 1 of 1 page, N bytes
            2> limn: covered.pdf, page 1: warning: 100 % of the ink lies below form fields or annotations and does not show; --mode annotate puts it above them.
            [3] +out.pdf
            """)
        for mode in ["annotate", "burn"] {
            expect(
                try shell.limn("flatten covered.pdf small.xopp -o \(mode).pdf --mode \(mode) --quiet"),
                "[0] +\(mode).pdf")
        }
    }

    /// The colors of the page in the middle of its three annotations, as mutool draws it.
    private func squares(_ shell: Shell, _ name: String) throws -> [String] {
        let picture = try Engine.mupdf.draw(shell.folder.path(name), dpi: 72)
        return [70, 110, 150].map { x in
            let (red, green, blue) = picture[x, 50]
            return red > 250 && green > 250 && blue > 250 ? "white" : red > 250 && green < 5 ? "red" : "other"
        }
    }

    @Test func `Burning keeps what the screen shows, and with --print what goes to paper`() throws {
        let shell = try shell()
        // The flags Print; none; Print and NoView.
        let stamps = ["/F 4", "", "/F 36"].enumerated().map { index, flags in
            "<</Type/Annot/Subtype/Stamp\(flags)/Rect[\(60 + 40 * index) 40 \(80 + 40 * index) 60]/AP<</N 8 0 R>>>>"
        }
        try shell.write(
            "stamped.pdf",
            Documents.pdf(
                [(200, 100)], page: "/Annots[5 0 R 6 0 R 7 0 R]",
                objects: stamps + [
                    "<</Subtype/Form/BBox[0 0 20 20]/Length 23>>stream\n1 0 0 rg 0 0 20 20 re f\nendstream"
                ]))
        #expect(try squares(shell, "stamped.pdf") == ["red", "red", "white"])
        expect(try shell.limn("flatten stamped.pdf small.xopp -o screen.pdf --mode burn --quiet"), "[0] +screen.pdf")
        #expect(try squares(shell, "screen.pdf") == ["red", "red", "white"])
        expect(
            try shell.limn("flatten stamped.pdf small.xopp -o paper.pdf --mode burn --print --quiet"),
            "[0] +paper.pdf")
        #expect(try squares(shell, "paper.pdf") == ["red", "white", "red"])
        #expect(try shell.limn("flatten stamped.pdf small.xopp -o x.pdf --print").hasSuffix("[64]"))
    }

    @Test func `A field without an appearance or a font is burned with its value`() throws {
        let shell = try shell()
        try shell.write(
            "bare.pdf",
            Documents.pdf(
                [(200, 100)], catalog: "/AcroForm<</Fields[5 0 R]>>", page: "/Annots[5 0 R]",
                objects: ["<</FT/Tx/T(name)/V(x)/F 4/Type/Annot/Subtype/Widget/Rect[0 0 50 20]>>"]))
        expect(try shell.limn("flatten bare.pdf small.xopp -o out.pdf --mode burn --quiet"), "[0] +out.pdf")
        #expect(try shell.limn("text out.pdf").contains("x"))
    }
}
