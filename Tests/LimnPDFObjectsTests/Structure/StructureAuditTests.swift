// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnPDFObjects
internal import TestSupport
internal import Testing

/// The judge of appended exports of tagged documents.
struct StructureAuditTests {
    /// Two tagged pages with a paragraph each.
    private static let original = listedPDF([
        "<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot 6 0 R>>",
        "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/StructParents 0/Contents 5 0 R>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/StructParents 1/Contents 5 0 R>>",
        listedStream("/P <</MCID 0>> BDC 0 0 9 9 re f EMC"), "<</Type/StructTreeRoot/K 7 0 R/ParentTree 10 0 R>>",
        "<</Type/StructElem/S/Document/P 6 0 R/K[8 0 R 9 0 R]>>", "<</Type/StructElem/S/P/P 7 0 R/Pg 3 0 R/K 0>>",
        "<</Type/StructElem/S/P/P 7 0 R/Pg 4 0 R/K 0>>", "<</Nums[0[8 0 R]1[9 0 R]]>>",
    ])

    /// An export with a paragraph on the first page.
    private static func export() throws -> [UInt8] {
        let box = Rect(x0: 10, y0: 10, x1: 60, y1: 20)
        var overlay = PageOverlay(
            content: Array("/P <</MCID 0>> BDC\n10 10 50 10 re f\nEMC\n".utf8), bounds: box, matrix: .identity)
        overlay.tags = [TaggedContent(.paragraph, box: box)]
        let document = try ObjectDocument(bytes: original)
        return original + (try document.update(DocumentChanges(overlays: [(0, overlay)])).bytes)
    }

    private static func audit(_ export: [UInt8]) throws -> [Int] {
        try ObjectDocument(bytes: original).audit(
            appendedExport: try ObjectDocument(bytes: export), inkedPages: [0])
    }

    @Test func `New elements of pages with ink are allowed`() throws {
        #expect(try Self.audit(try Self.export()) == [3, 6, 7, 10])
    }

    @Test(arguments: [
        // An element is gone, or two have changed places.
        ("[8 0 R", "[     "), ("[8 0 R 13 0 R 9 0 R]", "[9 0 R 13 0 R 8 0 R]"),
        // The top element or the root has become something else.
        ("/S /Document", "/S /Part    "), ("/Type /StructTreeRoot", "/Type /StructTreeRo0t"),
        // What was added is not of the ink: another tag, another page, another parent.
        ("/StructElem/S/P/P", "/StructElem/S/H/P"), ("/Pg 3 0 R/K", "/Pg 4 0 R/K"), ("/P 7 0 R/Pg 3", "/P 8 0 R/Pg 3"),
        // The parent tree has lost an entry.
        ("[0 [ 8 0 R ]", "[0 [ 9 0 R ]"),
    ]) func `A forged structure is found`(old: String, new: String) throws {
        let export = try Self.export()
        let update = String(decoding: export[Self.original.count...], as: UTF8.self)
        try #require(update.contains(old), "\(update)")
        let forged = Self.original + Array(update.replacing(old, with: new).utf8)
        #expect(throws: PDFObjectsError.self) { try Self.audit(forged) }
    }

    @Test func `A document whose catalog names no structure tree takes no elements`() throws {
        #expect(try ObjectDocument(bytes: Self.original).takesStructure)
        let untagged = String(decoding: Self.original, as: UTF8.self)
            .replacing("/StructTreeRoot 6 0 R", with: "/StructXreeRoot 6 0 R")
        #expect(try !ObjectDocument(bytes: Array(untagged.utf8)).takesStructure)
    }
}
