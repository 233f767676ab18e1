// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompositor
internal import LimnGeometry
internal import LimnInk
internal import LimnPDFRendering
internal import Testing

/// Exports with one thing right or wrong about them, made by hand.
struct PageVerifierTests {
    private static let page = "0.6 g 20 20 40 40 re f"
    /// The ink: a line of width 4 from (100, 20) to (180, 90), points from the top left of 200 × 100.
    private static let ink = "1 0 0 RG 4 w 1 J 100 80 m 180 10 l S"
    private static let drawing = Drawing(strokes: [
        Stroke(Brush(color: Color(red: 1, green: 0, blue: 0, alpha: 1), width: 4), [(100, 20), (180, 90)])
    ])

    private func document(_ content: String, box: String = "0 0 200 100", page: String = "", objects: String = "")
        throws -> PDFDocument
    {
        let pdf = """
            %PDF-1.4
            1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
            2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
            3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[\(box)]/Contents 4 0 R\(page)>>endobj
            4 0 obj<</Length \(content.utf8.count)>>stream
            \(content)
            endstream endobj
            \(objects)trailer<</Root 1 0 R>>
            """
        return try PDFDocument(bytes: Array(pdf.utf8))
    }

    private func verify(
        _ content: String, box: String = "0 0 200 100", ink: Drawing? = drawing,
        _ strictness: PageVerifier.Strictness = .exact
    ) throws -> PageVerifier.Finding {
        let (original, export) = (try document(Self.page), try document(content, box: box))
        return try PageVerifier(strictness: strictness).verify(
            try export.page(1), against: try original.page(1), ink: ink)
    }

    @Test(arguments: [PageVerifier.Strictness.exact, .coarse, .none])
    func `An export with its ink and nothing else is right`(strictness: PageVerifier.Strictness) throws {
        let finding = try verify("\(Self.page) \(Self.ink)", strictness)
        #expect(finding.fault == nil)
        // A line of 106.3 × 4 points with round ends covers 437.8 of them, and touches more.
        #expect((438...560).contains(finding.expected), "\(finding.expected)")
        #expect(finding.changed == finding.expected)
    }

    @Test(arguments: ["\(page) \(ink)", page, "0.5922 g 20 20 40 40 re f \(ink)"])
    func `What was drawn before the export was there leads to the same finding`(content: String) throws {
        let (original, export) = (try document(Self.page), try document(content))
        let verifier = PageVerifier()
        for resolution in [PageVerifier.standardResolution, 36] {
            let prepared = try PageVerifier(resolution: resolution).expectation(
                of: try original.page(1), ink: Self.drawing)
            let finding = try verifier.verify(
                try export.page(1), against: try original.page(1), ink: Self.drawing, prepared: prepared)
            // What was drawn at another resolution is of no use, and is drawn again.
            #expect(finding == (try verify(content)))
        }
    }

    @Test func `A page is compared with what was drawn beforehand, not with the original`() throws {
        let (original, export) = (try document("0 0 10 10 re f"), try document("\(Self.page) \(Self.ink)"))
        let prepared = try PageVerifier().expectation(of: try document(Self.page).page(1), ink: Self.drawing)
        func fault(_ prepared: PageVerifier.Expectation?) throws -> PageVerifier.Fault? {
            try PageVerifier().verify(
                try export.page(1), against: try original.page(1), ink: Self.drawing, prepared: prepared
            ).fault
        }
        #expect(try fault(prepared) == nil)
        #expect(try fault(nil) != nil)
    }

