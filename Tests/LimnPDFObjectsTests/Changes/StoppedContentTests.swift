// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry
internal import LimnPDFObjects
internal import Testing
internal import TestSupport

/// Content in which poppler stops before its end.
struct StoppedContentTests {
    /// Content with an operator that has too few operands, and black squares before and behind it.
    static let stopped = [
        "0 0 10 10 re f 5 re 20 0 10 10 re f", "0 0 10 10 re f q 2 0 0 cm 20 0 10 10 re f", "0 0 10 10 re f w Q Q",
        "BT Tf ET q q 0 0 10 10 re f",
    ]
    /// Content with words that poppler divides and other engines do not.
    static let glued = [
        "0 0 10 10 re f 1q 2 0 0 2 0 0 cm 0 0 9 9 re f", "q 2 0 0 2 0 0 cm 0 0 9 9 re f 1Q", "1BT 3q 2 0 0 2 0 0 cm",
        "0 0 10 10 re f 1q Q 3 0 0 3 0 0 cm", "3 0 0 3 0 0 cm q 1Q", "q q 1Q 2 0 0 2 0 0 cm 1q 3Q Q",
    ]

    @Test(arguments: stopped, [true, false])
    func `An overlay shows in every engine behind content that stops poppler`(content: String, appends: Bool) throws {
        try check(TestPDF.page(content), appends: appends)
    }

    /// The content of tagged pages cannot move into a form.
    @Test(arguments: glued, ["", "/StructTreeRoot << >>"])
    func `An overlay is at its place in every engine behind words that touch numbers`(
        content: String, catalog: String
    ) throws {
        for appends in [true, false] { try check(TestPDF.page(content, catalog: catalog), appends: appends) }
    }

    private func check(_ pdf: TestPDF, appends: Bool) throws {
        let document = try ObjectDocument(bytes: pdf.bytes)
        let overlay = PageOverlay(
            content: Array("1 0 0 rg 40 40 20 20 re f".utf8), bounds: Rect(x0: 0, y0: 0, x1: 100, y1: 100),
            matrix: .identity)
        let changes = DocumentChanges(overlays: [(0, overlay)])
        let output: [UInt8]
        if appends {
            output = pdf.bytes + (try document.update(changes).bytes)
        } else {
            try document.apply(changes)
            output = try document.rewritten()
        }
        let folder = try TemporaryFolder()
        let (before, after) = (try folder.write(pdf.bytes, "before.pdf"), try folder.write(output, "after.pdf"))
        for engine in Engine.allCases {
            // MuPDF's program says that it does not know words such as 1q, and draws the rest.
            let old = try engine.draw(before, dpi: 72, allowsErrors: true)
            let new = try engine.draw(after, dpi: 72, allowsErrors: true)
            let bottom = Double(new.height)
            #expect(
                new.redBox?.isWithin(1, of: Rect(x0: 40, y0: bottom - 60, x1: 60, y1: bottom - 40)) == true,
                "\(engine) shows the overlay at \(String(describing: new.redBox))")
            // Beside the overlay every engine shows what it showed.
            for x in 0..<35 {
                for y in (old.height - 30)..<old.height { #expect(old[x, y] == new[x, y], "\(engine) \(x) \(y)") }
            }
        }
    }

    @Test(arguments: [
        ("1 0 0 rg 0 0 1 1 re f", false), ("re", true), ("1 2 3 re", true), ("(a) Tj", false), ("Tj", true),
        ("[1 [2] (3)] TJ", false), ("[1 2 TJ", false), ("/P <</A 1>> BDC", false), ("/P BDC", true),
        ("true false null 1 re", false), ("foo 1 w", false), ("1 foo w", true), ("sc scn SC f* T*", false),
        ("BI /W 1 /H 1 /CS /G /BPC 8 ID x EI 1 w", false), ("1 2 3 4 5 6 7 8 re", false), ("% 1\nw", true),
    ])
    func `Operators with too few operands are found`(content: String, stops: Bool) {
        #expect(ContentScanner.scan(Array(content.utf8)).stopsPoppler == stops, "\(content)")
    }

    @Test func `Marked content of a tagged page stays in its own streams`() throws {
        let document = try ObjectDocument(bytes: TestPDF.page("5 re", catalog: "/StructTreeRoot << >>").bytes)
        let overlay = PageOverlay(
            content: Array("f".utf8), bounds: Rect(x0: 0, y0: 0, x1: 9, y1: 9), matrix: .identity)
        try document.apply(DocumentChanges(overlays: [(0, overlay)]))
        #expect(try document.rewritten().firstRange(of: Array("/LimnPage".utf8)) == nil)
    }
}
