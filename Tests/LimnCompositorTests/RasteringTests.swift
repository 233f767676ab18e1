// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnCompositor
internal import LimnGeometry
internal import LimnInk
internal import LimnPDFObjects
internal import LimnPDFRendering
internal import LimnPictures
internal import LimnRaster
internal import Testing
internal import TestSupport

struct RasteringTests {
    private static let ink = Drawing(strokes: [
        Stroke(Brush(kind: .pen, color: .black, width: 3), [(20, 20), (120, 70)])
    ])

    private func raster(_ bytes: [UInt8], dpi: Double, ink: Drawing? = nil, userUnit: Double = 1) throws -> [UInt8] {
        let document = try PDFDocument(bytes: bytes)
        var rastering = Rastering(dpi: dpi)
        for number in 1...document.pageCount {
            try rastering.add(try document.page(number, userUnit: userUnit), ink: ink)
        }
        return try rastering.finish()
    }

    /// The most that any channel of any pixel of an engine's picture is off from ours.
    private func difference(_ picture: Picture, _ buffer: PixelBuffer) -> Int {
        guard picture.width == buffer.width, picture.height == buffer.height else { return 256 }
        var most = 0
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                let (a, b) = (picture[x, y], buffer[x, y])
                for (one, other) in [(a.red, b.red), (a.green, b.green), (a.blue, b.blue)] {
                    most = max(most, abs(Int(one) - Int(other)))
                }
            }
        }
        return most
    }

    /// Sizes in points and resolutions; pdfium stretches pages to whole pixels, so it judges those only that have them.
    static let sizes: [(engine: Engine, width: Double, height: Double, dpi: Int)] = [
        (.mupdf, 200.3, 100.7, 72), (.mupdf, 200.3, 100.7, 100), (.mupdf, 200.3, 100.7, 150),
        (.mupdf, 200.3, 100.7, 96), (.mupdf, 612, 792, 100), (.pdfium, 200, 100, 72), (.pdfium, 180, 90, 96),
        (.pdfium, 180, 90, 144),
    ]

    @Test(arguments: sizes)
    func `A page of any size comes back pixel for pixel, ink and all`(
        engine: Engine, width: Double, height: Double, dpi: Int
    ) throws {
        let page = onePagePDF(
            size: (width, height), content: "0.2 0.5 0.9 rg 50 20 31.4 60 re f 0 0 2 2 re f 178 88.5 9 9 re f")
        let folder = try TemporaryFolder()
        let file = try folder.write(try raster(page, dpi: Double(dpi), ink: Self.ink), "raster.pdf")
        let opened = try PDFDocument(bytes: page).page(1)
        let own = try PageComposer().picture(
            of: opened, grid: try opened.grid(.dpi(Double(dpi))), ink: Self.ink)
        #expect(difference(try engine.draw(file, dpi: dpi), own) <= 1)
    }

    @Test func `Nothing of the original survives but its picture`() throws {
        let folder = try TemporaryFolder()
        let original = try Project.sample("character-sheet.pdf")
        let bytes = try raster(original, dpi: 50)
        let file = try folder.write(bytes, "raster.pdf")
        #expect(
            try run(try Requirement.tool("pdftotext"), folder.path("raster.pdf"), "-").text.allSatisfy(\.isWhitespace))
        #expect(try run(try Requirement.tool("qpdf"), "--check", file).status == 0)
        let shown = try run(try Requirement.tool("qpdf"), "--qdf", "--object-streams=disable", file, "-").text
        for word in ["/Font", "/Info", "/Metadata", "/Annot", "/AcroForm", "/Names", "/Outlines", "/Title", "/JS"] {
            #expect(!shown.contains(word), "\(word)")
        }
        let pages = try PDFDocument(bytes: original).pageCount
        let summary = try ObjectDocument(bytes: bytes).summary()
        #expect(summary.pageCount == pages)
        #expect(summary.info == [:])
        // Catalog, page tree, and a page, its content and its picture for each.
        let objects = try run(try Requirement.tool("qpdf"), "--show-xref", file).text.split(separator: "\n").count
        #expect(objects == 2 + 3 * pages)
    }

    @Test func `The same pages give the same bytes`() throws {
        let page = onePagePDF(size: (200, 100), content: "0.3 0.6 0.1 rg 9 9 30 30 re f")
        #expect(try raster(page, dpi: 90, ink: Self.ink) == raster(page, dpi: 90, ink: Self.ink))
    }

    @Test(arguments: [
        ("character-sheet-rotated-90.pdf", 1.0), ("character-sheet-cropped.pdf", 1),
        ("character-sheet-userunit.pdf", 2),
    ])
    func `A page has the size at which it is displayed, and neither rotation nor boxes`(
        sample: String, userUnit: Double
    ) throws {
        let bytes = try Project.sample(sample)
        let result = try ObjectDocument(bytes: try raster(bytes, dpi: 30, userUnit: userUnit)).pageGeometry(at: 0)
        let expected = try PDFDocument(bytes: bytes).page(1, userUnit: userUnit).size
        #expect((result.size.width - expected.width).magnitude < 1e-3)
        #expect((result.size.height - expected.height).magnitude < 1e-3)
        #expect(result.rotation == .none)
        #expect(result.mediaBox == result.displayBox)
        #expect(result.userUnit == 1)
    }

    @Test func `A page beyond 14,400 points gets a larger unit`() throws {
        let page = onePagePDF(size: (10_000, 3_000), content: "0.5 g 0 0 5000 3000 re f")
        let bytes = try raster(page, dpi: 2, userUnit: 4)
        let geometry = try ObjectDocument(bytes: bytes).pageGeometry(at: 0)
        #expect(geometry.userUnit == 3)
        #expect(max(geometry.mediaBox.width, geometry.mediaBox.height) <= PictureDocument.largestSide)
        #expect((geometry.size.width - 40_000).magnitude < 0.01)
        let folder = try TemporaryFolder()
        let picture = try Engine.mupdf.draw(try folder.write(bytes, "large.pdf"), dpi: 2)
        #expect((picture.width - 1112).magnitude <= 1)
        #expect(picture[500, 100] == (128, 128, 128))
        #expect(picture[600, 100] == (255, 255, 255))
    }

    @Test func `A page above the pixel limit is refused, and the document goes on without it`() throws {
        let document = try PDFDocument(bytes: onePagePDF(size: (200, 100)))
        let page = try document.page(1)
        var rastering = Rastering(dpi: 72, pixelLimit: 20_000)
        try rastering.add(page, ink: nil)
        let large = try PDFDocument(bytes: onePagePDF(size: (201, 100))).page(1)
        let error = #expect(throws: RenderingError.self) { try rastering.add(large, ink: nil) }
        #expect(error?.code == .tooLarge)
        #expect(try ObjectDocument(bytes: try rastering.finish()).pageCount == 1)
        #expect(throws: PDFObjectsError.self) { _ = try Rastering(dpi: 72).finish() }
    }

    /// What pdfimages says of the picture of a page: color, components, bits, coding.
    private func stored(_ content: String) throws -> [String] {
        let folder = try TemporaryFolder()
        let bytes = try raster(onePagePDF(size: (200, 100), content: content), dpi: 72)
        let file = try folder.write(bytes, "raster.pdf")
        let lines = try run(try Requirement.tool("pdfimages"), "-list", file).text.split(separator: "\n")
        return lines.dropFirst(2).first?.split(separator: " ").map(String.init)[5...8].map { $0 } ?? []
    }

    /// A field of squares of one point whose colors change slowly, with some noise.
    private func photograph(isGray: Bool) -> String {
        var generator = SeededGenerator(seed: 7)
        var content = ""
        for x in 0..<200 {
            for y in 0..<100 {
                let parts = [Double(x) / 300, Double(y) / 150, Double(x + y) / 400].map { base in
                    String(base + Double.random(in: 0...0.02, using: &generator))
                }
                content += isGray ? "\(parts[0]) g " : "\(parts.joined(separator: " ")) rg "
                content += "\(x) \(y) 1 1 re f\n"
            }
        }
        return content
    }

    @Test func `Drawings are stored exactly, photographs as JPEG, and each with no more color than it has`() throws {
        #expect(try stored("") == ["gray", "1", "1", "image"])
        #expect(try stored("10 10 50 50 re f") == ["gray", "1", "1", "image"])
        #expect(try stored("10 10 50 50 re f 0 0 m 90 77 l S") == ["gray", "1", "8", "image"])
        #expect(try stored("0.4 g 10 10 50 50 re f") == ["index", "1", "1", "image"])
        #expect(try stored("1 0 0 rg 10 10 50 50 re f") == ["index", "1", "1", "image"])
        #expect(try stored(photograph(isGray: false)) == ["rgb", "3", "8", "jpeg"])
        #expect(try stored(photograph(isGray: true)) == ["gray", "1", "8", "jpeg"])
    }

    @Test func `Black and white is drawn as such`() throws {
        let folder = try TemporaryFolder()
        // 203 pixels are no whole number of bytes.
        let bytes = try raster(onePagePDF(size: (203, 40), content: "5 10 10 20 re 100 0 103 40 re f"), dpi: 72)
        let picture = try Engine.pdfium.draw(try folder.write(bytes, "bits.pdf"), dpi: 72)
        for (place, value) in [((4, 20), 255), ((5, 20), 0), ((14, 11), 0), ((15, 20), 255), ((10, 9), 255)] {
            #expect(Int(picture[place.0, place.1].red) == value, "\(place)")
        }
        #expect(picture[99, 0] == (255, 255, 255))
        #expect(picture[100, 0] == (0, 0, 0))
        #expect(picture[202, 39] == (0, 0, 0))
    }
}