    @Test(arguments: [
        ("0 w \(lines) \(page) \(ink)", true), ("0 w \(lines) \(ink)", false),
        ("4 w \(lines) \(page) \(ink)", false),
    ])
    func `A page that became a picture is compared as it looks at the resolution of the picture`(
        content: String, isRight: Bool
    ) throws {
        let original = try document("0 w \(Self.lines) \(Self.page)")
        var rastering = Rastering(dpi: 300)
        try rastering.add(try document(content).page(1), ink: nil)
        let export = try PDFDocument(bytes: try rastering.finish())
        var verifier = PageVerifier(strictness: .coarse)
        func fault() throws -> PageVerifier.Fault? {
            try verifier.verify(try export.page(1), against: try original.page(1), ink: Self.drawing).fault
        }
        // Poppler draws lines at least one pixel wide, so that the lines are darker on a screen.
        #expect(try fault() != nil)
        verifier.pictureResolution = 300
        #expect(try (fault() == nil) == isRight)
    }

    /// Level lines at the lower right.
    private static let lines = stride(from: 5, to: 30, by: 2).map { "130 \($0) m 190 \($0) l S" }.joined(separator: " ")

    @Test func `Ink that is not there is missed, half of it too`() throws {
        #expect(try verify(Self.page).fault == .inkMissing(share: 0))
        guard case .inkMissing(let share) = try verify("\(Self.page) 1 0 0 RG 4 w 1 J 100 80 m 140 45 l S").fault else {
            Issue.record("half the ink was enough")
            return
        }
        #expect((0.45...0.6).contains(share), "\(share)")
    }

    /// Bars like those of letters, and a highlighter over them.
    private static let words = stride(from: 22, to: 180, by: 5).map { "\($0) 42 2 8 re f" }.joined(separator: " ")
    private static let highlighter = Drawing(strokes: [
        Stroke(
            Brush(kind: .highlighter, color: Color(red: 1, green: 1, blue: 0, alpha: 1), width: 16, cap: .butt),
            [(20, 54), (180, 54)])
    ])

    @Test(arguments: [
        ("1 1 0 rg 20 38 160 16 re f 0 g \(words)", true), ("1 1 0 rg 20 38 160 16 re f", false),
        ("0 1 1 rg 20 38 160 16 re f 0 g \(words)", false), ("0.9 1 0 rg 20 38 160 16 re f 0 g \(words)", true),
    ])
    func `Words show below a highlighter, which has its color`(ink: String, isRight: Bool) throws {
        let (original, export) = (try document(Self.words), try document("\(Self.words) \(ink)"))
        let finding = try PageVerifier().verify(
            try export.page(1), against: try original.page(1), ink: Self.highlighter)
        #expect((finding.fault == nil) == isRight, "\(finding)")
    }

    @Test func `Ink that lies three points off is missed`() throws {
        guard case .inkMissing = try verify("\(Self.page) 1 0 0 1 3 3 cm \(Self.ink)").fault else {
            Issue.record("it was taken for right")
            return
        }
    }

    @Test func `A change elsewhere is found with its place and how large it is`() throws {
        // Two levels of 255 darker: 0.6 − 2/255 = 0.5922.
        let finding = try verify("0.5922 g 20 20 40 40 re f \(Self.ink)")
        guard case .changedElsewhere(let place, let levels)? = finding.fault else {
            Issue.record("\(finding)")
            return
        }
        #expect(levels == 2)
        // The square's first pixel from the top left: (20, 100 − 60).
        #expect((place.x - 20.5).magnitude < 0.01 && (place.y - 40.5).magnitude < 0.01)
        // One level is allowed.
        #expect(try verify("0.5961 g 20 20 40 40 re f \(Self.ink)").fault == nil)
    }

    @Test func `A page without ink must stay as it is`() throws {
        #expect(try verify(Self.page, ink: nil).fault == nil)
        guard case .changedElsewhere = try verify("\(Self.page) \(Self.ink)", ink: nil).fault else {
            Issue.record("ink on the wrong page was taken for right")
            return
        }
    }

    @Test func `A page of another size is told with both sizes`() throws {
        let finding = try verify("\(Self.page) \(Self.ink)", box: "0 0 200 101")
        #expect(finding.fault == .size(Size(width: 200, height: 101), was: Size(width: 200, height: 100)))
    }

