// SPDX-License-Identifier: GPL-3.0-or-later

import Testing
import TestSupport

@Suite struct RedrawTests {
    private static func form(_ color: String) -> String {
        let content = "\(color) rg 0 0 20 20 re f"
        return
            "<</Type/XObject/Subtype/Form/BBox[0 0 20 20]/Length \(content.utf8.count)>>stream\n\(content)\nendstream"
    }

    /// A page with a radial shading that poppler draws differently than other viewers.
    private func gradient(_ space: String, _ colors: String) throws -> Shell {
        let shading =
            "<</ShadingType 3/ColorSpace\(space)/Coords[100 50 40 60 50 0]/Extend[true false]"
            + "/Function<</FunctionType 2/Domain[0 1]/N 1\(colors)>>>>"
        let content = "/S sh"
        return try Shell([
            "a.pdf": Documents.file([
                "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Resources<</Shading<</S 5 0 R>>>>/Contents 4 0 R>>",
                "<</Length \(content.utf8.count)>>stream\n\(content)\nendstream", shading,
            ]),
            "a.xopp": Notes.xopp(),
        ])
    }

    @Test func `A gradient that poppler draws differently looks as in other viewers`() throws {
        let shell = try gradient("/DeviceGray", "")
        expect(try shell.limn("flatten a.pdf a.xopp -o out.pdf --mode redraw --quiet"), "[0] +out.pdf")
        let original = try Engine.mupdf.draw(shell.folder.path("a.pdf"), dpi: 72)
        for engine in Engine.allCases {
            let picture = try engine.draw(shell.folder.path("out.pdf"), dpi: 72)
            for (x, y) in [(100, 50), (130, 60), (70, 45), (190, 10), (5, 90)] {
                #expect(abs(Int(picture[x, y].red) - Int(original[x, y].red)) < 12, "\(engine) at \(x), \(y)")
            }
        }
    }

    @Test func `A gradient that other programs show differently is told of`() throws {
        let shell = try gradient("[/Lab<</WhitePoint[1 1 1]>>]", "/C0[0 0 0]/C1[50 0 0]")
        for mode in ["redraw", "raster"] {
            let transcript = try shell.limn("flatten a.pdf a.xopp -o \(mode).pdf --mode \(mode)")
            let line = "a.pdf, page 1: warning: A color gradient may now look different"
            #expect(transcript.contains(line), "\(transcript)")
            #expect(transcript.hasSuffix("[3] +\(mode).pdf"))
        }
        #expect(try shell.limn("flatten a.pdf a.xopp -o overlay.pdf --quiet") == "[0] +overlay.pdf")
    }

    @Test func `A page is redrawn with the annotations that the screen shows, not with those that paper does`() throws {
        func annotation(_ rect: String, flags: Int, form: Int) -> String {
            "<</Type/Annot/Subtype/Stamp/Rect[\(rect)]/F \(flags)/AP<</N \(form) 0 R>>>>"
        }
        let shell = try Shell([
            "a.pdf": Documents.file([
                "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Resources<<>>/Annots[4 0 R 5 0 R]>>",
                // No flags: not for print. 36: for print, not for view.
                annotation("100 10 120 30", flags: 0, form: 6), annotation("150 10 170 30", flags: 36, form: 7),
                Self.form("0 1 0"), Self.form("0 0 1"),
            ]),
            "a.xopp": Notes.xopp(),
        ])
        expect(try shell.limn("flatten a.pdf a.xopp -o out.pdf --mode redraw --quiet"), "[0] +out.pdf")
        for engine in Engine.allCases {
            let picture = try engine.draw(shell.folder.path("out.pdf"), dpi: 72)
            #expect(picture[110, 80] == (0, 255, 0), "\(engine)")
            #expect(picture[160, 80] == (255, 255, 255), "\(engine)")
        }
    }

    private static func page(_ box: String, _ content: String, annotations: String = "") -> [UInt8] {
        Documents.file([
            "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[\(box)]/Resources<<>>/Contents 4 0 R/Annots[\(annotations)]>>",
            "<</Length \(content.utf8.count)>>stream\n\(content)\nendstream",
        ])
    }

