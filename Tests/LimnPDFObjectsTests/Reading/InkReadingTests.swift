// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnPDFObjects
internal import Testing

struct InkReadingTests {
    private func read(_ entries: String...) throws -> [FoundInkAnnotation] {
        let list = entries.map { "<< /Type /Annot /Subtype /Ink \($0) >>" }.joined(separator: " ")
        let pdf = TestPDF.page("", "/MediaBox [0 0 200 100] /Annots [\(list)]")
        return try ObjectDocument(bytes: pdf.bytes).inkAnnotations(page: 0)
    }

    @Test func `Lines, color, width and the rest are read`() throws {
        let found = try #require(
            try read(
                "/InkList [[1 2 3 4.5 5 6] [7 8]] /C [1 0.5 0] /CA 0.4 /BS << /W 2.5 /S /D /D [3 1] >> /NM (x) /F 4 "
                    + "/Contents (Hi) /IT /InkHighlight"
            ).first)
        #expect(found.lines == [[Point(x: 1, y: 2), Point(x: 3, y: 4.5), Point(x: 5, y: 6)], [Point(x: 7, y: 8)]])
        #expect(found.color == RGBColor(red: 1, green: 0.5, blue: 0) && found.opacity == 0.4)
        #expect(found.borderWidth == 2.5 && found.dash == [3, 1] && found.name == "x" && found.contents == "Hi")
        #expect(found.intent == "InkHighlight" && !found.isHidden && !found.multiplies)
    }

    @Test func `Colors are gray, RGB or CMYK, widths are styles' or borders', flags hide`() throws {
        let line = "/InkList [[1 2 3 4]]"
        let found = try read(
            "\(line) /C [0.25]", "\(line) /C [1 0 0 0.2] /Border [0 0 3 [2]]", "\(line) /C [] /Border [0 0 0] /F 2",
            "\(line) /C [2 -1 0] /F 32", "\(line) /BS << /W -1 /D [1] >> /F 6",
            "\(line) /AP << /N << /Resources << /ExtGState << /G << /BM /Multiply >> >> >> >> >>")
        #expect(
            found.map(\.color) == [
                RGBColor(red: 0.25, green: 0.25, blue: 0.25), RGBColor(red: 0, green: 0.8, blue: 0.8),
                RGBColor(red: 0, green: 0, blue: 0), RGBColor(red: 1, green: 0, blue: 0),
                RGBColor(red: 0, green: 0, blue: 0), RGBColor(red: 0, green: 0, blue: 0),
            ])
        #expect(found.map(\.borderWidth) == [1, 3, 0, 1, 1, 1])
        #expect(found.map(\.dash) == [[], [2], [], [], [], []])
        #expect(found.map(\.isHidden) == [false, false, true, true, true, false])
        #expect(found.map(\.multiplies) == [false, false, false, false, false, true])
    }

    @Test func `What is malformed is left out, and nothing else`() throws {
        let found = try read(
            "/InkList [[1 2 (a) 4 5 6 7]]", "/InkList [1 2 3 4]", "/InkList []", "/InkList [[]]", "/InkList /None",
            "", "/InkList [/x [1 2 3 4] null]")
        #expect(
            found.map(\.lines) == [
                [[Point(x: 1, y: 2), Point(x: 5, y: 6)]], [[Point(x: 1, y: 2), Point(x: 3, y: 4)]],
                [[Point(x: 1, y: 2), Point(x: 3, y: 4)]],
            ])
        let pdf = TestPDF(pages: ["/Annots 7", "/Annots [null 5 (x)]", ""])
        for page in 0..<3 { #expect(try ObjectDocument(bytes: pdf.bytes).inkAnnotations(page: page) == []) }
    }
}