    @Test func `Pages drawn anew may differ in details, but not in what they show`() throws {
        // The square's edge a quarter of a point off, as smoothing may have it.
        #expect(try verify("0.6 g 20.25 20 40 40 re f \(Self.ink)", .coarse).fault == nil)
        guard case .changedElsewhere = try verify(Self.ink, .coarse).fault else {
            Issue.record("a square that vanished was not missed")
            return
        }
        #expect(try verify(Self.ink, .none).fault == nil)
    }

    @Test func `Ink below a form field is there, and how much of it cannot be seen is told`() throws {
        // A white field over the left half of the page.
        let field = """
            /Annots[<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/F 4/Rect[0 0 140 100]/AP<</N 5 0 R>>>>]
            """
        let appearance =
            "5 0 obj<</Subtype/Form/BBox[0 0 140 100]/Length 21>>stream\n1 g 0 0 140 100 re f \nendstream endobj\n"
        let original = try document(Self.page, page: field, objects: appearance)
        let export = try document("\(Self.page) \(Self.ink)", page: field, objects: appearance)
        let finding = try PageVerifier().verify(try export.page(1), against: try original.page(1), ink: Self.drawing)
        #expect(finding.fault == nil)
        #expect(finding.changed == finding.expected)
        // 53 of 106 points of the line.
        #expect((0.45...0.55).contains(Double(finding.hidden) / Double(finding.expected)), "\(finding)")
        let missing = try PageVerifier().verify(try original.page(1), against: try original.page(1), ink: Self.drawing)
        #expect(missing.fault == .inkMissing(share: 0))
    }

    /// The page with an annotation of one entry that differs.
    private func annotated(
        _ entries: String, _ value: String, shade: String = "0.2", ink: String = ink
    ) throws -> PDFDocument {
        try document(
            "\(Self.page) \(ink)",
            page: "/Annots[<</Type/Annot\(entries.replacing("VALUE", with: value))/AP<</N 5 0 R>>>>]",
            objects: "5 0 obj<</Subtype/Form/BBox[0 0 30 20]/Length 21>>stream\n\(shade) g 0 0 30 20 re f \nendstream "
                + "endobj\n")
    }

    @Test(arguments: [
        // On the screen and not on paper, on both, and on paper only; one that no paper ever shows.
        ("/Subtype/Stamp/F 0", true), ("/Subtype/Stamp/F 4", true), ("/Subtype/Stamp/F 36", false),
        ("/Subtype/Screen/F 4", true),
    ])
    func `What annotations show on the screen must stay, whether or not paper shows them`(
        entries: String, isShown: Bool
    ) throws {
        let original = try annotated("\(entries)/Rect[10 70 40 90]", "", ink: "").page(1)
        func fault(shade: String) throws -> PageVerifier.Fault? {
            let export = try annotated("\(entries)/Rect[10 70 40 90]", "", shade: shade)
            return try PageVerifier().verify(try export.page(1), against: original, ink: Self.drawing).fault
        }
        #expect(try fault(shade: "0.2") == nil)
        let found = try fault(shade: "0.7")
        guard isShown else {
            #expect(found == nil)
            return
        }
        guard case .changedElsewhere = found else {
            Issue.record("\(String(describing: found))")
            return
        }
    }

    @Test(arguments: [
        ("/Subtype/Link/Border[0 0 2]/Rect[10 70 VALUE 90]", "40", "45"),
        ("/Subtype/Link/Border[0 0 2]/C[VALUE]/Rect[10 70 40 90]", "1 0 0", "0 0 1"),
        ("/Subtype/VALUE/Border[0 0 2]/Rect[10 70 40 90]", "Link", "Popup"),
    ])
    func `A link that moved, changed its color or is gone is missed where it showed`(
        entries: String, before: String, after: String
    ) throws {
        let original = try annotated(entries, before, ink: "").page(1)
        func fault(_ value: String) throws -> PageVerifier.Fault? {
            let export = try annotated(entries, value)
            return try PageVerifier().verify(try export.page(1), against: original, ink: Self.drawing).fault
        }
        #expect(try fault(before) == nil)
        guard case .changedElsewhere = try fault(after) else {
            Issue.record("it was taken for right")
            return
        }
    }