    @Test(arguments: [
        "0 0 595.276 841.89", "0 0 200.5 100.5", "-3.7 8.2 17.05 31.9", "0 0 612 792", "0 0 3.46 108.646",
    ])
    func `Color to the edge stays to the edge, whatever the size of the page`(box: String) throws {
        let shell = try Shell([
            "a.pdf": Self.page(box, "0.1 0.2 0.5 rg -50 -50 2000 2000 re f"),
            "a.xopp": Notes.xopp(["1 1 2 3"]),
        ])
        let sides = box.split(separator: " ").compactMap { Double($0) }
        let size = (sides[2] - sides[0], sides[3] - sides[1])
        _ = try shell.limn("flatten a.pdf a.xopp -o out.pdf --mode redraw --quiet")
        let page = try #require(try shell.json("inspect out.pdf --json").first?["pages"] as? [[String: Any]])
        #expect(abs((page[0]["width"] as? Double ?? 0) - size.0) < 0.01, "\(page)")
        for engine in Engine.allCases {
            let before = try engine.draw(shell.folder.path("a.pdf"), dpi: 144)
            let after = try engine.draw(shell.folder.path("out.pdf"), dpi: 144)
            #expect(before.width == after.width && before.height == after.height)
            // The ink is at the upper left corner.
            for (x, y) in [
                (after.width - 1, after.height / 2), (0, after.height - 1), (after.width - 1, after.height - 1),
            ] {
                let (old, new) = (before[x, y], after[x, y])
                let most = zip([old.0, old.1, old.2], [new.0, new.1, new.2]).map { abs(Int($0) - Int($1)) }.max() ?? 0
                #expect(most <= 8, "\(engine), \(x), \(y): \(old), \(new)")
            }
        }
    }

    @Test func `The borders of links are drawn where they show, and only there`() throws {
        func link(_ rect: String, _ entries: String) -> String {
            "<</Type/Annot/Subtype/Link/Rect[\(rect)]\(entries)>>"
        }
        let links = [
            link("20 20 60 40", ""), link("80 20 120 40", "/Border[0 0 3]/C[1 0 0]"),
            link("140 20 180 40", "/BS<</W 2/S/U>>/C[0 0 1]"), link("20 60 60 80", "/Border[0 0 0]"),
            link("80 60 120 80", "/C[]"), link("140 60 180 80", "/F 2"),
        ]
        let shell = try Shell([
            "a.pdf": Self.page("0 0 200 100", "", annotations: links.joined()), "a.xopp": Notes.xopp(["5 5 8 8"]),
        ])
        expect(try shell.limn("flatten a.pdf a.xopp -o out.pdf --mode redraw --quiet"), "[0] +out.pdf")
        for engine in Engine.allCases {
            let picture = try engine.draw(shell.folder.path("out.pdf"), dpi: 144)
            func isDrawn(_ x: Double, _ y: Double) -> Bool {
                (-2...2).contains { step in
                    picture[Int(2 * x), Int(2 * (100 - y)) + step] != (255, 255, 255)
                }
            }
            #expect(isDrawn(40, 20) && isDrawn(40, 40) && isDrawn(100, 20) && isDrawn(160, 20), "\(engine)")
            #expect(!isDrawn(160, 40), "\(engine)")
            for x in [40.0, 100, 160] { #expect(!isDrawn(x, 60) && !isDrawn(x, 80), "\(engine), \(x)") }
            #expect(picture[200, 160].0 > 200 && picture[200, 160].2 < 60, "\(engine)")
        }
    }

    @Test func `The border of a link with an appearance is drawn, as the screen shows it`() throws {
        let link = "<</Type/Annot/Subtype/Link/F 4/Rect[80 20 120 40]/Border[0 0 3]/C[1 0 0]/AP<</N 5 0 R>>>>"
        var page = String(decoding: Self.page("0 0 200 100", "", annotations: link), as: UTF8.self)
        let look = "5 0 obj<</Subtype/Form/BBox[0 0 40 20]/Length 0>>stream\n\nendstream endobj"
        page.replace("trailer", with: "\(look)\ntrailer")
        let shell = try Shell(["a.pdf": Array(page.utf8), "a.xopp": Notes.xopp(["5 5 8 8"])])
        let told = try shell.limn("flatten a.pdf a.xopp -o out.pdf --mode redraw")
        #expect(told.contains("+out.pdf") && !told.contains("became a picture"), "\(told)")
        let picture = try Engine.mupdf.draw(shell.folder.path("out.pdf"), dpi: 72)
        #expect(picture[100, 80] == (255, 0, 0))
    }

    @Test func `Fine lines, which a screen shows heavier, do not keep a page from becoming a picture`() throws {
        let lines = stride(from: 10, to: 90, by: 3).map { "20 \($0) m 180 \($0) l S" }.joined(separator: " ")
        let shell = try Shell(["a.pdf": Self.page("0 0 200 100", "0 w \(lines)"), "a.xopp": Notes.xopp(["5 5 8 8"])])
        for dpi in [72, 150] {
            let typed = "flatten a.pdf a.xopp -o \(dpi).pdf --mode raster --dpi \(dpi) --quiet"
            expect(try shell.limn(typed), "[0] +\(dpi).pdf")
        }
    }
}
