// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompositor
internal import LimnGeometry
internal import LimnInk
internal import LimnPDFRendering
internal import Testing

/// Ink of the width of a pixel and below: poppler moves it to whole pixels and widens it to one.
struct FineInkTests {
    private static let widths = [0.1, 0.3, 0.5, 0.85, 1, 1.41, 2, 3]
    /// Places between two pixels.
    private static let shifts = stride(from: 0.0, through: 0.95, by: 0.05)

    private func page(_ content: String, width: Double, height: Double) throws -> PDFPage {
        let pdf = """
            %PDF-1.4
            1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
            2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
            3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 \(width) \(height)]/Contents 4 0 R>>endobj
            4 0 obj<</Length \(content.utf8.count)>>stream
            \(content)
            endstream endobj
            trailer<</Root 1 0 R>>
            """
        return try PDFDocument(bytes: Array(pdf.utf8)).page(1)
    }

    /// Verifies an export whose page has lines as an engine draws them.
    private func finding(
        _ lines: [[(Double, Double)]], width: Double, gray: Double = 0, isThere: Bool = true,
        on size: (width: Double, height: Double) = (60, 40)
    ) throws -> PageVerifier.Finding {
        let color = Color(red: gray, green: gray, blue: gray, alpha: 1)
        let drawing = Drawing(strokes: lines.map { Stroke(Brush(color: color, width: width), $0) })
        let content = lines.map { line in
            line.enumerated().map { "\($1.0) \(size.height - $1.1) \($0 == 0 ? "m" : "l")" }.joined(separator: " ")
        }
        let ink = isThere ? "\(gray) G \(width) w 1 J 1 j \(content.map { $0 + " S" }.joined(separator: " "))" : ""
        return try PageVerifier().verify(
            try page(ink, width: size.width, height: size.height),
            against: try page("", width: size.width, height: size.height), ink: drawing)
    }

    @Test(arguments: widths) func `Level and upright lines show wherever they lie between pixels`(width: Double) throws
    {
        for shift in Self.shifts {
            let (x, y) = (10 + shift, 12 + shift)
            for line in [[(10.3, y), (50.1, y)], [(x, 5.2), (x, 35.7)], [(x, y), (x + 30, y + 20)]] {
                let finding = try finding([line], width: width)
                #expect(finding.fault == nil && finding.share == 1, "\(line): \(finding)")
            }
        }
    }

    @Test(arguments: widths) func `Rectangles, plus signs and dots show, too`(width: Double) throws {
        for shift in Self.shifts {
            let (x, y) = (10 + shift, 12 + shift)
            let rectangle = [(x, y), (x + 30, y), (x + 30, y + 15), (x, y + 15), (x, y)]
            #expect(try finding([rectangle], width: width).fault == nil)
            #expect(try finding([[(x - 4, y), (x + 4, y)], [(x, y - 4), (x, y + 4)]], width: width).fault == nil)
            #expect(try finding([[(x, y), (x, y)]], width: width).fault == nil)
        }
    }

    @Test func `Strokes smaller than a pixel show at a higher resolution, and are missed where they are not`() throws {
        let dots = (0..<12).map { index in
            let (x, y) = (10.25 + Double(index % 4) * 5, 12.3 + Double(index / 4) * 6)
            return [(x, y), (x + 0.15, y + 0.1), (x + 0.05, y + 0.2), (x + 0.2, y + 0.15)]
        }
        #expect(try finding(dots, width: 0.6).fault == nil)
        guard case .inkMissing = try finding(dots, width: 0.6, isThere: false).fault else {
            Issue.record("It is not missed.")
            return
        }
    }

    @Test func `A faint dot that an engine widens is no change beside the ink`() throws {
        for shift in Self.shifts {
            let (x, y) = (10 + shift, 12 + shift)
            for gray in [0.0, 0.6, 0.9] {
                let finding = try finding([[(x, y), (x, y)], [(x + 9, y), (x + 20, y)]], width: 0.1, gray: gray)
                #expect(finding.fault == nil, "\(finding)")
            }
        }
    }

    @Test(arguments: widths) func `Ink at the very edge of a page is not missed`(width: Double) throws {
        for shift in stride(from: -0.9, through: 0.9, by: 0.1) {
            #expect(try finding([[(5, shift), (50, shift)]], width: width).fault == nil)
            #expect(try finding([[(60 + shift, 5), (60 + shift, 35)]], width: width).fault == nil)
        }
    }

    @Test(arguments: [(3.0, 3.0), (7.3, 200.9), (1440.4, 30), (3000.7, 2000.2), (14_400, 14_400)])
    func `Fine ink shows on small and large pages`(size: (Double, Double)) throws {
        for width in [0.1, 0.85, 3] {
            for shift in stride(from: 0.0, through: 0.9, by: 0.15) {
                let (x, y) = (size.0 * 0.3 + shift, size.1 * 0.4 + shift)
                let line = [(x, y), (x + size.0 * 0.4, y), (x + size.0 * 0.4, y + size.1 * 0.3)]
                #expect(try finding([line], width: width, on: size).fault == nil, "\(width), \(shift)")
            }
        }
    }

    @Test(arguments: [0.3, 0.5, 0.85, 1, 2]) func `Fine ink that is not there is missed`(width: Double) throws {
        let finding = try finding([[(10.2, 12.4), (50, 12.4)]], width: width, isThere: false)
        #expect(finding.fault == .inkMissing(share: 0))
    }
}
