// SPDX-License-Identifier: GPL-3.0-or-later

import LimnCairo
import LimnGeometry
import Testing
import TestSupport

@Suite struct TextTests {
    /// A PDF page with a text that starts at y = 20 pt and is centered at x = 300 pt.
    private struct Page {
        let folder: TemporaryFolder
        let file: String
        let height: Double

        init(_ text: String, width: Double = 200, _ style: TextStyle) throws {
            let surface = try PDFSurface(pageSize: Size(width: 600, height: 200))
            let context = try CairoContext(surface)
            height = context.drawText(text, top: Point(x: 300, y: 20), width: width, style: style)
            try context.check()
            folder = try TemporaryFolder()
            file = try folder.write(try surface.finish(), "text.pdf")
        }

        /// The text that pdftotext extracts.
        func words() throws -> String {
            let done = try run(try Requirement.tool("pdftotext"), file, "-")
            return done.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }

        /// The columns and rows in which mutool finds ink, at one pixel a point.
        func ink() throws -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
            let picture = try Engine.mupdf.draw(file, dpi: 72)
            var (columns, rows): ([Int], [Int]) = ([], [])
            for y in 0..<picture.height {
                for x in 0..<picture.width where picture[x, y].red < 200 {
                    columns.append(x)
                    rows.append(y)
                }
            }
            return (try #require(columns.min())...columns.max()!, rows.min()!...rows.max()!)
        }
    }

    @Test(arguments: ["plain", "Größe – 100 €", "Ωδή", "план", "a\\xE9b", "(a\\b) <c>"])
    func `Text in many scripts can be extracted unchanged`(text: String) throws {
        #expect(try Page(text, TextStyle(size: 10)).words() == text)
    }

    @Test func `Ink is centerd, below the upper edge, within the width and as tall as the font`() throws {
        let page = try Page("HHHH", TextStyle(size: 40, isBold: true))
        #expect((40...60).contains(page.height))
        let ink = try page.ink()
        #expect(abs(ink.columns.lowerBound + ink.columns.upperBound - 599) <= 3)
        #expect(ink.columns.count > 90 && ink.columns.count <= 200)
        #expect(ink.rows.lowerBound > 20 && Double(ink.rows.upperBound) < 20 + page.height)
        #expect((26...34).contains(ink.rows.count))
    }

    @Test(arguments: [TextStyle.Truncation.middle, .end])
    func `Long text is shortened to the width, but all of it can be searched`(truncation: TextStyle.Truncation) throws {
        let text = "the first words, then a great many others in between, and at last the end"
        let style = TextStyle(size: 10, truncation: truncation)
        #expect(try Page(text, width: 600, style).ink().columns.count > 300)
        let page = try Page(text, style)
        let ink = try page.ink()
        #expect((170...201).contains(ink.columns.count))
        #expect(page.height < 20)
        #expect(try page.words().hasPrefix("the first"))
        #expect(try page.words().filter { $0 != " " } == text.filter { $0 != " " })
    }

    @Test func `Text takes as many lines as it needs, up to the maximum`() throws {
        let text = "the first words, then a great many others in between, and at last the end"
        func height(_ lines: Int) throws -> Double { try Page(text, TextStyle(size: 10, maximumLines: lines)).height }
        let line = try height(1)
        #expect(abs(try height(2) - 2 * line) < 0.1)
        #expect(abs(try height(3) - 2 * line) < 0.1)
        #expect(try Page("", TextStyle(size: 10)).height > 0)
    }
}
