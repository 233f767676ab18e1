// SPDX-License-Identifier: GPL-3.0-or-later

import LimnPDFRendering
import Testing

@Suite struct OutlineTests {
    private let box = "/MediaBox[0 0 200 300]"

    @Test func `Entries keep their order, depth, pages and addresses`() throws {
        // Objects: pages 5 and 6, outline 7, entries from 8 on.
        let pdf = SmallPDF.pages(
            [box, box], content: "", catalog: "/Outlines 7 0 R/Names<</Dests<</Names[(here)[6 0 R/Fit]]>>>>",
            more: [
                "<</Type/Outlines/First 8 0 R/Last 10 0 R/Count 3>>",
                "<</Title(One)/Parent 7 0 R/Next 9 0 R/Dest[5 0 R/Fit]/First 11 0 R/Last 11 0 R/Count 1>>",
                "<</Title(Named)/Parent 7 0 R/Prev 8 0 R/Next 10 0 R/Dest(here)>>",
                "<</Title(Away)/Parent 7 0 R/Prev 9 0 R/A<</S/URI/URI(https://example.org/a)>>>>",
                "<</Title(Below)/Parent 8 0 R/Dest[6 0 R/XYZ 0 10 0]>>",
            ])
        let outline = try PDFDocument(bytes: pdf.bytes).outline()
        #expect(outline.isComplete)
        #expect(outline.items.map(\.title) == ["One", "Named", "Away"])
        #expect(outline.items.map(\.page) == [1, 2, nil])
        #expect(outline.items.map(\.uri) == [nil, nil, "https://example.org/a"])
        #expect(outline.items[0].children.map(\.title) == ["Below"])
        #expect(outline.items[0].children.map(\.page) == [2])
    }

    @Test func `An outline that contains itself ends`() throws {
        let pdf = SmallPDF.pages(
            [box], content: "", catalog: "/Outlines 6 0 R",
            more: [
                "<</Type/Outlines/First 7 0 R/Last 8 0 R/Count 2>>",
                "<</Title(A)/Parent 6 0 R/Next 8 0 R/First 7 0 R/Last 8 0 R/Count 2>>",
                "<</Title(B)/Parent 6 0 R/Prev 7 0 R/First 7 0 R/Last 8 0 R/Count 2>>",
            ])
        let document = try PDFDocument(bytes: pdf.bytes)
        let outline = document.outline(maximumDepth: 30, maximumCount: 1000)
        func count(_ items: [PDFOutline.Item]) -> Int { items.reduce(0) { $0 + 1 + count($1.children) } }
        #expect((2...1000).contains(count(outline.items)))
        #expect(outline.items.first?.title == "A")
    }

    @Test func `Depth and count are bounded, and the outline says that something is missing`() throws {
        // Five levels, one entry each: objects 7 to 11.
        let chain = (7...11).map {
            "<</Title(L\($0))/Parent \($0 - 1) 0 R" + ($0 < 11 ? "/First \($0 + 1) 0 R/Last \($0 + 1) 0 R" : "") + ">>"
        }
        let pdf = SmallPDF.pages(
            [box], content: "", catalog: "/Outlines 6 0 R",
            more: ["<</Type/Outlines/First 7 0 R/Last 7 0 R/Count 1>>"] + chain)
        let document = try PDFDocument(bytes: pdf.bytes)
        func depth(_ items: [PDFOutline.Item]) -> Int { items.map { 1 + depth($0.children) }.max() ?? 0 }
        #expect(document.outline().isComplete)
        #expect(depth(document.outline().items) == 5)
        let shallow = document.outline(maximumDepth: 3)
        #expect(!shallow.isComplete && depth(shallow.items) == 3)
        let short = document.outline(maximumCount: 2)
        #expect(!short.isComplete && depth(short.items) == 2)
    }

    @Test func `A document without an outline has an empty, complete one`() throws {
        let outline = try PDFDocument(bytes: SmallPDF.sheet().bytes).outline()
        #expect(outline.items.isEmpty && outline.isComplete)
    }
}
