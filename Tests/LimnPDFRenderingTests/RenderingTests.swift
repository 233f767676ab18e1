// SPDX-License-Identifier: GPL-3.0-or-later

import LimnCairo
import LimnGeometry
import LimnPDFRendering
internal import LimnPictures
import LimnRaster
import Testing
import TestSupport

@Suite struct RenderingTests {
    @Test(arguments: [0, 90, 180, 270], ["/MediaBox[0 0 200 300]", "/MediaBox[-10 5 300 320]/CropBox[-5 0 150 290]"])
    func `A page looks as other engines show it, rotated and cropped`(rotation: Int, boxes: String) throws {
        let bytes = SmallPDF.sheet(boxes + "/Rotate \(rotation)").bytes
        let folder = try TemporaryFolder()
        let file = try folder.write(bytes, "sheet.pdf")
        let ours = Picture(try PDFDocument(bytes: bytes).page(1).render(.dpi(72)))
        for engine in [Engine.mupdf, .pdfium] {
            let theirs = try engine.draw(file, dpi: 72)
            // Only the edges of text and of the slanted line may differ.
            #expect(try #require(ours.meanDifference(from: theirs)) < 2)
        }
    }

    @Test(arguments: [0, 90, 180, 270])
    func `A part of a page is a piece of the whole picture`(rotation: Int) throws {
        let page = try PDFDocument(bytes: SmallPDF.sheet("/MediaBox[0 0 200 300]/Rotate \(rotation)").bytes).page(1)
        for size in [RenderSize.dpi(150), .dpi(97), .longerSide(333), .exactly(width: 300, height: 200)] {
            let grid = try page.grid(size)
            let whole = Picture(try page.render(size))
            for rect in [
                Rect(x0: 0, y0: 0, x1: 50, y1: 50), Rect(x0: 33.3, y0: 61.7, x1: 155.1, y1: 131.9),
                Rect(x0: 100, y0: 100, x1: 999, y1: 999),
            ] {
                let part = try #require(grid.covering(rect))
                let piece = Picture(try page.render(part))
                let expected = whole.cropped(x: part.x, y: part.y, width: part.width, height: part.height)
                let difference = try #require(piece.differences(from: expected))
                // One of cairo's 15 subpixel rows, on a few pixels of the slanted line where it is cut off.
                #expect(difference.worst <= 17 && difference.count <= 30, "\(size) \(rect) \(difference)")
            }
        }
    }

    @Test func `A part without slanted edges is exactly a piece of the whole`() throws {
        let pdf = SmallPDF.pages(
            ["/MediaBox[0 0 200 300]"],
            content: """
                1 0 0 rg 10.3 20.7 61.2 90.1 re f 0 0 1 RG 1.7 w 90 40.5 m 90 260.2 l S
                0 g BT /F 14 Tf 30.2 130.4 Td (Ink on pages) Tj ET BI /W 2/H 2/CS/G/BPC 8 ID 0@`~ EI
                """)
        let page = try PDFDocument(bytes: pdf.bytes).page(1)
        for size in [RenderSize.dpi(150), .dpi(97)] {
            let grid = try page.grid(size)
            let whole = Picture(try page.render(size))
            let part = try #require(grid.covering(Rect(x0: 33.3, y0: 61.7, x1: 155.1, y1: 231.9)))
            let piece = Picture(try page.render(part))
            let expected = whole.cropped(x: part.x, y: part.y, width: part.width, height: part.height)
            #expect(try #require(piece.differences(from: expected)) == (0, 0))
        }
    }

    @Test func `A page stretched to a size fills it to its edges`() throws {
        let content = "0 0 0 rg 0 0 200 300 re f"
        let pdf = SmallPDF.pages(["/MediaBox[0 0 200 300]"], content: content)
        let picture = Picture(
            try PDFDocument(bytes: pdf.bytes).page(1).render(.exactly(width: 77, height: 31)))
        #expect((picture.width, picture.height) == (77, 31))
        #expect(picture.rgb.allSatisfy { $0 == 0 })
    }

    @Test func `Without paper only the ink is opaque`() throws {
        let page = try PDFDocument(bytes: SmallPDF.sheet().bytes).page(1)
        let clear = try page.render(.dpi(72), background: .transparent)
        #expect(clear.hasAlpha)
        #expect(clear[100, 10] == (0, 0, 0, 0))
        #expect(clear[10, 290] == (blue: 0, green: 0, red: 255, alpha: 255))
        let white = try page.render(.dpi(72))
        #expect(!white.hasAlpha)
        // Laying the clear picture on white gives the white one.
        var worst = 0
        for y in 0..<white.height {
            for x in 0..<white.width {
                let (c, w) = (clear[x, y], white[x, y])
                worst = max(worst, abs(Int(c.green) + 255 - Int(c.alpha) - Int(w.green)))
            }
        }
        #expect(worst <= 2)
    }

