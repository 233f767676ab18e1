// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnPDFObjects
internal import Testing
internal import TestSupport

struct OverlayPlacementTests {
    private static let box = Rect(x0: 24, y0: 10, x1: 40, y1: 18)

    @Test(arguments: Engine.allCases, Save.allCases)
    func `A mark is drawn where page space says, however the page lies and whatever it leaves open`(
        engine: Engine, save: Save
    ) throws {
        let contents = [
            "0 0 1 rg 0 0 5 5 re f", "q 0.5 0 0 0.5 30 30 cm 0 0 1 rg 0 0 5 5 re f",
            "q 0 0 1 rg 0 0 5 5 re f Q Q 2 0 0 2 7 7 cm",
        ]
        var pages: [String] = []
        var streams: [String] = []
        for rotate in [0, 90, 180, 270] {
            for crop in ["", "/CropBox [-10 20 110 80]"] {
                for unit in [1, 2] {
                    for content in contents {
                        let entries = "/MediaBox [-20 10 120 90] \(crop) /Rotate \(rotate) /UserUnit \(unit)"
                        pages.append("\(entries) /Contents \(48 + 3 + pages.count) 0 R")
                        streams.append(content)
                    }
                }
            }
        }
        #expect(pages.count == 48)
        var pdf = TestPDF(pages: pages)
        for stream in streams { pdf.add(stream: stream) }
        let document = try ObjectDocument(bytes: pdf.bytes)
        let marks = try pages.indices.map { index in
            (page: index, overlay: PageOverlay.mark(Self.box, on: try document.pageGeometry(at: index)))
        }
        let folder = try TemporaryFolder()
        let file = try folder.write(try save(document, marks), "marked.pdf")
        for index in pages.indices {
            let size = try document.pageGeometry(at: index).size
            let picture = try engine.draw(file, page: index + 1)
            let scale = Double(picture.width) / size.width
            #expect((Double(picture.height) - size.height * scale).magnitude <= 2, "page \(index)")
            let drawn = try #require(picture.redBox, "page \(index): \(pages[index])")
            #expect(drawn.isWithin(1, of: Self.box.scaled(scale)), "page \(index): \(pages[index]) \(drawn)")
        }
    }

    static let endings = [
        "0.5 0 0 0.5 20 20 cm", "BT /F 12 Tf 7 Tr", "60 0 10 10 re W n", "q 3 0 0 3 0 0 cm",
        "Q Q Q q q Q 2 0 0 2 0 0 cm",
        "q BT (never closed", "q [ (a) 2 (b", "/G gs q /Span BMC BX", "q 1 0 0 1 5 5 cm <41", "0 1 0 rg 5 w [3] 0 d",
        "q BI /W 4 /H 4 /CS /G /BPC 8 ID abc", "60 0 m 80 20 l", "q % a comment",
        "<< /key", "q << /key /name",
    ]

    @Test(arguments: endings, Save.allCases)
    func `What the page's content leaves behind reaches neither the mark nor the page`(
        ending: String, save: Save
    ) throws {
        let state = "/Resources << /ExtGState << /G << /ca 0.2 /CA 0.2 >> >> >>"
        let drawn = "q 0 0 1 rg 100 50 20 20 re f Q 0.5 g 120 10 30 30 re f "
        let pdf = TestPDF.page(drawn + ending, "/MediaBox [0 0 200 100] \(state)")
        let folder = try TemporaryFolder()
        // No ending paints; without it mutool, which reports broken content as failure, draws the page.
        let before = try folder.write(TestPDF.page(drawn).bytes, "before.pdf")
        let after = try folder.write(try save(pdf.bytes, marking: Self.box), "after.pdf")
        for engine in Engine.allCases {
            let picture = try engine.draw(after)
            let changed = try #require(picture.difference(from: try engine.draw(before)), "\(engine)")
            let expected = Self.box.scaled(Double(picture.width) / 200)
            #expect(changed.isWithin(1, of: expected), "\(engine): \(changed)")
            #expect(try #require(picture.redBox).isWithin(1, of: expected), "\(engine)")
        }
    }

    @Test(arguments: Save.allCases)
    func `A dictionary that ends with a key does not swallow the ink`(save: Save) throws {
        let folder = try TemporaryFolder()
        let pdf = TestPDF.page("q /Span << /key >> BDC EMC Q")
        let file = try folder.write(try save(pdf.bytes, marking: Self.box), "marked.pdf")
        // mutool calls such content a failure.
        for engine in [Engine.splash, .pdfium] {
            let picture = try engine.draw(file)
            let red = try #require(picture.redBox, "\(engine)")
            #expect(red.isWithin(1, of: Self.box.scaled(Double(picture.width) / 200)))
        }
    }

    @Test(arguments: Save.allCases)
    func `A clip that a form of the page leaves pending does not reach the ink`(save: Save) throws {
        let entries = "/MediaBox [0 0 200 100] /Resources << /XObject << /F 5 0 R >> >> /Contents 4 0 R"
        var pdf = TestPDF(pages: [entries])
        pdf.add(stream: "q /F Do Q")
        pdf.add(stream: "q 2 1 5 5 re W Q", "/Type /XObject /Subtype /Form /BBox [0 0 200 100]")
        let document = try ObjectDocument(bytes: pdf.bytes)
        // The clip would come into force with the first path.
        let mark = PageOverlay.mark(
            Self.box, on: try document.pageGeometry(at: 0), paint: "0 0 1 rg 100 50 5 5 re f 1 0 0 rg")
        let folder = try TemporaryFolder()
        let file = try folder.write(try save(document, [(page: 0, overlay: mark)]), "marked.pdf")
        for engine in Engine.allCases {
            let picture = try engine.draw(file)
            let red = try #require(picture.redBox, "\(engine)")
            #expect(red.isWithin(1, of: Self.box.scaled(Double(picture.width) / 200)))
        }
    }

    @Test(arguments: Save.allCases)
    func `Tokens that span streams are understood, and only the stream with the restore too many is copied`(
        save: Save
    ) throws {
        var pdf = TestPDF(pages: ["/MediaBox [0 0 200 100] /Contents [4 0 R null 5 0 R 7 0 R 6 0 R]"])
        pdf.add(stream: "q BX (Q")
        pdf.add(stream: "Q) pop EX Q Q")
        pdf.add(stream: "2 0 0 2 0 0 cm")
        pdf.add("/Junk")
        let document = try ObjectDocument(bytes: pdf.bytes)
        let marks = [(page: 0, overlay: PageOverlay.mark(Self.box, on: try document.pageGeometry(at: 0)))]
        let folder = try TemporaryFolder()
        let original = try folder.write(pdf.bytes, "original.pdf")
        let file = try folder.write(try save(document, marks), "marked.pdf")
        let notes = save == .append ? try document.update(adding: marks).notes : document.takeWarnings()
        #expect(notes.contains { $0.contains("not a stream") })
        #expect(try ExportJudge.harm(original: original, output: file, pages: [0]) == [])
        for engine in Engine.allCases {
            let picture = try engine.draw(file)
            let red = try #require(picture.redBox, "\(engine)")
            #expect(red.isWithin(1, of: Self.box.scaled(Double(picture.width) / 200)))
        }
    }
}