    @Test func `A tolerance that was granted is no fault, and ink beyond it is`() throws {
        let moved = "\(Self.page) 1 0 0 RG 1 w 1 J 100 84 m 180 14 l S"
        let thin = Drawing(strokes: [
            Stroke(Brush(color: Color(red: 1, green: 0, blue: 0, alpha: 1), width: 1), [(100, 20), (180, 90)])
        ])
        let (original, export) = (try document(Self.page), try document(moved))
        func fault(_ tolerance: Double) throws -> PageVerifier.Fault? {
            try PageVerifier(tolerance: try #require(Tolerance(points: tolerance)))
                .verify(try export.page(1), against: try original.page(1), ink: thin).fault
        }
        #expect(try fault(0.1) != nil)
        #expect(try fault(3.2) == nil)
        let far = try document("\(Self.page) 1 0 0 RG 1 w 1 J 114 80 m 194 10 l S")
        let found = try PageVerifier(tolerance: try #require(Tolerance(points: 3.2)))
            .verify(try far.page(1), against: try original.page(1), ink: thin)
        #expect(found.fault != nil)
    }

    @Test func `White ink on white paper is nothing to see`() throws {
        let white = Drawing(strokes: [
            Stroke(Brush(color: Color(red: 1, green: 1, blue: 1, alpha: 1), width: 4), [(100, 20), (180, 90)])
        ])
        let finding = try verify(Self.page, ink: white)
        #expect(finding == PageVerifier.Finding(expected: 0, changed: 0, fault: nil))
    }

    @Test func `A thin line that is gone is missed on a page that was drawn anew, and one that moved a little is not`()
        throws
    {
        // A line of one point changes the mean of its squares of 8 by 32 levels, which alone is let pass.
        let line = "0 g 1 w 110 20 m 110 80 l S"
        func fault(_ content: String) throws -> PageVerifier.Fault? {
            let (original, export) = (try document("\(Self.page) \(line)"), try document(content))
            var verifier = PageVerifier(strictness: .coarse)
            #expect(try verifier.verify(try export.page(1), against: try original.page(1), ink: nil).fault == nil)
            verifier.findsVanished = true
            return try verifier.verify(try export.page(1), against: try original.page(1), ink: nil).fault
        }
        #expect(try fault("\(Self.page) \(line)") == nil)
        #expect(try fault("\(Self.page) 0 g 1 w 110.8 20.5 m 110.8 80.5 l S") == nil)
        guard case .changedElsewhere(let place, _) = try fault(Self.page) else {
            Issue.record("The line is not missed.")
            return
        }
        #expect((104...116).contains(place.x))
    }

    /// The ink and the page at a hundredth of their size: the line is 0.04 points wide.
    @Test func `On a page of two points, ink that is thinner than a pixel is found, and missed where it is not`() throws
    {
        let small = Self.drawing.transformed(by: .scaling(x: 0.01, y: 0.01))
        let original = try document("0.01 0 0 0.01 0 0 cm \(Self.page)", box: "0 0 2 1")
        func finding(_ content: String) throws -> PageVerifier.Finding {
            let export = try document("0.01 0 0 0.01 0 0 cm \(content)", box: "0 0 2 1")
            return try PageVerifier().verify(try export.page(1), against: try original.page(1), ink: small)
        }
        let right = try finding("\(Self.page) \(Self.ink)")
        #expect(right.fault == nil && right.expected > 0 && right.share >= PageVerifier.leastShare, "\(right)")
        let missing = try finding(Self.page)
        guard case .inkMissing = missing.fault else {
            Issue.record("\(missing)")
            return
        }
        let other = try finding("\(Self.page) \(Self.ink) 0 g 10 5 20 10 re f")
        guard case .changedElsewhere = other.fault else {
            Issue.record("\(other)")
            return
        }
    }
}
