// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// Pages as large as PDF allows, and pages whose CropBox misses them.
struct LargePageTests {
    private static let side = 14_400

    private func shell() throws -> Shell {
        try Shell([
            "big.pdf": Documents.pdf([(Self.side, Self.side)]),
            "unit.pdf": Documents.pdf([(Self.side, Self.side)], page: "/UserUnit 10"),
            "ink.xopp": Notes.xopp(size: (200, 100)),
            "missed.pdf": Documents.pdf([(200, 100), (200, 100)], page: "/CropBox[500 500 600 600]"),
            "empty.pdf": Documents.pdf([(200, 100), (200, 100)], page: "/CropBox[50 20 50 80]"),
        ])
    }

    @Test func `A page of 14,400 points is drawn with as many pixels as the limit allows, and says so`() throws {
        let shell = try shell()
        let page = try #require(try shell.json("render big.pdf -o big.png --max-pixels 4 --json").first)
        #expect(page["width"] as? Int == 2000 && page["height"] as? Int == 2000)
        #expect(page["status"] as? String == "warnings")
        #expect(
            page["messages"] as? [String] == ["The page is so large that its picture has only 10 pixels per inch."])
        let small = try #require(try shell.json("render unit.pdf -o unit.png --max-pixels 4 --json").first)
        #expect(small["width"] as? Int == 2000, "a page of 144,000 points has 1 pixel an inch")
        // Who asks for a resolution gets that or nothing.
        #expect(try shell.limn("render big.pdf -o x.png --dpi 72 --max-pixels 4").hasSuffix("[1]"))
        #expect(try shell.limn("thumbnail big.pdf -o thumbnail.png --quiet") == "[0] +thumbnail.png")
    }

    @Test(arguments: ["big.pdf", "unit.pdf"], ["overlay", "annotate", "burn", "redraw", "raster"])
    func `Ink goes on the largest pages in every mode`(name: String, mode: String) throws {
        let shell = try shell()
        let transcript = try shell.limn("flatten \(name) ink.xopp -o out.pdf --mode \(mode) --max-pixels 4")
        #expect(transcript.contains("the ink is placed unscaled"))
        #expect(transcript.hasSuffix("[3] +out.pdf"), "\(transcript)")
    }

    @Test func `Ink that is missing on a page of many metres is missed`() throws {
        let shell = try shell()
        // A white square hides the ink: it is part of a form field.
        try shell.write(
            "covered.pdf",
            Documents.pdf(
                [(Self.side, Self.side)], page: "/UserUnit 10/Annots[5 0 R]",
                objects: [
                    "<</FT/Tx/T(a)/F 4/Type/Annot/Subtype/Widget/Rect[0 14000 400 14400]/AP<</N 6 0 R>>>>",
                    "<</Subtype/Form/BBox[0 0 9 9]/Length 16>>stream\n1 g 0 0 9 9 re f\nendstream",
                ]))
        let transcript = try shell.limn("flatten covered.pdf ink.xopp -o out.pdf")
        #expect(transcript.contains("100 % of the ink lies below form fields"), "\(transcript)")
    }

    @Test(arguments: ["missed.pdf", "empty.pdf"])
    func `A page whose crop box misses it is its media box, for every command`(name: String) throws {
        let shell = try shell()
        let pages = try #require(try shell.json("inspect \(name) --json").first?["pages"] as? [[String: Any]])
        #expect(pages.map { $0["width"] as? Double } == [200, 200])
        let drawn = try shell.json("render \(name) --dpi 72 -o out --json")
        #expect(drawn.map { $0["width"] as? Int } == [200, 200])
        #expect(drawn.map { $0["status"] as? String } == ["ok", "ok"])
        #expect(try shell.limn("thumbnail \(name) -o thumbnail.png --quiet") == "[0] +thumbnail.png")
        for mode in ["overlay", "annotate", "burn", "redraw", "raster"] {
            for save in mode == "overlay" || mode == "annotate" ? ["append", "rewrite"] : ["auto"] {
                let transcript = try shell.limn(
                    "flatten \(name) ink.xopp -o \(mode)-\(save).pdf --mode \(mode) --save \(save) --quiet")
                #expect(transcript.hasSuffix("+\(mode)-\(save).pdf"), "\(transcript)")
                // Other programs show the page with the ink now.
                let picture = try Engine.splash.draw(shell.folder.path("\(mode)-\(save).pdf"), dpi: 72)
                #expect((picture.width, picture.height) == (200, 100))
                let (red, green, _) = picture[35, 25]
                #expect(red > 200 && green < 60, "\(mode) \(save)")
            }
        }
    }
}