    @Test func `Annotations and form fields are drawn`() throws {
        let look = SmallPDF.stream("1 0 0 rg 0 0 50 20 re f", "/Type/XObject/Subtype/Form/BBox[0 0 50 20]")
        let pdf = SmallPDF.pages(
            ["/MediaBox[0 0 200 300]/Annots[6 0 R 7 0 R 8 0 R]"], content: "", catalog: "/AcroForm<</Fields[7 0 R]>>",
            more: [
                "<</Type/Annot/Subtype/Stamp/Rect[10 270 60 290]/F 4/AP<</N 9 0 R>>>>",
                "<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[100 270 150 290]/F 4/AP<</N 9 0 R>>/P 5 0 R>>",
                "<</Type/Annot/Subtype/Stamp/Rect[10 170 60 190]/F 0/AP<</N 9 0 R>>>>",
                look,
            ])
        let page = try PDFDocument(bytes: pdf.bytes).page(1)
        let screen = Picture(try page.render(.dpi(72)))
        #expect(screen[30, 20] == (255, 0, 0))
        #expect(screen[120, 20] == (255, 0, 0))
        #expect(screen[30, 120] == (255, 0, 0))
        // On paper, what lacks the flag Print is left out.
        let buffer = try PixelBuffer(width: 200, height: 300, hasAlpha: false)
        buffer.fillWhite()
        let surface = try ImageSurface(drawingInto: buffer)
        try page.draw(in: try CairoContext(surface), printing: true)
        try surface.flush()
        let paper = Picture(buffer)
        #expect(paper[30, 20] == (255, 0, 0))
        #expect(paper[120, 20] == (255, 0, 0))
        #expect(paper[30, 120] == (255, 255, 255))
    }

    @Test func `Blend modes act on what the page has painted, and not on the paper`() throws {
        let content = "/D gs 1 0 0 rg 0 0 50 50 re f 0 0 1 rg 30 30 50 50 re f"
        let pdf = SmallPDF.pages(
            ["/MediaBox[0 0 100 100]/Resources<</ExtGState<</D<</BM/Difference>>>>>>"], content: content)
        let picture = Picture(try PDFDocument(bytes: pdf.bytes).page(1).render(.dpi(72)))
        #expect(picture[10, 90] == (255, 0, 0))
        #expect(picture[40, 60] == (255, 0, 255))
        #expect(picture[70, 30] == (0, 0, 255))
        #expect(picture[90, 90] == (255, 255, 255))
    }

    @Test func `A user unit enlarges the page, as MuPDF does`() throws {
        let bytes = SmallPDF.sheet("/MediaBox[0 0 200 300]/UserUnit 2").bytes
        let folder = try TemporaryFolder()
        let file = try folder.write(bytes, "sheet.pdf")
        let ours = Picture(try PDFDocument(bytes: bytes).page(1, userUnit: 2).render(.dpi(72)))
        #expect((ours.width, ours.height) == (400, 600))
        #expect(try #require(ours.meanDifference(from: try Engine.mupdf.draw(file, dpi: 72))) < 2)
    }

    @Test func `A page drawn into a new PDF looks as before`() throws {
        let bytes = SmallPDF.sheet("/MediaBox[0 0 200 300]/CropBox[0 0 150 290]/Rotate 90").bytes
        let page = try PDFDocument(bytes: bytes).page(1)
        let surface = try PDFSurface(pageSize: page.size)
        try page.draw(in: try CairoContext(surface), printing: true)
        try surface.showPage()
        let folder = try TemporaryFolder()
        let before = try folder.write(bytes, "before.pdf")
        let after = try folder.write(try surface.finish(), "after.pdf")
        for engine in [Engine.mupdf, .pdfium] {
            let difference = try engine.draw(before, dpi: 72).meanDifference(from: engine.draw(after, dpi: 72))
            #expect(try #require(difference) < 2)
        }
        #expect(try PDFDocument(path: after).page(1).text == "Ink on pages")
    }

    @Test func `Pictures beyond the limits are refused, naming the page`() throws {
        let wide = SmallPDF.pages(["/MediaBox[0 0 10 10]", "/MediaBox[0 0 14400 14400]"], content: "")
        let document = try PDFDocument(bytes: wide.bytes)
        let page = try document.page(2)
        for size in [RenderSize.dpi(72), .dpi(150), .dpi(1e9), .width(40_000), .exactly(width: 32_767, height: 32_767)]
        {
            let error = #expect(throws: RenderingError.self) { try page.render(size) }
            #expect(error?.code == .tooLarge)
            #expect(error?.page == 2)
        }
        let strict = #expect(throws: RenderingError.self) { try page.render(.longerSide(100), pixelLimit: 9999) }
        #expect(strict?.code == .tooLarge)
        #expect(try page.render(.longerSide(100), pixelLimit: 10_000).width == 100)
        // A part of a page that is too large as a whole is fine.
        let part = try #require(try page.grid(.dpi(300)).covering(Rect(x0: 14_000, y0: 14_000, x1: 14_010, y1: 14_010)))
        #expect(try page.render(part).height <= 43)
    }
}
